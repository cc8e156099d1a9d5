// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The MPI's own mpi.h, in C. Its predefined objects are weak here, so that this library can also be
// loaded into a process without MPI (LD_PRELOAD reaches mpirun and shells too) and keeps quiet
// there.
#pragma once

#define OMPI_SKIP_MPICXX 1
#define MPICH_SKIP_MPICXX 1
#include <cstdint>
#include <mpi.h>
#include <type_traits>

#pragma weak MPI_F_STATUS_IGNORE
#if defined(OPEN_MPI)
#pragma weak ompi_message_no_proc
#pragma weak ompi_message_null
#pragma weak ompi_mpi_2cplex
#pragma weak ompi_mpi_2dblcplex
#pragma weak ompi_mpi_2dblprec
#pragma weak ompi_mpi_2int
#pragma weak ompi_mpi_2integer
#pragma weak ompi_mpi_2real
#pragma weak ompi_mpi_aint
#pragma weak ompi_mpi_byte
#pragma weak ompi_mpi_c_bool
#pragma weak ompi_mpi_c_double_complex
#pragma weak ompi_mpi_c_float_complex
#pragma weak ompi_mpi_c_long_double_complex
#pragma weak ompi_mpi_char
#pragma weak ompi_mpi_character
#pragma weak ompi_mpi_comm_null
#pragma weak ompi_mpi_comm_self
#pragma weak ompi_mpi_comm_world
#pragma weak ompi_mpi_complex16
#pragma weak ompi_mpi_complex32
#pragma weak ompi_mpi_complex8
#pragma weak ompi_mpi_count
#pragma weak ompi_mpi_cplex
#pragma weak ompi_mpi_cxx_bool
#pragma weak ompi_mpi_cxx_cplex
#pragma weak ompi_mpi_cxx_dblcplex
#pragma weak ompi_mpi_cxx_ldblcplex
#pragma weak ompi_mpi_datatype_null
#pragma weak ompi_mpi_dblcplex
#pragma weak ompi_mpi_dblprec
#pragma weak ompi_mpi_double
#pragma weak ompi_mpi_double_int
#pragma weak ompi_mpi_errhandler_null
#pragma weak ompi_mpi_errors_are_fatal
#pragma weak ompi_mpi_errors_return
#pragma weak ompi_mpi_file_null
#pragma weak ompi_mpi_float
#pragma weak ompi_mpi_float_int
#pragma weak ompi_mpi_group_empty
#pragma weak ompi_mpi_group_null
#pragma weak ompi_mpi_info_env
#pragma weak ompi_mpi_info_null
#pragma weak ompi_mpi_int
#pragma weak ompi_mpi_int16_t
#pragma weak ompi_mpi_int32_t
#pragma weak ompi_mpi_int64_t
#pragma weak ompi_mpi_int8_t
#pragma weak ompi_mpi_integer
#pragma weak ompi_mpi_integer1
#pragma weak ompi_mpi_integer16
#pragma weak ompi_mpi_integer2
#pragma weak ompi_mpi_integer4
#pragma weak ompi_mpi_integer8
#pragma weak ompi_mpi_lb
#pragma weak ompi_mpi_ldblcplex
#pragma weak ompi_mpi_logical
#pragma weak ompi_mpi_logical1
#pragma weak ompi_mpi_logical2
#pragma weak ompi_mpi_logical4
#pragma weak ompi_mpi_logical8
#pragma weak ompi_mpi_long
#pragma weak ompi_mpi_long_double
#pragma weak ompi_mpi_long_int
#pragma weak ompi_mpi_long_long_int
#pragma weak ompi_mpi_longdbl_int
#pragma weak ompi_mpi_offset
#pragma weak ompi_mpi_op_band
#pragma weak ompi_mpi_op_bor
#pragma weak ompi_mpi_op_bxor
#pragma weak ompi_mpi_op_land
#pragma weak ompi_mpi_op_lor
#pragma weak ompi_mpi_op_lxor
#pragma weak ompi_mpi_op_max
#pragma weak ompi_mpi_op_maxloc
#pragma weak ompi_mpi_op_min
#pragma weak ompi_mpi_op_minloc
#pragma weak ompi_mpi_op_no_op
#pragma weak ompi_mpi_op_null
#pragma weak ompi_mpi_op_prod
#pragma weak ompi_mpi_op_replace
#pragma weak ompi_mpi_op_sum
#pragma weak ompi_mpi_packed
#pragma weak ompi_mpi_real
#pragma weak ompi_mpi_real16
#pragma weak ompi_mpi_real2
#pragma weak ompi_mpi_real4
#pragma weak ompi_mpi_real8
#pragma weak ompi_mpi_short
#pragma weak ompi_mpi_short_int
#pragma weak ompi_mpi_signed_char
#pragma weak ompi_mpi_ub
#pragma weak ompi_mpi_uint16_t
#pragma weak ompi_mpi_uint32_t
#pragma weak ompi_mpi_uint64_t
#pragma weak ompi_mpi_uint8_t
#pragma weak ompi_mpi_unsigned
#pragma weak ompi_mpi_unsigned_char
#pragma weak ompi_mpi_unsigned_long
#pragma weak ompi_mpi_unsigned_long_long
#pragma weak ompi_mpi_unsigned_short
#pragma weak ompi_mpi_wchar
#pragma weak ompi_mpi_win_null
#pragma weak ompi_request_null
#pragma weak OMPI_C_MPI_COMM_NULL_COPY_FN
#pragma weak OMPI_C_MPI_TYPE_NULL_COPY_FN
#pragma weak OMPI_C_MPI_WIN_NULL_COPY_FN
#pragma weak OMPI_C_MPI_WIN_NULL_DELETE_FN
#pragma weak OMPI_C_MPI_COMM_NULL_DELETE_FN
#pragma weak OMPI_C_MPI_TYPE_NULL_DELETE_FN
#endif

