// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See rank.hpp.
#include "runtime/rank.hpp"

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <unistd.h>

namespace arauto::core {

namespace {

constexpr long kGraceNs = 300'000'000; // for a launcher of others to end a job

} // namespace

void fence_off(int rank) noexcept {
    if (!is_far(rank)) {
        return;
    }
    std::vector<int>& ranks = this_rank().fenced_off.ranks;
    {
        const std::lock_guard lock(this_rank().fenced_off.mutex);
        if (std::find(ranks.begin(), ranks.end(), rank) != ranks.end()) {
            return;
        }
    }
    this_rank().network->abandon(rank); // two threads at a time do no harm
    this_rank().hooks.close_pair(rank);
    const std::lock_guard lock(this_rank().fenced_off.mutex);
    ranks.push_back(rank);
}

int leader_of_node(int node) noexcept {
    const Rank& self = this_rank();
    for (int rank = self.job.manager->first_of(node); rank < self.size; ++rank) {
        if (self.job.manager->node_of(rank) == node && !self.is_gone(rank)) {
            return rank;
        }
    }
    return -1;
}

void flush_output() noexcept {
    if (this_rank().flush_hook != nullptr) {
        this_rank().flush_hook();
    }
    std::fflush(nullptr);
}

void leave() noexcept {
    flush_output();
    if (this_rank().job.manager != nullptr && this_rank().header->launcher_pid == 0) {
        // Other processes report to its launcher now, which takes the first event that it sees for
        // the cause.
        const timespec grace{0, kGraceNs};
        nanosleep(&grace, nullptr);
    }
    _exit(boot::status_of_end(*this_rank().header));
}

Status check_running(const char* call) noexcept {
    switch (this_rank().current_phase()) {
    case Phase::running:
        return ARAUTO_OK;
    case Phase::before:
        return fail(ARAUTO_ERR_STATE, "%s was called before arauto_init", call);
    default:
        return fail(ARAUTO_ERR_STATE, "%s was called after arauto_finalize", call);
    }
}

Status check_rank(int rank, const char* call) noexcept {
    if (this_rank().is_rank(rank)) [[likely]] {
        return ARAUTO_OK;
    }
    return fail_outside(call, rank, "job", this_rank().size);
}

Status check_alive(int rank, const char* call) noexcept {
    // relaxed because a failure seen one call later is as good
    if (this_rank().header->failed.load(std::memory_order_relaxed) == 0 ||
        learn_state(rank) != boot::ImageState::failed) [[likely]] {
        return ARAUTO_OK;
    }
    return fail_failed(rank, call);
}

void leave_if_job_ends() noexcept {
    // PAIR job.changes: look at `ending`
    if (this_rank().header->ending.load(std::memory_order_acquire) != 0) {
        leave();
    }
}

Status fail_failed(int rank, const char* call) noexcept {
    leave_if_job_ends();
    return fail(ARAUTO_ERR_FAILED, "%s: %s has failed", call, name_of(rank).text);
}

Status fail_stopped(int rank, const char* call) noexcept {
    return fail(ARAUTO_ERR_STOPPED, "%s: %s has stopped and will not take part", call,
                name_of(rank).text);
}

} // namespace arauto::core
