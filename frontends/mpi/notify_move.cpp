// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The notified operations. What names the notification is checked first, then
// the operation checks and moves, complete on return, and then the target is
// told: who sees the notification sees the data.
#include "notify.hpp"
#include "notify_serve.hpp"
#include "rma.hpp"

#include "arauto/mpix.h"

#include <cstring>

namespace arauto::mpi {
namespace {

/// A notification on its way: what has been checked before the operation. No
/// notices: to nobody.
struct Notice {
    Notices* notices = nullptr;
    int member = MPI_PROC_NULL;
    arauto_slot_t slot{}; // of counters
    int tag = 0;

    [[nodiscard]] Window& window() const noexcept { return *notices->window; }
    [[nodiscard]] int node_rank() const noexcept { return window().node_ranks[member]; }
};

int check_member(const Window& window, int member, const char* call) noexcept {
    return member == MPI_PROC_NULL || (member >= 0 && member < window.size)
               ? MPI_SUCCESS
               : fail(window, MPI_ERR_RANK, "%s: rank %d is outside the window's group of %d", call,
                      member, window.size);
}

int refuse_counter(const Notice& notice, int index, int64_t number, const char* call) noexcept {
    return fail(notice.window(), MPIX_ERR_RMA_NOTIFICATION,
                "%s: notification index %d; rank %d has %lld counters", call, index, notice.member,
                static_cast<long long>(number));
}

/// A notice to counter `index`.
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
    const int64_t number = notice.notices->cell(member).number.load(
        std::memory_order_acquire); // PAIR notify.number: look
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
    serve_boards();
    return check_member(window, member, call);
}

int tell_counter(const Notice& notice, int status_of_move, const char* call) noexcept {
    if (status_of_move != MPI_SUCCESS || notice.member == MPI_PROC_NULL) [[unlikely]] {
        return status_of_move;
    }
    return arauto_notify_post(notice.node_rank(), notice.slot) < 0 ? raise(*notice.notices, call)
                                                                   : MPI_SUCCESS;
}

int tell_board(const Notice& notice, int status_of_move, const char* call) noexcept {
    if (status_of_move != MPI_SUCCESS || notice.member == MPI_PROC_NULL) [[unlikely]] {
        return status_of_move;
    }
    return arauto_board_post(notice.notices->board, notice.node_rank(), notice.tag) < 0
               ? raise(*notice.notices, call)
               : MPI_SUCCESS;
}

/// Contiguous on both sides, and in the window's own segment: one call of the
/// engine.
struct Plain {
    char* origin;
    size_t offset; // in the segment
    size_t bytes;
};

bool is_plain(const Notice& notice,
              const Origin& origin,
              const Target& target,
              Plain& plain) noexcept {
    const Layout& there = *target.layout;
    const int64_t bytes = origin.layout->size * origin.count;
    if (target.direct == nullptr || !origin.layout->is_dense || !there.is_dense ||
        bytes != there.size * target.count) {
        return false;
    }
    const Window& window = notice.window();
    const char* const start =
        reinterpret_cast<const char*>(window.heap(notice.member)) + window.offset;
    const ptrdiff_t offset = target.direct + there.true_lower_bound - start;
    const size_t room = arauto_segment_size(window.segment);
    if (offset < 0 || static_cast<size_t>(offset) > room ||
        static_cast<size_t>(bytes) > room - static_cast<size_t>(offset)) {
        return false;
    }
    plain = {origin.address + origin.layout->true_lower_bound, static_cast<size_t>(offset),
             static_cast<size_t>(bytes)};
    return true;
}

/// A put or get whose notification carries a tag and, in the plain case, the
/// number of bytes.
int move_tagged(const Notice& notice,
                Direction direction,
                const Buffer& buffer,
                const Goal& goal,
                const char* call) noexcept {
    Window& window = notice.window();
    const Layout* layout = nullptr;
    Target target;
    if (const int status = find_layout(window, buffer, call, &layout); status != MPI_SUCCESS) {
        return status;
    }
    if (const int status = find_target(window, goal, call, &target); status != MPI_SUCCESS) {
        return status;
    }
    if (target.layout == nullptr || buffer.count == 0 || goal.count == 0 || layout->size == 0 ||
        target.layout->size == 0) {
        return tell_board(notice, MPI_SUCCESS, call);
    }
    const Origin here = {static_cast<char*>(const_cast<void*>(buffer.address)), layout,
                         buffer.count};
    Plain plain{};
    if (!is_plain(notice, here, target, plain)) {
        return tell_board(notice, move(window, direction, here, target, call), call);
    }
    const arauto_board_h board = notice.notices->board;
    const int rank = notice.node_rank();
    const arauto_status_t done =
        direction == Direction::put
            ? arauto_put_tagged(window.segment, rank, plain.offset, plain.origin, plain.bytes,
                                board, notice.tag)
            : arauto_get_tagged(window.segment, rank, plain.offset, plain.origin, plain.bytes,
                                board, notice.tag);
    return done < 0 ? raise(*notice.notices, call) : MPI_SUCCESS;
}

/// The case that matters most: one contiguous type on both sides, to memory that this process can
/// store to, while it has access to everybody. @return whether it was done
bool put_quickly(const Window& window, const Buffer& buffer, const Goal& goal) noexcept {
    const Layout* const layout = layout_of(buffer.type);
    if (buffer.type != goal.type || buffer.count != goal.count || layout == nullptr ||
        !layout->is_dense || layout->true_lower_bound != 0 || goal.count < 0 ||
        goal.count > INT32_MAX || layout->size > INT32_MAX || window.access != Access::everybody ||
        window.flavor == Flavor::dynamic) {
        return false;
    }
    const Place& place = window.control(goal.member).place;
    const auto bytes = static_cast<uint64_t>(layout->size * goal.count);
    uint64_t start = 0;
    if (place.is_mapped == 0 || goal.displacement < 0 || bytes > place.bytes ||
        __builtin_mul_overflow(static_cast<uint64_t>(goal.displacement),
                               static_cast<uint64_t>(place.unit), &start) ||
        start > place.bytes - bytes) {
        return false;
    }
    std::byte* const target =
        window.heap(goal.member) + place.offset + static_cast<ptrdiff_t>(start);
    if (bytes == sizeof(uint64_t)) {
        std::memcpy(target, buffer.address, sizeof(uint64_t));
    } else if (bytes > 0) {
        std::memmove(target, buffer.address, bytes);
    }
    return true;
}

int move_counted(MPI_Win win,
                 Direction direction,
                 const Buffer& buffer,
                 const Goal& goal,
                 int index,
                 const char* call) noexcept {
    Notice notice;
    if (const int status = aim_at_counter(win, goal.member, index, call, notice);
        status != MPI_SUCCESS) {
        return status;
    }
    if (direction == Direction::put && goal.member != MPI_PROC_NULL &&
        put_quickly(notice.window(), buffer, goal)) {
        return tell_counter(notice, MPI_SUCCESS, call);
    }
    return tell_counter(notice, move_checked(notice.window(), direction, buffer, goal, call), call);
}

int move_with_tag(MPI_Win win,
                  Direction direction,
                  const Buffer& buffer,
                  const Goal& goal,
                  int tag,
                  const char* call) noexcept {
    Notice notice;
    const int status = aim_tag(win, goal.member, tag, call, notice);
    return status == MPI_SUCCESS ? move_tagged(notice, direction, buffer, goal, call) : status;
}

/// A request form: its request is complete.
int with_passive(MPI_Win win, const char* call) noexcept {
    int status = MPI_SUCCESS;
    const Notices* const notices = notices_of(win, call, &status);
    return notices == nullptr ? status : check_passive(*notices->window, call);
}

} // namespace
} // namespace arauto::mpi

