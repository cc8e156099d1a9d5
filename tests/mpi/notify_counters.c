/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * Counters: numbers of them, data that is there with the notification, values, resets, thresholds,
 * attributes, and every refusal, after which nothing has been written.
 */
#define MPIX_AS_MPI
#include "nodes.h"
#include "notify.h"

#include <limits.h>

static void ring(void) {
    enum { kRounds = 1000, kLongs = 64 };
    long* data = NULL;
    MPI_Win win = window_of(kLongs, &data);
    const int right = (rank + 1) % size;
    const int left = (rank + size - 1) % size;
    OK(MPI_Win_set_num_notify(win, MPI_INFO_NULL, 2));
    OK(MPI_Win_lock_all(0, win));
    for (int round = 1; round <= kRounds; ++round) {
        long mine[kLongs];
        for (int i = 0; i < kLongs; ++i) {
            mine[i] = (long)rank * 1000000 + round * 100 + i;
        }
        OK(MPI_Put_notify(mine, kLongs, MPI_LONG, right, 0, kLongs, MPI_LONG, 1, win));
        await_value(win, 1, round);
        for (int i = 0; i < kLongs; ++i) {
            CHECK(data[i] == (long)left * 1000000 + round * 100 + i);
        }
        /* The left neighbour may go on once it has been notified. */
        OK(MPI_Get_notify(mine, 0, MPI_LONG, left, 0, 0, MPI_LONG, 0, win));
        await_value(win, 0, round);
    }
    MPI_Count value = -1;
    OK(MPI_Win_get_notify_value(win, 1, &value));
    CHECK(value == kRounds);
    OK(MPI_Win_reset_notify_value(win, 1, &value));
    CHECK(value == kRounds);
    OK(MPI_Win_get_notify_value(win, 1, &value));
    CHECK(value == 0);
    OK(MPI_Win_unlock_all(win));
    OK(MPI_Win_free(&win));
}

/* Every operation counts once, from everybody, and sums are whole when the count is. */
static void all_operations(void) {
    long* data = NULL;
    MPI_Win win = window_of(size + 4, &data);
    OK(MPI_Win_set_num_notify(win, MPI_INFO_NULL, 8));
    OK(MPI_Win_lock_all(0, win));
    const long one = 1;
    long old = -1;
    long seen = -1;
    MPI_Request requests[4];
    for (int target = 0; target < size; ++target) {
        OK(MPI_Put_notify(&one, 1, MPI_LONG, target, 4 + rank, 1, MPI_LONG, 0, win));
        OK(MPI_Get_notify(&seen, 1, MPI_LONG, target, 4 + rank, 1, MPI_LONG, 1, win));
        CHECK(seen == 1);
        OK(MPI_Accumulate_notify(&one, 1, MPI_LONG, target, 0, 1, MPI_LONG, MPI_SUM, 2, win));
        OK(MPI_Get_accumulate_notify(&one, 1, MPI_LONG, &old, 1, MPI_LONG, target, 1, 1, MPI_LONG,
                                     MPI_SUM, 3, win));
        CHECK(old >= 0 && old < size);
        OK(MPI_Rput_notify(&one, 1, MPI_LONG, target, 4 + rank, 1, MPI_LONG, 4, win, &requests[0]));
        OK(MPI_Rget_notify(&seen, 1, MPI_LONG, target, 4 + rank, 1, MPI_LONG, 5, win,
                           &requests[1]));
        OK(MPI_Raccumulate_notify(&one, 1, MPI_LONG, target, 2, 1, MPI_LONG, MPI_SUM, 6, win,
                                  &requests[2]));
        OK(MPI_Rget_accumulate_notify(NULL, 0, MPI_LONG, &old, 1, MPI_LONG, target, 3, 1, MPI_LONG,
                                      MPI_NO_OP, 7, win, &requests[3]));
        OK(MPI_Waitall(4, requests, MPI_STATUSES_IGNORE));
        OK(MPI_Put_notify(&one, 1, MPI_LONG, MPI_PROC_NULL, 0, 1, MPI_LONG, 0, win));
    }
    for (int index = 0; index < 8; ++index) {
        await_value(win, index, size);
    }
    CHECK(data[0] == size && data[1] == size && data[2] == size && data[3] == 0);
    MPI_Barrier(MPI_COMM_WORLD);
    for (int index = 0; index < 8; ++index) {
        MPI_Count value = -1;
        OK(MPI_Win_reset_notify_value(win, index, &value));
        CHECK(value == size);
    }
    OK(MPI_Win_unlock_all(win));
    OK(MPI_Win_free(&win));
}

