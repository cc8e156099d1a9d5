// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See accumulate.hpp.
#include "accumulate.hpp"

#include "accumulate_lock.hpp"
#include "apply.hpp"
#include "count.hpp"
#include "direct_access.hpp"
#include "epoch.hpp"
#include "errors.hpp"
#include "far_accumulate.hpp"
#include "layout_cache.hpp"
#include "move.hpp"
#include "operate.hpp"
#include "progress.hpp"
#include "real.hpp"
#include "registry.hpp"
#include "rma.hpp"
#include "told.hpp"

#include "arauto/spi/counters.h"

#include <algorithm>
#include <cstring>

namespace arauto::mpi {
namespace {

/// An accumulate whose arguments have been checked.
struct Prepared {
    Operation operation;
    AccumulatePlan plan;
    Target target;
    const Layout* origin;
    int64_t origin_count;
    const Layout* result;
    bool is_empty;
};

int refuse_plan(const Window& window,
                const Combination& wanted,
                int error_class,
                const Layout& target) noexcept {
    if (error_class == MPI_ERR_OP) {
        return fail(window, error_class,
                    "%s: the operation is not predefined, or not defined for the type %s",
                    wanted.call, basic_name(target.basic));
    }
    return fail(window, error_class,
                "%s: origin and target must consist of one predefined type, the same on both sides",
                wanted.call);
}

int prepare(Window& window, const Combination& wanted, Prepared& prepared) noexcept {
    prepared.operation = operation_of(wanted.op);
    if (prepared.operation == Operation::kNoOp && !wanted.wants_result) {
        return fail(window, MPI_ERR_OP,
                    "%s: MPI_NO_OP is only for calls that fetch the value at the target",
                    wanted.call);
    }
    const bool reads_origin = prepared.operation != Operation::kNoOp;
    const Layout* origin = nullptr;
    int status = MPI_SUCCESS;
    if (reads_origin) {
        status = find_layout(window, wanted.origin, wanted.call, &origin);
    }
    if (status == MPI_SUCCESS && wanted.wants_result) {
        status = find_layout(window, wanted.result, wanted.call, &prepared.result);
    }
    if (status == MPI_SUCCESS) {
        status = find_target(window, wanted.goal, wanted.call, &prepared.target);
    }
    if (status != MPI_SUCCESS) {
        return status;
    }
    const Layout* const target = prepared.target.layout;
    if (target == nullptr) { // MPI_PROC_NULL
        prepared.is_empty = true;
        return MPI_SUCCESS;
    }
    if (wanted.is_single && !target->is_predefined) {
        return fail(window, MPI_ERR_TYPE, "%s: the datatype must be a predefined one", wanted.call);
    }
    prepared.origin = origin;
    prepared.origin_count = reads_origin ? wanted.origin.count : 0;
    const Layout& from = reads_origin ? *origin : *target;
    prepared.is_empty = wanted.goal.count == 0 || target->size == 0 ||
                        (reads_origin && (wanted.origin.count == 0 || from.size == 0));
    if (prepared.is_empty && prepared.operation != Operation::kNotPredefined) {
        return MPI_SUCCESS;
    }
    status = plan_accumulate(prepared.operation, from, *target, prepared.plan);
    if (status != MPI_SUCCESS) {
        return refuse_plan(window, wanted, status, *target);
    }
    if (reads_origin) {
        status = check_lengths(window, from, wanted.origin.count, prepared.target, wanted.call);
    }
    if (status == MPI_SUCCESS && reads_origin) {
        status = check_buffer(window, wanted.origin, from, wanted.call);
    }
    if (status == MPI_SUCCESS && wanted.wants_result && wanted.result.count > 0 &&
        prepared.result->size > 0) {
        status = check_lengths(window, *prepared.result, wanted.result.count, prepared.target,
                               wanted.call);
        if (status == MPI_SUCCESS) {
            status = check_buffer(window, wanted.result, *prepared.result, wanted.call);
        }
    }
    return status;
}

/// Counts the lock, the fetched value and the change.
[[gnu::cold]] void tally_accumulate(const Combination& wanted, const Prepared& prepared) noexcept {
    const arauto_counter_t counter =
        wanted.is_single ? ARAUTO_COUNTER_ATOMIC : ARAUTO_COUNTER_ACCUMULATE;
    tally(counter, kLockWords, kLockWords * sizeof(uint64_t));
    if (wanted.wants_result && wanted.result.count > 0) {
        tally_blocks(counter, {nullptr, prepared.result, wanted.result.count}, prepared.target);
    }
    if (prepared.operation != Operation::kNoOp) {
        tally_blocks(counter, {nullptr, prepared.plan.origin, prepared.origin_count},
                     prepared.target);
    }
}

/// The common case: one predefined type and operation, to memory that is mapped here. @return
/// whether it was such a case; if not, nothing has been done
bool accumulate_simply(Window& window, const Combination& wanted) noexcept {
    const Operation operation = operation_of(wanted.op);
    const bool has_usual_result =
        !wanted.wants_result ||
        (wanted.result.address != nullptr && wanted.result.type == wanted.goal.type &&
         wanted.result.count == wanted.goal.count);
    DirectAccess direct;
    if (operation == Operation::kNotPredefined || operation == Operation::kNoOp ||
        !has_usual_result || !find_direct(window, wanted.origin, wanted.goal, direct) ||
        direct.layout->pairs_with_gap != nullptr ||
        (wanted.is_single && !direct.layout->is_predefined)) {
        return false;
    }
    const Basic basic = direct.layout->basic;
    const Apply apply = apply_of(operation, basic);
    if (apply == nullptr) {
        return false;
    }
    const AccumulateGuard guard(window.job_ranks[wanted.goal.member]);
    if (wanted.wants_result) {
        copy_bytes(const_cast<void*>(wanted.result.address), direct.there, direct.bytes);
    }
    apply(direct.there, wanted.origin.address,
          element_count(basic, static_cast<int64_t>(direct.bytes)));
    return true;
}

Origin origin_of(const Combination& wanted, const Prepared& prepared) noexcept {
    auto* const address = static_cast<char*>(const_cast<void*>(wanted.origin.address));
    const bool is_read = prepared.operation != Operation::kNoOp;
    return {address, is_read ? prepared.origin : nullptr, prepared.origin_count};
}

/// Without a layout when no result is wanted.
Origin result_of(const Combination& wanted, const Prepared& prepared) noexcept {
    auto* const address = static_cast<char*>(const_cast<void*>(wanted.result.address));
    const bool is_wanted =
        wanted.wants_result && wanted.result.count > 0 && prepared.result->size > 0;
    return {address, is_wanted ? prepared.result : nullptr, wanted.result.count};
}

/// Lets the target's process, on another node, carry it out if it is short. @return whether it is
bool accumulate_by_message(const Window& window,
                           const Combination& wanted,
                           const Prepared& prepared,
                           const Notification& notification,
                           int& status_out) noexcept {
    arauto_status_t status = ARAUTO_OK;
    if (!accumulate_far({prepared.operation, prepared.plan, origin_of(wanted, prepared),
                         result_of(wanted, prepared)},
                        prepared.target, status)) {
        return false;
    }
    if (status >= 0 && notification.post != nullptr) {
        flush_far_accumulates(); // the data must be there before the target is notified
    }
    status_out = status >= 0 ? MPI_SUCCESS : fail_with(window, status, wanted.call);
    tally(wanted.is_single ? ARAUTO_COUNTER_ATOMIC : ARAUTO_COUNTER_ACCUMULATE);
    return true;
}

int accumulate_now(const Window& window,
                   const Combination& wanted,
                   const Prepared& prepared) noexcept {
    const AccumulateGuard guard(prepared.target.job_rank);
    const Origin result = result_of(wanted, prepared);
    if (result.layout != nullptr) {
        if (const int status = move(window, Direction::get, result, prepared.target, wanted.call);
            status != MPI_SUCCESS) {
            return status;
        }
    }
    if (prepared.operation == Operation::kNoOp) {
        return MPI_SUCCESS;
    }
    const Origin origin = origin_of(wanted, prepared);
    return apply_now({prepared.plan, origin.address, origin.count}, prepared.target)
               ? MPI_SUCCESS
               : fail(window, MPI_ERR_RMA_RANGE, "%s: the memory of rank %d cannot be reached",
                      wanted.call, wanted.goal.member);
}

/// An operation without data: only its notification, if it has one, may have to be recorded.
int record_empty(Window& window,
                 const Combination& wanted,
                 const Target& target,
                 Deferral& deferral) noexcept {
    const Origin nothing = {nullptr, &byte_layout(), 0};
    return target.is_later && deferral.notification.post != nullptr
               ? record_move(window, Direction::put, nothing, target, wanted.call, deferral)
               : MPI_SUCCESS;
}

int accumulate_prepared(Window& window,
                        const Combination& wanted,
                        const Prepared& prepared,
                        Deferral& deferral) noexcept {
    if (prepared.target.is_later) [[unlikely]] {
        return record_accumulate(
            window, {prepared.operation, origin_of(wanted, prepared), result_of(wanted, prepared)},
            prepared.target, wanted.call, deferral);
    }
    int status = MPI_SUCCESS;
    if (is_on_other_node(prepared.target.job_rank) &&
        accumulate_by_message(window, wanted, prepared, deferral.notification, status)) {
        return status;
    }
    if (job().is_counting) [[unlikely]] {
        tally_accumulate(wanted, prepared);
    }
    return accumulate_now(window, wanted, prepared);
}

[[gnu::cold, gnu::noinline]] int accumulate_checked_for_races(Window& window,
                                                              const Combination& wanted,
                                                              const Prepared& prepared,
                                                              Deferral& deferral) noexcept {
    const bool reads_alone = prepared.operation == Operation::kNoOp;
    Told told(window, prepared.target.member, ARAUTO_RECORDED_ATOMIC);
    told.use(origin_of(wanted, prepared), ARAUTO_RACE_READ);
    told.use(result_of(wanted, prepared), ARAUTO_RACE_WRITE);
    told.use(prepared.target, reads_alone ? ARAUTO_RACE_ATOMIC_READ : ARAUTO_RACE_ATOMIC_WRITE,
             kind_of(prepared.operation, prepared.target.layout->basic));
    told.carries_out(prepared.target);
    const int status = accumulate_prepared(window, wanted, prepared, deferral);
    if (status == MPI_SUCCESS) {
        told.made(deferral, ARAUTO_FLUSH_LOCAL);
    }
    return status;
}

/// The general case.
[[gnu::noinline]] int
accumulate_somewhere(Window& window, const Combination& wanted, Deferral& deferral) noexcept {
    Prepared prepared{};
    if (const int status = prepare(window, wanted, prepared); status != MPI_SUCCESS) {
        return status;
    }
    if (prepared.is_empty) {
        return record_empty(window, wanted, prepared.target, deferral);
    }
    return job().is_checked ? accumulate_checked_for_races(window, wanted, prepared, deferral)
                            : accumulate_prepared(window, wanted, prepared, deferral);
}

} // namespace

int accumulate(Window& window, const Combination& wanted, Deferral& deferral) noexcept {
    let_mpi_work_at_times();
    return accumulate_simply(window, wanted) ? MPI_SUCCESS
                                             : accumulate_somewhere(window, wanted, deferral);
}

int accumulate(Window& window, const Combination& wanted) noexcept {
    let_mpi_work_at_times();
    if (accumulate_simply(window, wanted)) [[likely]] {
        return MPI_SUCCESS;
    }
    Deferral deferral;
    return accumulate_somewhere(window, wanted, deferral);
}

} // namespace arauto::mpi

