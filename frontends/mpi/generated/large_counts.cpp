// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Generated from frontends/mpi/bindings/calls.txt: change that, and run `make bindings`.
// The operations of MPI-4 with large counts; see large_count.hpp.
#include "large_count.hpp"

using namespace arauto::mpi;

ARAUTO_MPI_EXPORT int MPI_Put_c(const void* origin_addr, MPI_Count origin_count,
    MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp, MPI_Count target_count,
    MPI_Datatype target_datatype, MPI_Win win) {
    if (Window* const window = find_window(win); window != nullptr) {
        return move_checked(*window, {Direction::put, {origin_addr, origin_count, origin_datatype},
            {target_rank, target_disp, target_count, target_datatype}, "MPI_Put_c"});
    }
    auto* const function = native<decltype(MPI_Put_c)>("PMPI_Put_c");
    if (function != nullptr) {
        return function(origin_addr, origin_count, origin_datatype, target_rank, target_disp,
            target_count, target_datatype, win);
    }
    if (!fit(origin_count, target_count)) {
        return too_large(win);
    }
    return real().Put(origin_addr, as_int(origin_count), origin_datatype, target_rank, target_disp,
        as_int(target_count), target_datatype, win);
}
ARAUTO_MPI_BOTH(Put_c)

ARAUTO_MPI_EXPORT int MPI_Get_c(void* origin_addr, MPI_Count origin_count,
    MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp, MPI_Count target_count,
    MPI_Datatype target_datatype, MPI_Win win) {
    if (Window* const window = find_window(win); window != nullptr) {
        return move_checked(*window, {Direction::get, {origin_addr, origin_count, origin_datatype},
            {target_rank, target_disp, target_count, target_datatype}, "MPI_Get_c"});
    }
    auto* const function = native<decltype(MPI_Get_c)>("PMPI_Get_c");
    if (function != nullptr) {
        return function(origin_addr, origin_count, origin_datatype, target_rank, target_disp,
            target_count, target_datatype, win);
    }
    if (!fit(origin_count, target_count)) {
        return too_large(win);
    }
    return real().Get(origin_addr, as_int(origin_count), origin_datatype, target_rank, target_disp,
        as_int(target_count), target_datatype, win);
}
ARAUTO_MPI_BOTH(Get_c)

ARAUTO_MPI_EXPORT int MPI_Rput_c(const void* origin_addr, MPI_Count origin_count,
    MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp, MPI_Count target_count,
    MPI_Datatype target_datatype, MPI_Win win, MPI_Request* request) {
    if (Window* const window = find_window(win); window != nullptr) {
        return move_with_request(*window, {Direction::put,
            {origin_addr, origin_count, origin_datatype},
            {target_rank, target_disp, target_count, target_datatype}, "MPI_Rput_c"}, request);
    }
    auto* const function = native<decltype(MPI_Rput_c)>("PMPI_Rput_c");
    if (function != nullptr) {
        return function(origin_addr, origin_count, origin_datatype, target_rank, target_disp,
            target_count, target_datatype, win, request);
    }
    if (!fit(origin_count, target_count)) {
        return too_large(win);
    }
    return real().Rput(origin_addr, as_int(origin_count), origin_datatype, target_rank, target_disp,
        as_int(target_count), target_datatype, win, request);
}
ARAUTO_MPI_BOTH(Rput_c)

ARAUTO_MPI_EXPORT int MPI_Rget_c(void* origin_addr, MPI_Count origin_count,
    MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp, MPI_Count target_count,
    MPI_Datatype target_datatype, MPI_Win win, MPI_Request* request) {
    if (Window* const window = find_window(win); window != nullptr) {
        return move_with_request(*window, {Direction::get,
            {origin_addr, origin_count, origin_datatype},
            {target_rank, target_disp, target_count, target_datatype}, "MPI_Rget_c"}, request);
    }
    auto* const function = native<decltype(MPI_Rget_c)>("PMPI_Rget_c");
    if (function != nullptr) {
        return function(origin_addr, origin_count, origin_datatype, target_rank, target_disp,
            target_count, target_datatype, win, request);
    }
    if (!fit(origin_count, target_count)) {
        return too_large(win);
    }
    return real().Rget(origin_addr, as_int(origin_count), origin_datatype, target_rank, target_disp,
        as_int(target_count), target_datatype, win, request);
}
ARAUTO_MPI_BOTH(Rget_c)

