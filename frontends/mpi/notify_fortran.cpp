// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// What the Fortran module arauto_mpix calls: handles come as Fortran's integers, everything by
// reference.
#include "mpi.hpp"

#include "arauto/mpix.h"

ARAUTO_MPI_EXPORT void arauto_mpix_put_notify(void* origin,
                                              const int* origin_count,
                                              const MPI_Fint* origin_type,
                                              const int* rank,
                                              const MPI_Aint* displacement,
                                              const int* target_count,
                                              const MPI_Fint* target_type,
                                              const int* notify_idx,
                                              const MPI_Fint* win,
                                              int* ierror) {
    *ierror = MPIX_Put_notify(origin, *origin_count, PMPI_Type_f2c(*origin_type), *rank,
                              *displacement, *target_count, PMPI_Type_f2c(*target_type),
                              *notify_idx, PMPI_Win_f2c(*win));
}

ARAUTO_MPI_EXPORT void arauto_mpix_rput_notify(void* origin,
                                               const int* origin_count,
                                               const MPI_Fint* origin_type,
                                               const int* rank,
                                               const MPI_Aint* displacement,
                                               const int* target_count,
                                               const MPI_Fint* target_type,
                                               const int* notify_idx,
                                               const MPI_Fint* win,
                                               MPI_Fint* request,
                                               int* ierror) {
    MPI_Request made = MPI_REQUEST_NULL;
    *ierror = MPIX_Rput_notify(origin, *origin_count, PMPI_Type_f2c(*origin_type), *rank,
                               *displacement, *target_count, PMPI_Type_f2c(*target_type),
                               *notify_idx, PMPI_Win_f2c(*win), &made);
    *request = PMPI_Request_c2f(made);
}

ARAUTO_MPI_EXPORT void arauto_mpix_put_notify_tag(void* origin,
                                                  const int* origin_count,
                                                  const MPI_Fint* origin_type,
                                                  const int* rank,
                                                  const MPI_Aint* displacement,
                                                  const int* target_count,
                                                  const MPI_Fint* target_type,
                                                  const MPI_Fint* win,
                                                  const int* tag,
                                                  int* ierror) {
    *ierror = MPIX_Put_notify_tag(origin, *origin_count, PMPI_Type_f2c(*origin_type), *rank,
                                  *displacement, *target_count, PMPI_Type_f2c(*target_type),
                                  PMPI_Win_f2c(*win), *tag);
}

ARAUTO_MPI_EXPORT void arauto_mpix_rput_notify_tag(void* origin,
                                                   const int* origin_count,
                                                   const MPI_Fint* origin_type,
                                                   const int* rank,
                                                   const MPI_Aint* displacement,
                                                   const int* target_count,
                                                   const MPI_Fint* target_type,
                                                   const MPI_Fint* win,
                                                   MPI_Fint* request,
                                                   const int* tag,
                                                   int* ierror) {
    MPI_Request made = MPI_REQUEST_NULL;
    *ierror = MPIX_Rput_notify_tag(origin, *origin_count, PMPI_Type_f2c(*origin_type), *rank,
                                   *displacement, *target_count, PMPI_Type_f2c(*target_type),
                                   PMPI_Win_f2c(*win), &made, *tag);
    *request = PMPI_Request_c2f(made);
}

ARAUTO_MPI_EXPORT void arauto_mpix_get_notify(void* origin,
                                              const int* origin_count,
                                              const MPI_Fint* origin_type,
                                              const int* rank,
                                              const MPI_Aint* displacement,
                                              const int* target_count,
                                              const MPI_Fint* target_type,
                                              const int* notify_idx,
                                              const MPI_Fint* win,
                                              int* ierror) {
    *ierror = MPIX_Get_notify(origin, *origin_count, PMPI_Type_f2c(*origin_type), *rank,
                              *displacement, *target_count, PMPI_Type_f2c(*target_type),
                              *notify_idx, PMPI_Win_f2c(*win));
}

ARAUTO_MPI_EXPORT void arauto_mpix_rget_notify(void* origin,
                                               const int* origin_count,
                                               const MPI_Fint* origin_type,
                                               const int* rank,
                                               const MPI_Aint* displacement,
                                               const int* target_count,
                                               const MPI_Fint* target_type,
                                               const int* notify_idx,
                                               const MPI_Fint* win,
                                               MPI_Fint* request,
                                               int* ierror) {
    MPI_Request made = MPI_REQUEST_NULL;
    *ierror = MPIX_Rget_notify(origin, *origin_count, PMPI_Type_f2c(*origin_type), *rank,
                               *displacement, *target_count, PMPI_Type_f2c(*target_type),
                               *notify_idx, PMPI_Win_f2c(*win), &made);
    *request = PMPI_Request_c2f(made);
}

