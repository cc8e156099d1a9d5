/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * Notified communication for any MPI: operations on a window after which the target knows that they
 * have happened. Two surfaces over one mechanism:
 *
 *   counters   "Notified Communication" of the MPI-5.1 draft (section 12.6): an operation names a
 *              counter of its target, which grows by one once the data is there. Passive target
 *              epochs only.
 *   matching   Notified Access (Belli and Hoefler, IPDPS 2015): an operation carries a tag; the
 *              target matches it by source and tag with requests. Every access epoch.
 *
 * For programs that link libarauto_mpi. Windows must be this library's own, on one machine or
 * several. On others every call gives MPI_ERR_UNSUPPORTED_OPERATION at the window's error handler.
 *
 * Uncertain points of the draft. Its text is not public as a whole; its sources here are the
 * Forum's minutes (to October 2026), its working group's notes, and prototypes:
 *   MPIX_Win_notify_threshold    the draft has one nonblocking call that gives a request for a
 *     threshold. The minutes speak of "win notify threshold"; spelling and order of arguments are
 *     our guess. MPIX_Win_iwait_notify is the same under a name of ours, MPIX_Win_notify_init
 *     (persistent) an addition of ours
 *   MPIX_WIN_NOTIFICATION_NUM_SB, _NUM_UB, _VALUE_UB    so the prototypes; the minutes of October
 *     2026 write MPI_WIN_NOTIFY_NUMSB, _NUMUB and _VALUE_UB. Both are here
 *   counters before the first MPIX_Win_set_num_notify    not said; here 0, or as many as the
 *     assertion allows
 *   fewer counters than before    refused in spring 2026, allowed since: allowed here
 *   the forms that end in _c    in no public text; made by the rule of MPI-4
 *   info keys "mpi_assert_max_num_notify" (calls that make a window) and
 *     "mpi_assert_same_num_notifications" (MPIX_Win_set_num_notify)    as the prototypes have them;
 *     the second is accepted and changes nothing here
 * With -DMPIX_AS_MPI the counters have the names that the draft gives them.
 */
#pragma once

#include "arauto/mpix_epochs.h"

#include <mpi.h>