// The standard ABI has no handles of Fortran: there these integers are those that it gives every
// handle, and a status is eight integers in both languages.
#if defined(MPI_ABI_VERSION) && !defined(OPEN_MPI) && !defined(MPICH_NAME)
#define ARAUTO_MPI_STANDARD_ABI 1
#include <cstring>
using MPI_Fint = int;
#if !defined(MPI_F_STATUS_IGNORE)
#define MPI_F_STATUS_IGNORE static_cast<MPI_Fint*>(nullptr)
#endif
inline MPI_Win PMPI_Win_f2c(MPI_Fint win) noexcept {
    return PMPI_Win_fromint(win);
}
inline MPI_Datatype PMPI_Type_f2c(MPI_Fint type) noexcept {
    return PMPI_Type_fromint(type);
}
inline MPI_Op PMPI_Op_f2c(MPI_Fint op) noexcept {
    return PMPI_Op_fromint(op);
}
inline MPI_Group PMPI_Group_f2c(MPI_Fint group) noexcept {
    return PMPI_Group_fromint(group);
}
inline MPI_Info PMPI_Info_f2c(MPI_Fint info) noexcept {
    return PMPI_Info_fromint(info);
}
inline MPI_Fint PMPI_Request_c2f(MPI_Request request) noexcept {
    return PMPI_Request_toint(request);
}
inline int PMPI_Status_c2f(const MPI_Status* status, MPI_Fint* integers) noexcept {
    static_assert(sizeof(MPI_Status) == 8 * sizeof(MPI_Fint));
    std::memcpy(integers, status, sizeof *status);
    return MPI_SUCCESS;
}
#endif

// The forms with large counts, where mpi.h has none.
#if MPI_VERSION < 4
extern "C" {
int MPI_Put_c(
    const void*, MPI_Count, MPI_Datatype, int, MPI_Aint, MPI_Count, MPI_Datatype, MPI_Win);
int MPI_Get_c(void*, MPI_Count, MPI_Datatype, int, MPI_Aint, MPI_Count, MPI_Datatype, MPI_Win);
int MPI_Rput_c(const void*,
               MPI_Count,
               MPI_Datatype,
               int,
               MPI_Aint,
               MPI_Count,
               MPI_Datatype,
               MPI_Win,
               MPI_Request*);
int MPI_Rget_c(
    void*, MPI_Count, MPI_Datatype, int, MPI_Aint, MPI_Count, MPI_Datatype, MPI_Win, MPI_Request*);
int MPI_Accumulate_c(
    const void*, MPI_Count, MPI_Datatype, int, MPI_Aint, MPI_Count, MPI_Datatype, MPI_Op, MPI_Win);
int MPI_Raccumulate_c(const void*,
                      MPI_Count,
                      MPI_Datatype,
                      int,
                      MPI_Aint,
                      MPI_Count,
                      MPI_Datatype,
                      MPI_Op,
                      MPI_Win,
                      MPI_Request*);
int MPI_Get_accumulate_c(const void*,
                         MPI_Count,
                         MPI_Datatype,
                         void*,
                         MPI_Count,
                         MPI_Datatype,
                         int,
                         MPI_Aint,
                         MPI_Count,
                         MPI_Datatype,
                         MPI_Op,
                         MPI_Win);
int MPI_Rget_accumulate_c(const void*,
                          MPI_Count,
                          MPI_Datatype,
                          void*,
                          MPI_Count,
                          MPI_Datatype,
                          int,
                          MPI_Aint,
                          MPI_Count,
                          MPI_Datatype,
                          MPI_Op,
                          MPI_Win,
                          MPI_Request*);
int MPI_Win_create_c(void*, MPI_Aint, MPI_Aint, MPI_Info, MPI_Comm, MPI_Win*);
int MPI_Win_allocate_c(MPI_Aint, MPI_Aint, MPI_Info, MPI_Comm, void*, MPI_Win*);
int MPI_Win_allocate_shared_c(MPI_Aint, MPI_Aint, MPI_Info, MPI_Comm, void*, MPI_Win*);
int MPI_Win_shared_query_c(MPI_Win, int, MPI_Aint*, MPI_Aint*, void*);
}
#endif

// Sessions, where mpi.h has none; the library itself may be newer.
#if defined(OPEN_MPI) && OMPI_MAJOR_VERSION < 5
typedef struct ompi_instance_t* MPI_Session; // NOLINT: as in C
#elif MPI_VERSION < 4 && !defined(OPEN_MPI)
typedef int MPI_Session; // NOLINT: as in C
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

/// A handle as a number, whatever the MPI makes of it.
template <typename Handle> [[nodiscard]] uint64_t key_of(Handle handle) noexcept {
    if constexpr (std::is_pointer_v<Handle>) {
        return reinterpret_cast<uintptr_t>(handle);
    } else {
        return static_cast<uint32_t>(handle);
    }
}

} // namespace arauto::mpi
