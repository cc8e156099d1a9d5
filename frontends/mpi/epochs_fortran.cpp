// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Nonblocking epochs as the Fortran modules arauto_mpix and arauto_mpix_f08 call them: handles come
// as Fortran's integers, everything by reference.
#include "real.hpp"

#include "arauto/mpix_epochs.h"

using namespace arauto::mpi; // NOLINT: this file defines functions of the MPI

/// The same under the name that gfortran, ifx and others give to a call by implicit interface.
#define ARAUTO_BY_IMPLICIT_INTERFACE(name)                                                         \
    ARAUTO_MPI_EXPORT decltype(arauto_##name) name##_ __attribute__((alias("arauto_" #name)));

ARAUTO_MPI_EXPORT void
arauto_mpix_win_ifence(const int* asserted, const MPI_Fint* win, MPI_Fint* request, int* ierror) {
    MPI_Request made = MPI_REQUEST_NULL;
    *ierror = MPIX_Win_ifence(*asserted, real().Win_f2c(*win), &made);
    *request = real().Request_c2f(made);
}
ARAUTO_BY_IMPLICIT_INTERFACE(mpix_win_ifence)

ARAUTO_MPI_EXPORT void arauto_mpix_win_ipost(const MPI_Fint* group,
                                             const int* asserted,
                                             const MPI_Fint* win,
                                             MPI_Fint* request,
                                             int* ierror) {
    MPI_Request made = MPI_REQUEST_NULL;
    *ierror = MPIX_Win_ipost(real().Group_f2c(*group), *asserted, real().Win_f2c(*win), &made);
    *request = real().Request_c2f(made);
}
ARAUTO_BY_IMPLICIT_INTERFACE(mpix_win_ipost)

ARAUTO_MPI_EXPORT void arauto_mpix_win_istart(const MPI_Fint* group,
                                              const int* asserted,
                                              const MPI_Fint* win,
                                              MPI_Fint* request,
                                              int* ierror) {
    MPI_Request made = MPI_REQUEST_NULL;
    *ierror = MPIX_Win_istart(real().Group_f2c(*group), *asserted, real().Win_f2c(*win), &made);
    *request = real().Request_c2f(made);
}
ARAUTO_BY_IMPLICIT_INTERFACE(mpix_win_istart)

ARAUTO_MPI_EXPORT void
arauto_mpix_win_icomplete(const MPI_Fint* win, MPI_Fint* request, int* ierror) {
    MPI_Request made = MPI_REQUEST_NULL;
    *ierror = MPIX_Win_icomplete(real().Win_f2c(*win), &made);
    *request = real().Request_c2f(made);
}
ARAUTO_BY_IMPLICIT_INTERFACE(mpix_win_icomplete)

ARAUTO_MPI_EXPORT void arauto_mpix_win_iwait(const MPI_Fint* win, MPI_Fint* request, int* ierror) {
    MPI_Request made = MPI_REQUEST_NULL;
    *ierror = MPIX_Win_iwait(real().Win_f2c(*win), &made);
    *request = real().Request_c2f(made);
}
ARAUTO_BY_IMPLICIT_INTERFACE(mpix_win_iwait)

ARAUTO_MPI_EXPORT void arauto_mpix_win_ilock(const int* lock_type,
                                             const int* rank,
                                             const int* asserted,
                                             const MPI_Fint* win,
                                             MPI_Fint* request,
                                             int* ierror) {
    MPI_Request made = MPI_REQUEST_NULL;
    *ierror = MPIX_Win_ilock(*lock_type, *rank, *asserted, real().Win_f2c(*win), &made);
    *request = real().Request_c2f(made);
}
ARAUTO_BY_IMPLICIT_INTERFACE(mpix_win_ilock)

ARAUTO_MPI_EXPORT void arauto_mpix_win_ilock_all(const int* asserted,
                                                 const MPI_Fint* win,
                                                 MPI_Fint* request,
                                                 int* ierror) {
    MPI_Request made = MPI_REQUEST_NULL;
    *ierror = MPIX_Win_ilock_all(*asserted, real().Win_f2c(*win), &made);
    *request = real().Request_c2f(made);
}
ARAUTO_BY_IMPLICIT_INTERFACE(mpix_win_ilock_all)

ARAUTO_MPI_EXPORT void
arauto_mpix_win_iunlock(const int* rank, const MPI_Fint* win, MPI_Fint* request, int* ierror) {
    MPI_Request made = MPI_REQUEST_NULL;
    *ierror = MPIX_Win_iunlock(*rank, real().Win_f2c(*win), &made);
    *request = real().Request_c2f(made);
}
ARAUTO_BY_IMPLICIT_INTERFACE(mpix_win_iunlock)

ARAUTO_MPI_EXPORT void
arauto_mpix_win_iunlock_all(const MPI_Fint* win, MPI_Fint* request, int* ierror) {
    MPI_Request made = MPI_REQUEST_NULL;
    *ierror = MPIX_Win_iunlock_all(real().Win_f2c(*win), &made);
    *request = real().Request_c2f(made);
}
ARAUTO_BY_IMPLICIT_INTERFACE(mpix_win_iunlock_all)

ARAUTO_MPI_EXPORT void
arauto_mpix_win_iflush(const int* rank, const MPI_Fint* win, MPI_Fint* request, int* ierror) {
    MPI_Request made = MPI_REQUEST_NULL;
    *ierror = MPIX_Win_iflush(*rank, real().Win_f2c(*win), &made);
    *request = real().Request_c2f(made);
}
ARAUTO_BY_IMPLICIT_INTERFACE(mpix_win_iflush)

ARAUTO_MPI_EXPORT void
arauto_mpix_win_iflush_local(const int* rank, const MPI_Fint* win, MPI_Fint* request, int* ierror) {
    MPI_Request made = MPI_REQUEST_NULL;
    *ierror = MPIX_Win_iflush_local(*rank, real().Win_f2c(*win), &made);
    *request = real().Request_c2f(made);
}
ARAUTO_BY_IMPLICIT_INTERFACE(mpix_win_iflush_local)

ARAUTO_MPI_EXPORT void
arauto_mpix_win_iflush_all(const MPI_Fint* win, MPI_Fint* request, int* ierror) {
    MPI_Request made = MPI_REQUEST_NULL;
    *ierror = MPIX_Win_iflush_all(real().Win_f2c(*win), &made);
    *request = real().Request_c2f(made);
}
ARAUTO_BY_IMPLICIT_INTERFACE(mpix_win_iflush_all)

ARAUTO_MPI_EXPORT void
arauto_mpix_win_iflush_local_all(const MPI_Fint* win, MPI_Fint* request, int* ierror) {
    MPI_Request made = MPI_REQUEST_NULL;
    *ierror = MPIX_Win_iflush_local_all(real().Win_f2c(*win), &made);
    *request = real().Request_c2f(made);
}
ARAUTO_BY_IMPLICIT_INTERFACE(mpix_win_iflush_local_all)