#if defined(__cplusplus)
extern "C" {
#endif

#if !defined(MPIX_API)
#define MPIX_API __attribute__((visibility("default")))
#endif

/* ---- Counters ---- */

/** Gives this process `num` counters, all 0. Collective over the window; each process may give its
 * own number. No access epoch may be open here.
 *  @error MPI_ERR_ARG on all processes when any gives a number below 0, above
 * MPIX_WIN_NOTIFICATION_NUM_UB or above its mpi_assert_max_num_notify: nothing has changed then;
 * MPI_ERR_RMA_SYNC, MPI_ERR_NO_MEM */
MPIX_API int MPIX_Win_set_num_notify(MPI_Win win, MPI_Info info, int num);

/** How many counters `rank` has. @error MPI_ERR_RANK */
MPIX_API int MPIX_Win_get_num_notify(MPI_Win win, int rank, int* num);

/** The value of this process's counter. Data that was put before it grew is visible.
 *  @error MPIX_ERR_RMA_NOTIFICATION (no such counter), here and below */
MPIX_API int MPIX_Win_get_notify_value(MPI_Win win, int notify_idx, MPI_Count* value);

/** Sets it to 0 and says what it was; no notification is lost between the two. */
MPIX_API int MPIX_Win_reset_notify_value(MPI_Win win, int notify_idx, MPI_Count* value);

/** Does what the MPI call of that name does, and adds one to counter `notify_idx` of the target
 * when the data is in place there, or for a get has been read there.
 *  @error as the MPI call of that name, and MPIX_ERR_RMA_NOTIFICATION when the target has no such
 * counter; then nothing is moved and nothing is counted */
MPIX_API int MPIX_Put_notify(const void* origin_addr,
                             int origin_count,
                             MPI_Datatype origin_datatype,
                             int target_rank,
                             MPI_Aint target_disp,
                             int target_count,
                             MPI_Datatype target_datatype,
                             int notify_idx,
                             MPI_Win win);
MPIX_API int MPIX_Get_notify(void* origin_addr,
                             int origin_count,
                             MPI_Datatype origin_datatype,
                             int target_rank,
                             MPI_Aint target_disp,
                             int target_count,
                             MPI_Datatype target_datatype,
                             int notify_idx,
                             MPI_Win win);
MPIX_API int MPIX_Accumulate_notify(const void* origin_addr,
                                    int origin_count,
                                    MPI_Datatype origin_datatype,
                                    int target_rank,
                                    MPI_Aint target_disp,
                                    int target_count,
                                    MPI_Datatype target_datatype,
                                    MPI_Op op,
                                    int notify_idx,
                                    MPI_Win win);
MPIX_API int MPIX_Get_accumulate_notify(const void* origin_addr,
                                        int origin_count,
                                        MPI_Datatype origin_datatype,
                                        void* result_addr,
                                        int result_count,
                                        MPI_Datatype result_datatype,
                                        int target_rank,
                                        MPI_Aint target_disp,
                                        int target_count,
                                        MPI_Datatype target_datatype,
                                        MPI_Op op,
                                        int notify_idx,
                                        MPI_Win win);
MPIX_API int MPIX_Rput_notify(const void* origin_addr,
                              int origin_count,
                              MPI_Datatype origin_datatype,
                              int target_rank,
                              MPI_Aint target_disp,
                              int target_count,
                              MPI_Datatype target_datatype,
                              int notify_idx,
                              MPI_Win win,
                              MPI_Request* request);
MPIX_API int MPIX_Rget_notify(void* origin_addr,
                              int origin_count,
                              MPI_Datatype origin_datatype,
                              int target_rank,
                              MPI_Aint target_disp,
                              int target_count,
                              MPI_Datatype target_datatype,
                              int notify_idx,
                              MPI_Win win,
                              MPI_Request* request);
MPIX_API int MPIX_Raccumulate_notify(const void* origin_addr,
                                     int origin_count,
                                     MPI_Datatype origin_datatype,
                                     int target_rank,
                                     MPI_Aint target_disp,
                                     int target_count,
                                     MPI_Datatype target_datatype,
                                     MPI_Op op,
                                     int notify_idx,
                                     MPI_Win win,
                                     MPI_Request* request);
MPIX_API int MPIX_Rget_accumulate_notify(const void* origin_addr,
                                         int origin_count,
                                         MPI_Datatype origin_datatype,
                                         void* result_addr,
                                         int result_count,
                                         MPI_Datatype result_datatype,
                                         int target_rank,
                                         MPI_Aint target_disp,
                                         int target_count,
                                         MPI_Datatype target_datatype,
                                         MPI_Op op,
                                         int notify_idx,
                                         MPI_Win win,
                                         MPI_Request* request);

/** The operations above with large counts. The MPI itself need not have calls with large counts. */
MPIX_API int MPIX_Put_notify_c(const void* origin_addr,
                               MPI_Count origin_count,
                               MPI_Datatype origin_datatype,
                               int target_rank,
                               MPI_Aint target_disp,
                               MPI_Count target_count,
                               MPI_Datatype target_datatype,
                               int notify_idx,
                               MPI_Win win);
MPIX_API int MPIX_Get_notify_c(void* origin_addr,
                               MPI_Count origin_count,
                               MPI_Datatype origin_datatype,
                               int target_rank,
                               MPI_Aint target_disp,
                               MPI_Count target_count,
                               MPI_Datatype target_datatype,
                               int notify_idx,
                               MPI_Win win);
MPIX_API int MPIX_Accumulate_notify_c(const void* origin_addr,
                                      MPI_Count origin_count,
                                      MPI_Datatype origin_datatype,
                                      int target_rank,
                                      MPI_Aint target_disp,
                                      MPI_Count target_count,
                                      MPI_Datatype target_datatype,
                                      MPI_Op op,
                                      int notify_idx,
                                      MPI_Win win);
MPIX_API int MPIX_Get_accumulate_notify_c(const void* origin_addr,
                                          MPI_Count origin_count,
                                          MPI_Datatype origin_datatype,
                                          void* result_addr,
                                          MPI_Count result_count,
                                          MPI_Datatype result_datatype,
                                          int target_rank,
                                          MPI_Aint target_disp,
                                          MPI_Count target_count,
                                          MPI_Datatype target_datatype,
                                          MPI_Op op,
                                          int notify_idx,
                                          MPI_Win win);
MPIX_API int MPIX_Rput_notify_c(const void* origin_addr,
                                MPI_Count origin_count,
                                MPI_Datatype origin_datatype,
                                int target_rank,
                                MPI_Aint target_disp,
                                MPI_Count target_count,
                                MPI_Datatype target_datatype,
                                int notify_idx,
                                MPI_Win win,
                                MPI_Request* request);
MPIX_API int MPIX_Rget_notify_c(void* origin_addr,
                                MPI_Count origin_count,
                                MPI_Datatype origin_datatype,
                                int target_rank,
                                MPI_Aint target_disp,
                                MPI_Count target_count,
                                MPI_Datatype target_datatype,
                                int notify_idx,
                                MPI_Win win,
                                MPI_Request* request);
MPIX_API int MPIX_Raccumulate_notify_c(const void* origin_addr,
                                       MPI_Count origin_count,
                                       MPI_Datatype origin_datatype,
                                       int target_rank,
                                       MPI_Aint target_disp,
                                       MPI_Count target_count,
                                       MPI_Datatype target_datatype,
                                       MPI_Op op,
                                       int notify_idx,
                                       MPI_Win win,
                                       MPI_Request* request);
MPIX_API int MPIX_Rget_accumulate_notify_c(const void* origin_addr,
                                           MPI_Count origin_count,
                                           MPI_Datatype origin_datatype,
                                           void* result_addr,
                                           MPI_Count result_count,
                                           MPI_Datatype result_datatype,
                                           int target_rank,
                                           MPI_Aint target_disp,
                                           MPI_Count target_count,
                                           MPI_Datatype target_datatype,
                                           MPI_Op op,
                                           int notify_idx,
                                           MPI_Win win,
                                           MPI_Request* request);

/** A request that completes once counter `notify_idx` of this process is at least `threshold`. The
 * counter keeps its value: reset it, or raise the threshold. Notify_threshold, which iwait_notify
 * is too: for one use, freed by the call that completes it. Notify_init: persistent, for MPI_Start.
 *  @error MPI_ERR_ARG (threshold below 0) */
MPIX_API int
MPIX_Win_notify_threshold(MPI_Win win, int notify_idx, MPI_Count threshold, MPI_Request* request);
MPIX_API int
MPIX_Win_iwait_notify(MPI_Win win, int notify_idx, MPI_Count threshold, MPI_Request* request);
MPIX_API int
MPIX_Win_notify_init(MPI_Win win, int notify_idx, MPI_Count threshold, MPI_Request* request);

/** Keys for MPI_Win_get_attr: how many counters are cheap (int), how many may be given (int), and
 * the largest value of one (MPI_Count). Numbers of this process, made in MPI_Init. */
MPIX_API extern int MPIX_WIN_NOTIFICATION_NUM_SB;
MPIX_API extern int MPIX_WIN_NOTIFICATION_NUM_UB;
MPIX_API extern int MPIX_WIN_NOTIFICATION_VALUE_UB;
#define MPIX_WIN_NOTIFY_NUMSB MPIX_WIN_NOTIFICATION_NUM_SB
#define MPIX_WIN_NOTIFY_NUMUB MPIX_WIN_NOTIFICATION_NUM_UB
#define MPIX_WIN_NOTIFY_VALUE_UB MPIX_WIN_NOTIFICATION_VALUE_UB

/** The error class of notifications. A number of this process, made at the first window. */
MPIX_API extern int MPIX_ERR_RMA_NOTIFICATION;

/* ---- Matching ---- */

/** The operation, and the target is notified with `tag`, 0 or more.
 *  @error as the plain operation, and MPI_ERR_TAG; then nothing is moved */
MPIX_API int MPIX_Put_notify_tag(const void* origin_addr,
                                 int origin_count,
                                 MPI_Datatype origin_datatype,
                                 int target_rank,
                                 MPI_Aint target_disp,
                                 int target_count,
                                 MPI_Datatype target_datatype,
                                 MPI_Win win,
                                 int tag);
MPIX_API int MPIX_Get_notify_tag(void* origin_addr,
                                 int origin_count,
                                 MPI_Datatype origin_datatype,
                                 int target_rank,
                                 MPI_Aint target_disp,
                                 int target_count,
                                 MPI_Datatype target_datatype,
                                 MPI_Win win,
                                 int tag);
MPIX_API int MPIX_Accumulate_notify_tag(const void* origin_addr,
                                        int origin_count,
                                        MPI_Datatype origin_datatype,
                                        int target_rank,
                                        MPI_Aint target_disp,
                                        int target_count,
                                        MPI_Datatype target_datatype,
                                        MPI_Op op,
                                        MPI_Win win,
                                        int tag);
MPIX_API int MPIX_Rput_notify_tag(const void* origin_addr,
                                  int origin_count,
                                  MPI_Datatype origin_datatype,
                                  int target_rank,
                                  MPI_Aint target_disp,
                                  int target_count,
                                  MPI_Datatype target_datatype,
                                  MPI_Win win,
                                  MPI_Request* request,
                                  int tag);
MPIX_API int MPIX_Rget_notify_tag(void* origin_addr,
                                  int origin_count,
                                  MPI_Datatype origin_datatype,
                                  int target_rank,
                                  MPI_Aint target_disp,
                                  int target_count,
                                  MPI_Datatype target_datatype,
                                  MPI_Win win,
                                  MPI_Request* request,
                                  int tag);
MPIX_API int MPIX_Raccumulate_notify_tag(const void* origin_addr,
                                         int origin_count,
                                         MPI_Datatype origin_datatype,
                                         int target_rank,
                                         MPI_Aint target_disp,
                                         int target_count,
                                         MPI_Datatype target_datatype,
                                         MPI_Op op,
                                         MPI_Win win,
                                         MPI_Request* request,
                                         int tag);

/** The operations with tags above, with large counts. */
MPIX_API int MPIX_Put_notify_tag_c(const void* origin_addr,
                                   MPI_Count origin_count,
                                   MPI_Datatype origin_datatype,
                                   int target_rank,
                                   MPI_Aint target_disp,
                                   MPI_Count target_count,
                                   MPI_Datatype target_datatype,
                                   MPI_Win win,
                                   int tag);
MPIX_API int MPIX_Get_notify_tag_c(void* origin_addr,
                                   MPI_Count origin_count,
                                   MPI_Datatype origin_datatype,
                                   int target_rank,
                                   MPI_Aint target_disp,
                                   MPI_Count target_count,
                                   MPI_Datatype target_datatype,
                                   MPI_Win win,
                                   int tag);
MPIX_API int MPIX_Accumulate_notify_tag_c(const void* origin_addr,
                                          MPI_Count origin_count,
                                          MPI_Datatype origin_datatype,
                                          int target_rank,
                                          MPI_Aint target_disp,
                                          MPI_Count target_count,
                                          MPI_Datatype target_datatype,
                                          MPI_Op op,
                                          MPI_Win win,
                                          int tag);
MPIX_API int MPIX_Rput_notify_tag_c(const void* origin_addr,
                                    MPI_Count origin_count,
                                    MPI_Datatype origin_datatype,
                                    int target_rank,
                                    MPI_Aint target_disp,
                                    MPI_Count target_count,
                                    MPI_Datatype target_datatype,
                                    MPI_Win win,
                                    MPI_Request* request,
                                    int tag);
MPIX_API int MPIX_Rget_notify_tag_c(void* origin_addr,
                                    MPI_Count origin_count,
                                    MPI_Datatype origin_datatype,
                                    int target_rank,
                                    MPI_Aint target_disp,
                                    MPI_Count target_count,
                                    MPI_Datatype target_datatype,
                                    MPI_Win win,
                                    MPI_Request* request,
                                    int tag);
MPIX_API int MPIX_Raccumulate_notify_tag_c(const void* origin_addr,
                                           MPI_Count origin_count,
                                           MPI_Datatype origin_datatype,
                                           int target_rank,
                                           MPI_Aint target_disp,
                                           MPI_Count target_count,
                                           MPI_Datatype target_datatype,
                                           MPI_Op op,
                                           MPI_Win win,
                                           MPI_Request* request,
                                           int tag);

/** A persistent request that completes when `count` notifications from `source` (or MPI_ANY_SOURCE)
 * with `tag` (or MPI_ANY_TAG) have come. Started by MPI_Start and MPI_Startall, completed by every
 * call of the wait and test families, also beside other requests; its status has source, tag and
 * bytes (MPI_Get_count, MPI_Get_elements) of the last of them. Those that come before MPI_Start are
 * kept. Several started requests take notifications in the order in which they were started.
 *  @param count  0 or more
 *  @error MPI_ERR_RANK, MPI_ERR_TAG, MPI_ERR_COUNT */
MPIX_API int MPIX_Notify_init(MPI_Win win, int source, int tag, int count, MPI_Request* request);

/** Whether a matching notification is there, and which; it stays there. Never blocks. */
MPIX_API int MPIX_Iprobe_notify(MPI_Win win, int source, int tag, int* flag, MPI_Status* status);

#if defined(__cplusplus)
}
#endif

