// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Generated from frontends/mpi/bindings/calls.txt: change that, and run `make bindings`.
// The functions that the Fortran modules call. They get handles as Fortran's integers, and all
// arguments by reference.
#include "fortran_calls.hpp"

#include "arauto/mpix.h"

using namespace arauto::mpi;

ARAUTO_MPI_EXPORT void arauto_mpix_put_notify(void* origin_addr, const int* origin_count,
    const MPI_Fint* origin_datatype, const int* target_rank, const MPI_Aint* target_disp,
    const int* target_count, const MPI_Fint* target_datatype, const int* notify_idx,
    const MPI_Fint* win, int* ierror) {
    set_ierror(ierror, MPIX_Put_notify(origin_addr, *origin_count,
        real().Type_f2c(*origin_datatype), *target_rank, *target_disp, *target_count,
        real().Type_f2c(*target_datatype), *notify_idx, real().Win_f2c(*win)));
}
ARAUTO_IMPLICIT(mpix_put_notify)
ARAUTO_F08(mpix_put_notify)

ARAUTO_MPI_EXPORT void arauto_mpix_get_notify(void* origin_addr, const int* origin_count,
    const MPI_Fint* origin_datatype, const int* target_rank, const MPI_Aint* target_disp,
    const int* target_count, const MPI_Fint* target_datatype, const int* notify_idx,
    const MPI_Fint* win, int* ierror) {
    set_ierror(ierror, MPIX_Get_notify(origin_addr, *origin_count,
        real().Type_f2c(*origin_datatype), *target_rank, *target_disp, *target_count,
        real().Type_f2c(*target_datatype), *notify_idx, real().Win_f2c(*win)));
}
ARAUTO_IMPLICIT(mpix_get_notify)
ARAUTO_F08(mpix_get_notify)

ARAUTO_MPI_EXPORT void arauto_mpix_accumulate_notify(void* origin_addr, const int* origin_count,
    const MPI_Fint* origin_datatype, const int* target_rank, const MPI_Aint* target_disp,
    const int* target_count, const MPI_Fint* target_datatype, const MPI_Fint* op,
    const int* notify_idx, const MPI_Fint* win, int* ierror) {
    set_ierror(ierror, MPIX_Accumulate_notify(origin_addr, *origin_count,
        real().Type_f2c(*origin_datatype), *target_rank, *target_disp, *target_count,
        real().Type_f2c(*target_datatype), real().Op_f2c(*op), *notify_idx, real().Win_f2c(*win)));
}
ARAUTO_IMPLICIT(mpix_accumulate_notify)
ARAUTO_F08(mpix_accumulate_notify)

ARAUTO_MPI_EXPORT void arauto_mpix_get_accumulate_notify(void* origin_addr, const int* origin_count,
    const MPI_Fint* origin_datatype, void* result_addr, const int* result_count,
    const MPI_Fint* result_datatype, const int* target_rank, const MPI_Aint* target_disp,
    const int* target_count, const MPI_Fint* target_datatype, const MPI_Fint* op,
    const int* notify_idx, const MPI_Fint* win, int* ierror) {
    set_ierror(ierror, MPIX_Get_accumulate_notify(origin_addr, *origin_count,
        real().Type_f2c(*origin_datatype), result_addr, *result_count,
        real().Type_f2c(*result_datatype), *target_rank, *target_disp, *target_count,
        real().Type_f2c(*target_datatype), real().Op_f2c(*op), *notify_idx, real().Win_f2c(*win)));
}
ARAUTO_IMPLICIT(mpix_get_accumulate_notify)
ARAUTO_F08(mpix_get_accumulate_notify)

ARAUTO_MPI_EXPORT void arauto_mpix_rput_notify(void* origin_addr, const int* origin_count,
    const MPI_Fint* origin_datatype, const int* target_rank, const MPI_Aint* target_disp,
    const int* target_count, const MPI_Fint* target_datatype, const int* notify_idx,
    const MPI_Fint* win, MPI_Fint* request, int* ierror) {
    MPI_Request c_request = MPI_REQUEST_NULL;
    set_ierror(ierror, MPIX_Rput_notify(origin_addr, *origin_count,
        real().Type_f2c(*origin_datatype), *target_rank, *target_disp, *target_count,
        real().Type_f2c(*target_datatype), *notify_idx, real().Win_f2c(*win), &c_request));
    *request = real().Request_c2f(c_request);
}
ARAUTO_IMPLICIT(mpix_rput_notify)
ARAUTO_F08(mpix_rput_notify)

