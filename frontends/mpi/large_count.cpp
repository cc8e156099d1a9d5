// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The forms with large counts of MPI-4. They are defined whether or not the MPI has them: programs
// compiled for one that lacks them do not call them. Windows of the MPI's own get them where the
// MPI has them, and the small form where the counts fit.
#include "accumulate.hpp"
#include "create.hpp"
#include "real.hpp"
#include "registry.hpp"
#include "rma.hpp"

#include <climits>

namespace arauto::mpi {
namespace {

template <typename... Numbers> bool fit(Numbers... numbers) noexcept {
    return ((numbers >= INT_MIN && numbers <= INT_MAX) && ...);
}

int as_int(MPI_Count count) noexcept {
    return static_cast<int>(count);
}

int too_large(MPI_Win win) noexcept {
    real().Win_call_errhandler(win, MPI_ERR_COUNT);
    return MPI_ERR_COUNT;
}

/// The MPI's function of that name, with the type of the one that is being defined.
template <typename Function> Function* native(const char* name) noexcept {
    return reinterpret_cast<Function*>(real_by_name(name));
}

} // namespace
} // namespace arauto::mpi

using namespace arauto::mpi; // NOLINT: this file defines functions of the MPI

#define ARAUTO_NATIVE(name) native<decltype(MPI_##name)>("PMPI_" #name)

ARAUTO_MPI_EXPORT int MPI_Put_c(const void* origin,
                                MPI_Count origin_count,
                                MPI_Datatype origin_type,
                                int rank,
                                MPI_Aint displacement,
                                MPI_Count target_count,
                                MPI_Datatype target_type,
                                MPI_Win win) {
    if (Window* const window = find_window(win); window != nullptr) {
        return move_checked(*window, {Direction::put,
                                      {origin, origin_count, origin_type},
                                      {rank, displacement, target_count, target_type},
                                      "MPI_Put_c"});
    }
    if (auto* const function = ARAUTO_NATIVE(Put_c); function != nullptr) {
        return function(origin, origin_count, origin_type, rank, displacement, target_count,
                        target_type, win);
    }
    return fit(origin_count, target_count)
               ? real().Put(origin, as_int(origin_count), origin_type, rank, displacement,
                            as_int(target_count), target_type, win)
               : too_large(win);
}
ARAUTO_MPI_BOTH(Put_c)

ARAUTO_MPI_EXPORT int MPI_Get_c(void* origin,
                                MPI_Count origin_count,
                                MPI_Datatype origin_type,
                                int rank,
                                MPI_Aint displacement,
                                MPI_Count target_count,
                                MPI_Datatype target_type,
                                MPI_Win win) {
    if (Window* const window = find_window(win); window != nullptr) {
        return move_checked(*window, {Direction::get,
                                      {origin, origin_count, origin_type},
                                      {rank, displacement, target_count, target_type},
                                      "MPI_Get_c"});
    }
    if (auto* const function = ARAUTO_NATIVE(Get_c); function != nullptr) {
        return function(origin, origin_count, origin_type, rank, displacement, target_count,
                        target_type, win);
    }
    return fit(origin_count, target_count)
               ? real().Get(origin, as_int(origin_count), origin_type, rank, displacement,
                            as_int(target_count), target_type, win)
               : too_large(win);
}
ARAUTO_MPI_BOTH(Get_c)

ARAUTO_MPI_EXPORT int MPI_Rput_c(const void* origin,
                                 MPI_Count origin_count,
                                 MPI_Datatype origin_type,
                                 int rank,
                                 MPI_Aint displacement,
                                 MPI_Count target_count,
                                 MPI_Datatype target_type,
                                 MPI_Win win,
                                 MPI_Request* request) {
    if (Window* const window = find_window(win); window != nullptr) {
        return move_with_request(*window,
                                 {Direction::put,
                                  {origin, origin_count, origin_type},
                                  {rank, displacement, target_count, target_type},
                                  "MPI_Rput_c"},
                                 request);
    }
    if (auto* const function = ARAUTO_NATIVE(Rput_c); function != nullptr) {
        return function(origin, origin_count, origin_type, rank, displacement, target_count,
                        target_type, win, request);
    }
    return fit(origin_count, target_count)
               ? real().Rput(origin, as_int(origin_count), origin_type, rank, displacement,
                             as_int(target_count), target_type, win, request)
               : too_large(win);
}
ARAUTO_MPI_BOTH(Rput_c)

ARAUTO_MPI_EXPORT int MPI_Rget_c(void* origin,
                                 MPI_Count origin_count,
                                 MPI_Datatype origin_type,
                                 int rank,
                                 MPI_Aint displacement,
                                 MPI_Count target_count,
                                 MPI_Datatype target_type,
                                 MPI_Win win,
                                 MPI_Request* request) {
    if (Window* const window = find_window(win); window != nullptr) {
        return move_with_request(*window,
                                 {Direction::get,
                                  {origin, origin_count, origin_type},
                                  {rank, displacement, target_count, target_type},
                                  "MPI_Rget_c"},
                                 request);
    }
    if (auto* const function = ARAUTO_NATIVE(Rget_c); function != nullptr) {
        return function(origin, origin_count, origin_type, rank, displacement, target_count,
                        target_type, win, request);
    }
    return fit(origin_count, target_count)
               ? real().Rget(origin, as_int(origin_count), origin_type, rank, displacement,
                             as_int(target_count), target_type, win, request)
               : too_large(win);
}
ARAUTO_MPI_BOTH(Rget_c)

