// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The MPI's own functions, under their PMPI names. All calls of the MPI go through real(): the
// library refers to no symbol of the MPI (see mpi.hpp).
#pragma once

#include "generated/interposed.inc"
#include "mpi.hpp"

#if defined(ARAUTO_MPI_STANDARD_ABI)
#include <cstring>
#endif

namespace arauto::mpi {

/// Functions that convert handles of Fortran. In MPICH the handles of C and Fortran are the same
/// integers. The standard ABI has no handles of Fortran; the integers that it gives every handle
/// are used for them.
#if defined(OPEN_MPI)
#define ARAUTO_MPI_FORTRAN(X)                                                                      \
    X(Group_f2c)                                                                                   \
    X(Info_f2c)                                                                                    \
    X(Op_f2c)                                                                                      \
    X(Request_c2f)                                                                                 \
    X(Status_c2f)                                                                                  \
    X(Type_f2c)                                                                                    \
    X(Win_f2c)
#elif defined(ARAUTO_MPI_STANDARD_ABI)
#define ARAUTO_MPI_FORTRAN(X)                                                                      \
    X(Group_fromint)                                                                               \
    X(Info_fromint)                                                                                \
    X(Op_fromint)                                                                                  \
    X(Request_toint)                                                                               \
    X(Type_fromint)                                                                                \
    X(Win_fromint)
#else
#define ARAUTO_MPI_FORTRAN(X) X(Status_c2f)
#endif

#define ARAUTO_MPI_ALL(X)                                                                          \
    ARAUTO_MPI_DEFINED(X)                                                                          \
    ARAUTO_MPI_CALLED(X)                                                                           \
    ARAUTO_MPI_FORTRAN(X)

/// The MPI's functions; null where the MPI lacks one.
struct Real {
#define ARAUTO_MPI_FIELD(name) decltype(&PMPI_##name) name;
    ARAUTO_MPI_ALL(ARAUTO_MPI_FIELD)
#undef ARAUTO_MPI_FIELD

#if defined(ARAUTO_MPI_STANDARD_ABI)
    [[nodiscard]] MPI_Group Group_f2c(MPI_Fint group) const { return Group_fromint(group); }
    [[nodiscard]] MPI_Info Info_f2c(MPI_Fint info) const { return Info_fromint(info); }
    [[nodiscard]] MPI_Op Op_f2c(MPI_Fint op) const { return Op_fromint(op); }
    [[nodiscard]] MPI_Datatype Type_f2c(MPI_Fint type) const { return Type_fromint(type); }
    [[nodiscard]] MPI_Win Win_f2c(MPI_Fint win) const { return Win_fromint(win); }
    [[nodiscard]] MPI_Fint Request_c2f(MPI_Request request) const { return Request_toint(request); }
    // A status is eight integers in both languages.
    int Status_c2f(const MPI_Status* status, MPI_Fint* integers) const {
        static_assert(sizeof(MPI_Status) == 8 * sizeof(MPI_Fint));
        std::memcpy(integers, status, sizeof *status);
        return MPI_SUCCESS;
    }
#elif !defined(OPEN_MPI)
    [[nodiscard]] static MPI_Group Group_f2c(MPI_Fint group) { return group; }
    [[nodiscard]] static MPI_Info Info_f2c(MPI_Fint info) { return info; }
    [[nodiscard]] static MPI_Op Op_f2c(MPI_Fint op) { return op; }
    [[nodiscard]] static MPI_Datatype Type_f2c(MPI_Fint type) { return type; }
    [[nodiscard]] static MPI_Win Win_f2c(MPI_Fint win) { return win; }
    [[nodiscard]] static MPI_Fint Request_c2f(MPI_Request request) { return request; }
#endif
};
extern constinit Real g_real;

/// Any function may be called at any time: the first call finds the MPI, if it has not been found
/// when this library was loaded.
[[nodiscard]] inline const Real& real() noexcept {
    return g_real;
}

/// Finds the MPI now, for a caller that first asks whether the MPI has a function. Ends the process
/// when there is no MPI, or one of another ABI.
void find_mpi() noexcept;

/// Any other function of the MPI, or of a library that came with it, by its name; null where there
/// is none.
[[nodiscard]] void* real_by_name(const char* name) noexcept;

/// Callbacks for attribute keys: a duplicate of an object does not get the attribute, and nothing
/// happens when the attribute is deleted.
template <typename Handle> int copy_nothing(Handle, int, void*, void*, void*, int* is_copied) {
    *is_copied = 0;
    return MPI_SUCCESS;
}
template <typename Handle> int delete_nothing(Handle, int, void*, void*) {
    return MPI_SUCCESS;
}

/// The address of MPI_STATUS_IGNORE in Fortran; null where it is not known.
[[nodiscard]] const MPI_Fint* fortran_status_ignore() noexcept;

} // namespace arauto::mpi