ARAUTO_MPI_EXPORT void arauto_mpix_rget_notify(void* origin_addr, const int* origin_count,
    const MPI_Fint* origin_datatype, const int* target_rank, const MPI_Aint* target_disp,
    const int* target_count, const MPI_Fint* target_datatype, const int* notify_idx,
    const MPI_Fint* win, MPI_Fint* request, int* ierror) {
    MPI_Request c_request = MPI_REQUEST_NULL;
    set_ierror(ierror, MPIX_Rget_notify(origin_addr, *origin_count,
        real().Type_f2c(*origin_datatype), *target_rank, *target_disp, *target_count,
        real().Type_f2c(*target_datatype), *notify_idx, real().Win_f2c(*win), &c_request));
    *request = real().Request_c2f(c_request);
}
ARAUTO_IMPLICIT(mpix_rget_notify)
ARAUTO_F08(mpix_rget_notify)

ARAUTO_MPI_EXPORT void arauto_mpix_raccumulate_notify(void* origin_addr, const int* origin_count,
    const MPI_Fint* origin_datatype, const int* target_rank, const MPI_Aint* target_disp,
    const int* target_count, const MPI_Fint* target_datatype, const MPI_Fint* op,
    const int* notify_idx, const MPI_Fint* win, MPI_Fint* request, int* ierror) {
    MPI_Request c_request = MPI_REQUEST_NULL;
    set_ierror(ierror, MPIX_Raccumulate_notify(origin_addr, *origin_count,
        real().Type_f2c(*origin_datatype), *target_rank, *target_disp, *target_count,
        real().Type_f2c(*target_datatype), real().Op_f2c(*op), *notify_idx, real().Win_f2c(*win),
        &c_request));
    *request = real().Request_c2f(c_request);
}
ARAUTO_IMPLICIT(mpix_raccumulate_notify)
ARAUTO_F08(mpix_raccumulate_notify)

ARAUTO_MPI_EXPORT void arauto_mpix_rget_accumulate_notify(void* origin_addr,
    const int* origin_count, const MPI_Fint* origin_datatype, void* result_addr,
    const int* result_count, const MPI_Fint* result_datatype, const int* target_rank,
    const MPI_Aint* target_disp, const int* target_count, const MPI_Fint* target_datatype,
    const MPI_Fint* op, const int* notify_idx, const MPI_Fint* win, MPI_Fint* request,
    int* ierror) {
    MPI_Request c_request = MPI_REQUEST_NULL;
    set_ierror(ierror, MPIX_Rget_accumulate_notify(origin_addr, *origin_count,
        real().Type_f2c(*origin_datatype), result_addr, *result_count,
        real().Type_f2c(*result_datatype), *target_rank, *target_disp, *target_count,
        real().Type_f2c(*target_datatype), real().Op_f2c(*op), *notify_idx, real().Win_f2c(*win),
        &c_request));
    *request = real().Request_c2f(c_request);
}
ARAUTO_IMPLICIT(mpix_rget_accumulate_notify)
ARAUTO_F08(mpix_rget_accumulate_notify)

ARAUTO_MPI_EXPORT void arauto_mpix_put_notify_tag(void* origin_addr, const int* origin_count,
    const MPI_Fint* origin_datatype, const int* target_rank, const MPI_Aint* target_disp,
    const int* target_count, const MPI_Fint* target_datatype, const MPI_Fint* win, const int* tag,
    int* ierror) {
    set_ierror(ierror, MPIX_Put_notify_tag(origin_addr, *origin_count,
        real().Type_f2c(*origin_datatype), *target_rank, *target_disp, *target_count,
        real().Type_f2c(*target_datatype), real().Win_f2c(*win), *tag));
}
ARAUTO_IMPLICIT(mpix_put_notify_tag)
ARAUTO_F08(mpix_put_notify_tag)

ARAUTO_MPI_EXPORT void arauto_mpix_get_notify_tag(void* origin_addr, const int* origin_count,
    const MPI_Fint* origin_datatype, const int* target_rank, const MPI_Aint* target_disp,
    const int* target_count, const MPI_Fint* target_datatype, const MPI_Fint* win, const int* tag,
    int* ierror) {
    set_ierror(ierror, MPIX_Get_notify_tag(origin_addr, *origin_count,
        real().Type_f2c(*origin_datatype), *target_rank, *target_disp, *target_count,
        real().Type_f2c(*target_datatype), real().Win_f2c(*win), *tag));
}
ARAUTO_IMPLICIT(mpix_get_notify_tag)
ARAUTO_F08(mpix_get_notify_tag)

ARAUTO_MPI_EXPORT void arauto_mpix_accumulate_notify_tag(void* origin_addr, const int* origin_count,
    const MPI_Fint* origin_datatype, const int* target_rank, const MPI_Aint* target_disp,
    const int* target_count, const MPI_Fint* target_datatype, const MPI_Fint* op,
    const MPI_Fint* win, const int* tag, int* ierror) {
    set_ierror(ierror, MPIX_Accumulate_notify_tag(origin_addr, *origin_count,
        real().Type_f2c(*origin_datatype), *target_rank, *target_disp, *target_count,
        real().Type_f2c(*target_datatype), real().Op_f2c(*op), real().Win_f2c(*win), *tag));
}
ARAUTO_IMPLICIT(mpix_accumulate_notify_tag)
ARAUTO_F08(mpix_accumulate_notify_tag)

