// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The life of this process in the job, from init to its end. This room puts the others together: it
// joins the job, opens what the other rooms need, and connects their hooks.
#pragma once

#include "boot/job.hpp"

namespace arauto::core {

/// Makes this process a rank of the job; returns at once when it is one already.
[[nodiscard]] Status initialize() noexcept;
/// As initialize(), among processes that another programming model has started.
[[nodiscard]] Status initialize(const boot::Surroundings& surroundings) noexcept;
/// Takes part until every rank has stopped or failed.
[[nodiscard]] Status finalize(int exit_code) noexcept;
[[noreturn]] void stop(int code) noexcept;
[[noreturn]] void error_stop(int code, const char* sentence) noexcept;
[[noreturn]] void fail_this_rank() noexcept;

/// State. Only life_cycle.cpp looks into this.
struct LifeCycle {
    int exits_registered = 0;
    // Where rank 0's heap has room for what the ranks of other nodes have counted and measured, in
    // a job that does so and that no launcher watches.
    static constexpr uint64_t kNowhere = UINT64_MAX;
    uint64_t counts_offset = kNowhere;
    uint64_t profile_offset = kNowhere;
    Trace trace; // Rank::trace, where the job is traced
    int clock_rpc = -1; // by which rank 0 tells its clock; -1: there is none
};

} // namespace arauto::core
