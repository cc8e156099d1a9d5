// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Generated from frontends/mpi/bindings/calls.txt: change that, and run `make bindings`.
// The notified operations of arauto/mpix.h. Those with large counts do not need the MPI's own calls
// with large counts.
#include "notify_move.hpp"

#include "arauto/mpix.h"

using namespace arauto::mpi;

extern "C" {

int MPIX_Put_notify(const void* origin_addr, int origin_count, MPI_Datatype origin_datatype,
    int target_rank, MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype,
    int notify_idx, MPI_Win win) {
    return move_counted(win, {Direction::put, {origin_addr, origin_count, origin_datatype},
        {target_rank, target_disp, target_count, target_datatype}, "MPIX_Put_notify"}, notify_idx);
}

int MPIX_Get_notify(void* origin_addr, int origin_count, MPI_Datatype origin_datatype,
    int target_rank, MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype,
    int notify_idx, MPI_Win win) {
    return move_counted(win, {Direction::get, {origin_addr, origin_count, origin_datatype},
        {target_rank, target_disp, target_count, target_datatype}, "MPIX_Get_notify"}, notify_idx);
}

int MPIX_Accumulate_notify(const void* origin_addr, int origin_count, MPI_Datatype origin_datatype,
    int target_rank, MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype,
    MPI_Op op, int notify_idx, MPI_Win win) {
    return accumulate_counted(win, {.origin = {origin_addr, origin_count, origin_datatype},
        .result = {}, .goal = {target_rank, target_disp, target_count, target_datatype}, .op = op,
        .wants_result = false, .call = "MPIX_Accumulate_notify"}, notify_idx);
}

int MPIX_Get_accumulate_notify(const void* origin_addr, int origin_count,
    MPI_Datatype origin_datatype, void* result_addr, int result_count, MPI_Datatype result_datatype,
    int target_rank, MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype,
    MPI_Op op, int notify_idx, MPI_Win win) {
    return accumulate_counted(win, {.origin = {origin_addr, origin_count, origin_datatype},
        .result = {result_addr, result_count, result_datatype},
        .goal = {target_rank, target_disp, target_count, target_datatype}, .op = op,
        .wants_result = true, .call = "MPIX_Get_accumulate_notify"}, notify_idx);
}

int MPIX_Rput_notify(const void* origin_addr, int origin_count, MPI_Datatype origin_datatype,
    int target_rank, MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype,
    int notify_idx, MPI_Win win, MPI_Request* request) {
    return rmove_counted(win, {Direction::put, {origin_addr, origin_count, origin_datatype},
        {target_rank, target_disp, target_count, target_datatype}, "MPIX_Rput_notify"}, notify_idx,
        request);
}

int MPIX_Rget_notify(void* origin_addr, int origin_count, MPI_Datatype origin_datatype,
    int target_rank, MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype,
    int notify_idx, MPI_Win win, MPI_Request* request) {
    return rmove_counted(win, {Direction::get, {origin_addr, origin_count, origin_datatype},
        {target_rank, target_disp, target_count, target_datatype}, "MPIX_Rget_notify"}, notify_idx,
        request);
}

int MPIX_Raccumulate_notify(const void* origin_addr, int origin_count, MPI_Datatype origin_datatype,
    int target_rank, MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype,
    MPI_Op op, int notify_idx, MPI_Win win, MPI_Request* request) {
    return raccumulate_counted(win, {.origin = {origin_addr, origin_count, origin_datatype},
        .result = {}, .goal = {target_rank, target_disp, target_count, target_datatype}, .op = op,
        .wants_result = false, .call = "MPIX_Raccumulate_notify"}, notify_idx, request);
}

int MPIX_Rget_accumulate_notify(const void* origin_addr, int origin_count,
    MPI_Datatype origin_datatype, void* result_addr, int result_count, MPI_Datatype result_datatype,
    int target_rank, MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype,
    MPI_Op op, int notify_idx, MPI_Win win, MPI_Request* request) {
    return raccumulate_counted(win, {.origin = {origin_addr, origin_count, origin_datatype},
        .result = {result_addr, result_count, result_datatype},
        .goal = {target_rank, target_disp, target_count, target_datatype}, .op = op,
        .wants_result = true, .call = "MPIX_Rget_accumulate_notify"}, notify_idx, request);
}

int MPIX_Put_notify_tag(const void* origin_addr, int origin_count, MPI_Datatype origin_datatype,
    int target_rank, MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype,
    MPI_Win win, int tag) {
    return move_tagged(win, {Direction::put, {origin_addr, origin_count, origin_datatype},
        {target_rank, target_disp, target_count, target_datatype}, "MPIX_Put_notify_tag"}, tag);
}

int MPIX_Get_notify_tag(void* origin_addr, int origin_count, MPI_Datatype origin_datatype,
    int target_rank, MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype,
    MPI_Win win, int tag) {
    return move_tagged(win, {Direction::get, {origin_addr, origin_count, origin_datatype},
        {target_rank, target_disp, target_count, target_datatype}, "MPIX_Get_notify_tag"}, tag);
}

int MPIX_Accumulate_notify_tag(const void* origin_addr, int origin_count,
    MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp, int target_count,
    MPI_Datatype target_datatype, MPI_Op op, MPI_Win win, int tag) {
    return accumulate_tagged(win, {.origin = {origin_addr, origin_count, origin_datatype},
        .result = {}, .goal = {target_rank, target_disp, target_count, target_datatype}, .op = op,
        .wants_result = false, .call = "MPIX_Accumulate_notify_tag"}, tag);
}

int MPIX_Rput_notify_tag(const void* origin_addr, int origin_count, MPI_Datatype origin_datatype,
    int target_rank, MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype,
    MPI_Win win, MPI_Request* request, int tag) {
    return rmove_tagged(win, {Direction::put, {origin_addr, origin_count, origin_datatype},
        {target_rank, target_disp, target_count, target_datatype}, "MPIX_Rput_notify_tag"}, tag,
        request);
}

int MPIX_Rget_notify_tag(void* origin_addr, int origin_count, MPI_Datatype origin_datatype,
    int target_rank, MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype,
    MPI_Win win, MPI_Request* request, int tag) {
    return rmove_tagged(win, {Direction::get, {origin_addr, origin_count, origin_datatype},
        {target_rank, target_disp, target_count, target_datatype}, "MPIX_Rget_notify_tag"}, tag,
        request);
}

int MPIX_Raccumulate_notify_tag(const void* origin_addr, int origin_count,
    MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp, int target_count,
    MPI_Datatype target_datatype, MPI_Op op, MPI_Win win, MPI_Request* request, int tag) {
    return raccumulate_tagged(win, {.origin = {origin_addr, origin_count, origin_datatype},
        .result = {}, .goal = {target_rank, target_disp, target_count, target_datatype}, .op = op,
        .wants_result = false, .call = "MPIX_Raccumulate_notify_tag"}, tag, request);
}

int MPIX_Put_notify_c(const void* origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype,
    int target_rank, MPI_Aint target_disp, MPI_Count target_count, MPI_Datatype target_datatype,
    int notify_idx, MPI_Win win) {
    return move_counted(win, {Direction::put, {origin_addr, origin_count, origin_datatype},
        {target_rank, target_disp, target_count, target_datatype}, "MPIX_Put_notify_c"},
        notify_idx);
}

int MPIX_Get_notify_c(void* origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype,
    int target_rank, MPI_Aint target_disp, MPI_Count target_count, MPI_Datatype target_datatype,
    int notify_idx, MPI_Win win) {
    return move_counted(win, {Direction::get, {origin_addr, origin_count, origin_datatype},
        {target_rank, target_disp, target_count, target_datatype}, "MPIX_Get_notify_c"},
        notify_idx);
}

int MPIX_Accumulate_notify_c(const void* origin_addr, MPI_Count origin_count,
    MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp, MPI_Count target_count,
    MPI_Datatype target_datatype, MPI_Op op, int notify_idx, MPI_Win win) {
    return accumulate_counted(win, {.origin = {origin_addr, origin_count, origin_datatype},
        .result = {}, .goal = {target_rank, target_disp, target_count, target_datatype}, .op = op,
        .wants_result = false, .call = "MPIX_Accumulate_notify_c"}, notify_idx);
}

int MPIX_Get_accumulate_notify_c(const void* origin_addr, MPI_Count origin_count,
    MPI_Datatype origin_datatype, void* result_addr, MPI_Count result_count,
    MPI_Datatype result_datatype, int target_rank, MPI_Aint target_disp, MPI_Count target_count,
    MPI_Datatype target_datatype, MPI_Op op, int notify_idx, MPI_Win win) {
    return accumulate_counted(win, {.origin = {origin_addr, origin_count, origin_datatype},
        .result = {result_addr, result_count, result_datatype},
        .goal = {target_rank, target_disp, target_count, target_datatype}, .op = op,
        .wants_result = true, .call = "MPIX_Get_accumulate_notify_c"}, notify_idx);
}

int MPIX_Rput_notify_c(const void* origin_addr, MPI_Count origin_count,
    MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp, MPI_Count target_count,
    MPI_Datatype target_datatype, int notify_idx, MPI_Win win, MPI_Request* request) {
    return rmove_counted(win, {Direction::put, {origin_addr, origin_count, origin_datatype},
        {target_rank, target_disp, target_count, target_datatype}, "MPIX_Rput_notify_c"},
        notify_idx, request);
}

int MPIX_Rget_notify_c(void* origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype,
    int target_rank, MPI_Aint target_disp, MPI_Count target_count, MPI_Datatype target_datatype,
    int notify_idx, MPI_Win win, MPI_Request* request) {
    return rmove_counted(win, {Direction::get, {origin_addr, origin_count, origin_datatype},
        {target_rank, target_disp, target_count, target_datatype}, "MPIX_Rget_notify_c"},
        notify_idx, request);
}

int MPIX_Raccumulate_notify_c(const void* origin_addr, MPI_Count origin_count,
    MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp, MPI_Count target_count,
    MPI_Datatype target_datatype, MPI_Op op, int notify_idx, MPI_Win win, MPI_Request* request) {
    return raccumulate_counted(win, {.origin = {origin_addr, origin_count, origin_datatype},
        .result = {}, .goal = {target_rank, target_disp, target_count, target_datatype}, .op = op,
        .wants_result = false, .call = "MPIX_Raccumulate_notify_c"}, notify_idx, request);
}

int MPIX_Rget_accumulate_notify_c(const void* origin_addr, MPI_Count origin_count,
    MPI_Datatype origin_datatype, void* result_addr, MPI_Count result_count,
    MPI_Datatype result_datatype, int target_rank, MPI_Aint target_disp, MPI_Count target_count,
    MPI_Datatype target_datatype, MPI_Op op, int notify_idx, MPI_Win win, MPI_Request* request) {
    return raccumulate_counted(win, {.origin = {origin_addr, origin_count, origin_datatype},
        .result = {result_addr, result_count, result_datatype},
        .goal = {target_rank, target_disp, target_count, target_datatype}, .op = op,
        .wants_result = true, .call = "MPIX_Rget_accumulate_notify_c"}, notify_idx, request);
}

int MPIX_Put_notify_tag_c(const void* origin_addr, MPI_Count origin_count,
    MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp, MPI_Count target_count,
    MPI_Datatype target_datatype, MPI_Win win, int tag) {
    return move_tagged(win, {Direction::put, {origin_addr, origin_count, origin_datatype},
        {target_rank, target_disp, target_count, target_datatype}, "MPIX_Put_notify_tag_c"}, tag);
}

int MPIX_Get_notify_tag_c(void* origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype,
    int target_rank, MPI_Aint target_disp, MPI_Count target_count, MPI_Datatype target_datatype,
    MPI_Win win, int tag) {
    return move_tagged(win, {Direction::get, {origin_addr, origin_count, origin_datatype},
        {target_rank, target_disp, target_count, target_datatype}, "MPIX_Get_notify_tag_c"}, tag);
}

int MPIX_Accumulate_notify_tag_c(const void* origin_addr, MPI_Count origin_count,
    MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp, MPI_Count target_count,
    MPI_Datatype target_datatype, MPI_Op op, MPI_Win win, int tag) {
    return accumulate_tagged(win, {.origin = {origin_addr, origin_count, origin_datatype},
        .result = {}, .goal = {target_rank, target_disp, target_count, target_datatype}, .op = op,
        .wants_result = false, .call = "MPIX_Accumulate_notify_tag_c"}, tag);
}

int MPIX_Rput_notify_tag_c(const void* origin_addr, MPI_Count origin_count,
    MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp, MPI_Count target_count,
    MPI_Datatype target_datatype, MPI_Win win, MPI_Request* request, int tag) {
    return rmove_tagged(win, {Direction::put, {origin_addr, origin_count, origin_datatype},
        {target_rank, target_disp, target_count, target_datatype}, "MPIX_Rput_notify_tag_c"}, tag,
        request);
}

int MPIX_Rget_notify_tag_c(void* origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype,
    int target_rank, MPI_Aint target_disp, MPI_Count target_count, MPI_Datatype target_datatype,
    MPI_Win win, MPI_Request* request, int tag) {
    return rmove_tagged(win, {Direction::get, {origin_addr, origin_count, origin_datatype},
        {target_rank, target_disp, target_count, target_datatype}, "MPIX_Rget_notify_tag_c"}, tag,
        request);
}

int MPIX_Raccumulate_notify_tag_c(const void* origin_addr, MPI_Count origin_count,
    MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp, MPI_Count target_count,
    MPI_Datatype target_datatype, MPI_Op op, MPI_Win win, MPI_Request* request, int tag) {
    return raccumulate_tagged(win, {.origin = {origin_addr, origin_count, origin_datatype},
        .result = {}, .goal = {target_rank, target_disp, target_count, target_datatype}, .op = op,
        .wants_result = false, .call = "MPIX_Raccumulate_notify_tag_c"}, tag, request);
}

} // extern "C"