ARAUTO_MPI_EXPORT void arauto_mpix_rput_notify_tag(void* origin_addr, const int* origin_count,
    const MPI_Fint* origin_datatype, const int* target_rank, const MPI_Aint* target_disp,
    const int* target_count, const MPI_Fint* target_datatype, const MPI_Fint* win,
    MPI_Fint* request, const int* tag, int* ierror) {
    MPI_Request c_request = MPI_REQUEST_NULL;
    set_ierror(ierror, MPIX_Rput_notify_tag(origin_addr, *origin_count,
        real().Type_f2c(*origin_datatype), *target_rank, *target_disp, *target_count,
        real().Type_f2c(*target_datatype), real().Win_f2c(*win), &c_request, *tag));
    *request = real().Request_c2f(c_request);
}
ARAUTO_IMPLICIT(mpix_rput_notify_tag)
ARAUTO_F08(mpix_rput_notify_tag)

ARAUTO_MPI_EXPORT void arauto_mpix_rget_notify_tag(void* origin_addr, const int* origin_count,
    const MPI_Fint* origin_datatype, const int* target_rank, const MPI_Aint* target_disp,
    const int* target_count, const MPI_Fint* target_datatype, const MPI_Fint* win,
    MPI_Fint* request, const int* tag, int* ierror) {
    MPI_Request c_request = MPI_REQUEST_NULL;
    set_ierror(ierror, MPIX_Rget_notify_tag(origin_addr, *origin_count,
        real().Type_f2c(*origin_datatype), *target_rank, *target_disp, *target_count,
        real().Type_f2c(*target_datatype), real().Win_f2c(*win), &c_request, *tag));
    *request = real().Request_c2f(c_request);
}
ARAUTO_IMPLICIT(mpix_rget_notify_tag)
ARAUTO_F08(mpix_rget_notify_tag)

ARAUTO_MPI_EXPORT void arauto_mpix_raccumulate_notify_tag(void* origin_addr,
    const int* origin_count, const MPI_Fint* origin_datatype, const int* target_rank,
    const MPI_Aint* target_disp, const int* target_count, const MPI_Fint* target_datatype,
    const MPI_Fint* op, const MPI_Fint* win, MPI_Fint* request, const int* tag, int* ierror) {
    MPI_Request c_request = MPI_REQUEST_NULL;
    set_ierror(ierror, MPIX_Raccumulate_notify_tag(origin_addr, *origin_count,
        real().Type_f2c(*origin_datatype), *target_rank, *target_disp, *target_count,
        real().Type_f2c(*target_datatype), real().Op_f2c(*op), real().Win_f2c(*win), &c_request,
        *tag));
    *request = real().Request_c2f(c_request);
}
ARAUTO_IMPLICIT(mpix_raccumulate_notify_tag)
ARAUTO_F08(mpix_raccumulate_notify_tag)

ARAUTO_MPI_EXPORT void arauto_mpix_put_notify_c(void* origin_addr, const MPI_Count* origin_count,
    const MPI_Fint* origin_datatype, const int* target_rank, const MPI_Aint* target_disp,
    const MPI_Count* target_count, const MPI_Fint* target_datatype, const int* notify_idx,
    const MPI_Fint* win, int* ierror) {
    set_ierror(ierror, MPIX_Put_notify_c(origin_addr, *origin_count,
        real().Type_f2c(*origin_datatype), *target_rank, *target_disp, *target_count,
        real().Type_f2c(*target_datatype), *notify_idx, real().Win_f2c(*win)));
}
ARAUTO_IMPLICIT(mpix_put_notify_c)
ARAUTO_F08(mpix_put_notify_c)

ARAUTO_MPI_EXPORT void arauto_mpix_get_notify_c(void* origin_addr, const MPI_Count* origin_count,
    const MPI_Fint* origin_datatype, const int* target_rank, const MPI_Aint* target_disp,
    const MPI_Count* target_count, const MPI_Fint* target_datatype, const int* notify_idx,
    const MPI_Fint* win, int* ierror) {
    set_ierror(ierror, MPIX_Get_notify_c(origin_addr, *origin_count,
        real().Type_f2c(*origin_datatype), *target_rank, *target_disp, *target_count,
        real().Type_f2c(*target_datatype), *notify_idx, real().Win_f2c(*win)));
}
ARAUTO_IMPLICIT(mpix_get_notify_c)
ARAUTO_F08(mpix_get_notify_c)

