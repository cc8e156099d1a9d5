// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See pending.hpp. The bytes of late puts are copied into one buffer of registered memory, so that
// the program may change its own at once. For each image a list has their targets, in the order of
// the program, since a later put to the same address must win.
#include "pending.hpp"

#include "schemes.hpp"

#include "arauto/spi/rma.h"
#include "arauto/spi/segment.h"

#include <cstdlib>
#include <cstring>
#include <mutex>

namespace arauto::translated {

struct Pending {
    std::mutex guard; // threads of OpenMP put as well
    char* buffer = nullptr;
    size_t bytes = 0;
    size_t used = 0;
    bool is_on = false;
    std::vector<std::vector<arauto_run_t>> runs; // by rank in the job
    std::vector<int> ranks; // that have any, in no order
};

namespace {

constexpr size_t kPutsMax = 1024; // of one image; as many as one operation of the C API takes

/// Carries out the puts that are left when the program ends normally.
void flush_at_exit() {
    segment_ends();
}

bool prepare(Pending& all) {
    if (all.buffer == nullptr) {
        void* memory = nullptr;
        all.bytes = buffer_bytes();
        all.is_on = puts_may_be_late() && arauto_memory_allocate(all.bytes, &memory) >= 0;
        all.buffer = static_cast<char*>(memory);
        all.runs.resize(static_cast<size_t>(arauto_size()));
        if (all.is_on) {
            static_cast<void>(std::atexit(flush_at_exit));
        }
    }
    return all.is_on;
}

/// The guard is held.
arauto_status_t carry_out(Pending& all, int rank) noexcept {
    std::vector<arauto_run_t>& runs = all.runs[static_cast<size_t>(rank)];
    const arauto_status_t status = arauto_put_runs_at(rank, runs.data(), runs.size());
    // relaxed because a thread only has to see its own, and others' after synchronising with them
    g_state.pending.puts.fetch_sub(runs.size(), std::memory_order_relaxed);
    runs.clear();
    std::erase(all.ranks, rank);
    if (all.ranks.empty()) {
        all.used = 0;
    }
    return status;
}

arauto_status_t carry_out_all(Pending& all) noexcept {
    arauto_status_t first = ARAUTO_OK;
    while (!all.ranks.empty()) {
        const arauto_status_t status = carry_out(all, all.ranks.back());
        first = first < 0 ? first : status;
    }
    return first;
}

} // namespace

bool remember_put(const TargetMemory& to, const void* from, size_t bytes) noexcept {
    Pending& all = g_state.pending.all.get();
    const std::lock_guard lock(all.guard);
    if (!prepare(all) || bytes > all.bytes || to.rank == arauto_rank()) {
        return false;
    }
    if (bytes > all.bytes - all.used) {
        report_put({}, carry_out_all(all));
    }
    std::vector<arauto_run_t>& runs = all.runs[static_cast<size_t>(to.rank)];
    if (runs.empty()) {
        all.ranks.push_back(to.rank);
    }
    char* copy = all.buffer + all.used;
    std::memcpy(copy, from, bytes);
    all.used += bytes;
    runs.push_back({to.address, copy, bytes});
    g_state.pending.puts.fetch_add(1, std::memory_order_relaxed); // relaxed: as in carry_out
    if (runs.size() == kPutsMax) {
        report_put({}, carry_out(all, to.rank));
    }
    return true;
}

arauto_status_t flush_late_puts_to(int rank) noexcept {
    Pending& all = g_state.pending.all.get();
    const std::lock_guard lock(all.guard);
    const bool has_any = !all.runs.empty() && !all.runs[static_cast<size_t>(rank)].empty();
    return has_any ? carry_out(all, rank) : ARAUTO_OK;
}

arauto_status_t flush_late_puts() noexcept {
    Pending& all = g_state.pending.all.get();
    const std::lock_guard lock(all.guard);
    return carry_out_all(all);
}

} // namespace arauto::translated