ARAUTO_MPI_EXPORT int MPI_Accumulate_c(const void* origin,
                                       MPI_Count origin_count,
                                       MPI_Datatype origin_type,
                                       int rank,
                                       MPI_Aint displacement,
                                       MPI_Count target_count,
                                       MPI_Datatype target_type,
                                       MPI_Op op,
                                       MPI_Win win) {
    if (Window* const window = find_window(win); window != nullptr) {
        return accumulate(*window, {.origin = {origin, origin_count, origin_type},
                                    .result = {},
                                    .goal = {rank, displacement, target_count, target_type},
                                    .op = op,
                                    .wants_result = false,
                                    .call = "MPI_Accumulate_c"});
    }
    if (auto* const function = ARAUTO_NATIVE(Accumulate_c); function != nullptr) {
        return function(origin, origin_count, origin_type, rank, displacement, target_count,
                        target_type, op, win);
    }
    return fit(origin_count, target_count)
               ? real().Accumulate(origin, as_int(origin_count), origin_type, rank, displacement,
                                   as_int(target_count), target_type, op, win)
               : too_large(win);
}
ARAUTO_MPI_BOTH(Accumulate_c)

ARAUTO_MPI_EXPORT int MPI_Raccumulate_c(const void* origin,
                                        MPI_Count origin_count,
                                        MPI_Datatype origin_type,
                                        int rank,
                                        MPI_Aint displacement,
                                        MPI_Count target_count,
                                        MPI_Datatype target_type,
                                        MPI_Op op,
                                        MPI_Win win,
                                        MPI_Request* request) {
    if (Window* const window = find_window(win); window != nullptr) {
        if (const int status = check_passive(*window, rank, "MPI_Raccumulate_c");
            status != MPI_SUCCESS) {
            return status;
        }
        return with_request(*window, request, [&](Deferral& deferral) {
            return accumulate(*window,
                              {.origin = {origin, origin_count, origin_type},
                               .result = {},
                               .goal = {rank, displacement, target_count, target_type},
                               .op = op,
                               .wants_result = false,
                               .call = "MPI_Raccumulate_c"},
                              deferral);
        });
    }
    if (auto* const function = ARAUTO_NATIVE(Raccumulate_c); function != nullptr) {
        return function(origin, origin_count, origin_type, rank, displacement, target_count,
                        target_type, op, win, request);
    }
    return fit(origin_count, target_count)
               ? real().Raccumulate(origin, as_int(origin_count), origin_type, rank, displacement,
                                    as_int(target_count), target_type, op, win, request)
               : too_large(win);
}
ARAUTO_MPI_BOTH(Raccumulate_c)

ARAUTO_MPI_EXPORT int MPI_Get_accumulate_c(const void* origin,
                                           MPI_Count origin_count,
                                           MPI_Datatype origin_type,
                                           void* result,
                                           MPI_Count result_count,
                                           MPI_Datatype result_type,
                                           int rank,
                                           MPI_Aint displacement,
                                           MPI_Count target_count,
                                           MPI_Datatype target_type,
                                           MPI_Op op,
                                           MPI_Win win) {
    if (Window* const window = find_window(win); window != nullptr) {
        return accumulate(*window, {.origin = {origin, origin_count, origin_type},
                                    .result = {result, result_count, result_type},
                                    .goal = {rank, displacement, target_count, target_type},
                                    .op = op,
                                    .wants_result = true,
                                    .call = "MPI_Get_accumulate_c"});
    }
    if (auto* const function = ARAUTO_NATIVE(Get_accumulate_c); function != nullptr) {
        return function(origin, origin_count, origin_type, result, result_count, result_type, rank,
                        displacement, target_count, target_type, op, win);
    }
    return fit(origin_count, result_count, target_count)
               ? real().Get_accumulate(origin, as_int(origin_count), origin_type, result,
                                       as_int(result_count), result_type, rank, displacement,
                                       as_int(target_count), target_type, op, win)
               : too_large(win);
}
ARAUTO_MPI_BOTH(Get_accumulate_c)

ARAUTO_MPI_EXPORT int MPI_Rget_accumulate_c(const void* origin,
                                            MPI_Count origin_count,
                                            MPI_Datatype origin_type,
                                            void* result,
                                            MPI_Count result_count,
                                            MPI_Datatype result_type,
                                            int rank,
                                            MPI_Aint displacement,
                                            MPI_Count target_count,
                                            MPI_Datatype target_type,
                                            MPI_Op op,
                                            MPI_Win win,
                                            MPI_Request* request) {
    if (Window* const window = find_window(win); window != nullptr) {
        if (const int status = check_passive(*window, rank, "MPI_Rget_accumulate_c");
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
                               .call = "MPI_Rget_accumulate_c"},
                              deferral);
        });
    }
    if (auto* const function = ARAUTO_NATIVE(Rget_accumulate_c); function != nullptr) {
        return function(origin, origin_count, origin_type, result, result_count, result_type, rank,
                        displacement, target_count, target_type, op, win, request);
    }
    return fit(origin_count, result_count, target_count)
               ? real().Rget_accumulate(origin, as_int(origin_count), origin_type, result,
                                        as_int(result_count), result_type, rank, displacement,
                                        as_int(target_count), target_type, op, win, request)
               : too_large(win);
}
ARAUTO_MPI_BOTH(Rget_accumulate_c)