ARAUTO_MPI_EXPORT void arauto_mpix_accumulate_notify_c(void* origin_addr,
    const MPI_Count* origin_count, const MPI_Fint* origin_datatype, const int* target_rank,
    const MPI_Aint* target_disp, const MPI_Count* target_count, const MPI_Fint* target_datatype,
    const MPI_Fint* op, const int* notify_idx, const MPI_Fint* win, int* ierror) {
    set_ierror(ierror, MPIX_Accumulate_notify_c(origin_addr, *origin_count,
        real().Type_f2c(*origin_datatype), *target_rank, *target_disp, *target_count,
        real().Type_f2c(*target_datatype), real().Op_f2c(*op), *notify_idx, real().Win_f2c(*win)));
}
ARAUTO_IMPLICIT(mpix_accumulate_notify_c)
ARAUTO_F08(mpix_accumulate_notify_c)

ARAUTO_MPI_EXPORT void arauto_mpix_get_accumulate_notify_c(void* origin_addr,
    const MPI_Count* origin_count, const MPI_Fint* origin_datatype, void* result_addr,
    const MPI_Count* result_count, const MPI_Fint* result_datatype, const int* target_rank,
    const MPI_Aint* target_disp, const MPI_Count* target_count, const MPI_Fint* target_datatype,
    const MPI_Fint* op, const int* notify_idx, const MPI_Fint* win, int* ierror) {
    set_ierror(ierror, MPIX_Get_accumulate_notify_c(origin_addr, *origin_count,
        real().Type_f2c(*origin_datatype), result_addr, *result_count,
        real().Type_f2c(*result_datatype), *target_rank, *target_disp, *target_count,
        real().Type_f2c(*target_datatype), real().Op_f2c(*op), *notify_idx, real().Win_f2c(*win)));
}
ARAUTO_IMPLICIT(mpix_get_accumulate_notify_c)
ARAUTO_F08(mpix_get_accumulate_notify_c)

ARAUTO_MPI_EXPORT void arauto_mpix_rput_notify_c(void* origin_addr, const MPI_Count* origin_count,
    const MPI_Fint* origin_datatype, const int* target_rank, const MPI_Aint* target_disp,
    const MPI_Count* target_count, const MPI_Fint* target_datatype, const int* notify_idx,
    const MPI_Fint* win, MPI_Fint* request, int* ierror) {
    MPI_Request c_request = MPI_REQUEST_NULL;
    set_ierror(ierror, MPIX_Rput_notify_c(origin_addr, *origin_count,
        real().Type_f2c(*origin_datatype), *target_rank, *target_disp, *target_count,
        real().Type_f2c(*target_datatype), *notify_idx, real().Win_f2c(*win), &c_request));
    *request = real().Request_c2f(c_request);
}
ARAUTO_IMPLICIT(mpix_rput_notify_c)
ARAUTO_F08(mpix_rput_notify_c)

ARAUTO_MPI_EXPORT void arauto_mpix_rget_notify_c(void* origin_addr, const MPI_Count* origin_count,
    const MPI_Fint* origin_datatype, const int* target_rank, const MPI_Aint* target_disp,
    const MPI_Count* target_count, const MPI_Fint* target_datatype, const int* notify_idx,
    const MPI_Fint* win, MPI_Fint* request, int* ierror) {
    MPI_Request c_request = MPI_REQUEST_NULL;
    set_ierror(ierror, MPIX_Rget_notify_c(origin_addr, *origin_count,
        real().Type_f2c(*origin_datatype), *target_rank, *target_disp, *target_count,
        real().Type_f2c(*target_datatype), *notify_idx, real().Win_f2c(*win), &c_request));
    *request = real().Request_c2f(c_request);
}
ARAUTO_IMPLICIT(mpix_rget_notify_c)
ARAUTO_F08(mpix_rget_notify_c)

ARAUTO_MPI_EXPORT void arauto_mpix_raccumulate_notify_c(void* origin_addr,
    const MPI_Count* origin_count, const MPI_Fint* origin_datatype, const int* target_rank,
    const MPI_Aint* target_disp, const MPI_Count* target_count, const MPI_Fint* target_datatype,
    const MPI_Fint* op, const int* notify_idx, const MPI_Fint* win, MPI_Fint* request,
    int* ierror) {
    MPI_Request c_request = MPI_REQUEST_NULL;
    set_ierror(ierror, MPIX_Raccumulate_notify_c(origin_addr, *origin_count,
        real().Type_f2c(*origin_datatype), *target_rank, *target_disp, *target_count,
        real().Type_f2c(*target_datatype), real().Op_f2c(*op), *notify_idx, real().Win_f2c(*win),
        &c_request));
    *request = real().Request_c2f(c_request);
}
ARAUTO_IMPLICIT(mpix_raccumulate_notify_c)
ARAUTO_F08(mpix_raccumulate_notify_c)

