/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * The element counts that the status of a match and of a probe gives, for every operation, its
 * datatypes, the kind of window and the epoch.
 */
#include "nodes.h"
#include "notify.h"

enum { kLongs = 64 };

static int right, left;

static void take(MPI_Win win, int tag, int longs) {
    MPI_Request request;
    MPI_Status probed, matched;
    MPI_Count elements = -1;
    int number = -1;
    int flag = 0;
    while (!flag) {
        OK(MPIX_Iprobe_notify(win, left, tag, &flag, &probed));
    }
    OK(MPIX_Notify_init(win, left, tag, 1, &request));
    OK(MPI_Start(&request));
    OK(MPI_Wait(&request, &matched));
    OK(MPI_Request_free(&request));
    const MPI_Status* const both[] = {&probed, &matched};
    for (int i = 0; i < 2; ++i) {
        CHECK(both[i]->MPI_SOURCE == left && both[i]->MPI_TAG == tag);
        CHECK(bytes_of(both[i]) == longs * (int)sizeof(long));
        OK(MPI_Get_count(both[i], MPI_LONG, &number));
        CHECK(number == longs);
        OK(MPI_Get_elements(both[i], MPI_LONG, &number));
        CHECK(number == longs);
        OK(MPI_Get_elements_x(both[i], MPI_LONG, &elements));
        CHECK(elements == longs);
        OK(MPI_Test_cancelled(both[i], &flag));
        CHECK(flag == 0);
    }
}

/* Also by a type of three blocks of two longs. */
static void operations(MPI_Win win) {
    MPI_Datatype column;
    long mine[kLongs];
    MPI_Request request;
    memset(mine, 0, sizeof mine);
    MPI_Type_vector(3, 2, 5, MPI_LONG, &column);
    MPI_Type_commit(&column);
    OK(MPIX_Put_notify_tag(mine, 5, MPI_LONG, right, 0, 5, MPI_LONG, win, 1));
    take(win, 1, 5);
    OK(MPIX_Put_notify_tag(mine, 6, MPI_LONG, right, 0, 1, column, win, 2));
    take(win, 2, 6);
    OK(MPIX_Put_notify_tag(mine, 2, column, right, 0, 2, column, win, 3));
    take(win, 3, 12);
    OK(MPIX_Get_notify_tag(mine, 1, column, right, 1, 6, MPI_LONG, win, 4));
    take(win, 4, 6);
    OK(MPIX_Accumulate_notify_tag(mine, 7, MPI_LONG, right, 0, 7, MPI_LONG, MPI_SUM, win, 5));
    take(win, 5, 7);
    OK(MPIX_Put_notify_tag(NULL, 0, MPI_LONG, right, 0, 0, MPI_LONG, win, 6));
    take(win, 6, 0);
    OK(MPIX_Put_notify_tag_c(mine, kLongs, MPI_LONG, right, 0, kLongs, MPI_LONG, win, 7));
    take(win, 7, kLongs);
    OK(MPIX_Get_notify_tag_c(mine, 3, MPI_LONG, right, 0, 3, MPI_LONG, win, 8));
    take(win, 8, 3);
    OK(MPIX_Accumulate_notify_tag_c(mine, 1, column, right, 0, 1, column, MPI_SUM, win, 9));
    take(win, 9, 6);
    OK(MPIX_Rput_notify_tag_c(mine, 2, MPI_LONG, right, 0, 2, MPI_LONG, win, &request, 10));
    OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
    take(win, 10, 2);
    OK(MPIX_Rget_notify_tag(mine, 4, MPI_LONG, right, 0, 4, MPI_LONG, win, &request, 11));
    OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
    take(win, 11, 4);
    OK(MPIX_Raccumulate_notify_tag_c(mine, 1, MPI_LONG, right, 0, 1, MPI_LONG, MPI_SUM, win,
                                     &request, 12));
    OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
    take(win, 12, 1);
    MPI_Type_free(&column);
}

static void in_all(MPI_Win win) {
    OK(MPI_Win_lock_all(0, win));
    operations(win);
    OK(MPI_Win_unlock_all(win));
    OK(MPI_Win_free(&win));
}

/* The forms with large counts, by counters. */
static void large_counters(void) {
    long* data = NULL;
    MPI_Win win = window_of(kLongs, &data);
    const long one[2] = {1, 1};
    long old[2] = {-1, -1};
    MPI_Request requests[4];
    OK(MPIX_Win_set_num_notify(win, MPI_INFO_NULL, 1));
    OK(MPI_Win_lock_all(0, win));
    OK(MPIX_Accumulate_notify_c(one, 2, MPI_LONG, right, 0, 2, MPI_LONG, MPI_SUM, 0, win));
    OK(MPIX_Get_accumulate_notify_c(one, 2, MPI_LONG, old, 2, MPI_LONG, right, 0, 2, MPI_LONG,
                                    MPI_SUM, 0, win));
    CHECK(old[0] == 1 && old[1] == 1);
    OK(MPIX_Put_notify_c(one, 2, MPI_LONG, right, 2, 2, MPI_LONG, 0, win));
    OK(MPIX_Get_notify_c(old, 2, MPI_LONG, right, 0, 2, MPI_LONG, 0, win));
    CHECK(old[0] == 2 && old[1] == 2);
    OK(MPIX_Rput_notify_c(one, 1, MPI_LONG, right, 4, 1, MPI_LONG, 0, win, &requests[0]));
    OK(MPIX_Rget_notify_c(old, 1, MPI_LONG, right, 2, 1, MPI_LONG, 0, win, &requests[1]));
    OK(MPIX_Raccumulate_notify_c(one, 1, MPI_LONG, right, 5, 1, MPI_LONG, MPI_SUM, 0, win,
                                 &requests[2]));
    OK(MPIX_Rget_accumulate_notify_c(one, 1, MPI_LONG, old + 1, 1, MPI_LONG, right, 5, 1, MPI_LONG,
                                     MPI_SUM, 0, win, &requests[3]));
    OK(MPI_Waitall(4, requests, MPI_STATUSES_IGNORE));
    CHECK(old[0] == 1 && old[1] == 1);
    await_value(win, 0, 8);
    CHECK(data[0] == 2 && data[3] == 1 && data[4] == 1 && data[5] == 2);
    OK(MPI_Win_unlock_all(win));
    OK(MPI_Win_free(&win));
}

int main(int argc, char** argv) {
    begin(&argc, &argv);
    right = (rank + 1) % size;
    left = (rank + size - 1) % size;
    long* data = NULL;
    long mine[kLongs];
    MPI_Win win = window_of(kLongs, &data);
    OK(MPI_Win_fence(0, win));
    const long some[3] = {1, 2, 3};
    OK(MPIX_Put_notify_tag(some, 3, MPI_LONG, right, 0, 3, MPI_LONG, win, 20));
    take(win, 20, 3);
    OK(MPI_Win_fence(MPI_MODE_NOSUCCEED, win));
    in_all(win);
    OK(MPI_Win_create(mine, sizeof mine, sizeof(long), MPI_INFO_NULL, MPI_COMM_WORLD, &win));
    in_all(win);
    if (is_one_node()) {
        OK(MPI_Win_allocate_shared(sizeof mine, sizeof(long), MPI_INFO_NULL, MPI_COMM_WORLD, &data,
                                   &win));
        in_all(win);
    }
    large_counters();
    return finish("statuses");
}