ARAUTO_MPI_EXPORT void arauto_mpix_get_notify_tag(void* origin,
                                                  const int* origin_count,
                                                  const MPI_Fint* origin_type,
                                                  const int* rank,
                                                  const MPI_Aint* displacement,
                                                  const int* target_count,
                                                  const MPI_Fint* target_type,
                                                  const MPI_Fint* win,
                                                  const int* tag,
                                                  int* ierror) {
    *ierror = MPIX_Get_notify_tag(origin, *origin_count, PMPI_Type_f2c(*origin_type), *rank,
                                  *displacement, *target_count, PMPI_Type_f2c(*target_type),
                                  PMPI_Win_f2c(*win), *tag);
}

ARAUTO_MPI_EXPORT void arauto_mpix_rget_notify_tag(void* origin,
                                                   const int* origin_count,
                                                   const MPI_Fint* origin_type,
                                                   const int* rank,
                                                   const MPI_Aint* displacement,
                                                   const int* target_count,
                                                   const MPI_Fint* target_type,
                                                   const MPI_Fint* win,
                                                   MPI_Fint* request,
                                                   const int* tag,
                                                   int* ierror) {
    MPI_Request made = MPI_REQUEST_NULL;
    *ierror = MPIX_Rget_notify_tag(origin, *origin_count, PMPI_Type_f2c(*origin_type), *rank,
                                   *displacement, *target_count, PMPI_Type_f2c(*target_type),
                                   PMPI_Win_f2c(*win), &made, *tag);
    *request = PMPI_Request_c2f(made);
}

ARAUTO_MPI_EXPORT void arauto_mpix_accumulate_notify(void* origin,
                                                     const int* origin_count,
                                                     const MPI_Fint* origin_type,
                                                     const int* rank,
                                                     const MPI_Aint* displacement,
                                                     const int* target_count,
                                                     const MPI_Fint* target_type,
                                                     const MPI_Fint* op,
                                                     const int* notify_idx,
                                                     const MPI_Fint* win,
                                                     int* ierror) {
    *ierror = MPIX_Accumulate_notify(origin, *origin_count, PMPI_Type_f2c(*origin_type), *rank,
                                     *displacement, *target_count, PMPI_Type_f2c(*target_type),
                                     PMPI_Op_f2c(*op), *notify_idx, PMPI_Win_f2c(*win));
}

ARAUTO_MPI_EXPORT void arauto_mpix_raccumulate_notify(void* origin,
                                                      const int* origin_count,
                                                      const MPI_Fint* origin_type,
                                                      const int* rank,
                                                      const MPI_Aint* displacement,
                                                      const int* target_count,
                                                      const MPI_Fint* target_type,
                                                      const MPI_Fint* op,
                                                      const int* notify_idx,
                                                      const MPI_Fint* win,
                                                      MPI_Fint* request,
                                                      int* ierror) {
    MPI_Request made = MPI_REQUEST_NULL;
    *ierror = MPIX_Raccumulate_notify(origin, *origin_count, PMPI_Type_f2c(*origin_type), *rank,
                                      *displacement, *target_count, PMPI_Type_f2c(*target_type),
                                      PMPI_Op_f2c(*op), *notify_idx, PMPI_Win_f2c(*win), &made);
    *request = PMPI_Request_c2f(made);
}

ARAUTO_MPI_EXPORT void arauto_mpix_accumulate_notify_tag(void* origin,
                                                         const int* origin_count,
                                                         const MPI_Fint* origin_type,
                                                         const int* rank,
                                                         const MPI_Aint* displacement,
                                                         const int* target_count,
                                                         const MPI_Fint* target_type,
                                                         const MPI_Fint* op,
                                                         const MPI_Fint* win,
                                                         const int* tag,
                                                         int* ierror) {
    *ierror = MPIX_Accumulate_notify_tag(origin, *origin_count, PMPI_Type_f2c(*origin_type), *rank,
                                         *displacement, *target_count, PMPI_Type_f2c(*target_type),
                                         PMPI_Op_f2c(*op), PMPI_Win_f2c(*win), *tag);
}