using namespace arauto::mpi;

ARAUTO_MPI_EXPORT int MPI_Accumulate(const void* origin,
                                     int origin_count,
                                     MPI_Datatype origin_type,
                                     int rank,
                                     MPI_Aint displacement,
                                     int target_count,
                                     MPI_Datatype target_type,
                                     MPI_Op op,
                                     MPI_Win win) {
    note_caller(__builtin_return_address(0));
    Window* const window = find_window(win);
    if (window == nullptr) {
        return real().Accumulate(origin, origin_count, origin_type, rank, displacement,
                                 target_count, target_type, op, win);
    }
    return accumulate(*window, {.origin = {origin, origin_count, origin_type},
                                .result = {},
                                .goal = {rank, displacement, target_count, target_type},
                                .op = op,
                                .wants_result = false,
                                .call = "MPI_Accumulate"});
}
ARAUTO_MPI_BOTH(Accumulate)

ARAUTO_MPI_EXPORT int MPI_Raccumulate(const void* origin,
                                      int origin_count,
                                      MPI_Datatype origin_type,
                                      int rank,
                                      MPI_Aint displacement,
                                      int target_count,
                                      MPI_Datatype target_type,
                                      MPI_Op op,
                                      MPI_Win win,
                                      MPI_Request* request) {
    note_caller(__builtin_return_address(0));
    Window* const window = find_window(win);
    if (window == nullptr) {
        return real().Raccumulate(origin, origin_count, origin_type, rank, displacement,
                                  target_count, target_type, op, win, request);
    }
    if (const int status = check_passive(*window, rank, "MPI_Raccumulate"); status != MPI_SUCCESS) {
        return status;
    }
    return with_request(*window, request, [&](Deferral& deferral) {
        return accumulate(*window,
                          {.origin = {origin, origin_count, origin_type},
                           .result = {},
                           .goal = {rank, displacement, target_count, target_type},
                           .op = op,
                           .wants_result = false,
                           .call = "MPI_Raccumulate"},
                          deferral);
    });
}
ARAUTO_MPI_BOTH(Raccumulate)