ARAUTO_MPI_EXPORT void arauto_mpix_rget_accumulate_notify_c(void* origin_addr,
    const MPI_Count* origin_count, const MPI_Fint* origin_datatype, void* result_addr,
    const MPI_Count* result_count, const MPI_Fint* result_datatype, const int* target_rank,
    const MPI_Aint* target_disp, const MPI_Count* target_count, const MPI_Fint* target_datatype,
    const MPI_Fint* op, const int* notify_idx, const MPI_Fint* win, MPI_Fint* request,
    int* ierror) {
    MPI_Request c_request = MPI_REQUEST_NULL;
    set_ierror(ierror, MPIX_Rget_accumulate_notify_c(origin_addr, *origin_count,
        real().Type_f2c(*origin_datatype), result_addr, *result_count,
        real().Type_f2c(*result_datatype), *target_rank, *target_disp, *target_count,
        real().Type_f2c(*target_datatype), real().Op_f2c(*op), *notify_idx, real().Win_f2c(*win),
        &c_request));
    *request = real().Request_c2f(c_request);
}
ARAUTO_IMPLICIT(mpix_rget_accumulate_notify_c)
ARAUTO_F08(mpix_rget_accumulate_notify_c)

ARAUTO_MPI_EXPORT void arauto_mpix_put_notify_tag_c(void* origin_addr,
    const MPI_Count* origin_count, const MPI_Fint* origin_datatype, const int* target_rank,
    const MPI_Aint* target_disp, const MPI_Count* target_count, const MPI_Fint* target_datatype,
    const MPI_Fint* win, const int* tag, int* ierror) {
    set_ierror(ierror, MPIX_Put_notify_tag_c(origin_addr, *origin_count,
        real().Type_f2c(*origin_datatype), *target_rank, *target_disp, *target_count,
        real().Type_f2c(*target_datatype), real().Win_f2c(*win), *tag));
}
ARAUTO_IMPLICIT(mpix_put_notify_tag_c)
ARAUTO_F08(mpix_put_notify_tag_c)

ARAUTO_MPI_EXPORT void arauto_mpix_get_notify_tag_c(void* origin_addr,
    const MPI_Count* origin_count, const MPI_Fint* origin_datatype, const int* target_rank,
    const MPI_Aint* target_disp, const MPI_Count* target_count, const MPI_Fint* target_datatype,
    const MPI_Fint* win, const int* tag, int* ierror) {
    set_ierror(ierror, MPIX_Get_notify_tag_c(origin_addr, *origin_count,
        real().Type_f2c(*origin_datatype), *target_rank, *target_disp, *target_count,
        real().Type_f2c(*target_datatype), real().Win_f2c(*win), *tag));
}
ARAUTO_IMPLICIT(mpix_get_notify_tag_c)
ARAUTO_F08(mpix_get_notify_tag_c)

ARAUTO_MPI_EXPORT void arauto_mpix_accumulate_notify_tag_c(void* origin_addr,
    const MPI_Count* origin_count, const MPI_Fint* origin_datatype, const int* target_rank,
    const MPI_Aint* target_disp, const MPI_Count* target_count, const MPI_Fint* target_datatype,
    const MPI_Fint* op, const MPI_Fint* win, const int* tag, int* ierror) {
    set_ierror(ierror, MPIX_Accumulate_notify_tag_c(origin_addr, *origin_count,
        real().Type_f2c(*origin_datatype), *target_rank, *target_disp, *target_count,
        real().Type_f2c(*target_datatype), real().Op_f2c(*op), real().Win_f2c(*win), *tag));
}
ARAUTO_IMPLICIT(mpix_accumulate_notify_tag_c)
ARAUTO_F08(mpix_accumulate_notify_tag_c)

ARAUTO_MPI_EXPORT void arauto_mpix_rput_notify_tag_c(void* origin_addr,
    const MPI_Count* origin_count, const MPI_Fint* origin_datatype, const int* target_rank,
    const MPI_Aint* target_disp, const MPI_Count* target_count, const MPI_Fint* target_datatype,
    const MPI_Fint* win, MPI_Fint* request, const int* tag, int* ierror) {
    MPI_Request c_request = MPI_REQUEST_NULL;
    set_ierror(ierror, MPIX_Rput_notify_tag_c(origin_addr, *origin_count,
        real().Type_f2c(*origin_datatype), *target_rank, *target_disp, *target_count,
        real().Type_f2c(*target_datatype), real().Win_f2c(*win), &c_request, *tag));
    *request = real().Request_c2f(c_request);
}
ARAUTO_IMPLICIT(mpix_rput_notify_tag_c)
ARAUTO_F08(mpix_rput_notify_tag_c)