using namespace arauto::mpi; // NOLINT: this file defines functions of the MPI

extern "C" {

int MPIX_Put_notify(const void* origin_addr,
                    int origin_count,
                    MPI_Datatype origin_datatype,
                    int target_rank,
                    MPI_Aint target_disp,
                    int target_count,
                    MPI_Datatype target_datatype,
                    int notify_idx,
                    MPI_Win win) {
    return move_counted(win, Direction::put, {origin_addr, origin_count, origin_datatype},
                        {target_rank, target_disp, target_count, target_datatype}, notify_idx,
                        "MPIX_Put_notify");
}

int MPIX_Get_notify(void* origin_addr,
                    int origin_count,
                    MPI_Datatype origin_datatype,
                    int target_rank,
                    MPI_Aint target_disp,
                    int target_count,
                    MPI_Datatype target_datatype,
                    int notify_idx,
                    MPI_Win win) {
    return move_counted(win, Direction::get, {origin_addr, origin_count, origin_datatype},
                        {target_rank, target_disp, target_count, target_datatype}, notify_idx,
                        "MPIX_Get_notify");
}

int MPIX_Accumulate_notify(const void* origin_addr,
                           int origin_count,
                           MPI_Datatype origin_datatype,
                           int target_rank,
                           MPI_Aint target_disp,
                           int target_count,
                           MPI_Datatype target_datatype,
                           MPI_Op op,
                           int notify_idx,
                           MPI_Win win) {
    const char* const call = "MPIX_Accumulate_notify";
    Notice notice;
    if (const int status = aim_at_counter(win, target_rank, notify_idx, call, notice);
        status != MPI_SUCCESS) {
        return status;
    }
    return tell_counter(notice,
                        PMPI_Accumulate(origin_addr, origin_count, origin_datatype, target_rank,
                                        target_disp, target_count, target_datatype, op, win),
                        call);
}

int MPIX_Get_accumulate_notify(const void* origin_addr,
                               int origin_count,
                               MPI_Datatype origin_datatype,
                               void* result_addr,
                               int result_count,
                               MPI_Datatype result_datatype,
                               int target_rank,
                               MPI_Aint target_disp,
                               int target_count,
                               MPI_Datatype target_datatype,
                               MPI_Op op,
                               int notify_idx,
                               MPI_Win win) {
    const char* const call = "MPIX_Get_accumulate_notify";
    Notice notice;
    if (const int status = aim_at_counter(win, target_rank, notify_idx, call, notice);
        status != MPI_SUCCESS) {
        return status;
    }
    return tell_counter(notice,
                        PMPI_Get_accumulate(origin_addr, origin_count, origin_datatype, result_addr,
                                            result_count, result_datatype, target_rank, target_disp,
                                            target_count, target_datatype, op, win),
                        call);
}

int MPIX_Rput_notify(const void* origin_addr,
                     int origin_count,
                     MPI_Datatype origin_datatype,
                     int target_rank,
                     MPI_Aint target_disp,
                     int target_count,
                     MPI_Datatype target_datatype,
                     int notify_idx,
                     MPI_Win win,
                     MPI_Request* request) {
    return finished_request(MPIX_Put_notify(origin_addr, origin_count, origin_datatype, target_rank,
                                            target_disp, target_count, target_datatype, notify_idx,
                                            win),
                            request);
}

int MPIX_Rget_notify(void* origin_addr,
                     int origin_count,
                     MPI_Datatype origin_datatype,
                     int target_rank,
                     MPI_Aint target_disp,
                     int target_count,
                     MPI_Datatype target_datatype,
                     int notify_idx,
                     MPI_Win win,
                     MPI_Request* request) {
    return finished_request(MPIX_Get_notify(origin_addr, origin_count, origin_datatype, target_rank,
                                            target_disp, target_count, target_datatype, notify_idx,
                                            win),
                            request);
}

int MPIX_Raccumulate_notify(const void* origin_addr,
                            int origin_count,
                            MPI_Datatype origin_datatype,
                            int target_rank,
                            MPI_Aint target_disp,
                            int target_count,
                            MPI_Datatype target_datatype,
                            MPI_Op op,
                            int notify_idx,
                            MPI_Win win,
                            MPI_Request* request) {
    return finished_request(MPIX_Accumulate_notify(origin_addr, origin_count, origin_datatype,
                                                   target_rank, target_disp, target_count,
                                                   target_datatype, op, notify_idx, win),
                            request);
}

int MPIX_Rget_accumulate_notify(const void* origin_addr,
                                int origin_count,
                                MPI_Datatype origin_datatype,
                                void* result_addr,
                                int result_count,
                                MPI_Datatype result_datatype,
                                int target_rank,
                                MPI_Aint target_disp,
                                int target_count,
                                MPI_Datatype target_datatype,
                                MPI_Op op,
                                int notify_idx,
                                MPI_Win win,
                                MPI_Request* request) {
    return finished_request(MPIX_Get_accumulate_notify(origin_addr, origin_count, origin_datatype,
                                                       result_addr, result_count, result_datatype,
                                                       target_rank, target_disp, target_count,
                                                       target_datatype, op, notify_idx, win),
                            request);
}

int MPIX_Put_notify_tag(const void* origin_addr,
                        int origin_count,
                        MPI_Datatype origin_datatype,
                        int target_rank,
                        MPI_Aint target_disp,
                        int target_count,
                        MPI_Datatype target_datatype,
                        MPI_Win win,
                        int tag) {
    return move_with_tag(win, Direction::put, {origin_addr, origin_count, origin_datatype},
                         {target_rank, target_disp, target_count, target_datatype}, tag,
                         "MPIX_Put_notify_tag");
}

int MPIX_Get_notify_tag(void* origin_addr,
                        int origin_count,
                        MPI_Datatype origin_datatype,
                        int target_rank,
                        MPI_Aint target_disp,
                        int target_count,
                        MPI_Datatype target_datatype,
                        MPI_Win win,
                        int tag) {
    return move_with_tag(win, Direction::get, {origin_addr, origin_count, origin_datatype},
                         {target_rank, target_disp, target_count, target_datatype}, tag,
                         "MPIX_Get_notify_tag");
}

int MPIX_Accumulate_notify_tag(const void* origin_addr,
                               int origin_count,
                               MPI_Datatype origin_datatype,
                               int target_rank,
                               MPI_Aint target_disp,
                               int target_count,
                               MPI_Datatype target_datatype,
                               MPI_Op op,
                               MPI_Win win,
                               int tag) {
    const char* const call = "MPIX_Accumulate_notify_tag";
    Notice notice;
    if (const int status = aim_tag(win, target_rank, tag, call, notice); status != MPI_SUCCESS) {
        return status;
    }
    return tell_board(notice,
                      PMPI_Accumulate(origin_addr, origin_count, origin_datatype, target_rank,
                                      target_disp, target_count, target_datatype, op, win),
                      call);
}

int MPIX_Rput_notify_tag(const void* origin_addr,
                         int origin_count,
                         MPI_Datatype origin_datatype,
                         int target_rank,
                         MPI_Aint target_disp,
                         int target_count,
                         MPI_Datatype target_datatype,
                         MPI_Win win,
                         MPI_Request* request,
                         int tag) {
    if (const int status = with_passive(win, "MPIX_Rput_notify_tag"); status != MPI_SUCCESS) {
        return status;
    }
    return finished_request(MPIX_Put_notify_tag(origin_addr, origin_count, origin_datatype,
                                                target_rank, target_disp, target_count,
                                                target_datatype, win, tag),
                            request);
}

int MPIX_Rget_notify_tag(void* origin_addr,
                         int origin_count,
                         MPI_Datatype origin_datatype,
                         int target_rank,
                         MPI_Aint target_disp,
                         int target_count,
                         MPI_Datatype target_datatype,
                         MPI_Win win,
                         MPI_Request* request,
                         int tag) {
    if (const int status = with_passive(win, "MPIX_Rget_notify_tag"); status != MPI_SUCCESS) {
        return status;
    }
    return finished_request(MPIX_Get_notify_tag(origin_addr, origin_count, origin_datatype,
                                                target_rank, target_disp, target_count,
                                                target_datatype, win, tag),
                            request);
}

int MPIX_Raccumulate_notify_tag(const void* origin_addr,
                                int origin_count,
                                MPI_Datatype origin_datatype,
                                int target_rank,
                                MPI_Aint target_disp,
                                int target_count,
                                MPI_Datatype target_datatype,
                                MPI_Op op,
                                MPI_Win win,
                                MPI_Request* request,
                                int tag) {
    if (const int status = with_passive(win, "MPIX_Raccumulate_notify_tag");
        status != MPI_SUCCESS) {
        return status;
    }
    return finished_request(MPIX_Accumulate_notify_tag(origin_addr, origin_count, origin_datatype,
                                                       target_rank, target_disp, target_count,
                                                       target_datatype, op, win, tag),
                            request);
}

} // extern "C"
