// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The notified operations of arauto/mpix.h, for one width of counts. It is included once for each:
// before it the includer says what `Length` is and what ARAUTO_SIZED makes of a call's name.
#define ARAUTO_TEXT_OF(name) #name
#define ARAUTO_TEXT(name) ARAUTO_TEXT_OF(name)
#define ARAUTO_SIZED_NAME(name) ARAUTO_TEXT(ARAUTO_SIZED(name))

extern "C" {

int ARAUTO_SIZED(MPIX_Put_notify)(const void* origin_addr,
                                  Length origin_count,
                                  MPI_Datatype origin_datatype,
                                  int target_rank,
                                  MPI_Aint target_disp,
                                  Length target_count,
                                  MPI_Datatype target_datatype,
                                  int notify_idx,
                                  MPI_Win win) {
    return move_counted(win,
                        {Direction::put,
                         {origin_addr, origin_count, origin_datatype},
                         {target_rank, target_disp, target_count, target_datatype},
                         ARAUTO_SIZED_NAME(MPIX_Put_notify)},
                        notify_idx);
}

int ARAUTO_SIZED(MPIX_Get_notify)(void* origin_addr,
                                  Length origin_count,
                                  MPI_Datatype origin_datatype,
                                  int target_rank,
                                  MPI_Aint target_disp,
                                  Length target_count,
                                  MPI_Datatype target_datatype,
                                  int notify_idx,
                                  MPI_Win win) {
    return move_counted(win,
                        {Direction::get,
                         {origin_addr, origin_count, origin_datatype},
                         {target_rank, target_disp, target_count, target_datatype},
                         ARAUTO_SIZED_NAME(MPIX_Get_notify)},
                        notify_idx);
}

int ARAUTO_SIZED(MPIX_Accumulate_notify)(const void* origin_addr,
                                         Length origin_count,
                                         MPI_Datatype origin_datatype,
                                         int target_rank,
                                         MPI_Aint target_disp,
                                         Length target_count,
                                         MPI_Datatype target_datatype,
                                         MPI_Op op,
                                         int notify_idx,
                                         MPI_Win win) {
    return accumulate_counted(win,
                              {.origin = {origin_addr, origin_count, origin_datatype},
                               .result = {},
                               .goal = {target_rank, target_disp, target_count, target_datatype},
                               .op = op,
                               .wants_result = false,
                               .call = ARAUTO_SIZED_NAME(MPIX_Accumulate_notify)},
                              notify_idx);
}

int ARAUTO_SIZED(MPIX_Get_accumulate_notify)(const void* origin_addr,
                                             Length origin_count,
                                             MPI_Datatype origin_datatype,
                                             void* result_addr,
                                             Length result_count,
                                             MPI_Datatype result_datatype,
                                             int target_rank,
                                             MPI_Aint target_disp,
                                             Length target_count,
                                             MPI_Datatype target_datatype,
                                             MPI_Op op,
                                             int notify_idx,
                                             MPI_Win win) {
    return accumulate_counted(win,
                              {.origin = {origin_addr, origin_count, origin_datatype},
                               .result = {result_addr, result_count, result_datatype},
                               .goal = {target_rank, target_disp, target_count, target_datatype},
                               .op = op,
                               .wants_result = true,
                               .call = ARAUTO_SIZED_NAME(MPIX_Get_accumulate_notify)},
                              notify_idx);
}

int ARAUTO_SIZED(MPIX_Rput_notify)(const void* origin_addr,
                                   Length origin_count,
                                   MPI_Datatype origin_datatype,
                                   int target_rank,
                                   MPI_Aint target_disp,
                                   Length target_count,
                                   MPI_Datatype target_datatype,
                                   int notify_idx,
                                   MPI_Win win,
                                   MPI_Request* request) {
    return rmove_counted(win,
                         {Direction::put,
                          {origin_addr, origin_count, origin_datatype},
                          {target_rank, target_disp, target_count, target_datatype},
                          ARAUTO_SIZED_NAME(MPIX_Rput_notify)},
                         notify_idx, request);
}

int ARAUTO_SIZED(MPIX_Rget_notify)(void* origin_addr,
                                   Length origin_count,
                                   MPI_Datatype origin_datatype,
                                   int target_rank,
                                   MPI_Aint target_disp,
                                   Length target_count,
                                   MPI_Datatype target_datatype,
                                   int notify_idx,
                                   MPI_Win win,
                                   MPI_Request* request) {
    return rmove_counted(win,
                         {Direction::get,
                          {origin_addr, origin_count, origin_datatype},
                          {target_rank, target_disp, target_count, target_datatype},
                          ARAUTO_SIZED_NAME(MPIX_Rget_notify)},
                         notify_idx, request);
}

int ARAUTO_SIZED(MPIX_Raccumulate_notify)(const void* origin_addr,
                                          Length origin_count,
                                          MPI_Datatype origin_datatype,
                                          int target_rank,
                                          MPI_Aint target_disp,
                                          Length target_count,
                                          MPI_Datatype target_datatype,
                                          MPI_Op op,
                                          int notify_idx,
                                          MPI_Win win,
                                          MPI_Request* request) {
    return raccumulate_counted(win,
                               {.origin = {origin_addr, origin_count, origin_datatype},
                                .result = {},
                                .goal = {target_rank, target_disp, target_count, target_datatype},
                                .op = op,
                                .wants_result = false,
                                .call = ARAUTO_SIZED_NAME(MPIX_Raccumulate_notify)},
                               notify_idx, request);
}

int ARAUTO_SIZED(MPIX_Rget_accumulate_notify)(const void* origin_addr,
                                              Length origin_count,
                                              MPI_Datatype origin_datatype,
                                              void* result_addr,
                                              Length result_count,
                                              MPI_Datatype result_datatype,
                                              int target_rank,
                                              MPI_Aint target_disp,
                                              Length target_count,
                                              MPI_Datatype target_datatype,
                                              MPI_Op op,
                                              int notify_idx,
                                              MPI_Win win,
                                              MPI_Request* request) {
    return raccumulate_counted(win,
                               {.origin = {origin_addr, origin_count, origin_datatype},
                                .result = {result_addr, result_count, result_datatype},
                                .goal = {target_rank, target_disp, target_count, target_datatype},
                                .op = op,
                                .wants_result = true,
                                .call = ARAUTO_SIZED_NAME(MPIX_Rget_accumulate_notify)},
                               notify_idx, request);
}

int ARAUTO_SIZED(MPIX_Put_notify_tag)(const void* origin_addr,
                                      Length origin_count,
                                      MPI_Datatype origin_datatype,
                                      int target_rank,
                                      MPI_Aint target_disp,
                                      Length target_count,
                                      MPI_Datatype target_datatype,
                                      MPI_Win win,
                                      int tag) {
    return move_tagged(win,
                       {Direction::put,
                        {origin_addr, origin_count, origin_datatype},
                        {target_rank, target_disp, target_count, target_datatype},
                        ARAUTO_SIZED_NAME(MPIX_Put_notify_tag)},
                       tag);
}

int ARAUTO_SIZED(MPIX_Get_notify_tag)(void* origin_addr,
                                      Length origin_count,
                                      MPI_Datatype origin_datatype,
                                      int target_rank,
                                      MPI_Aint target_disp,
                                      Length target_count,
                                      MPI_Datatype target_datatype,
                                      MPI_Win win,
                                      int tag) {
    return move_tagged(win,
                       {Direction::get,
                        {origin_addr, origin_count, origin_datatype},
                        {target_rank, target_disp, target_count, target_datatype},
                        ARAUTO_SIZED_NAME(MPIX_Get_notify_tag)},
                       tag);
}

int ARAUTO_SIZED(MPIX_Accumulate_notify_tag)(const void* origin_addr,
                                             Length origin_count,
                                             MPI_Datatype origin_datatype,
                                             int target_rank,
                                             MPI_Aint target_disp,
                                             Length target_count,
                                             MPI_Datatype target_datatype,
                                             MPI_Op op,
                                             MPI_Win win,
                                             int tag) {
    return accumulate_tagged(win,
                             {.origin = {origin_addr, origin_count, origin_datatype},
                              .result = {},
                              .goal = {target_rank, target_disp, target_count, target_datatype},
                              .op = op,
                              .wants_result = false,
                              .call = ARAUTO_SIZED_NAME(MPIX_Accumulate_notify_tag)},
                             tag);
}

int ARAUTO_SIZED(MPIX_Rput_notify_tag)(const void* origin_addr,
                                       Length origin_count,
                                       MPI_Datatype origin_datatype,
                                       int target_rank,
                                       MPI_Aint target_disp,
                                       Length target_count,
                                       MPI_Datatype target_datatype,
                                       MPI_Win win,
                                       MPI_Request* request,
                                       int tag) {
    return rmove_tagged(win,
                        {Direction::put,
                         {origin_addr, origin_count, origin_datatype},
                         {target_rank, target_disp, target_count, target_datatype},
                         ARAUTO_SIZED_NAME(MPIX_Rput_notify_tag)},
                        tag, request);
}

int ARAUTO_SIZED(MPIX_Rget_notify_tag)(void* origin_addr,
                                       Length origin_count,
                                       MPI_Datatype origin_datatype,
                                       int target_rank,
                                       MPI_Aint target_disp,
                                       Length target_count,
                                       MPI_Datatype target_datatype,
                                       MPI_Win win,
                                       MPI_Request* request,
                                       int tag) {
    return rmove_tagged(win,
                        {Direction::get,
                         {origin_addr, origin_count, origin_datatype},
                         {target_rank, target_disp, target_count, target_datatype},
                         ARAUTO_SIZED_NAME(MPIX_Rget_notify_tag)},
                        tag, request);
}

int ARAUTO_SIZED(MPIX_Raccumulate_notify_tag)(const void* origin_addr,
                                              Length origin_count,
                                              MPI_Datatype origin_datatype,
                                              int target_rank,
                                              MPI_Aint target_disp,
                                              Length target_count,
                                              MPI_Datatype target_datatype,
                                              MPI_Op op,
                                              MPI_Win win,
                                              MPI_Request* request,
                                              int tag) {
    return raccumulate_tagged(win,
                              {.origin = {origin_addr, origin_count, origin_datatype},
                               .result = {},
                               .goal = {target_rank, target_disp, target_count, target_datatype},
                               .op = op,
                               .wants_result = false,
                               .call = ARAUTO_SIZED_NAME(MPIX_Raccumulate_notify_tag)},
                              tag, request);
}

} // extern "C"