ARAUTO_MPI_EXPORT void arauto_mpix_rget_notify_tag_c(void* origin_addr,
    const MPI_Count* origin_count, const MPI_Fint* origin_datatype, const int* target_rank,
    const MPI_Aint* target_disp, const MPI_Count* target_count, const MPI_Fint* target_datatype,
    const MPI_Fint* win, MPI_Fint* request, const int* tag, int* ierror) {
    MPI_Request c_request = MPI_REQUEST_NULL;
    set_ierror(ierror, MPIX_Rget_notify_tag_c(origin_addr, *origin_count,
        real().Type_f2c(*origin_datatype), *target_rank, *target_disp, *target_count,
        real().Type_f2c(*target_datatype), real().Win_f2c(*win), &c_request, *tag));
    *request = real().Request_c2f(c_request);
}
ARAUTO_IMPLICIT(mpix_rget_notify_tag_c)
ARAUTO_F08(mpix_rget_notify_tag_c)

ARAUTO_MPI_EXPORT void arauto_mpix_raccumulate_notify_tag_c(void* origin_addr,
    const MPI_Count* origin_count, const MPI_Fint* origin_datatype, const int* target_rank,
    const MPI_Aint* target_disp, const MPI_Count* target_count, const MPI_Fint* target_datatype,
    const MPI_Fint* op, const MPI_Fint* win, MPI_Fint* request, const int* tag, int* ierror) {
    MPI_Request c_request = MPI_REQUEST_NULL;
    set_ierror(ierror, MPIX_Raccumulate_notify_tag_c(origin_addr, *origin_count,
        real().Type_f2c(*origin_datatype), *target_rank, *target_disp, *target_count,
        real().Type_f2c(*target_datatype), real().Op_f2c(*op), real().Win_f2c(*win), &c_request,
        *tag));
    *request = real().Request_c2f(c_request);
}
ARAUTO_IMPLICIT(mpix_raccumulate_notify_tag_c)
ARAUTO_F08(mpix_raccumulate_notify_tag_c)

ARAUTO_MPI_EXPORT void arauto_mpix_win_set_num_notify(const MPI_Fint* win, const MPI_Fint* info,
    const int* num, int* ierror) {
    set_ierror(ierror, MPIX_Win_set_num_notify(real().Win_f2c(*win), real().Info_f2c(*info), *num));
}
ARAUTO_IMPLICIT(mpix_win_set_num_notify)
ARAUTO_F08(mpix_win_set_num_notify)

ARAUTO_MPI_EXPORT void arauto_mpix_win_get_num_notify(const MPI_Fint* win, const int* rank,
    int* num, int* ierror) {
    set_ierror(ierror, MPIX_Win_get_num_notify(real().Win_f2c(*win), *rank, num));
}
ARAUTO_IMPLICIT(mpix_win_get_num_notify)
ARAUTO_F08(mpix_win_get_num_notify)

ARAUTO_MPI_EXPORT void arauto_mpix_win_get_notify_value(const MPI_Fint* win, const int* notify_idx,
    MPI_Count* value, int* ierror) {
    set_ierror(ierror, MPIX_Win_get_notify_value(real().Win_f2c(*win), *notify_idx, value));
}
ARAUTO_IMPLICIT(mpix_win_get_notify_value)
ARAUTO_F08(mpix_win_get_notify_value)

ARAUTO_MPI_EXPORT void arauto_mpix_win_reset_notify_value(const MPI_Fint* win,
    const int* notify_idx, MPI_Count* value, int* ierror) {
    set_ierror(ierror, MPIX_Win_reset_notify_value(real().Win_f2c(*win), *notify_idx, value));
}
ARAUTO_IMPLICIT(mpix_win_reset_notify_value)
ARAUTO_F08(mpix_win_reset_notify_value)

ARAUTO_MPI_EXPORT void arauto_mpix_win_notify_threshold(const MPI_Fint* win, const int* notify_idx,
    const MPI_Count* threshold, MPI_Fint* request, int* ierror) {
    MPI_Request c_request = MPI_REQUEST_NULL;
    set_ierror(ierror, MPIX_Win_notify_threshold(real().Win_f2c(*win), *notify_idx, *threshold,
        &c_request));
    *request = real().Request_c2f(c_request);
}
ARAUTO_IMPLICIT(mpix_win_notify_threshold)
ARAUTO_F08(mpix_win_notify_threshold)

ARAUTO_MPI_EXPORT void arauto_mpix_win_iwait_notify(const MPI_Fint* win, const int* notify_idx,
    const MPI_Count* threshold, MPI_Fint* request, int* ierror) {
    MPI_Request c_request = MPI_REQUEST_NULL;
    set_ierror(ierror, MPIX_Win_iwait_notify(real().Win_f2c(*win), *notify_idx, *threshold,
        &c_request));
    *request = real().Request_c2f(c_request);
}
ARAUTO_IMPLICIT(mpix_win_iwait_notify)
ARAUTO_F08(mpix_win_iwait_notify)

