// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See pending_writes.hpp.
#include "pending_writes.hpp"

#include "arauto/runtime.h"
#include "arauto/spi/status.h"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <new>

namespace arauto::coarray {
namespace {

constexpr size_t kSentenceBytes = 256;
constexpr size_t kRunsMax = 1024; // to one image; as many as one operation of the C API takes

[[noreturn, gnu::cold]] void refuse_memory() noexcept {
    arauto_error_stop(1, "no memory is left to remember what is to be written");
}

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
                  sentence, explain_number());
    }
}

PendingWrites::Runs& PendingWrites::runs_to(int rank) noexcept {
    Runs** const entry = runs_.make(rank, arauto_size());
    if (entry == nullptr) {
        refuse_memory();
    }
    *entry = *entry != nullptr ? *entry : new (std::nothrow) Runs;
    if (*entry == nullptr) {
        refuse_memory();
    }
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
    std::erase(ranks_, rank);
    return carry_out_runs(rank, **entry);
}

/// The image is among ranks_ no more.
arauto_status_t PendingWrites::carry_out_runs(int rank, Runs& runs) noexcept {
    const arauto_status_t status = arauto_put_runs_at(rank, runs.data(), runs.size());
    count_ -= runs.size();
    runs.clear();
    used_ = ranks_.empty() ? 0 : used_;
    return status;
}

arauto_status_t PendingWrites::carry_out_all(int* rank_out) noexcept {
    arauto_status_t first = ARAUTO_OK;
    char sentence[kSentenceBytes];
    while (!ranks_.empty()) {
        const int rank = ranks_.back();
        ranks_.pop_back();
        const arauto_status_t status = carry_out_runs(rank, runs_to(rank));
        if (status == ARAUTO_ERR_FAILED) {
            report_late({}, status, rank);
        } else if (status < 0 && first >= 0) {
            first = status;
            *rank_out = rank;
            std::snprintf(sentence, sizeof sentence, "%s", arauto_last_error());
        }
    }
    return first < 0 ? arauto_error_set(first, sentence) : ARAUTO_OK;
}

} // namespace arauto::coarray
