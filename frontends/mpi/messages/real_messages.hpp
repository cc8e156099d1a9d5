// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The functions that come behind this library's own: those of libarauto_mpi, or of the MPI.
#pragma once

#include "mpi.hpp"

// The objects behind predefined handles are found by name whenever one is used, which is seldom.
#if defined(OPEN_MPI)
namespace arauto::mpi {
[[nodiscard]] void* object_of_mpi(const char* name) noexcept;
}
#undef OMPI_PREDEFINED_GLOBAL
#define OMPI_PREDEFINED_GLOBAL(type, global)                                                       \
    static_cast<type>(::arauto::mpi::object_of_mpi(#global))
#endif

namespace arauto::mpi {

#define ARAUTO_MPI_MESSAGES(X)                                                                     \
    X(Allgather)                                                                                   \
    X(Allgatherv)                                                                                  \
    X(Allreduce)                                                                                   \
    X(Alltoall)                                                                                    \
    X(Alltoallv)                                                                                   \
    X(Alltoallw)                                                                                   \
    X(Barrier)                                                                                     \
    X(Bcast)                                                                                       \
    X(Bsend)                                                                                       \
    X(Comm_disconnect)                                                                             \
    X(Comm_free)                                                                                   \
    X(Comm_group)                                                                                  \
    X(Comm_rank)                                                                                   \
    X(Comm_remote_group)                                                                           \
    X(Comm_test_inter)                                                                             \
    X(Exscan)                                                                                      \
    X(Gather)                                                                                      \
    X(Gatherv)                                                                                     \
    X(Group_free)                                                                                  \
    X(Group_size)                                                                                  \
    X(Group_translate_ranks)                                                                       \
    X(Iallgather)                                                                                  \
    X(Iallreduce)                                                                                  \
    X(Ialltoall)                                                                                   \
    X(Ialltoallv)                                                                                  \
    X(Ibarrier)                                                                                    \
    X(Ibcast)                                                                                      \
    X(Ibsend)                                                                                      \
    X(Igather)                                                                                     \
    X(Irecv)                                                                                       \
    X(Ireduce)                                                                                     \
    X(Irsend)                                                                                      \
    X(Iscatter)                                                                                    \
    X(Isend)                                                                                       \
    X(Issend)                                                                                      \
    X(Recv)                                                                                        \
    X(Recv_init)                                                                                   \
    X(Reduce)                                                                                      \
    X(Reduce_scatter)                                                                              \
    X(Reduce_scatter_block)                                                                        \
    X(Request_free)                                                                                \
    X(Rsend)                                                                                       \
    X(Scan)                                                                                        \
    X(Scatter)                                                                                     \
    X(Scatterv)                                                                                    \
    X(Send)                                                                                        \
    X(Send_init)                                                                                   \
    X(Sendrecv)                                                                                    \
    X(Sendrecv_replace)                                                                            \
    X(Ssend)                                                                                       \
    X(Start)                                                                                       \
    X(Startall)                                                                                    \
    X(Test)                                                                                        \
    X(Testall)                                                                                     \
    X(Testany)                                                                                     \
    X(Testsome)                                                                                    \
    X(Wait)                                                                                        \
    X(Waitall)                                                                                     \
    X(Waitany)                                                                                     \
    X(Waitsome)

struct RealMessages {
#define ARAUTO_MPI_FIELD(name) decltype(&PMPI_##name) name;
    ARAUTO_MPI_MESSAGES(ARAUTO_MPI_FIELD)
#undef ARAUTO_MPI_FIELD
};

/// Searched for here and now. Ends the process when there is no MPI.
[[nodiscard]] RealMessages find_messages() noexcept;

} // namespace arauto::mpi