ARAUTO_MPI_EXPORT void arauto_mpix_win_notify_init(const MPI_Fint* win, const int* notify_idx,
    const MPI_Count* threshold, MPI_Fint* request, int* ierror) {
    MPI_Request c_request = MPI_REQUEST_NULL;
    set_ierror(ierror, MPIX_Win_notify_init(real().Win_f2c(*win), *notify_idx, *threshold,
        &c_request));
    *request = real().Request_c2f(c_request);
}
ARAUTO_IMPLICIT(mpix_win_notify_init)
ARAUTO_F08(mpix_win_notify_init)

ARAUTO_MPI_EXPORT void arauto_mpix_notify_init(const MPI_Fint* win, const int* source,
    const int* tag, const int* count, MPI_Fint* request, int* ierror) {
    MPI_Request c_request = MPI_REQUEST_NULL;
    set_ierror(ierror, MPIX_Notify_init(real().Win_f2c(*win), *source, *tag, *count, &c_request));
    *request = real().Request_c2f(c_request);
}
ARAUTO_IMPLICIT(mpix_notify_init)
ARAUTO_F08(mpix_notify_init)

ARAUTO_MPI_EXPORT void arauto_mpix_iprobe_notify(const MPI_Fint* win, const int* source,
    const int* tag, int* flag, MPI_Fint* status, int* ierror) {
    MPI_Status c_status{};
    set_ierror(ierror, MPIX_Iprobe_notify(real().Win_f2c(*win), *source, *tag, flag, &c_status));
    set_status(status, *flag, c_status);
}
ARAUTO_IMPLICIT(mpix_iprobe_notify)

ARAUTO_MPI_EXPORT void arauto_mpix_win_ifence(const int* assert, const MPI_Fint* win,
    MPI_Fint* request, int* ierror) {
    MPI_Request c_request = MPI_REQUEST_NULL;
    set_ierror(ierror, MPIX_Win_ifence(*assert, real().Win_f2c(*win), &c_request));
    *request = real().Request_c2f(c_request);
}
ARAUTO_IMPLICIT(mpix_win_ifence)
ARAUTO_F08(mpix_win_ifence)

ARAUTO_MPI_EXPORT void arauto_mpix_win_ipost(const MPI_Fint* group, const int* assert,
    const MPI_Fint* win, MPI_Fint* request, int* ierror) {
    MPI_Request c_request = MPI_REQUEST_NULL;
    set_ierror(ierror, MPIX_Win_ipost(real().Group_f2c(*group), *assert, real().Win_f2c(*win),
        &c_request));
    *request = real().Request_c2f(c_request);
}
ARAUTO_IMPLICIT(mpix_win_ipost)
ARAUTO_F08(mpix_win_ipost)

ARAUTO_MPI_EXPORT void arauto_mpix_win_istart(const MPI_Fint* group, const int* assert,
    const MPI_Fint* win, MPI_Fint* request, int* ierror) {
    MPI_Request c_request = MPI_REQUEST_NULL;
    set_ierror(ierror, MPIX_Win_istart(real().Group_f2c(*group), *assert, real().Win_f2c(*win),
        &c_request));
    *request = real().Request_c2f(c_request);
}
ARAUTO_IMPLICIT(mpix_win_istart)
ARAUTO_F08(mpix_win_istart)

ARAUTO_MPI_EXPORT void arauto_mpix_win_icomplete(const MPI_Fint* win, MPI_Fint* request,
    int* ierror) {
    MPI_Request c_request = MPI_REQUEST_NULL;
    set_ierror(ierror, MPIX_Win_icomplete(real().Win_f2c(*win), &c_request));
    *request = real().Request_c2f(c_request);
}
ARAUTO_IMPLICIT(mpix_win_icomplete)
ARAUTO_F08(mpix_win_icomplete)

ARAUTO_MPI_EXPORT void arauto_mpix_win_iwait(const MPI_Fint* win, MPI_Fint* request, int* ierror) {
    MPI_Request c_request = MPI_REQUEST_NULL;
    set_ierror(ierror, MPIX_Win_iwait(real().Win_f2c(*win), &c_request));
    *request = real().Request_c2f(c_request);
}
ARAUTO_IMPLICIT(mpix_win_iwait)
ARAUTO_F08(mpix_win_iwait)

ARAUTO_MPI_EXPORT void arauto_mpix_win_ilock(const int* lock_type, const int* rank,
    const int* assert, const MPI_Fint* win, MPI_Fint* request, int* ierror) {
    MPI_Request c_request = MPI_REQUEST_NULL;
    set_ierror(ierror, MPIX_Win_ilock(*lock_type, *rank, *assert, real().Win_f2c(*win),
        &c_request));
    *request = real().Request_c2f(c_request);
}
ARAUTO_IMPLICIT(mpix_win_ilock)
ARAUTO_F08(mpix_win_ilock)

