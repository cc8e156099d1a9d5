// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Includes the MPI's own mpi.h, as C. This library refers to no symbol of the MPI, so that it can
// be loaded into a process that has no MPI (LD_PRELOAD reaches mpirun and shells too), and into one
// that opens its MPI later, as Python does. real.cpp finds functions and objects by name.
#pragma once

#define OMPI_SKIP_MPICXX 1
#define MPICH_SKIP_MPICXX 1
#include <cstdint>
#include <mpi.h>
#include <type_traits>

#if defined(OPEN_MPI)
#define ARAUTO_MPI_OBJECTS(X)                                                                      \
    X(ompi_message_no_proc)                                                                        \
    X(ompi_message_null)                                                                           \
    X(ompi_mpi_2cplex)                                                                             \
    X(ompi_mpi_2dblcplex)                                                                          \
    X(ompi_mpi_2dblprec)                                                                           \
    X(ompi_mpi_2int)                                                                               \
    X(ompi_mpi_2integer)                                                                           \
    X(ompi_mpi_2real)                                                                              \
    X(ompi_mpi_aint)                                                                               \
    X(ompi_mpi_byte)                                                                               \
    X(ompi_mpi_c_bool)                                                                             \
    X(ompi_mpi_c_double_complex)                                                                   \
    X(ompi_mpi_c_float_complex)                                                                    \
    X(ompi_mpi_c_long_double_complex)                                                              \
    X(ompi_mpi_char)                                                                               \
    X(ompi_mpi_character)                                                                          \
    X(ompi_mpi_comm_null)                                                                          \
    X(ompi_mpi_comm_self)                                                                          \
    X(ompi_mpi_comm_world)                                                                         \
    X(ompi_mpi_complex16)                                                                          \
    X(ompi_mpi_complex32)                                                                          \
    X(ompi_mpi_complex8)                                                                           \
    X(ompi_mpi_count)                                                                              \
    X(ompi_mpi_cplex)                                                                              \
    X(ompi_mpi_cxx_bool)                                                                           \
    X(ompi_mpi_cxx_cplex)                                                                          \
    X(ompi_mpi_cxx_dblcplex)                                                                       \
    X(ompi_mpi_cxx_ldblcplex)                                                                      \
    X(ompi_mpi_datatype_null)                                                                      \
    X(ompi_mpi_dblcplex)                                                                           \
    X(ompi_mpi_dblprec)                                                                            \
    X(ompi_mpi_double)                                                                             \
    X(ompi_mpi_double_int)                                                                         \
    X(ompi_mpi_errhandler_null)                                                                    \
    X(ompi_mpi_errors_are_fatal)                                                                   \
    X(ompi_mpi_errors_return)                                                                      \
    X(ompi_mpi_file_null)                                                                          \
    X(ompi_mpi_float)                                                                              \
    X(ompi_mpi_float_int)                                                                          \
    X(ompi_mpi_group_empty)                                                                        \
    X(ompi_mpi_group_null)                                                                         \
    X(ompi_mpi_info_env)                                                                           \
    X(ompi_mpi_info_null)                                                                          \
    X(ompi_mpi_int)                                                                                \
    X(ompi_mpi_int16_t)                                                                            \
    X(ompi_mpi_int32_t)                                                                            \
    X(ompi_mpi_int64_t)                                                                            \
    X(ompi_mpi_int8_t)                                                                             \
    X(ompi_mpi_integer)                                                                            \
    X(ompi_mpi_integer1)                                                                           \
    X(ompi_mpi_integer16)                                                                          \
    X(ompi_mpi_integer2)                                                                           \
    X(ompi_mpi_integer4)                                                                           \
    X(ompi_mpi_integer8)                                                                           \
    X(ompi_mpi_lb)                                                                                 \
    X(ompi_mpi_ldblcplex)                                                                          \
    X(ompi_mpi_logical)                                                                            \
    X(ompi_mpi_logical1)                                                                           \
    X(ompi_mpi_logical2)                                                                           \
    X(ompi_mpi_logical4)                                                                           \
    X(ompi_mpi_logical8)                                                                           \
    X(ompi_mpi_long)                                                                               \
    X(ompi_mpi_long_double)                                                                        \
    X(ompi_mpi_long_int)                                                                           \
    X(ompi_mpi_long_long_int)                                                                      \
    X(ompi_mpi_longdbl_int)                                                                        \
    X(ompi_mpi_offset)                                                                             \
    X(ompi_mpi_op_band)                                                                            \
    X(ompi_mpi_op_bor)                                                                             \
    X(ompi_mpi_op_bxor)                                                                            \
    X(ompi_mpi_op_land)                                                                            \
    X(ompi_mpi_op_lor)                                                                             \
    X(ompi_mpi_op_lxor)                                                                            \
    X(ompi_mpi_op_max)                                                                             \
    X(ompi_mpi_op_maxloc)                                                                          \
    X(ompi_mpi_op_min)                                                                             \
    X(ompi_mpi_op_minloc)                                                                          \
    X(ompi_mpi_op_no_op)                                                                           \
    X(ompi_mpi_op_null)                                                                            \
    X(ompi_mpi_op_prod)                                                                            \
    X(ompi_mpi_op_replace)                                                                         \
    X(ompi_mpi_op_sum)                                                                             \
    X(ompi_mpi_packed)                                                                             \
    X(ompi_mpi_real)                                                                               \
    X(ompi_mpi_real16)                                                                             \
    X(ompi_mpi_real2)                                                                              \
    X(ompi_mpi_real4)                                                                              \
    X(ompi_mpi_real8)                                                                              \
    X(ompi_mpi_short)                                                                              \
    X(ompi_mpi_short_int)                                                                          \
    X(ompi_mpi_signed_char)                                                                        \
    X(ompi_mpi_ub)                                                                                 \
    X(ompi_mpi_uint16_t)                                                                           \
    X(ompi_mpi_uint32_t)                                                                           \
    X(ompi_mpi_uint64_t)                                                                           \
    X(ompi_mpi_uint8_t)                                                                            \
    X(ompi_mpi_unsigned)                                                                           \
    X(ompi_mpi_unsigned_char)                                                                      \
    X(ompi_mpi_unsigned_long)                                                                      \
    X(ompi_mpi_unsigned_long_long)                                                                 \
    X(ompi_mpi_unsigned_short)                                                                     \
    X(ompi_mpi_wchar)                                                                              \
    X(ompi_mpi_win_null)                                                                           \
    X(ompi_request_null)

