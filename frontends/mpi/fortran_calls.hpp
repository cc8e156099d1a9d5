// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Shared by the entry points behind the Fortran modules, which are in generated/fortran_calls.cpp.
#pragma once

#include "real.hpp"

/// The entry point under the name that gfortran, ifx and others give to a call by implicit
/// interface.
#define ARAUTO_IMPLICIT(name)                                                                      \
    ARAUTO_MPI_EXPORT decltype(arauto_##name) name##_ __attribute__((alias("arauto_" #name)));

/// The entry point under its name for the module arauto_mpix_f08: different interfaces must not
/// share a symbol.
#define ARAUTO_F08(name)                                                                           \
    ARAUTO_MPI_EXPORT decltype(arauto_##name) arauto_##name##_f08                                  \
        __attribute__((alias("arauto_" #name)));

namespace arauto::mpi {

/// With `use mpi_f08` the program may omit ierror.
inline void set_ierror(int* ierror, int status) noexcept {
    if (ierror != nullptr) {
        *ierror = status;
    }
}

/// Sets the status, unless no notification was found or the program passed MPI_STATUS_IGNORE.
inline void set_status(MPI_Fint* status, int found, const MPI_Status& c_status) noexcept {
    if (found != 0 && status != fortran_status_ignore()) {
        real().Status_c2f(&c_status, status);
    }
}

} // namespace arauto::mpi
