/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * The names of foMPI-NA, the prototype of Notified Access, so that programs written for it compile:
 * they link libarauto_mpi and an MPI instead. Its windows, requests, types and operations are the
 * MPI's own here, so every call of the MPI may be mixed with them. Unlike there, tags go up to
 * INT_MAX, and MPI_PROC_NULL gives a request that is complete.
 */
#pragma once

#include "arauto/mpix.h"

typedef MPI_Win foMPI_Win;
typedef MPI_Request foMPI_Request;
typedef MPI_Op foMPI_Op;

#define foMPI_ANY_SOURCE MPI_ANY_SOURCE
#define foMPI_ANY_TAG MPI_ANY_TAG
#define foMPI_TAG_UB 0x7fffffff
#define foMPI_WIN_NULL MPI_WIN_NULL
#define foMPI_REQUEST_NULL MPI_REQUEST_NULL
#define foMPI_UNDEFINED MPI_UNDEFINED
#define foMPI_LOCK_SHARED MPI_LOCK_SHARED
#define foMPI_LOCK_EXCLUSIVE MPI_LOCK_EXCLUSIVE
#define foMPI_MODE_NOCHECK MPI_MODE_NOCHECK
#define foMPI_MODE_NOSTORE MPI_MODE_NOSTORE
#define foMPI_MODE_NOPUT MPI_MODE_NOPUT
#define foMPI_MODE_NOPRECEDE MPI_MODE_NOPRECEDE
#define foMPI_MODE_NOSUCCEED MPI_MODE_NOSUCCEED
#define foMPI_WIN_BASE MPI_WIN_BASE
#define foMPI_WIN_SIZE MPI_WIN_SIZE
#define foMPI_WIN_DISP_UNIT MPI_WIN_DISP_UNIT
#define foMPI_WIN_CREATE_FLAVOR MPI_WIN_CREATE_FLAVOR
#define foMPI_WIN_MODEL MPI_WIN_MODEL
#define foMPI_WIN_FLAVOR_CREATE MPI_WIN_FLAVOR_CREATE
#define foMPI_WIN_FLAVOR_ALLOCATE MPI_WIN_FLAVOR_ALLOCATE
#define foMPI_WIN_FLAVOR_DYNAMIC MPI_WIN_FLAVOR_DYNAMIC
#define foMPI_WIN_SEPARATE MPI_WIN_SEPARATE
#define foMPI_WIN_UNIFIED MPI_WIN_UNIFIED

#define foMPI_SUM MPI_SUM
#define foMPI_PROD MPI_PROD
#define foMPI_MAX MPI_MAX
#define foMPI_MIN MPI_MIN
#define foMPI_LAND MPI_LAND
#define foMPI_BAND MPI_BAND
#define foMPI_LOR MPI_LOR
#define foMPI_BOR MPI_BOR
#define foMPI_LXOR MPI_LXOR
#define foMPI_BXOR MPI_BXOR
#define foMPI_MAXLOC MPI_MAXLOC
#define foMPI_MINLOC MPI_MINLOC
#define foMPI_REPLACE MPI_REPLACE
#define foMPI_NO_OP MPI_NO_OP

#define foMPI_Init MPI_Init
#define foMPI_Init_thread MPI_Init_thread
#define foMPI_Finalize MPI_Finalize
#define foMPI_Type_free MPI_Type_free

#define foMPI_Win_create MPI_Win_create
#define foMPI_Win_create_dynamic MPI_Win_create_dynamic
#define foMPI_Win_allocate MPI_Win_allocate
#define foMPI_Win_free MPI_Win_free
#define foMPI_Win_attach MPI_Win_attach
#define foMPI_Win_detach MPI_Win_detach
#define foMPI_Win_get_group MPI_Win_get_group
#define foMPI_Win_get_attr MPI_Win_get_attr
#define foMPI_Win_get_name MPI_Win_get_name
#define foMPI_Win_set_name MPI_Win_set_name
#define foMPI_Win_fence MPI_Win_fence
#define foMPI_Win_start MPI_Win_start
#define foMPI_Win_complete MPI_Win_complete
#define foMPI_Win_post MPI_Win_post
#define foMPI_Win_wait MPI_Win_wait
#define foMPI_Win_test MPI_Win_test
#define foMPI_Win_lock MPI_Win_lock
#define foMPI_Win_unlock MPI_Win_unlock
#define foMPI_Win_lock_all MPI_Win_lock_all
#define foMPI_Win_unlock_all MPI_Win_unlock_all
#define foMPI_Win_flush MPI_Win_flush
#define foMPI_Win_flush_all MPI_Win_flush_all
#define foMPI_Win_flush_local MPI_Win_flush_local
#define foMPI_Win_flush_local_all MPI_Win_flush_local_all
#define foMPI_Win_sync MPI_Win_sync