ARAUTO_MPI_EXPORT void arauto_mpix_raccumulate_notify_tag(void* origin,
                                                          const int* origin_count,
                                                          const MPI_Fint* origin_type,
                                                          const int* rank,
                                                          const MPI_Aint* displacement,
                                                          const int* target_count,
                                                          const MPI_Fint* target_type,
                                                          const MPI_Fint* op,
                                                          const MPI_Fint* win,
                                                          MPI_Fint* request,
                                                          const int* tag,
                                                          int* ierror) {
    MPI_Request made = MPI_REQUEST_NULL;
    *ierror = MPIX_Raccumulate_notify_tag(origin, *origin_count, PMPI_Type_f2c(*origin_type), *rank,
                                          *displacement, *target_count, PMPI_Type_f2c(*target_type),
                                          PMPI_Op_f2c(*op), PMPI_Win_f2c(*win), &made, *tag);
    *request = PMPI_Request_c2f(made);
}

ARAUTO_MPI_EXPORT void
arauto_mpix_win_get_num_notify(const MPI_Fint* win, const int* rank, int* number, int* ierror) {
    *ierror = MPIX_Win_get_num_notify(PMPI_Win_f2c(*win), *rank, number);
}

ARAUTO_MPI_EXPORT void arauto_mpix_win_get_notify_value(const MPI_Fint* win,
                                                        const int* notify_idx,
                                                        int64_t* counted,
                                                        int* ierror) {
    MPI_Count value = 0;
    *ierror = MPIX_Win_get_notify_value(PMPI_Win_f2c(*win), *notify_idx, &value);
    *counted = value;
}

ARAUTO_MPI_EXPORT void arauto_mpix_win_reset_notify_value(const MPI_Fint* win,
                                                          const int* notify_idx,
                                                          int64_t* counted,
                                                          int* ierror) {
    MPI_Count value = 0;
    *ierror = MPIX_Win_reset_notify_value(PMPI_Win_f2c(*win), *notify_idx, &value);
    *counted = value;
}

ARAUTO_MPI_EXPORT void arauto_mpix_win_iwait_notify(const MPI_Fint* win,
                                                    const int* notify_idx,
                                                    const int64_t* threshold,
                                                    MPI_Fint* request,
                                                    int* ierror) {
    MPI_Request made = MPI_REQUEST_NULL;
    *ierror = MPIX_Win_iwait_notify(PMPI_Win_f2c(*win), *notify_idx,
                                    static_cast<MPI_Count>(*threshold), &made);
    *request = PMPI_Request_c2f(made);
}

ARAUTO_MPI_EXPORT void arauto_mpix_win_notify_init(const MPI_Fint* win,
                                                   const int* notify_idx,
                                                   const int64_t* threshold,
                                                   MPI_Fint* request,
                                                   int* ierror) {
    MPI_Request made = MPI_REQUEST_NULL;
    *ierror = MPIX_Win_notify_init(PMPI_Win_f2c(*win), *notify_idx,
                                   static_cast<MPI_Count>(*threshold), &made);
    *request = PMPI_Request_c2f(made);
}

ARAUTO_MPI_EXPORT void arauto_mpix_notify_init(const MPI_Fint* win,
                                               const int* source,
                                               const int* tag,
                                               const int* expected,
                                               MPI_Fint* request,
                                               int* ierror) {
    MPI_Request made = MPI_REQUEST_NULL;
    *ierror = MPIX_Notify_init(PMPI_Win_f2c(*win), *source, *tag, *expected, &made);
    *request = PMPI_Request_c2f(made);
}

ARAUTO_MPI_EXPORT void arauto_mpix_win_set_num_notify(const MPI_Fint* win,
                                                      const MPI_Fint* info,
                                                      const int* number,
                                                      int* ierror) {
    *ierror = MPIX_Win_set_num_notify(PMPI_Win_f2c(*win), PMPI_Info_f2c(*info), *number);
}

ARAUTO_MPI_EXPORT void arauto_mpix_iprobe_notify(const MPI_Fint* win,
                                                 const int* source,
                                                 const int* tag,
                                                 bool* flag,
                                                 MPI_Fint* status,
                                                 int* ierror) {
    int found = 0;
    MPI_Status told{};
    *ierror = MPIX_Iprobe_notify(PMPI_Win_f2c(*win), *source, *tag, &found, &told);
    *flag = found != 0;
    PMPI_Status_c2f(&told, status);
}
