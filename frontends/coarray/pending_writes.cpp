// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See pending_writes.hpp.
#include "pending_writes.hpp"

#include "arauto/runtime.h"

#include <algorithm>
#include <cstring>

namespace arauto::coarray {
namespace {

constexpr size_t kRunsMax = 1024; // to one image; as many as one operation of the C API takes

/// Without a call for the sizes that most numbers have.
void copy(std::byte* to, const void* from, size_t bytes) noexcept {
    if (bytes == 4) {
        std::memcpy(to, from, 4);
    } else if (bytes == 8) {
        std::memcpy(to, from, 8);
    } else {
        std::memcpy(to, from, bytes);
    }
}

} // namespace

void report_late(const Errors& errors, arauto_status_t status, int rank) noexcept {
    if (status == ARAUTO_ERR_FAILED) {
        postpone_failure_of(rank, "an earlier assignment");
    } else if (status < 0) {
        const char* const sentence = without_call(arauto_last_error());
        fail_with(errors, stat_of(status),
                  "an earlier assignment to image %d could not be written: %s%s", rank + 1,
                  sentence, explain_numbers(sentence));
    }
}

PendingWrites::Runs& PendingWrites::runs_to(int rank) noexcept {
    Runs** const entry = runs_.make(rank, arauto_size());
    if (entry == nullptr) {
        arauto_error_stop(1, "no memory is left to remember what is to be written");
    }
    *entry = *entry != nullptr ? *entry : new Runs;
    return **entry;
}

/// False when there is no room.
bool PendingWrites::append(int rank, uint64_t address, const void* source, size_t bytes) noexcept {
    Runs& runs = runs_to(rank);
    std::byte* const free = buffer_.data() + used_;
    const size_t room = buffer_.size() - used_;
    if (!runs.empty()) {
        arauto_run_t& last = runs.back();
        auto* const local = static_cast<std::byte*>(last.local);
        const uint64_t offset = address - last.address; // large when it begins before the last
        if (offset <= last.bytes && bytes <= last.bytes - offset) {
            copy(local + offset, source, bytes);
            return true;
        }
        if (offset <= last.bytes && local + last.bytes == free) { // the last run can grow
            const size_t more = offset + bytes - last.bytes;
            if (more > room) {
                return false;
            }
            copy(local + offset, source, bytes);
            last.bytes += more;
            used_ += more;
            return true;
        }
    }
    if (bytes > room || runs.size() == kRunsMax) {
        return false;
    }
    if (runs.empty()) {
        ranks_.push_back(rank);
    }
    copy(free, source, bytes);
    runs.push_back({address, free, bytes});
    used_ += bytes;
    ++count_;
    return true;
}

void PendingWrites::keep(int rank, uint64_t address, const void* source, size_t bytes) noexcept {
    while (!append(rank, address, source, bytes)) {
        int target = rank;
        const arauto_status_t status =
            runs_to(rank).size() == kRunsMax ? carry_out(rank) : carry_out_all(&target);
        report_late({}, status, target);
    }
}

bool PendingWrites::overlap(int rank, AddressRange range) const noexcept {
    const Runs* const* const entry = runs_.find(rank);
    return entry != nullptr && *entry != nullptr &&
           std::any_of((*entry)->begin(), (*entry)->end(), [&](const arauto_run_t& run) {
               return run.address < range.high && range.low < run.address + run.bytes;
           });
}

arauto_status_t PendingWrites::carry_out(int rank) noexcept {
    Runs* const* const entry = runs_.find(rank);
    if (entry == nullptr || *entry == nullptr || (*entry)->empty()) {
        return ARAUTO_OK;
    }
    Runs& runs = **entry;
    const arauto_status_t status = arauto_put_runs_at(rank, runs.data(), runs.size());
    count_ -= runs.size();
    runs.clear();
    std::erase(ranks_, rank);
    used_ = ranks_.empty() ? 0 : used_;
    return status;
}

arauto_status_t PendingWrites::carry_out_all(int* rank_out) noexcept {
    arauto_status_t status = ARAUTO_OK;
    while (!ranks_.empty()) {
        const int rank = ranks_.back();
        if (const arauto_status_t written = carry_out(rank); written < 0) {
            status = written;
            *rank_out = rank;
        }
    }
    return status;
}

} // namespace arauto::coarray
