// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The MPI's own functions, under their PMPI names. All calls of the MPI go through real(): the
// library refers to no symbol of the MPI (see mpi.hpp).
#pragma once

#include "mpi.hpp"

#if defined(ARAUTO_MPI_STANDARD_ABI)
#include <cstring>
#endif

namespace arauto::mpi {

/// Those that this library defines, too.
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
    X(Win_sync)                                                                                    \
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

/// Those that it only calls.
#define ARAUTO_MPI_CALLED(X)                                                                       \
    X(Add_error_class)                                                                             \
    X(Add_error_code)                                                                              \
    X(Add_error_string)                                                                            \
    X(Allgather)                                                                                   \
    X(Allreduce)                                                                                   \
    X(Bcast)                                                                                       \
    X(Comm_call_errhandler)                                                                        \
    X(Comm_create_group)                                                                           \
    X(Comm_create_keyval)                                                                          \
    X(Comm_dup)                                                                                    \
    X(Comm_free)                                                                                   \
    X(Comm_free_keyval)                                                                            \
    X(Comm_get_attr)                                                                               \
    X(Comm_get_errhandler)                                                                         \
    X(Comm_get_name)                                                                               \
    X(Comm_group)                                                                                  \
    X(Comm_rank)                                                                                   \
    X(Comm_set_attr)                                                                               \
    X(Comm_set_errhandler)                                                                         \
    X(Comm_size)                                                                                   \
    X(Comm_split)                                                                                  \
    X(Comm_split_type)                                                                             \
    X(Comm_test_inter)                                                                             \
    X(Errhandler_free)                                                                             \
    X(Error_class)                                                                                 \
    X(Group_free)                                                                                  \
    X(Group_incl)                                                                                  \
    X(Group_intersection)                                                                          \
    X(Group_size)                                                                                  \
    X(Group_translate_ranks)                                                                       \
    X(Group_union)                                                                                 \
    X(Info_get)                                                                                    \
    X(Info_set)                                                                                    \
    X(Iprobe)                                                                                      \
    X(Is_thread_main)                                                                              \
    X(Query_thread)                                                                                \
    X(Recv_init)                                                                                   \
    X(Send)                                                                                        \
    X(Status_set_cancelled)                                                                        \
    X(Status_set_elements_x)                                                                       \
    X(Type_create_keyval)                                                                          \
    X(Type_free)                                                                                   \
    X(Type_free_keyval)                                                                            \
    X(Type_get_attr)                                                                               \
    X(Type_get_contents)                                                                           \
    X(Type_get_envelope)                                                                           \
    X(Type_get_extent_x)                                                                           \
    X(Type_get_true_extent_x)                                                                      \
    X(Type_set_attr)                                                                               \
    X(Type_size_x)                                                                                 \
    X(Win_call_errhandler)                                                                         \
    X(Win_create_keyval)                                                                           \
    X(Win_free_keyval)                                                                             \
    X(Win_get_errhandler)                                                                          \
    X(Win_set_attr)

/// Those for handles of Fortran. To MPICH these are the same integers; the standard ABI has none:
/// there they are the integers that it gives every handle.
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

/// Null where the MPI lacks one.
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

/// For a caller that first asks whether the MPI has a function. Ends the process when there is no
/// MPI, or one of another ABI.
void find_mpi() noexcept;

/// Any other function of the MPI, or of a library that came with it, by its name; null where there
/// is none.
[[nodiscard]] void* real_by_name(const char* name) noexcept;

/// For attribute keys: copies of a handle do not have it, and nothing happens when it goes.
template <typename Handle> int copy_nothing(Handle, int, void*, void*, void*, int* is_copied) {
    *is_copied = 0;
    return MPI_SUCCESS;
}
template <typename Handle> int delete_nothing(Handle, int, void*, void*) {
    return MPI_SUCCESS;
}

/// The place that stands for "no status" in Fortran.
[[nodiscard]] const MPI_Fint* fortran_status_ignore() noexcept;

} // namespace arauto::mpi