ARAUTO_MPI_EXPORT void arauto_mpix_win_ilock_all(const int* assert, const MPI_Fint* win,
    MPI_Fint* request, int* ierror) {
    MPI_Request c_request = MPI_REQUEST_NULL;
    set_ierror(ierror, MPIX_Win_ilock_all(*assert, real().Win_f2c(*win), &c_request));
    *request = real().Request_c2f(c_request);
}
ARAUTO_IMPLICIT(mpix_win_ilock_all)
ARAUTO_F08(mpix_win_ilock_all)

ARAUTO_MPI_EXPORT void arauto_mpix_win_iunlock(const int* rank, const MPI_Fint* win,
    MPI_Fint* request, int* ierror) {
    MPI_Request c_request = MPI_REQUEST_NULL;
    set_ierror(ierror, MPIX_Win_iunlock(*rank, real().Win_f2c(*win), &c_request));
    *request = real().Request_c2f(c_request);
}
ARAUTO_IMPLICIT(mpix_win_iunlock)
ARAUTO_F08(mpix_win_iunlock)

ARAUTO_MPI_EXPORT void arauto_mpix_win_iunlock_all(const MPI_Fint* win, MPI_Fint* request,
    int* ierror) {
    MPI_Request c_request = MPI_REQUEST_NULL;
    set_ierror(ierror, MPIX_Win_iunlock_all(real().Win_f2c(*win), &c_request));
    *request = real().Request_c2f(c_request);
}
ARAUTO_IMPLICIT(mpix_win_iunlock_all)
ARAUTO_F08(mpix_win_iunlock_all)

ARAUTO_MPI_EXPORT void arauto_mpix_win_iflush(const int* rank, const MPI_Fint* win,
    MPI_Fint* request, int* ierror) {
    MPI_Request c_request = MPI_REQUEST_NULL;
    set_ierror(ierror, MPIX_Win_iflush(*rank, real().Win_f2c(*win), &c_request));
    *request = real().Request_c2f(c_request);
}
ARAUTO_IMPLICIT(mpix_win_iflush)
ARAUTO_F08(mpix_win_iflush)

ARAUTO_MPI_EXPORT void arauto_mpix_win_iflush_local(const int* rank, const MPI_Fint* win,
    MPI_Fint* request, int* ierror) {
    MPI_Request c_request = MPI_REQUEST_NULL;
    set_ierror(ierror, MPIX_Win_iflush_local(*rank, real().Win_f2c(*win), &c_request));
    *request = real().Request_c2f(c_request);
}
ARAUTO_IMPLICIT(mpix_win_iflush_local)
ARAUTO_F08(mpix_win_iflush_local)

ARAUTO_MPI_EXPORT void arauto_mpix_win_iflush_all(const MPI_Fint* win, MPI_Fint* request,
    int* ierror) {
    MPI_Request c_request = MPI_REQUEST_NULL;
    set_ierror(ierror, MPIX_Win_iflush_all(real().Win_f2c(*win), &c_request));
    *request = real().Request_c2f(c_request);
}
ARAUTO_IMPLICIT(mpix_win_iflush_all)
ARAUTO_F08(mpix_win_iflush_all)

ARAUTO_MPI_EXPORT void arauto_mpix_win_iflush_local_all(const MPI_Fint* win, MPI_Fint* request,
    int* ierror) {
    MPI_Request c_request = MPI_REQUEST_NULL;
    set_ierror(ierror, MPIX_Win_iflush_local_all(real().Win_f2c(*win), &c_request));
    *request = real().Request_c2f(c_request);
}
ARAUTO_IMPLICIT(mpix_win_iflush_local_all)
ARAUTO_F08(mpix_win_iflush_local_all)

ARAUTO_MPI_EXPORT void arauto_mpix_iprobe_notify_f08(const MPI_Fint* win, const int* source,
    const int* tag, int* flag, MPI_Status* status, int* ierror) {
    set_ierror(ierror, MPIX_Iprobe_notify(real().Win_f2c(*win), *source, *tag, flag, status));
}

ARAUTO_MPI_EXPORT int arauto_mpix_err_rma_notification() {
    return MPIX_ERR_RMA_NOTIFICATION;
}
ARAUTO_IMPLICIT(mpix_err_rma_notification)

ARAUTO_MPI_EXPORT int arauto_mpix_win_notification_num_sb() {
    return MPIX_WIN_NOTIFICATION_NUM_SB;
}
ARAUTO_IMPLICIT(mpix_win_notification_num_sb)

ARAUTO_MPI_EXPORT int arauto_mpix_win_notification_num_ub() {
    return MPIX_WIN_NOTIFICATION_NUM_UB;
}
ARAUTO_IMPLICIT(mpix_win_notification_num_ub)

ARAUTO_MPI_EXPORT int arauto_mpix_win_notification_value_ub() {
    return MPIX_WIN_NOTIFICATION_VALUE_UB;
}
ARAUTO_IMPLICIT(mpix_win_notification_value_ub)
