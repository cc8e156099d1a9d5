// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See checking.hpp.
#include "api/checking.hpp"

#include "team/barrier.hpp"

#include <algorithm>

namespace arauto::api {
namespace {

using check::Access;
using check::By;
using check::Call;
using core::Direction;
using transport::Address;
using transport::AtomicOp;
using transport::Space;

Access remote_access(Direction direction) noexcept {
    return direction == Direction::put ? Access::write : Access::read;
}

/// A put reads the memory of its origin, and a get writes it, before it returns.
Access local_access(Direction direction) noexcept {
    return direction == Direction::put ? Access::read : Access::write;
}

void begin(check::Checker& checker, const ToldMove& move) noexcept {
    if (move.by == By::carrier) {
        checker.next_carried();
    }
}

Call call_of(const ToldMove& move) noexcept {
    return {move.direction == Direction::put ? ARAUTO_RECORDED_PUT : ARAUTO_RECORDED_GET,
            move.caller};
}

Call call_of_section(const ToldMove& move) noexcept {
    return {move.direction == Direction::put ? ARAUTO_RECORDED_PUT_SECTION
                                             : ARAUTO_RECORDED_GET_SECTION,
            move.caller};
}

/// Operations by which each member hears of all others. Reductions and broadcasts are not taken for
/// that, since they order nothing in Fortran.
constexpr bool is_ordering(arauto_recorded_op_t op) noexcept {
    return op == ARAUTO_RECORDED_BARRIER || op == ARAUTO_RECORDED_TEAM ||
           op == ARAUTO_RECORDED_ALLOCATE || op == ARAUTO_RECORDED_FREE ||
           op == ARAUTO_RECORDED_ALLGATHER;
}

/// These.
constexpr bool is_collective(arauto_recorded_op_t op) noexcept {
    return op == ARAUTO_RECORDED_BROADCAST || op == ARAUTO_RECORDED_REDUCE ||
           op == ARAUTO_RECORDED_REDUCE_ALL;
}

} // namespace

void tell_move(const ToldMove& move,
               const Address& remote,
               const void* local,
               uint64_t bytes) noexcept {
    check::Checker* const checker = api::checker();
    if (checker == nullptr) {
        return;
    }
    begin(*checker, move);
    const Call call = call_of(move);
    const uint64_t known =
        arauto_thread.reads_pointer != 0 ? std::min(bytes, uint64_t{sizeof(void*)}) : bytes;
    if (remote.space == Space::heap) {
        checker->access(remote_access(move.direction), move.by, call, remote.peer, remote.value,
                        known);
    }
    checker->access_memory(local_access(move.direction), By::program, call, local, bytes);
}

void tell_section(const ToldMove& move,
                  const Address& remote,
                  SectionPair pair,
                  const void* local_base) noexcept {
    check::Checker* const checker = api::checker();
    if (checker == nullptr) {
        return;
    }
    begin(*checker, move);
    const Call call = call_of_section(move);
    if (remote.space == Space::heap) {
        checker->access(remote_access(move.direction), move.by, call, remote.peer, remote.value,
                        *pair.remote);
    }
    checker->access_memory(local_access(move.direction), By::program, call, local_base,
                           *pair.local);
}

void tell_runs(const ToldMove& move,
               int rank,
               std::span<const arauto_run_t> runs,
               std::optional<uint64_t> base) noexcept {
    check::Checker* const checker = api::checker();
    if (checker == nullptr) {
        return;
    }
    begin(*checker, move);
    const Call call = call_of_section(move);
    for (const arauto_run_t& run : runs) {
        const Result<Address> remote =
            base ? Result<Address>{ARAUTO_OK, {rank, Space::heap, *base + run.address}}
                 : core::resolve(rank, run.address, run.bytes, "");
        if (remote.ok() && remote.value.space == Space::heap) {
            checker->access(remote_access(move.direction), move.by, call, rank, remote.value.value,
                            run.bytes);
        }
        checker->access_memory(local_access(move.direction), By::program, call, run.local,
                               run.bytes);
    }
}

void tell_copy(const void* target_base,
               const arauto_section_t& target,
               const void* source_base,
               const arauto_section_t& source,
               const void* caller) noexcept {
    if (check::Checker* const checker = api::checker(); checker != nullptr) {
        checker->access_memory(Access::read, By::program, {ARAUTO_RECORDED_PUT_SECTION, caller},
                               source_base, source);
        checker->access_memory(Access::write, By::program, {ARAUTO_RECORDED_GET_SECTION, caller},
                               target_base, target);
    }
}

void tell_own(Access access,
              arauto_recorded_op_t op,
              const void* memory,
              uint64_t bytes,
              const void* caller) noexcept {
    if (checker() != nullptr) {
        checker()->access_memory(access, By::program, {op, caller}, memory, bytes);
    }
}

ToldAtomic::ToldAtomic(
    AtomicOp op, const Address& remote, int width, const void* caller, By by) noexcept
    : checker_(api::checker()), word_{remote.peer, remote.value} {
    if (checker_ == nullptr) {
        return;
    }
    if (by == By::carrier) {
        checker_->next_carried();
    }
    const bool writes = op != AtomicOp::load;
    checker_->access(writes ? Access::atomic_write : Access::atomic_read, by,
                     {ARAUTO_RECORDED_ATOMIC, caller}, remote.peer, remote.value,
                     static_cast<uint64_t>(width));
    if (writes) {
        checker_->atomic_writes(word_);
    }
    if (op == AtomicOp::store) {
        checker_ = nullptr;
    }
}

ToldAtomic::~ToldAtomic() {
    if (checker_ != nullptr) {
        checker_->atomic_has_read(word_);
    }
}

ToldPost::ToldPost(int rank, uint64_t slot, By by) noexcept
    : checker_(api::checker()), word_{rank, slot} {
    if (checker_ != nullptr) {
        checker_->delay();
        checker_->begin_post(word_, by);
    }
}

ToldPost::~ToldPost() {
    if (checker_ != nullptr) {
        checker_->end_post(word_);
    }
}

void tell_taken(uint64_t slot, uint64_t count, const void* caller) noexcept {
    if (checker() != nullptr) {
        checker()->taken({ARAUTO_RECORDED_WAIT, caller}, slot, count);
    }
}

void ToldMeeting::begin(arauto_recorded_op_t op, core::Team& team, const void* caller) noexcept {
    check::Checker* const told = checker();
    if (told == nullptr) {
        return;
    }
    is_collective_ = is_collective(op) && told->orders_collectives();
    if (!is_collective_ && !is_ordering(op)) {
        return;
    }
    checker_ = told;
    call_ = {op, caller};
    team_ = team.trace_id;
    told->delay();
    if (is_collective_) {
        told->enter_collective(team_);
        return;
    }
    instance_ = team.checked_meetings++;
    is_of_world_ = &team == core::this_rank().world;
    checker_->enter_meeting(team_, instance_);
}

void ToldMeeting::leave() noexcept {
    if (is_collective_) {
        checker_->leave_collective(call_, team_);
        return;
    }
    checker_->leave_meeting(call_, team_, instance_, is_of_world_);
    if (is_of_world_ && checker_->is_late()) {
        // None accesses anything between these. A failure is reported by the next meeting.
        core::Team& world = *core::this_rank().world;
        static_cast<void>(core::barrier(world, "the race checker"));
        checker_->forget_all();
        static_cast<void>(core::barrier(world, "the race checker"));
    }
}

void tell_comes_to(std::span<const int> ranks) noexcept {
    if (checker() == nullptr) {
        return;
    }
    checker()->delay();
    for (const int rank : ranks) {
        if (rank != core::this_rank().rank) {
            checker()->release_to(rank);
        }
    }
}

void tell_has_met(std::span<const int> ranks, Status status, const void* caller) noexcept {
    if (checker() == nullptr) {
        return;
    }
    for (const int rank : ranks) {
        // By a failure too it has met those that are there.
        const bool has_come = status >= 0 || core::learn_state(rank) == boot::ImageState::running;
        if (rank != core::this_rank().rank && has_come) {
            checker()->acquire_from({ARAUTO_RECORDED_SYNC_RANKS, caller}, rank);
        }
    }
}

void tell_sync_memory(const void* caller) noexcept {
    if (checker() != nullptr) {
        checker()->sync_memory({ARAUTO_RECORDED_FLUSH, caller});
    }
}

void tell_locks() noexcept {
    if (checker() != nullptr) {
        checker()->delay();
    }
}

void tell_acquired(const check::Word& lock, const void* caller) noexcept {
    if (checker() != nullptr) {
        checker()->acquired({ARAUTO_RECORDED_LOCK, caller}, lock);
    }
}

void tell_releases(const check::Word& lock) noexcept {
    if (checker() != nullptr) {
        checker()->delay();
        checker()->releases(lock);
    }
}

void tell_allocated(core::Team* team, const core::Segment& segment) noexcept {
    if (checker() == nullptr) {
        return;
    }
    checker()->allocated(segment.offset, segment.bytes);
    if (team != nullptr) {
        // A failure is reported by the next meeting.
        static_cast<void>(core::barrier(*team, "the race checker"));
    }
}

void tell_created(core::Team* team, const core::Segment& segment, size_t cell_bytes) noexcept {
    for (size_t at = 0; checker() != nullptr && at < segment.bytes; at += cell_bytes) {
        checker()->begins({core::this_rank().rank, segment.offset + at});
    }
    tell_allocated(team, segment);
}

void tell_freed(const core::Segment& segment, const void* caller) noexcept {
    if (checker() != nullptr) {
        checker()->freed({ARAUTO_RECORDED_FREE, caller}, segment.offset, segment.bytes);
    }
}

} // namespace arauto::api
