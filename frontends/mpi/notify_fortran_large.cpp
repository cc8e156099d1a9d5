// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// As notify_fortran.cpp, for the forms with large counts.
#include "real.hpp"

#include "arauto/mpix.h"

using namespace arauto::mpi; // NOLINT: this file defines functions of the MPI

/// The same under the name that gfortran, ifx and others give to a call by implicit interface.
#define ARAUTO_BY_IMPLICIT_INTERFACE(name)                                                         \
    ARAUTO_MPI_EXPORT decltype(arauto_##name) name##_ __attribute__((alias("arauto_" #name)));

ARAUTO_MPI_EXPORT void arauto_mpix_put_notify_c(void* origin_addr,
                                                const MPI_Count* origin_count,
                                                const MPI_Fint* origin_datatype,
                                                const int* target_rank,
                                                const MPI_Aint* target_disp,
                                                const MPI_Count* target_count,
                                                const MPI_Fint* target_datatype,
                                                const int* notify_idx,
                                                const MPI_Fint* win,
                                                int* ierror) {
    *ierror = MPIX_Put_notify_c(
        origin_addr, *origin_count, real().Type_f2c(*origin_datatype), *target_rank, *target_disp,
        *target_count, real().Type_f2c(*target_datatype), *notify_idx, real().Win_f2c(*win));
}
ARAUTO_BY_IMPLICIT_INTERFACE(mpix_put_notify_c)

ARAUTO_MPI_EXPORT void arauto_mpix_get_notify_c(void* origin_addr,
                                                const MPI_Count* origin_count,
                                                const MPI_Fint* origin_datatype,
                                                const int* target_rank,
                                                const MPI_Aint* target_disp,
                                                const MPI_Count* target_count,
                                                const MPI_Fint* target_datatype,
                                                const int* notify_idx,
                                                const MPI_Fint* win,
                                                int* ierror) {
    *ierror = MPIX_Get_notify_c(
        origin_addr, *origin_count, real().Type_f2c(*origin_datatype), *target_rank, *target_disp,
        *target_count, real().Type_f2c(*target_datatype), *notify_idx, real().Win_f2c(*win));
}
ARAUTO_BY_IMPLICIT_INTERFACE(mpix_get_notify_c)

ARAUTO_MPI_EXPORT void arauto_mpix_accumulate_notify_c(void* origin_addr,
                                                       const MPI_Count* origin_count,
                                                       const MPI_Fint* origin_datatype,
                                                       const int* target_rank,
                                                       const MPI_Aint* target_disp,
                                                       const MPI_Count* target_count,
                                                       const MPI_Fint* target_datatype,
                                                       const MPI_Fint* op,
                                                       const int* notify_idx,
                                                       const MPI_Fint* win,
                                                       int* ierror) {
    *ierror = MPIX_Accumulate_notify_c(
        origin_addr, *origin_count, real().Type_f2c(*origin_datatype), *target_rank, *target_disp,
        *target_count, real().Type_f2c(*target_datatype), real().Op_f2c(*op), *notify_idx,
        real().Win_f2c(*win));
}
ARAUTO_BY_IMPLICIT_INTERFACE(mpix_accumulate_notify_c)

ARAUTO_MPI_EXPORT void arauto_mpix_get_accumulate_notify_c(void* origin_addr,
                                                           const MPI_Count* origin_count,
                                                           const MPI_Fint* origin_datatype,
                                                           void* result_addr,
                                                           const MPI_Count* result_count,
                                                           const MPI_Fint* result_datatype,
                                                           const int* target_rank,
                                                           const MPI_Aint* target_disp,
                                                           const MPI_Count* target_count,
                                                           const MPI_Fint* target_datatype,
                                                           const MPI_Fint* op,
                                                           const int* notify_idx,
                                                           const MPI_Fint* win,
                                                           int* ierror) {
    *ierror = MPIX_Get_accumulate_notify_c(
        origin_addr, *origin_count, real().Type_f2c(*origin_datatype), result_addr, *result_count,
        real().Type_f2c(*result_datatype), *target_rank, *target_disp, *target_count,
        real().Type_f2c(*target_datatype), real().Op_f2c(*op), *notify_idx, real().Win_f2c(*win));
}
ARAUTO_BY_IMPLICIT_INTERFACE(mpix_get_accumulate_notify_c)

ARAUTO_MPI_EXPORT void arauto_mpix_rput_notify_c(void* origin_addr,
                                                 const MPI_Count* origin_count,
                                                 const MPI_Fint* origin_datatype,
                                                 const int* target_rank,
                                                 const MPI_Aint* target_disp,
                                                 const MPI_Count* target_count,
                                                 const MPI_Fint* target_datatype,
                                                 const int* notify_idx,
                                                 const MPI_Fint* win,
                                                 MPI_Fint* request,
                                                 int* ierror) {
    MPI_Request made = MPI_REQUEST_NULL;
    *ierror = MPIX_Rput_notify_c(
        origin_addr, *origin_count, real().Type_f2c(*origin_datatype), *target_rank, *target_disp,
        *target_count, real().Type_f2c(*target_datatype), *notify_idx, real().Win_f2c(*win), &made);
    *request = real().Request_c2f(made);
}
ARAUTO_BY_IMPLICIT_INTERFACE(mpix_rput_notify_c)

ARAUTO_MPI_EXPORT void arauto_mpix_rget_notify_c(void* origin_addr,
                                                 const MPI_Count* origin_count,
                                                 const MPI_Fint* origin_datatype,
                                                 const int* target_rank,
                                                 const MPI_Aint* target_disp,
                                                 const MPI_Count* target_count,
                                                 const MPI_Fint* target_datatype,
                                                 const int* notify_idx,
                                                 const MPI_Fint* win,
                                                 MPI_Fint* request,
                                                 int* ierror) {
    MPI_Request made = MPI_REQUEST_NULL;
    *ierror = MPIX_Rget_notify_c(
        origin_addr, *origin_count, real().Type_f2c(*origin_datatype), *target_rank, *target_disp,
        *target_count, real().Type_f2c(*target_datatype), *notify_idx, real().Win_f2c(*win), &made);
    *request = real().Request_c2f(made);
}
ARAUTO_BY_IMPLICIT_INTERFACE(mpix_rget_notify_c)

ARAUTO_MPI_EXPORT void arauto_mpix_raccumulate_notify_c(void* origin_addr,
                                                        const MPI_Count* origin_count,
                                                        const MPI_Fint* origin_datatype,
                                                        const int* target_rank,
                                                        const MPI_Aint* target_disp,
                                                        const MPI_Count* target_count,
                                                        const MPI_Fint* target_datatype,
                                                        const MPI_Fint* op,
                                                        const int* notify_idx,
                                                        const MPI_Fint* win,
                                                        MPI_Fint* request,
                                                        int* ierror) {
    MPI_Request made = MPI_REQUEST_NULL;
    *ierror = MPIX_Raccumulate_notify_c(
        origin_addr, *origin_count, real().Type_f2c(*origin_datatype), *target_rank, *target_disp,
        *target_count, real().Type_f2c(*target_datatype), real().Op_f2c(*op), *notify_idx,
        real().Win_f2c(*win), &made);
    *request = real().Request_c2f(made);
}
ARAUTO_BY_IMPLICIT_INTERFACE(mpix_raccumulate_notify_c)

ARAUTO_MPI_EXPORT void arauto_mpix_rget_accumulate_notify_c(void* origin_addr,
                                                            const MPI_Count* origin_count,
                                                            const MPI_Fint* origin_datatype,
                                                            void* result_addr,
                                                            const MPI_Count* result_count,
                                                            const MPI_Fint* result_datatype,
                                                            const int* target_rank,
                                                            const MPI_Aint* target_disp,
                                                            const MPI_Count* target_count,
                                                            const MPI_Fint* target_datatype,
                                                            const MPI_Fint* op,
                                                            const int* notify_idx,
                                                            const MPI_Fint* win,
                                                            MPI_Fint* request,
                                                            int* ierror) {
    MPI_Request made = MPI_REQUEST_NULL;
    *ierror = MPIX_Rget_accumulate_notify_c(
        origin_addr, *origin_count, real().Type_f2c(*origin_datatype), result_addr, *result_count,
        real().Type_f2c(*result_datatype), *target_rank, *target_disp, *target_count,
        real().Type_f2c(*target_datatype), real().Op_f2c(*op), *notify_idx, real().Win_f2c(*win),
        &made);
    *request = real().Request_c2f(made);
}
ARAUTO_BY_IMPLICIT_INTERFACE(mpix_rget_accumulate_notify_c)

ARAUTO_MPI_EXPORT void arauto_mpix_put_notify_tag_c(void* origin_addr,
                                                    const MPI_Count* origin_count,
                                                    const MPI_Fint* origin_datatype,
                                                    const int* target_rank,
                                                    const MPI_Aint* target_disp,
                                                    const MPI_Count* target_count,
                                                    const MPI_Fint* target_datatype,
                                                    const MPI_Fint* win,
                                                    const int* tag,
                                                    int* ierror) {
    *ierror = MPIX_Put_notify_tag_c(origin_addr, *origin_count, real().Type_f2c(*origin_datatype),
                                    *target_rank, *target_disp, *target_count,
                                    real().Type_f2c(*target_datatype), real().Win_f2c(*win), *tag);
}
ARAUTO_BY_IMPLICIT_INTERFACE(mpix_put_notify_tag_c)

ARAUTO_MPI_EXPORT void arauto_mpix_get_notify_tag_c(void* origin_addr,
                                                    const MPI_Count* origin_count,
                                                    const MPI_Fint* origin_datatype,
                                                    const int* target_rank,
                                                    const MPI_Aint* target_disp,
                                                    const MPI_Count* target_count,
                                                    const MPI_Fint* target_datatype,
                                                    const MPI_Fint* win,
                                                    const int* tag,
                                                    int* ierror) {
    *ierror = MPIX_Get_notify_tag_c(origin_addr, *origin_count, real().Type_f2c(*origin_datatype),
                                    *target_rank, *target_disp, *target_count,
                                    real().Type_f2c(*target_datatype), real().Win_f2c(*win), *tag);
}
ARAUTO_BY_IMPLICIT_INTERFACE(mpix_get_notify_tag_c)

ARAUTO_MPI_EXPORT void arauto_mpix_accumulate_notify_tag_c(void* origin_addr,
                                                           const MPI_Count* origin_count,
                                                           const MPI_Fint* origin_datatype,
                                                           const int* target_rank,
                                                           const MPI_Aint* target_disp,
                                                           const MPI_Count* target_count,
                                                           const MPI_Fint* target_datatype,
                                                           const MPI_Fint* op,
                                                           const MPI_Fint* win,
                                                           const int* tag,
                                                           int* ierror) {
    *ierror = MPIX_Accumulate_notify_tag_c(
        origin_addr, *origin_count, real().Type_f2c(*origin_datatype), *target_rank, *target_disp,
        *target_count, real().Type_f2c(*target_datatype), real().Op_f2c(*op), real().Win_f2c(*win),
        *tag);
}
ARAUTO_BY_IMPLICIT_INTERFACE(mpix_accumulate_notify_tag_c)

ARAUTO_MPI_EXPORT void arauto_mpix_rput_notify_tag_c(void* origin_addr,
                                                     const MPI_Count* origin_count,
                                                     const MPI_Fint* origin_datatype,
                                                     const int* target_rank,
                                                     const MPI_Aint* target_disp,
                                                     const MPI_Count* target_count,
                                                     const MPI_Fint* target_datatype,
                                                     const MPI_Fint* win,
                                                     MPI_Fint* request,
                                                     const int* tag,
                                                     int* ierror) {
    MPI_Request made = MPI_REQUEST_NULL;
    *ierror = MPIX_Rput_notify_tag_c(
        origin_addr, *origin_count, real().Type_f2c(*origin_datatype), *target_rank, *target_disp,
        *target_count, real().Type_f2c(*target_datatype), real().Win_f2c(*win), &made, *tag);
    *request = real().Request_c2f(made);
}
ARAUTO_BY_IMPLICIT_INTERFACE(mpix_rput_notify_tag_c)

ARAUTO_MPI_EXPORT void arauto_mpix_rget_notify_tag_c(void* origin_addr,
                                                     const MPI_Count* origin_count,
                                                     const MPI_Fint* origin_datatype,
                                                     const int* target_rank,
                                                     const MPI_Aint* target_disp,
                                                     const MPI_Count* target_count,
                                                     const MPI_Fint* target_datatype,
                                                     const MPI_Fint* win,
                                                     MPI_Fint* request,
                                                     const int* tag,
                                                     int* ierror) {
    MPI_Request made = MPI_REQUEST_NULL;
    *ierror = MPIX_Rget_notify_tag_c(
        origin_addr, *origin_count, real().Type_f2c(*origin_datatype), *target_rank, *target_disp,
        *target_count, real().Type_f2c(*target_datatype), real().Win_f2c(*win), &made, *tag);
    *request = real().Request_c2f(made);
}
ARAUTO_BY_IMPLICIT_INTERFACE(mpix_rget_notify_tag_c)

ARAUTO_MPI_EXPORT void arauto_mpix_raccumulate_notify_tag_c(void* origin_addr,
                                                            const MPI_Count* origin_count,
                                                            const MPI_Fint* origin_datatype,
                                                            const int* target_rank,
                                                            const MPI_Aint* target_disp,
                                                            const MPI_Count* target_count,
                                                            const MPI_Fint* target_datatype,
                                                            const MPI_Fint* op,
                                                            const MPI_Fint* win,
                                                            MPI_Fint* request,
                                                            const int* tag,
                                                            int* ierror) {
    MPI_Request made = MPI_REQUEST_NULL;
    *ierror = MPIX_Raccumulate_notify_tag_c(
        origin_addr, *origin_count, real().Type_f2c(*origin_datatype), *target_rank, *target_disp,
        *target_count, real().Type_f2c(*target_datatype), real().Op_f2c(*op), real().Win_f2c(*win),
        &made, *tag);
    *request = real().Request_c2f(made);
}
ARAUTO_BY_IMPLICIT_INTERFACE(mpix_raccumulate_notify_tag_c)