ARAUTO_MPI_EXPORT int MPI_Accumulate_c(const void* origin_addr, MPI_Count origin_count,
    MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp, MPI_Count target_count,
    MPI_Datatype target_datatype, MPI_Op op, MPI_Win win) {
    if (Window* const window = find_window(win); window != nullptr) {
        return accumulate(*window, {.origin = {origin_addr, origin_count, origin_datatype},
            .result = {}, .goal = {target_rank, target_disp, target_count, target_datatype},
            .op = op, .wants_result = false, .call = "MPI_Accumulate_c"});
    }
    auto* const function = native<decltype(MPI_Accumulate_c)>("PMPI_Accumulate_c");
    if (function != nullptr) {
        return function(origin_addr, origin_count, origin_datatype, target_rank, target_disp,
            target_count, target_datatype, op, win);
    }
    if (!fit(origin_count, target_count)) {
        return too_large(win);
    }
    return real().Accumulate(origin_addr, as_int(origin_count), origin_datatype, target_rank,
        target_disp, as_int(target_count), target_datatype, op, win);
}
ARAUTO_MPI_BOTH(Accumulate_c)

ARAUTO_MPI_EXPORT int MPI_Raccumulate_c(const void* origin_addr, MPI_Count origin_count,
    MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp, MPI_Count target_count,
    MPI_Datatype target_datatype, MPI_Op op, MPI_Win win, MPI_Request* request) {
    if (Window* const window = find_window(win); window != nullptr) {
        return accumulate_with_request(*window,
            {.origin = {origin_addr, origin_count, origin_datatype}, .result = {},
            .goal = {target_rank, target_disp, target_count, target_datatype}, .op = op,
            .wants_result = false, .call = "MPI_Raccumulate_c"}, request);
    }
    auto* const function = native<decltype(MPI_Raccumulate_c)>("PMPI_Raccumulate_c");
    if (function != nullptr) {
        return function(origin_addr, origin_count, origin_datatype, target_rank, target_disp,
            target_count, target_datatype, op, win, request);
    }
    if (!fit(origin_count, target_count)) {
        return too_large(win);
    }
    return real().Raccumulate(origin_addr, as_int(origin_count), origin_datatype, target_rank,
        target_disp, as_int(target_count), target_datatype, op, win, request);
}
ARAUTO_MPI_BOTH(Raccumulate_c)

ARAUTO_MPI_EXPORT int MPI_Get_accumulate_c(const void* origin_addr, MPI_Count origin_count,
    MPI_Datatype origin_datatype, void* result_addr, MPI_Count result_count,
    MPI_Datatype result_datatype, int target_rank, MPI_Aint target_disp, MPI_Count target_count,
    MPI_Datatype target_datatype, MPI_Op op, MPI_Win win) {
    if (Window* const window = find_window(win); window != nullptr) {
        return accumulate(*window, {.origin = {origin_addr, origin_count, origin_datatype},
            .result = {result_addr, result_count, result_datatype},
            .goal = {target_rank, target_disp, target_count, target_datatype}, .op = op,
            .wants_result = true, .call = "MPI_Get_accumulate_c"});
    }
    auto* const function = native<decltype(MPI_Get_accumulate_c)>("PMPI_Get_accumulate_c");
    if (function != nullptr) {
        return function(origin_addr, origin_count, origin_datatype, result_addr, result_count,
            result_datatype, target_rank, target_disp, target_count, target_datatype, op, win);
    }
    if (!fit(origin_count, result_count, target_count)) {
        return too_large(win);
    }
    return real().Get_accumulate(origin_addr, as_int(origin_count), origin_datatype, result_addr,
        as_int(result_count), result_datatype, target_rank, target_disp, as_int(target_count),
        target_datatype, op, win);
}
ARAUTO_MPI_BOTH(Get_accumulate_c)

ARAUTO_MPI_EXPORT int MPI_Rget_accumulate_c(const void* origin_addr, MPI_Count origin_count,
    MPI_Datatype origin_datatype, void* result_addr, MPI_Count result_count,
    MPI_Datatype result_datatype, int target_rank, MPI_Aint target_disp, MPI_Count target_count,
    MPI_Datatype target_datatype, MPI_Op op, MPI_Win win, MPI_Request* request) {
    if (Window* const window = find_window(win); window != nullptr) {
        return accumulate_with_request(*window,
            {.origin = {origin_addr, origin_count, origin_datatype},
            .result = {result_addr, result_count, result_datatype},
            .goal = {target_rank, target_disp, target_count, target_datatype}, .op = op,
            .wants_result = true, .call = "MPI_Rget_accumulate_c"}, request);
    }
    auto* const function = native<decltype(MPI_Rget_accumulate_c)>("PMPI_Rget_accumulate_c");
    if (function != nullptr) {
        return function(origin_addr, origin_count, origin_datatype, result_addr, result_count,
            result_datatype, target_rank, target_disp, target_count, target_datatype, op, win,
            request);
    }
    if (!fit(origin_count, result_count, target_count)) {
        return too_large(win);
    }
    return real().Rget_accumulate(origin_addr, as_int(origin_count), origin_datatype, result_addr,
        as_int(result_count), result_datatype, target_rank, target_disp, as_int(target_count),
        target_datatype, op, win, request);
}
ARAUTO_MPI_BOTH(Rget_accumulate_c)