/* ---- The draft's own names ---- */

#if defined(MPIX_AS_MPI)
#define MPI_Win_set_num_notify MPIX_Win_set_num_notify
#define MPI_Win_get_num_notify MPIX_Win_get_num_notify
#define MPI_Win_get_notify_value MPIX_Win_get_notify_value
#define MPI_Win_reset_notify_value MPIX_Win_reset_notify_value
#define MPI_Win_notify_threshold MPIX_Win_notify_threshold
#define MPI_Put_notify MPIX_Put_notify
#define MPI_Get_notify MPIX_Get_notify
#define MPI_Accumulate_notify MPIX_Accumulate_notify
#define MPI_Get_accumulate_notify MPIX_Get_accumulate_notify
#define MPI_Rput_notify MPIX_Rput_notify
#define MPI_Rget_notify MPIX_Rget_notify
#define MPI_Raccumulate_notify MPIX_Raccumulate_notify
#define MPI_Rget_accumulate_notify MPIX_Rget_accumulate_notify
#define MPI_Put_notify_c MPIX_Put_notify_c
#define MPI_Get_notify_c MPIX_Get_notify_c
#define MPI_Accumulate_notify_c MPIX_Accumulate_notify_c
#define MPI_Get_accumulate_notify_c MPIX_Get_accumulate_notify_c
#define MPI_Rput_notify_c MPIX_Rput_notify_c
#define MPI_Rget_notify_c MPIX_Rget_notify_c
#define MPI_Raccumulate_notify_c MPIX_Raccumulate_notify_c
#define MPI_Rget_accumulate_notify_c MPIX_Rget_accumulate_notify_c
#define MPI_WIN_NOTIFICATION_NUM_SB MPIX_WIN_NOTIFICATION_NUM_SB
#define MPI_WIN_NOTIFICATION_NUM_UB MPIX_WIN_NOTIFICATION_NUM_UB
#define MPI_WIN_NOTIFICATION_VALUE_UB MPIX_WIN_NOTIFICATION_VALUE_UB
#define MPI_WIN_NOTIFY_NUMSB MPIX_WIN_NOTIFICATION_NUM_SB
#define MPI_WIN_NOTIFY_NUMUB MPIX_WIN_NOTIFICATION_NUM_UB
#define MPI_WIN_NOTIFY_VALUE_UB MPIX_WIN_NOTIFICATION_VALUE_UB
#define MPI_ERR_RMA_NOTIFICATION MPIX_ERR_RMA_NOTIFICATION
#endif
