// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The MPI's own functions behind those that this library defines. Functions that it does not define
// are called by their PMPI names as usual.
#pragma once

#include "mpi.hpp"

namespace arauto::mpi {

#define ARAUTO_MPI_DEFINED(X)                                                                      \
    X(Init)                                                                                        \
    X(Init_thread)                                                                                 \
    X(Session_init)                                                                                \
    X(Session_finalize)                                                                            \
    X(Barrier)                                                                                     \
    X(Error_string)                                                                                \
    X(Win_create)                                                                                  \
    X(Win_allocate)                                                                                \
    X(Win_allocate_shared)                                                                         \
    X(Win_create_dynamic)                                                                          \
    X(Win_attach)                                                                                  \
    X(Win_detach)                                                                                  \
    X(Win_shared_query)                                                                            \
    X(Win_free)                                                                                    \
    X(Win_get_group)                                                                               \
    X(Win_get_attr)                                                                                \
    X(Win_set_info)                                                                                \
    X(Win_get_info)                                                                                \
    X(Put)                                                                                         \
    X(Get)                                                                                         \
    X(Rput)                                                                                        \
    X(Rget)                                                                                        \
    X(Accumulate)                                                                                  \
    X(Get_accumulate)                                                                              \
    X(Raccumulate)                                                                                 \
    X(Rget_accumulate)                                                                             \
    X(Fetch_and_op)                                                                                \
    X(Compare_and_swap)                                                                            \
    X(Win_fence)                                                                                   \
    X(Win_start)                                                                                   \
    X(Win_complete)                                                                                \
    X(Win_post)                                                                                    \
    X(Win_wait)                                                                                    \
    X(Win_test)                                                                                    \
    X(Win_lock)                                                                                    \
    X(Win_unlock)                                                                                  \
    X(Win_lock_all)                                                                                \
    X(Win_unlock_all)                                                                              \
    X(Win_flush)                                                                                   \
    X(Win_flush_all)                                                                               \
    X(Win_flush_local)                                                                             \
    X(Win_flush_local_all)                                                                         \
    X(Win_sync)

/// Null where the MPI lacks one.
struct Real {
#define ARAUTO_MPI_FIELD(name) decltype(&PMPI_##name) name;
    ARAUTO_MPI_DEFINED(ARAUTO_MPI_FIELD)
#undef ARAUTO_MPI_FIELD
};

[[nodiscard]] const Real& real() noexcept;

/// Any other function of the MPI by its PMPI name; null where it lacks it.
[[nodiscard]] void* real_by_name(const char* name) noexcept;

} // namespace arauto::mpi