ARAUTO_MPI_EXPORT int MPI_Get_accumulate(const void* origin,
                                         int origin_count,
                                         MPI_Datatype origin_type,
                                         void* result,
                                         int result_count,
                                         MPI_Datatype result_type,
                                         int rank,
                                         MPI_Aint displacement,
                                         int target_count,
                                         MPI_Datatype target_type,
                                         MPI_Op op,
                                         MPI_Win win) {
    note_caller(__builtin_return_address(0));
    Window* const window = find_window(win);
    if (window == nullptr) {
        return real().Get_accumulate(origin, origin_count, origin_type, result, result_count,
                                     result_type, rank, displacement, target_count, target_type, op,
                                     win);
    }
    return accumulate(*window, {.origin = {origin, origin_count, origin_type},
                                .result = {result, result_count, result_type},
                                .goal = {rank, displacement, target_count, target_type},
                                .op = op,
                                .wants_result = true,
                                .call = "MPI_Get_accumulate"});
}
ARAUTO_MPI_BOTH(Get_accumulate)

ARAUTO_MPI_EXPORT int MPI_Rget_accumulate(const void* origin,
                                          int origin_count,
                                          MPI_Datatype origin_type,
                                          void* result,
                                          int result_count,
                                          MPI_Datatype result_type,
                                          int rank,
                                          MPI_Aint displacement,
                                          int target_count,
                                          MPI_Datatype target_type,
                                          MPI_Op op,
                                          MPI_Win win,
                                          MPI_Request* request) {
    note_caller(__builtin_return_address(0));
    Window* const window = find_window(win);
    if (window == nullptr) {
        return real().Rget_accumulate(origin, origin_count, origin_type, result, result_count,
                                      result_type, rank, displacement, target_count, target_type,
                                      op, win, request);
    }
    if (const int status = check_passive(*window, rank, "MPI_Rget_accumulate");
        status != MPI_SUCCESS) {
        return status;
    }
    return with_request(*window, request, [&](Deferral& deferral) {
        return accumulate(*window,
                          {.origin = {origin, origin_count, origin_type},
                           .result = {result, result_count, result_type},
                           .goal = {rank, displacement, target_count, target_type},
                           .op = op,
                           .wants_result = true,
                           .call = "MPI_Rget_accumulate"},
                          deferral);
    });
}
ARAUTO_MPI_BOTH(Rget_accumulate)