/* Each process may have its own number; the target's counts. */
static void numbers(void) {
    long* data = NULL;
    MPI_Win win = window_of(1, &data);
    const int right = (rank + 1) % size;
    const long value = 7;
    int number = -1;
    MPI_Count count = -1;
    OK(MPI_Win_get_num_notify(win, right, &number));
    CHECK(number == 0);
    OK(MPI_Win_set_num_notify(win, MPI_INFO_NULL, 2 + rank));
    for (int target = 0; target < size; ++target) {
        OK(MPI_Win_get_num_notify(win, target, &number));
        CHECK(number == 2 + target);
    }
    CHECK_CLASS(MPI_Win_get_num_notify(win, size, &number), MPI_ERR_RANK);
    OK(MPI_Win_lock_all(0, win));
    OK(MPI_Put_notify(&value, 1, MPI_LONG, right, 0, 1, MPI_LONG, 1 + right, win));
    await_value(win, 1 + rank, 1);
    MPI_Barrier(MPI_COMM_WORLD);
    data[0] = 0;
    MPI_Barrier(MPI_COMM_WORLD);
    CHECK_CLASS(MPI_Put_notify(&value, 1, MPI_LONG, right, 0, 1, MPI_LONG, 2 + right, win),
                MPI_ERR_RMA_NOTIFICATION);
    CHECK_CLASS(MPI_Put_notify(&value, 1, MPI_LONG, right, 0, 1, MPI_LONG, -1, win),
                MPI_ERR_RMA_NOTIFICATION);
    CHECK_CLASS(MPI_Put_notify(&value, 1, MPI_LONG, right, 1, 1, MPI_LONG, 0, win),
                MPI_ERR_RMA_RANGE);
    CHECK_CLASS(MPI_Put_notify(&value, 1, MPI_LONG, size, 0, 1, MPI_LONG, 0, win), MPI_ERR_RANK);
    CHECK_CLASS(MPI_Win_get_notify_value(win, 2 + rank, &count), MPI_ERR_RMA_NOTIFICATION);
    CHECK_CLASS(MPI_Win_reset_notify_value(win, -1, &count), MPI_ERR_RMA_NOTIFICATION);
    OK(MPI_Win_unlock_all(win));
    MPI_Barrier(MPI_COMM_WORLD);
    CHECK(data[0] == 0);
    OK(MPI_Win_get_notify_value(win, 0, &count));
    CHECK(count == 0);
    /* Outside passive target epochs. */
    CHECK_CLASS(MPI_Put_notify(&value, 1, MPI_LONG, right, 0, 1, MPI_LONG, 0, win),
                MPI_ERR_RMA_SYNC);
    OK(MPI_Win_fence(0, win));
    CHECK_CLASS(MPI_Put_notify(&value, 1, MPI_LONG, right, 0, 1, MPI_LONG, 0, win),
                MPI_ERR_RMA_SYNC);
    OK(MPI_Win_fence(MPI_MODE_NOSUCCEED, win));
    CHECK(data[0] == 0);
    /* One bad number: nothing changes anywhere. */
    OK(MPI_Win_get_notify_value(win, 1 + rank, &count));
    CHECK(count == 1);
    CHECK_CLASS(MPI_Win_set_num_notify(win, MPI_INFO_NULL, rank == 0 ? -1 : 3), MPI_ERR_ARG);
    OK(MPI_Win_get_num_notify(win, right, &number));
    CHECK(number == 2 + right);
    OK(MPI_Win_get_notify_value(win, 1 + rank, &count));
    CHECK(count == 1);
    /* Fewer, all 0 again; then none. */
    OK(MPI_Win_set_num_notify(win, MPI_INFO_NULL, 2));
    OK(MPI_Win_get_notify_value(win, 1, &count));
    CHECK(count == 0);
    OK(MPI_Win_set_num_notify(win, MPI_INFO_NULL, 0));
    OK(MPI_Win_get_num_notify(win, right, &number));
    CHECK(number == 0);
    OK(MPI_Win_free(&win));
}

static void assertions_and_attributes(void) {
    MPI_Info info;
    MPI_Win win;
    long* data = NULL;
    int* bound = NULL;
    MPI_Count* largest = NULL;
    int flag = 0;
    int number = -1;
    MPI_Info_create(&info);
    MPI_Info_set(info, "mpi_assert_max_num_notify", "8");
    OK(MPI_Win_allocate(8, 8, info, MPI_COMM_WORLD, &data, &win));
    MPI_Info_free(&info);
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
    OK(MPI_Win_get_num_notify(win, (rank + 1) % size, &number));
    CHECK(number == 8);
    OK(MPI_Win_get_attr(win, MPI_WIN_NOTIFICATION_NUM_SB, &bound, &flag));
    CHECK(flag && *bound == 8);
    OK(MPI_Win_get_attr(win, MPI_WIN_NOTIFICATION_NUM_UB, &bound, &flag));
    CHECK(flag && *bound >= 65536);
    OK(MPI_Win_get_attr(win, MPI_WIN_NOTIFICATION_VALUE_UB, &largest, &flag));
    CHECK(flag && *largest > INT_MAX);
    CHECK_CLASS(MPI_Win_set_num_notify(win, MPI_INFO_NULL, 9), MPI_ERR_ARG);
    OK(MPI_Win_set_num_notify(win, MPI_INFO_NULL, 3));
    OK(MPI_Win_get_num_notify(win, (rank + 1) % size, &number));
    CHECK(number == 3);
    OK(MPI_Win_free(&win));
}

