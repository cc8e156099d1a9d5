// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// What the Fortran modules arauto_mpix and arauto_mpix_f08 call: handles come as Fortran's
// integers, everything by reference.
#include "real.hpp"

#include "arauto/mpix.h"

using namespace arauto::mpi; // NOLINT: this file defines functions of the MPI

/// The same under the name that gfortran, ifx and others give to a call by implicit interface.
#define ARAUTO_BY_IMPLICIT_INTERFACE(name)                                                         \
    ARAUTO_MPI_EXPORT decltype(arauto_##name) name##_ __attribute__((alias("arauto_" #name)));

ARAUTO_MPI_EXPORT void arauto_mpix_put_notify(void* origin_addr,
                                              const int* origin_count,
                                              const MPI_Fint* origin_datatype,
                                              const int* target_rank,
                                              const MPI_Aint* target_disp,
                                              const int* target_count,
                                              const MPI_Fint* target_datatype,
                                              const int* notify_idx,
                                              const MPI_Fint* win,
                                              int* ierror) {
    *ierror = MPIX_Put_notify(origin_addr, *origin_count, real().Type_f2c(*origin_datatype),
                              *target_rank, *target_disp, *target_count,
                              real().Type_f2c(*target_datatype), *notify_idx, real().Win_f2c(*win));
}
ARAUTO_BY_IMPLICIT_INTERFACE(mpix_put_notify)

ARAUTO_MPI_EXPORT void arauto_mpix_get_notify(void* origin_addr,
                                              const int* origin_count,
                                              const MPI_Fint* origin_datatype,
                                              const int* target_rank,
                                              const MPI_Aint* target_disp,
                                              const int* target_count,
                                              const MPI_Fint* target_datatype,
                                              const int* notify_idx,
                                              const MPI_Fint* win,
                                              int* ierror) {
    *ierror = MPIX_Get_notify(origin_addr, *origin_count, real().Type_f2c(*origin_datatype),
                              *target_rank, *target_disp, *target_count,
                              real().Type_f2c(*target_datatype), *notify_idx, real().Win_f2c(*win));
}
ARAUTO_BY_IMPLICIT_INTERFACE(mpix_get_notify)

ARAUTO_MPI_EXPORT void arauto_mpix_accumulate_notify(void* origin_addr,
                                                     const int* origin_count,
                                                     const MPI_Fint* origin_datatype,
                                                     const int* target_rank,
                                                     const MPI_Aint* target_disp,
                                                     const int* target_count,
                                                     const MPI_Fint* target_datatype,
                                                     const MPI_Fint* op,
                                                     const int* notify_idx,
                                                     const MPI_Fint* win,
                                                     int* ierror) {
    *ierror = MPIX_Accumulate_notify(origin_addr, *origin_count, real().Type_f2c(*origin_datatype),
                                     *target_rank, *target_disp, *target_count,
                                     real().Type_f2c(*target_datatype), real().Op_f2c(*op),
                                     *notify_idx, real().Win_f2c(*win));
}
ARAUTO_BY_IMPLICIT_INTERFACE(mpix_accumulate_notify)

ARAUTO_MPI_EXPORT void arauto_mpix_get_accumulate_notify(void* origin_addr,
                                                         const int* origin_count,
                                                         const MPI_Fint* origin_datatype,
                                                         void* result_addr,
                                                         const int* result_count,
                                                         const MPI_Fint* result_datatype,
                                                         const int* target_rank,
                                                         const MPI_Aint* target_disp,
                                                         const int* target_count,
                                                         const MPI_Fint* target_datatype,
                                                         const MPI_Fint* op,
                                                         const int* notify_idx,
                                                         const MPI_Fint* win,
                                                         int* ierror) {
    *ierror = MPIX_Get_accumulate_notify(
        origin_addr, *origin_count, real().Type_f2c(*origin_datatype), result_addr, *result_count,
        real().Type_f2c(*result_datatype), *target_rank, *target_disp, *target_count,
        real().Type_f2c(*target_datatype), real().Op_f2c(*op), *notify_idx, real().Win_f2c(*win));
}
ARAUTO_BY_IMPLICIT_INTERFACE(mpix_get_accumulate_notify)

ARAUTO_MPI_EXPORT void arauto_mpix_rput_notify(void* origin_addr,
                                               const int* origin_count,
                                               const MPI_Fint* origin_datatype,
                                               const int* target_rank,
                                               const MPI_Aint* target_disp,
                                               const int* target_count,
                                               const MPI_Fint* target_datatype,
                                               const int* notify_idx,
                                               const MPI_Fint* win,
                                               MPI_Fint* request,
                                               int* ierror) {
    MPI_Request made = MPI_REQUEST_NULL;
    *ierror = MPIX_Rput_notify(
        origin_addr, *origin_count, real().Type_f2c(*origin_datatype), *target_rank, *target_disp,
        *target_count, real().Type_f2c(*target_datatype), *notify_idx, real().Win_f2c(*win), &made);
    *request = real().Request_c2f(made);
}
ARAUTO_BY_IMPLICIT_INTERFACE(mpix_rput_notify)

ARAUTO_MPI_EXPORT void arauto_mpix_rget_notify(void* origin_addr,
                                               const int* origin_count,
                                               const MPI_Fint* origin_datatype,
                                               const int* target_rank,
                                               const MPI_Aint* target_disp,
                                               const int* target_count,
                                               const MPI_Fint* target_datatype,
                                               const int* notify_idx,
                                               const MPI_Fint* win,
                                               MPI_Fint* request,
                                               int* ierror) {
    MPI_Request made = MPI_REQUEST_NULL;
    *ierror = MPIX_Rget_notify(
        origin_addr, *origin_count, real().Type_f2c(*origin_datatype), *target_rank, *target_disp,
        *target_count, real().Type_f2c(*target_datatype), *notify_idx, real().Win_f2c(*win), &made);
    *request = real().Request_c2f(made);
}
ARAUTO_BY_IMPLICIT_INTERFACE(mpix_rget_notify)

ARAUTO_MPI_EXPORT void arauto_mpix_raccumulate_notify(void* origin_addr,
                                                      const int* origin_count,
                                                      const MPI_Fint* origin_datatype,
                                                      const int* target_rank,
                                                      const MPI_Aint* target_disp,
                                                      const int* target_count,
                                                      const MPI_Fint* target_datatype,
                                                      const MPI_Fint* op,
                                                      const int* notify_idx,
                                                      const MPI_Fint* win,
                                                      MPI_Fint* request,
                                                      int* ierror) {
    MPI_Request made = MPI_REQUEST_NULL;
    *ierror = MPIX_Raccumulate_notify(origin_addr, *origin_count, real().Type_f2c(*origin_datatype),
                                      *target_rank, *target_disp, *target_count,
                                      real().Type_f2c(*target_datatype), real().Op_f2c(*op),
                                      *notify_idx, real().Win_f2c(*win), &made);
    *request = real().Request_c2f(made);
}
ARAUTO_BY_IMPLICIT_INTERFACE(mpix_raccumulate_notify)

ARAUTO_MPI_EXPORT void arauto_mpix_rget_accumulate_notify(void* origin_addr,
                                                          const int* origin_count,
                                                          const MPI_Fint* origin_datatype,
                                                          void* result_addr,
                                                          const int* result_count,
                                                          const MPI_Fint* result_datatype,
                                                          const int* target_rank,
                                                          const MPI_Aint* target_disp,
                                                          const int* target_count,
                                                          const MPI_Fint* target_datatype,
                                                          const MPI_Fint* op,
                                                          const int* notify_idx,
                                                          const MPI_Fint* win,
                                                          MPI_Fint* request,
                                                          int* ierror) {
    MPI_Request made = MPI_REQUEST_NULL;
    *ierror = MPIX_Rget_accumulate_notify(
        origin_addr, *origin_count, real().Type_f2c(*origin_datatype), result_addr, *result_count,
        real().Type_f2c(*result_datatype), *target_rank, *target_disp, *target_count,
        real().Type_f2c(*target_datatype), real().Op_f2c(*op), *notify_idx, real().Win_f2c(*win),
        &made);
    *request = real().Request_c2f(made);
}
ARAUTO_BY_IMPLICIT_INTERFACE(mpix_rget_accumulate_notify)

ARAUTO_MPI_EXPORT void arauto_mpix_put_notify_tag(void* origin_addr,
                                                  const int* origin_count,
                                                  const MPI_Fint* origin_datatype,
                                                  const int* target_rank,
                                                  const MPI_Aint* target_disp,
                                                  const int* target_count,
                                                  const MPI_Fint* target_datatype,
                                                  const MPI_Fint* win,
                                                  const int* tag,
                                                  int* ierror) {
    *ierror = MPIX_Put_notify_tag(origin_addr, *origin_count, real().Type_f2c(*origin_datatype),
                                  *target_rank, *target_disp, *target_count,
                                  real().Type_f2c(*target_datatype), real().Win_f2c(*win), *tag);
}
ARAUTO_BY_IMPLICIT_INTERFACE(mpix_put_notify_tag)

ARAUTO_MPI_EXPORT void arauto_mpix_get_notify_tag(void* origin_addr,
                                                  const int* origin_count,
                                                  const MPI_Fint* origin_datatype,
                                                  const int* target_rank,
                                                  const MPI_Aint* target_disp,
                                                  const int* target_count,
                                                  const MPI_Fint* target_datatype,
                                                  const MPI_Fint* win,
                                                  const int* tag,
                                                  int* ierror) {
    *ierror = MPIX_Get_notify_tag(origin_addr, *origin_count, real().Type_f2c(*origin_datatype),
                                  *target_rank, *target_disp, *target_count,
                                  real().Type_f2c(*target_datatype), real().Win_f2c(*win), *tag);
}
ARAUTO_BY_IMPLICIT_INTERFACE(mpix_get_notify_tag)

ARAUTO_MPI_EXPORT void arauto_mpix_accumulate_notify_tag(void* origin_addr,
                                                         const int* origin_count,
                                                         const MPI_Fint* origin_datatype,
                                                         const int* target_rank,
                                                         const MPI_Aint* target_disp,
                                                         const int* target_count,
                                                         const MPI_Fint* target_datatype,
                                                         const MPI_Fint* op,
                                                         const MPI_Fint* win,
                                                         const int* tag,
                                                         int* ierror) {
    *ierror = MPIX_Accumulate_notify_tag(
        origin_addr, *origin_count, real().Type_f2c(*origin_datatype), *target_rank, *target_disp,
        *target_count, real().Type_f2c(*target_datatype), real().Op_f2c(*op), real().Win_f2c(*win),
        *tag);
}
ARAUTO_BY_IMPLICIT_INTERFACE(mpix_accumulate_notify_tag)

ARAUTO_MPI_EXPORT void arauto_mpix_rput_notify_tag(void* origin_addr,
                                                   const int* origin_count,
                                                   const MPI_Fint* origin_datatype,
                                                   const int* target_rank,
                                                   const MPI_Aint* target_disp,
                                                   const int* target_count,
                                                   const MPI_Fint* target_datatype,
                                                   const MPI_Fint* win,
                                                   MPI_Fint* request,
                                                   const int* tag,
                                                   int* ierror) {
    MPI_Request made = MPI_REQUEST_NULL;
    *ierror = MPIX_Rput_notify_tag(
        origin_addr, *origin_count, real().Type_f2c(*origin_datatype), *target_rank, *target_disp,
        *target_count, real().Type_f2c(*target_datatype), real().Win_f2c(*win), &made, *tag);
    *request = real().Request_c2f(made);
}
ARAUTO_BY_IMPLICIT_INTERFACE(mpix_rput_notify_tag)

ARAUTO_MPI_EXPORT void arauto_mpix_rget_notify_tag(void* origin_addr,
                                                   const int* origin_count,
                                                   const MPI_Fint* origin_datatype,
                                                   const int* target_rank,
                                                   const MPI_Aint* target_disp,
                                                   const int* target_count,
                                                   const MPI_Fint* target_datatype,
                                                   const MPI_Fint* win,
                                                   MPI_Fint* request,
                                                   const int* tag,
                                                   int* ierror) {
    MPI_Request made = MPI_REQUEST_NULL;
    *ierror = MPIX_Rget_notify_tag(
        origin_addr, *origin_count, real().Type_f2c(*origin_datatype), *target_rank, *target_disp,
        *target_count, real().Type_f2c(*target_datatype), real().Win_f2c(*win), &made, *tag);
    *request = real().Request_c2f(made);
}
ARAUTO_BY_IMPLICIT_INTERFACE(mpix_rget_notify_tag)

ARAUTO_MPI_EXPORT void arauto_mpix_raccumulate_notify_tag(void* origin_addr,
                                                          const int* origin_count,
                                                          const MPI_Fint* origin_datatype,
                                                          const int* target_rank,
                                                          const MPI_Aint* target_disp,
                                                          const int* target_count,
                                                          const MPI_Fint* target_datatype,
                                                          const MPI_Fint* op,
                                                          const MPI_Fint* win,
                                                          MPI_Fint* request,
                                                          const int* tag,
                                                          int* ierror) {
    MPI_Request made = MPI_REQUEST_NULL;
    *ierror = MPIX_Raccumulate_notify_tag(
        origin_addr, *origin_count, real().Type_f2c(*origin_datatype), *target_rank, *target_disp,
        *target_count, real().Type_f2c(*target_datatype), real().Op_f2c(*op), real().Win_f2c(*win),
        &made, *tag);
    *request = real().Request_c2f(made);
}
ARAUTO_BY_IMPLICIT_INTERFACE(mpix_raccumulate_notify_tag)

ARAUTO_MPI_EXPORT void arauto_mpix_win_set_num_notify(const MPI_Fint* win,
                                                      const MPI_Fint* info,
                                                      const int* num,
                                                      int* ierror) {
    *ierror = MPIX_Win_set_num_notify(real().Win_f2c(*win), real().Info_f2c(*info), *num);
}
ARAUTO_BY_IMPLICIT_INTERFACE(mpix_win_set_num_notify)

ARAUTO_MPI_EXPORT void
arauto_mpix_win_get_num_notify(const MPI_Fint* win, const int* rank, int* num, int* ierror) {
    *ierror = MPIX_Win_get_num_notify(real().Win_f2c(*win), *rank, num);
}
ARAUTO_BY_IMPLICIT_INTERFACE(mpix_win_get_num_notify)

ARAUTO_MPI_EXPORT void arauto_mpix_win_get_notify_value(const MPI_Fint* win,
                                                        const int* notify_idx,
                                                        MPI_Count* value,
                                                        int* ierror) {
    *ierror = MPIX_Win_get_notify_value(real().Win_f2c(*win), *notify_idx, value);
}
ARAUTO_BY_IMPLICIT_INTERFACE(mpix_win_get_notify_value)

ARAUTO_MPI_EXPORT void arauto_mpix_win_reset_notify_value(const MPI_Fint* win,
                                                          const int* notify_idx,
                                                          MPI_Count* value,
                                                          int* ierror) {
    *ierror = MPIX_Win_reset_notify_value(real().Win_f2c(*win), *notify_idx, value);
}
ARAUTO_BY_IMPLICIT_INTERFACE(mpix_win_reset_notify_value)

ARAUTO_MPI_EXPORT void arauto_mpix_win_notify_threshold(const MPI_Fint* win,
                                                        const int* notify_idx,
                                                        const MPI_Count* threshold,
                                                        MPI_Fint* request,
                                                        int* ierror) {
    MPI_Request made = MPI_REQUEST_NULL;
    *ierror = MPIX_Win_notify_threshold(real().Win_f2c(*win), *notify_idx, *threshold, &made);
    *request = real().Request_c2f(made);
}
ARAUTO_BY_IMPLICIT_INTERFACE(mpix_win_notify_threshold)

ARAUTO_MPI_EXPORT void arauto_mpix_win_iwait_notify(const MPI_Fint* win,
                                                    const int* notify_idx,
                                                    const MPI_Count* threshold,
                                                    MPI_Fint* request,
                                                    int* ierror) {
    MPI_Request made = MPI_REQUEST_NULL;
    *ierror = MPIX_Win_iwait_notify(real().Win_f2c(*win), *notify_idx, *threshold, &made);
    *request = real().Request_c2f(made);
}
ARAUTO_BY_IMPLICIT_INTERFACE(mpix_win_iwait_notify)

ARAUTO_MPI_EXPORT void arauto_mpix_win_notify_init(const MPI_Fint* win,
                                                   const int* notify_idx,
                                                   const MPI_Count* threshold,
                                                   MPI_Fint* request,
                                                   int* ierror) {
    MPI_Request made = MPI_REQUEST_NULL;
    *ierror = MPIX_Win_notify_init(real().Win_f2c(*win), *notify_idx, *threshold, &made);
    *request = real().Request_c2f(made);
}
ARAUTO_BY_IMPLICIT_INTERFACE(mpix_win_notify_init)

ARAUTO_MPI_EXPORT void arauto_mpix_notify_init(const MPI_Fint* win,
                                               const int* source,
                                               const int* tag,
                                               const int* count,
                                               MPI_Fint* request,
                                               int* ierror) {
    MPI_Request made = MPI_REQUEST_NULL;
    *ierror = MPIX_Notify_init(real().Win_f2c(*win), *source, *tag, *count, &made);
    *request = real().Request_c2f(made);
}
ARAUTO_BY_IMPLICIT_INTERFACE(mpix_notify_init)

ARAUTO_MPI_EXPORT void arauto_mpix_iprobe_notify_f08(const MPI_Fint* win,
                                                     const int* source,
                                                     const int* tag,
                                                     int* flag,
                                                     MPI_Status* status,
                                                     int* ierror) {
    *ierror = MPIX_Iprobe_notify(real().Win_f2c(*win), *source, *tag, flag, status);
}

ARAUTO_MPI_EXPORT void arauto_mpix_iprobe_notify(const MPI_Fint* win,
                                                 const int* source,
                                                 const int* tag,
                                                 int* flag,
                                                 MPI_Fint* status,
                                                 int* ierror) {
    MPI_Status told{};
    *ierror = MPIX_Iprobe_notify(real().Win_f2c(*win), *source, *tag, flag, &told);
    if (status != fortran_status_ignore() && *flag != 0) {
        real().Status_c2f(&told, status);
    }
}
ARAUTO_BY_IMPLICIT_INTERFACE(mpix_iprobe_notify)

ARAUTO_MPI_EXPORT int arauto_mpix_err_rma_notification() {
    return MPIX_ERR_RMA_NOTIFICATION;
}
ARAUTO_BY_IMPLICIT_INTERFACE(mpix_err_rma_notification)

ARAUTO_MPI_EXPORT int arauto_mpix_win_notification_num_sb() {
    return MPIX_WIN_NOTIFICATION_NUM_SB;
}
ARAUTO_BY_IMPLICIT_INTERFACE(mpix_win_notification_num_sb)

ARAUTO_MPI_EXPORT int arauto_mpix_win_notification_num_ub() {
    return MPIX_WIN_NOTIFICATION_NUM_UB;
}
ARAUTO_BY_IMPLICIT_INTERFACE(mpix_win_notification_num_ub)

ARAUTO_MPI_EXPORT int arauto_mpix_win_notification_value_ub() {
    return MPIX_WIN_NOTIFICATION_VALUE_UB;
}
ARAUTO_BY_IMPLICIT_INTERFACE(mpix_win_notification_value_ub)
