// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See notify_move.hpp.
#include "notify_move.hpp"

#include "errors.hpp"
#include "layout_cache.hpp"
#include "notices.hpp"
#include "registry.hpp"

#include "arauto/mpix.h"

#include <algorithm>
#include <cstring>

namespace arauto::mpi {
namespace {

/// The target of a notification, checked before the operation.
struct Notice {
    Notices* notices = nullptr;
    int member = MPI_PROC_NULL;
    arauto_slot_t slot{}; // of the counter, where there is one
    int tag = 0;

    [[nodiscard]] Window& window() const noexcept { return *notices->window; }
    [[nodiscard]] int job_rank() const noexcept { return window().job_ranks[member]; }
};

int check_member(const Window& window, int member, const char* call) noexcept {
    return member == MPI_PROC_NULL || (member >= 0 && member < window.size)
               ? MPI_SUCCESS
               : fail(window, MPI_ERR_RANK, "%s: rank %d is outside the window's group of %d", call,
                      member, window.size);
}

int refuse_counter(const Notice& notice, int index, int64_t number, const char* call) noexcept {
    return fail(notice.window(), MPIX_ERR_RMA_NOTIFICATION,
                "%s: notification index %d does not exist: rank %d has %lld counters", call, index,
                notice.member, static_cast<long long>(number));
}

/// Checks the arguments of a notification to counter `index`.
int aim_at_counter(MPI_Win win, int member, int index, const char* call, Notice& notice) noexcept {
    int status = MPI_SUCCESS;
    notice.notices = notices_of(win, call, &status);
    if (notice.notices == nullptr) {
        return status;
    }
    notice.member = member;
    const Window& window = notice.window();
    if (window.access < Access::locks) [[unlikely]] {
        return fail(window, MPI_ERR_RMA_SYNC,
                    "%s: notified communication needs a passive target epoch", call);
    }
    if (status = check_member(window, member, call); status != MPI_SUCCESS) {
        return status;
    }
    if (member == MPI_PROC_NULL) {
        return MPI_SUCCESS;
    }
    const int64_t number = notice.notices->number_of(member);
    if (index < 0 || index >= number) [[unlikely]] {
        return refuse_counter(notice, index, number, call);
    }
    return arauto_notify_slot(notice.notices->counters, static_cast<size_t>(index), &notice.slot) <
                   0
               ? raise(*notice.notices, call)
               : MPI_SUCCESS;
}

int aim_tag(MPI_Win win, int member, int tag, const char* call, Notice& notice) noexcept {
    int status = MPI_SUCCESS;
    notice.notices = notices_of(win, call, &status);
    if (notice.notices == nullptr) {
        return status;
    }
    notice.member = member;
    notice.tag = tag;
    const Window& window = notice.window();
    if (tag < 0) [[unlikely]] {
        return fail(window, MPI_ERR_TAG, "%s: tag %d is below 0", call, tag);
    }
    if (notice.notices->board == nullptr) [[unlikely]] {
        return fail(window, MPI_ERR_NO_MEM, "%s: there was no memory for this window's tags", call);
    }
    return check_member(window, member, call);
}

/// The notification that a recorded operation posts when it is done.
Notification later_at_counter(const Notice& notice) noexcept {
    Notification notification;
    if (notice.member != MPI_PROC_NULL) {
        notification.post = [](const Notification& that) {
            return arauto_notify_post(that.job_rank, that.slot);
        };
        notification.slot = notice.slot;
        notification.job_rank = notice.job_rank();
    }
    return notification;
}

Notification later_on_board(const Notice& notice, uint64_t bytes) noexcept {
    Notification notification;
    if (notice.member != MPI_PROC_NULL) {
        notification.post = [](const Notification& that) {
            return arauto_board_post(that.notices->board, that.job_rank, that.tag, that.bytes);
        };
        notification.notices = notice.notices;
        notification.job_rank = notice.job_rank();
        notification.tag = notice.tag;
        notification.bytes = bytes;
    }
    return notification;
}

int notify_counter(const Notice& notice, int status_of_move, const char* call) noexcept {
    if (status_of_move != MPI_SUCCESS || notice.member == MPI_PROC_NULL) [[unlikely]] {
        return status_of_move;
    }
    return arauto_notify_post(notice.job_rank(), notice.slot) < 0 ? raise(*notice.notices, call)
                                                                  : MPI_SUCCESS;
}

/// The bytes that an operation moves: those of its shorter side.
uint64_t bytes_of(const Buffer& buffer, const Goal& goal) noexcept {
    const Layout* const here = layout_of(buffer.type);
    const Layout* const there = layout_of(goal.type);
    return here == nullptr || there == nullptr
               ? 0
               : static_cast<uint64_t>(
                     std::min(here->size * buffer.count, there->size * goal.count));
}

int notify_board(const Notice& notice,
                 int status_of_move,
                 uint64_t bytes,
                 const char* call) noexcept {
    if (status_of_move != MPI_SUCCESS || notice.member == MPI_PROC_NULL) [[unlikely]] {
        return status_of_move;
    }
    return arauto_board_post(notice.notices->board, notice.job_rank(), notice.tag, bytes) < 0
               ? raise(*notice.notices, call)
               : MPI_SUCCESS;
}

/// A put that can be done by one copy; without a target: one that needs all checks.
struct DirectPut {
    std::byte* target = nullptr;
    uint64_t bytes = 0;
};

/// Recognises the most common put: one contiguous type on both sides, to memory that is mapped
/// here, in an epoch that allows access to all members. Then the put takes 12 ns instead of
/// MPI_Put's 22.
DirectPut find_direct_put(const Window& window, const Buffer& buffer, const Goal& goal) noexcept {
    const Layout* const layout = layout_of(buffer.type);
    if (goal.member < 0 || (buffer.address == nullptr && goal.count > 0) ||
        buffer.type != goal.type || buffer.count != goal.count || layout == nullptr ||
        !layout->is_dense || layout->true_lower_bound != 0 || goal.count < 0 ||
        goal.count > INT32_MAX || layout->size > INT32_MAX || !window.is_open() ||
        window.flavor == Flavor::dynamic || job().is_counting) {
        return {};
    }
    const MemberMemory& memory = window.memory_of(goal.member);
    const auto bytes = static_cast<uint64_t>(layout->size * goal.count);
    uint64_t start = 0;
    if (memory.is_mapped == 0 || goal.displacement < 0 || bytes > memory.bytes ||
        __builtin_mul_overflow(static_cast<uint64_t>(goal.displacement),
                               static_cast<uint64_t>(memory.unit), &start) ||
        start > memory.bytes - bytes) {
        return {};
    }
    return {window.heap(goal.member) + memory.offset + static_cast<ptrdiff_t>(start), bytes};
}

void copy(const DirectPut& direct, const void* source) noexcept {
    if (direct.bytes == sizeof(uint64_t)) {
        std::memcpy(direct.target, source, sizeof(uint64_t));
    } else if (direct.bytes > 0) {
        std::memmove(direct.target, source, direct.bytes);
    }
}

void remember(const Notice& notice, int index, const DirectPut& direct) noexcept {
    DataHint& likely = notice.notices->hint(notice.member, index);
    // relaxed because a wrong hint costs only time
    if (direct.bytes <= kShortBytes && likely.load(std::memory_order_relaxed) == 0) [[unlikely]] {
        likely.store(static_cast<uint64_t>(direct.target - notice.window().heap(notice.member)),
                     std::memory_order_relaxed);
    }
}

/// Puts and notifies by one call of the runtime where the memory is in the window's own segment.
/// Its notification has the address of the data, so that the target can prefetch it.
int put_tagged(const Notice& notice,
               const DirectPut& direct,
               const void* source,
               const char* call) {
    const Notices& notices = *notice.notices;
    const Window& window = notice.window();
    const ptrdiff_t offset = direct.target - window.heap(notice.member) - window.offset;
    const size_t room = notices.segment_bytes;
    if (offset < 0 || static_cast<size_t>(offset) > room ||
        direct.bytes > room - static_cast<size_t>(offset)) {
        copy(direct, source);
        return notify_board(notice, MPI_SUCCESS, direct.bytes, call);
    }
    return arauto_put_tagged(window.segment, notice.job_rank(), static_cast<size_t>(offset), source,
                             direct.bytes, notices.board, notice.tag) < 0
               ? raise(notices, call)
               : MPI_SUCCESS;
}

int move_counted(MPI_Win win, const Transfer& transfer, int index, Deferral& deferral) noexcept {
    const char* const call = transfer.call;
    Notice notice;
    if (const int status = aim_at_counter(win, transfer.goal.member, index, call, notice);
        status != MPI_SUCCESS) {
        return status;
    }
    Window& window = notice.window();
    if (transfer.direction == Direction::put) {
        if (const DirectPut direct = find_direct_put(window, transfer.buffer, transfer.goal);
            direct.target != nullptr) {
            copy(direct, transfer.buffer.address);
            remember(notice, index, direct);
            return notify_counter(notice, MPI_SUCCESS, call);
        }
    }
    deferral.notification = later_at_counter(notice);
    const int moved = move_checked(window, transfer, deferral);
    return deferral.is_recorded ? moved : notify_counter(notice, moved, call);
}

int accumulate_counted(MPI_Win win,
                       const Combination& wanted,
                       int index,
                       Deferral& deferral) noexcept {
    Notice notice;
    const int status = aim_at_counter(win, wanted.goal.member, index, wanted.call, notice);
    if (status != MPI_SUCCESS) {
        return status;
    }
    deferral.notification = later_at_counter(notice);
    const int done = accumulate(notice.window(), wanted, deferral);
    return deferral.is_recorded ? done : notify_counter(notice, done, wanted.call);
}

int move_tagged(MPI_Win win, const Transfer& transfer, int tag, Deferral& deferral) noexcept {
    const char* const call = transfer.call;
    const Buffer& buffer = transfer.buffer;
    const Goal& goal = transfer.goal;
    Notice notice;
    if (const int status = aim_tag(win, goal.member, tag, call, notice); status != MPI_SUCCESS) {
        return status;
    }
    if (transfer.direction == Direction::put) {
        if (const DirectPut direct = find_direct_put(notice.window(), buffer, goal);
            direct.target != nullptr) {
            return put_tagged(notice, direct, buffer.address, call);
        }
    }
    const uint64_t bytes = bytes_of(buffer, goal);
    deferral.notification = later_on_board(notice, bytes);
    const int moved = move_checked(notice.window(), transfer, deferral);
    return deferral.is_recorded ? moved : notify_board(notice, moved, bytes, call);
}

int accumulate_tagged(MPI_Win win,
                      const Combination& wanted,
                      int tag,
                      Deferral& deferral) noexcept {
    Notice notice;
    if (const int status = aim_tag(win, wanted.goal.member, tag, wanted.call, notice);
        status != MPI_SUCCESS) {
        return status;
    }
    const uint64_t bytes = bytes_of(wanted.origin, wanted.goal);
    deferral.notification = later_on_board(notice, bytes);
    const int done = accumulate(notice.window(), wanted, deferral);
    return deferral.is_recorded ? done : notify_board(notice, done, bytes, wanted.call);
}

int check_request_form(MPI_Win win, int member, const char* call) noexcept {
    int status = MPI_SUCCESS;
    const Notices* const notices = notices_of(win, call, &status);
    return notices == nullptr ? status : check_passive(*notices->window, member, call);
}

} // namespace

int move_counted(MPI_Win win, const Transfer& transfer, int index) noexcept {
    Deferral deferral;
    return move_counted(win, transfer, index, deferral);
}

int accumulate_counted(MPI_Win win, const Combination& wanted, int index) noexcept {
    Deferral deferral;
    return accumulate_counted(win, wanted, index, deferral);
}

int rmove_counted(MPI_Win win, const Transfer& transfer, int index, MPI_Request* request) noexcept {
    const int status = check_request_form(win, transfer.goal.member, transfer.call);
    if (status != MPI_SUCCESS) {
        return status;
    }
    return with_request(*find_window(win), request, [&](Deferral& deferral) {
        return move_counted(win, transfer, index, deferral);
    });
}

int raccumulate_counted(MPI_Win win,
                        const Combination& wanted,
                        int index,
                        MPI_Request* request) noexcept {
    const int status = check_request_form(win, wanted.goal.member, wanted.call);
    if (status != MPI_SUCCESS) {
        return status;
    }
    return with_request(*find_window(win), request, [&](Deferral& deferral) {
        return accumulate_counted(win, wanted, index, deferral);
    });
}

int move_tagged(MPI_Win win, const Transfer& transfer, int tag) noexcept {
    Deferral deferral;
    return move_tagged(win, transfer, tag, deferral);
}

int accumulate_tagged(MPI_Win win, const Combination& wanted, int tag) noexcept {
    Deferral deferral;
    return accumulate_tagged(win, wanted, tag, deferral);
}

int rmove_tagged(MPI_Win win, const Transfer& transfer, int tag, MPI_Request* request) noexcept {
    const int status = check_request_form(win, transfer.goal.member, transfer.call);
    if (status != MPI_SUCCESS) {
        return status;
    }
    return with_request(*find_window(win), request, [&](Deferral& deferral) {
        return move_tagged(win, transfer, tag, deferral);
    });
}

int raccumulate_tagged(MPI_Win win,
                       const Combination& wanted,
                       int tag,
                       MPI_Request* request) noexcept {
    const int status = check_request_form(win, wanted.goal.member, wanted.call);
    if (status != MPI_SUCCESS) {
        return status;
    }
    return with_request(*find_window(win), request, [&](Deferral& deferral) {
        return accumulate_tagged(win, wanted, tag, deferral);
    });
}

} // namespace arauto::mpi
