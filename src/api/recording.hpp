// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The records that calls of the interface leave in a traced job, and what they tell the checker in
// one that is checked (checking.hpp). Each entry passes on where it was called; the functions that
// entries share make the record.
#pragma once

#include "api/checking.hpp"
#include "arauto/section.h"
#include "base/record.hpp"
#include "runtime/rank.hpp"
#include "sync/notify.hpp"
#include "team/team.hpp"

#include <cstddef>
#include <type_traits>

namespace arauto::api {

/// A call of the interface that leaves a record.
struct Entry {
    const char* name; // for sentences
    const void* caller; // the instruction behind the call
};
/// To be written in the entry itself, where a job is observed: other calls need not know the
/// caller.
#define ARAUTO_ENTRY(name) (::arauto::api::Entry{name, __builtin_return_address(0)})

[[nodiscard]] inline Trace* trace() noexcept {
    return core::this_rank().trace;
}
/// Whether calls leave records, or tell the checker, or both: then they take their own forms,
/// called `_recorded`.
[[nodiscard]] inline bool is_observed() noexcept {
    return core::this_rank().is_observed;
}

/// The bytes of a section.
[[nodiscard]] inline uint64_t recorded_bytes(const arauto_section_t& section) noexcept {
    uint64_t bytes = section.element_bytes;
    for (int d = 0; d < section.rank; ++d) {
        bytes *= static_cast<uint64_t>(section.dim[d].extent > 0 ? section.dim[d].extent : 0);
    }
    return bytes;
}

/// Runs `call(arguments...)`, which leaves a record.
template <typename Call, typename... Arguments>
[[gnu::noinline]] Status
recorded(const Recorded& what, const void* caller, Call call, Arguments... arguments) noexcept {
    RecordedCall record(trace(), what, caller);
    return record.ends_with(call(arguments...));
}

/// Runs `call(arguments...)`, which leaves a record in a traced job. A call without captures, whose
/// arguments are values, keeps them in registers where nothing is recorded: captured by reference
/// they took 2 of the 8 ns of a put in an epoch, and 5 of the 14 of an atomic.
/// @param what  a constant, so that it is not made where nothing is recorded
template <typename Call, typename... Arguments>
[[gnu::always_inline]] inline Status
run_recorded(const Recorded& what, const void* caller, Call call, Arguments... arguments) noexcept {
    static_assert(std::is_empty_v<Call>);
    if (is_observed()) [[unlikely]] {
        return recorded(what, caller, call, arguments...);
    }
    return call(arguments...);
}

inline constexpr Recorded kRecordedFlush{.op = ARAUTO_RECORDED_FLUSH};

/// A post, or the part of a notified operation that is one.
/// @param ticket  as of core::post_slot()
[[nodiscard]] inline Recorded
recorded_post(arauto_recorded_op_t op, int rank, uint64_t offset, uint64_t ticket) noexcept {
    return {
        .op = op, .peer = static_cast<uint32_t>(rank), .argument = record_argument(offset, ticket)};
}

/// The ticket of a post, or its number where its target is on another node.
[[nodiscard]] inline uint64_t
ticket_or_number(int rank, uint64_t offset, uint64_t ticket) noexcept {
    return ticket == core::kNoTicket && trace() != nullptr ? trace()->sent.next(rank, offset)
                                                           : ticket;
}

inline constexpr int kNoRoot = -1;

/// A call of all members of a team.
class RecordedMeeting : public RecordedCall {
  public:
    /// @param root  a member that all wait for, or that waits for all; kNoRoot: all wait for all
    RecordedMeeting(arauto_recorded_op_t op,
                    core::Team& team,
                    uint64_t bytes,
                    const void* caller,
                    int root = kNoRoot) noexcept
        : RecordedCall(trace(),
                       {.op = op, .peer = team.trace_id, .bytes = bytes, .is_timed = true},
                       caller) {
        if (is_observed()) [[unlikely]] {
            constexpr int kHalf = 32;
            const auto above =
                static_cast<uint64_t>(root == kNoRoot ? team.size : team.to_world(root));
            // Counted also without a record: the other members may have one.
            set_argument(uint64_t{team.trace_meetings++} | above << kHalf);
            told_.begin(op, team, caller);
        }
    }
    [[nodiscard]] const ToldMeeting& told() const noexcept { return told_; }
    /// Notes a failure, or that the members go on. @return `status`
    arauto_status_t ends_with(arauto_status_t status) noexcept {
        told_.end(status);
        return RecordedCall::ends_with(status);
    }

  private:
    ToldMeeting told_;
};

} // namespace arauto::api
