// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The MPI's own functions behind the calls that take requests.
#pragma once

#include "real.hpp"

namespace arauto::mpi {

#define ARAUTO_MPI_REQUEST_CALLS(X)                                                                \
    X(Start)                                                                                       \
    X(Startall)                                                                                    \
    X(Wait)                                                                                        \
    X(Test)                                                                                        \
    X(Waitall)                                                                                     \
    X(Testall)                                                                                     \
    X(Waitany)                                                                                     \
    X(Testany)                                                                                     \
    X(Waitsome)                                                                                    \
    X(Testsome)                                                                                    \
    X(Request_get_status)                                                                          \
    X(Cancel)                                                                                      \
    X(Request_free)

struct RequestCalls {
#define ARAUTO_MPI_FIELD(name) decltype(&PMPI_##name) name;
    ARAUTO_MPI_REQUEST_CALLS(ARAUTO_MPI_FIELD)
#undef ARAUTO_MPI_FIELD
};

[[nodiscard]] const RequestCalls& request_calls() noexcept;

/// After a test that found nothing: now and then the MPI and other processes
/// get their turn, for a program that tests in a loop is waiting.
/// @return whether processes have ended, so that the test may be in vain
bool rest_for_tests() noexcept;

} // namespace arauto::mpi