namespace arauto::mpi {

/// The objects whose addresses are Open MPI's predefined handles; null where the MPI lacks one, and
/// before it has been found.
struct Objects {
#define ARAUTO_MPI_FIELD(name) void* name;
    ARAUTO_MPI_OBJECTS(ARAUTO_MPI_FIELD)
#undef ARAUTO_MPI_FIELD
};
extern constinit Objects g_objects;

} // namespace arauto::mpi

// The objects behind MPI_COMM_WORLD and all other predefined handles in mpi.h.
#undef OMPI_PREDEFINED_GLOBAL
#define OMPI_PREDEFINED_GLOBAL(type, global) static_cast<type>(::arauto::mpi::g_objects.global)
#endif

// The standard ABI has no handles of Fortran; see real.hpp.
#if defined(MPI_ABI_VERSION) && !defined(OPEN_MPI) && !defined(MPICH_NAME)
#define ARAUTO_MPI_STANDARD_ABI 1
using MPI_Fint = int;
#endif

// The forms with large counts, where mpi.h has none; the MPI library that the program loads may
// have those that this library calls.
#if MPI_VERSION < 4
extern "C" {
#include "generated/large_prototypes.inc"
int MPI_Win_create_c(void*, MPI_Aint, MPI_Aint, MPI_Info, MPI_Comm, MPI_Win*);
int MPI_Win_allocate_c(MPI_Aint, MPI_Aint, MPI_Info, MPI_Comm, void*, MPI_Win*);
int MPI_Win_allocate_shared_c(MPI_Aint, MPI_Aint, MPI_Info, MPI_Comm, void*, MPI_Win*);
int MPI_Win_shared_query_c(MPI_Win, int, MPI_Aint*, MPI_Aint*, void*);
int PMPI_Type_get_envelope_c(MPI_Datatype, MPI_Count*, MPI_Count*, MPI_Count*, MPI_Count*, int*);
int PMPI_Type_get_contents_c(MPI_Datatype,
                             MPI_Count,
                             MPI_Count,
                             MPI_Count,
                             MPI_Count,
                             int*,
                             MPI_Aint*,
                             MPI_Count*,
                             MPI_Datatype*);
}
#endif

// Sessions, where mpi.h has none; the MPI library that the program loads may be newer.
#if defined(OPEN_MPI) && OMPI_MAJOR_VERSION < 5
typedef struct ompi_instance_t* MPI_Session;
#elif MPI_VERSION < 4 && !defined(OPEN_MPI)
typedef int MPI_Session;
#endif
extern "C" {
int MPI_Session_init(MPI_Info, MPI_Errhandler, MPI_Session*);
int MPI_Session_finalize(MPI_Session*);
int PMPI_Session_init(MPI_Info, MPI_Errhandler, MPI_Session*);
int PMPI_Session_finalize(MPI_Session*);
}

#define ARAUTO_MPI_EXPORT extern "C" __attribute__((visibility("default")))

/// The function just defined as MPI_x is PMPI_x too: the Fortran wrappers of some MPIs call that.
#define ARAUTO_MPI_BOTH(name)                                                                      \
    ARAUTO_MPI_EXPORT decltype(MPI_##name) PMPI_##name __attribute__((alias("MPI_" #name)));

namespace arauto::mpi {

/// A handle as a number; handles are pointers in some MPIs and integers in others.
template <typename Handle> [[nodiscard]] uint64_t key_of(Handle handle) noexcept {
    if constexpr (std::is_pointer_v<Handle>) {
        return reinterpret_cast<uintptr_t>(handle);
    } else {
        return static_cast<uint32_t>(handle);
    }
}

/// The inverse of key_of().
template <typename Handle> [[nodiscard]] Handle handle_of(uint64_t key) noexcept {
    if constexpr (std::is_pointer_v<Handle>) {
        return reinterpret_cast<Handle>(static_cast<uintptr_t>(key));
    } else {
        return static_cast<Handle>(static_cast<uint32_t>(key));
    }
}

} // namespace arauto::mpi