static void thresholds(void) {
    enum { kEach = 5 };
    long* data = NULL;
    MPI_Win win = window_of(1, &data);
    MPI_Request once;
    MPI_Request again;
    MPI_Count value = -1;
    int flag = -1;
    OK(MPI_Win_set_num_notify(win, MPI_INFO_NULL, 2));
    OK(MPIX_Win_iwait_notify(win, 0, (MPI_Count)kEach * size, &once));
    OK(MPIX_Win_notify_init(win, 1, size, &again));
    OK(MPI_Test(&once, &flag, MPI_STATUS_IGNORE));
    CHECK(flag == 0);
    CHECK_CLASS(MPIX_Win_iwait_notify(win, 2, 1, &once), MPI_ERR_RMA_NOTIFICATION);
    CHECK_CLASS(MPIX_Win_iwait_notify(win, 0, -1, &once), MPI_ERR_ARG);
    MPI_Barrier(MPI_COMM_WORLD);
    OK(MPI_Win_lock_all(0, win));
    for (int i = 0; i < kEach; ++i) {
        for (int target = 0; target < size; ++target) {
            OK(MPI_Put_notify(NULL, 0, MPI_LONG, target, 0, 0, MPI_LONG, 0, win));
        }
    }
    OK(MPI_Wait(&once, MPI_STATUS_IGNORE));
    CHECK(once == MPI_REQUEST_NULL);
    OK(MPI_Win_get_notify_value(win, 0, &value));
    CHECK(value == (MPI_Count)kEach * size);
    for (int round = 0; round < 3; ++round) {
        OK(MPI_Start(&again));
        for (int target = 0; target < size; ++target) {
            OK(MPI_Put_notify(NULL, 0, MPI_LONG, target, 0, 0, MPI_LONG, 1, win));
        }
        OK(MPI_Wait(&again, MPI_STATUS_IGNORE));
        CHECK(again != MPI_REQUEST_NULL);
        OK(MPI_Win_reset_notify_value(win, 1, &value));
        CHECK(value == size);
        MPI_Barrier(MPI_COMM_WORLD);
    }
    OK(MPI_Request_free(&again));
    CHECK(again == MPI_REQUEST_NULL);
    OK(MPI_Win_unlock_all(win));
    OK(MPI_Win_free(&win));
}

/* Ordinary memory of a process, and a window of shared memory, count as well. */
static void other_windows(void) {
    long mine[4] = {0, 0, 0, 0};
    const long sent[4] = {1, 2, 3, rank};
    const int right = (rank + 1) % size;
    const int left = (rank + size - 1) % size;
    MPI_Win win;
    OK(MPI_Win_create(mine, sizeof mine, sizeof(long), MPI_INFO_NULL, MPI_COMM_WORLD, &win));
    OK(MPI_Win_set_num_notify(win, MPI_INFO_NULL, 1));
    OK(MPI_Win_lock_all(0, win));
    OK(MPI_Put_notify(sent, 4, MPI_LONG, right, 0, 4, MPI_LONG, 0, win));
    MPI_Request request;
    OK(MPIX_Win_iwait_notify(win, 0, 1, &request));
    OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
    OK(MPI_Win_sync(win));
    CHECK(mine[0] == 1 && mine[2] == 3 && mine[3] == left);
    OK(MPI_Win_unlock_all(win));
    OK(MPI_Win_free(&win));
    if (!is_one_node()) {
        return; /* it is the MPI's own, or an error */
    }
    long* shared = NULL;
    OK(MPI_Win_allocate_shared(32, 8, MPI_INFO_NULL, MPI_COMM_WORLD, &shared, &win));
    OK(MPI_Win_set_num_notify(win, MPI_INFO_NULL, 1));
    OK(MPI_Win_lock_all(0, win));
    OK(MPI_Put_notify(sent, 4, MPI_LONG, right, 0, 4, MPI_LONG, 0, win));
    await_value(win, 0, 1);
    CHECK(shared[0] == 1 && shared[3] == left);
    OK(MPI_Win_unlock_all(win));
    OK(MPI_Win_free(&win));
}

int main(int argc, char** argv) {
    begin(&argc, &argv);
    ring();
    all_operations();
    numbers();
    assertions_and_attributes();
    thresholds();
    other_windows();
    return finish("counters");
}
