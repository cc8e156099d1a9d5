// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Creation and inquiry of windows with large displacement units (MPI-4); see large_count.hpp.
#include "count.hpp"
#include "create.hpp"
#include "info.hpp"
#include "large_count.hpp"
#include "make_team.hpp"
#include "real.hpp"
#include "registry.hpp"

using namespace arauto::mpi;

namespace {

/// Whether the unit fits the MPI's form with small units; raises an error if not.
bool fits(MPI_Comm comm, MPI_Aint unit) noexcept {
    if (!fit(unit)) {
        real().Comm_call_errhandler(comm, MPI_ERR_DISP);
        return false;
    }
    return true;
}

} // namespace

ARAUTO_MPI_EXPORT int MPI_Win_create_c(
    void* base, MPI_Aint size, MPI_Aint unit, MPI_Info info, MPI_Comm comm, MPI_Win* win) {
    note_caller(__builtin_return_address(0));
    if (Team* const team = team_of(comm); team != nullptr) {
        return make_window({.flavor = Flavor::create,
                            .call = "MPI_Win_create_c",
                            .base = base,
                            .bytes = size,
                            .unit = unit,
                            .info = info,
                            .comm = comm,
                            .out = win},
                           *team);
    }
    if (auto* const function = native<decltype(MPI_Win_create_c)>("PMPI_Win_create_c");
        function != nullptr) {
        return made_by_mpi(function(base, size, unit, info, comm, win), win);
    }
    return fits(comm, unit)
               ? made_by_mpi(real().Win_create(base, size, static_cast<int>(unit), info, comm, win),
                             win)
               : MPI_ERR_DISP;
}
ARAUTO_MPI_BOTH(Win_create_c)

ARAUTO_MPI_EXPORT int MPI_Win_allocate_c(
    MPI_Aint size, MPI_Aint unit, MPI_Info info, MPI_Comm comm, void* base_out, MPI_Win* win) {
    note_caller(__builtin_return_address(0));
    if (Team* const team = team_of(comm); team != nullptr) {
        return make_window({.flavor = Flavor::allocate,
                            .call = "MPI_Win_allocate_c",
                            .bytes = size,
                            .unit = unit,
                            .info = info,
                            .comm = comm,
                            .base_out = base_out,
                            .out = win},
                           *team);
    }
    if (auto* const function = native<decltype(MPI_Win_allocate_c)>("PMPI_Win_allocate_c");
        function != nullptr) {
        return made_by_mpi(function(size, unit, info, comm, base_out, win), win);
    }
    return fits(comm, unit) ? made_by_mpi(real().Win_allocate(size, static_cast<int>(unit), info,
                                                              comm, base_out, win),
                                          win)
                            : MPI_ERR_DISP;
}
ARAUTO_MPI_BOTH(Win_allocate_c)

ARAUTO_MPI_EXPORT int MPI_Win_allocate_shared_c(
    MPI_Aint size, MPI_Aint unit, MPI_Info info, MPI_Comm comm, void* base_out, MPI_Win* win) {
    note_caller(__builtin_return_address(0));
    if (Team* const team = team_of(comm); team != nullptr) {
        return make_window({.flavor = Flavor::shared,
                            .call = "MPI_Win_allocate_shared_c",
                            .bytes = size,
                            .unit = unit,
                            .info = info,
                            .comm = comm,
                            .base_out = base_out,
                            .out = win},
                           *team);
    }
    if (auto* const function =
            native<decltype(MPI_Win_allocate_shared_c)>("PMPI_Win_allocate_shared_c");
        function != nullptr) {
        return made_by_mpi(function(size, unit, info, comm, base_out, win), win);
    }
    return fits(comm, unit) ? made_by_mpi(real().Win_allocate_shared(size, static_cast<int>(unit),
                                                                     info, comm, base_out, win),
                                          win)
                            : MPI_ERR_DISP;
}
ARAUTO_MPI_BOTH(Win_allocate_shared_c)

ARAUTO_MPI_EXPORT int
MPI_Win_shared_query_c(MPI_Win win, int rank, MPI_Aint* size, MPI_Aint* unit, void* base_out) {
    note_caller(__builtin_return_address(0));
    if (const Window* const window = find_window(win); window != nullptr) {
        return query_shared(*window, rank, {size, unit, base_out});
    }
    if (auto* const function = native<decltype(MPI_Win_shared_query_c)>("PMPI_Win_shared_query_c");
        function != nullptr) {
        return function(win, rank, size, unit, base_out);
    }
    int small = 0;
    const int status = real().Win_shared_query(win, rank, size, &small, base_out);
    if (status == MPI_SUCCESS) {
        *unit = small;
    }
    return status;
}
ARAUTO_MPI_BOTH(Win_shared_query_c)