#define foMPI_Put MPI_Put
#define foMPI_Get MPI_Get
#define foMPI_Accumulate MPI_Accumulate
#define foMPI_Get_accumulate MPI_Get_accumulate
#define foMPI_Fetch_and_op MPI_Fetch_and_op
#define foMPI_Compare_and_swap MPI_Compare_and_swap
#define foMPI_Rput MPI_Rput
#define foMPI_Rget MPI_Rget
#define foMPI_Raccumulate MPI_Raccumulate
#define foMPI_Rget_accumulate MPI_Rget_accumulate

#define foMPI_Start MPI_Start
#define foMPI_Test MPI_Test
#define foMPI_Testany MPI_Testany
#define foMPI_Testall MPI_Testall
#define foMPI_Wait MPI_Wait
#define foMPI_Waitany MPI_Waitany
#define foMPI_Waitall MPI_Waitall
#define foMPI_Request_free MPI_Request_free
#define foMPI_Notify_init MPIX_Notify_init

/** There, an operation with foMPI_ANY_TAG notifies no rank. */
static inline int foMPI_Put_notify(const void* origin_addr,
                                   int origin_count,
                                   MPI_Datatype origin_datatype,
                                   int target_rank,
                                   MPI_Aint target_disp,
                                   int target_count,
                                   MPI_Datatype target_datatype,
                                   foMPI_Win win,
                                   int tag) {
    return tag == foMPI_ANY_TAG
               ? MPI_Put(origin_addr, origin_count, origin_datatype, target_rank, target_disp,
                         target_count, target_datatype, win)
               : MPIX_Put_notify_tag(origin_addr, origin_count, origin_datatype, target_rank,
                                     target_disp, target_count, target_datatype, win, tag);
}

static inline int foMPI_Get_notify(void* origin_addr,
                                   int origin_count,
                                   MPI_Datatype origin_datatype,
                                   int target_rank,
                                   MPI_Aint target_disp,
                                   int target_count,
                                   MPI_Datatype target_datatype,
                                   foMPI_Win win,
                                   int tag) {
    return tag == foMPI_ANY_TAG
               ? MPI_Get(origin_addr, origin_count, origin_datatype, target_rank, target_disp,
                         target_count, target_datatype, win)
               : MPIX_Get_notify_tag(origin_addr, origin_count, origin_datatype, target_rank,
                                     target_disp, target_count, target_datatype, win, tag);
}

static inline int foMPI_Rput_notify(const void* origin_addr,
                                    int origin_count,
                                    MPI_Datatype origin_datatype,
                                    int target_rank,
                                    MPI_Aint target_disp,
                                    int target_count,
                                    MPI_Datatype target_datatype,
                                    foMPI_Win win,
                                    foMPI_Request* request,
                                    int tag) {
    return tag == foMPI_ANY_TAG ? MPI_Rput(origin_addr, origin_count, origin_datatype, target_rank,
                                           target_disp, target_count, target_datatype, win, request)
                                : MPIX_Rput_notify_tag(origin_addr, origin_count, origin_datatype,
                                                       target_rank, target_disp, target_count,
                                                       target_datatype, win, request, tag);
}

static inline int foMPI_Rget_notify(void* origin_addr,
                                    int origin_count,
                                    MPI_Datatype origin_datatype,
                                    int target_rank,
                                    MPI_Aint target_disp,
                                    int target_count,
                                    MPI_Datatype target_datatype,
                                    foMPI_Win win,
                                    foMPI_Request* request,
                                    int tag) {
    return tag == foMPI_ANY_TAG ? MPI_Rget(origin_addr, origin_count, origin_datatype, target_rank,
                                           target_disp, target_count, target_datatype, win, request)
                                : MPIX_Rget_notify_tag(origin_addr, origin_count, origin_datatype,
                                                       target_rank, target_disp, target_count,
                                                       target_datatype, win, request, tag);
}
