/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * Windows on communicators of every shape: parts of the job in an order of their own while the rest
 * does something else, copies, one process alone; many windows at a time; and a communicator that
 * is freed before its window.
 */
#include "job.h"

/* Each process sends its rank in the job to all others. */
static void exchange_ranks(MPI_Comm comm) {
    int mine, members;
    int* ranks;
    MPI_Win win;
    MPI_Comm copy;
    MPI_Comm_rank(comm, &mine);
    MPI_Comm_size(comm, &members);
    MPI_Comm_dup(comm, &copy);
    MPI_Win_allocate(members * (MPI_Aint)sizeof(int), sizeof(int), MPI_INFO_NULL, copy, &ranks,
                     &win);
    MPI_Comm_free(&copy);
    MPI_Win_fence(0, win);
    for (int to = 0; to < members; ++to) {
        MPI_Put(&rank, 1, MPI_INT, to, mine, 1, MPI_INT, win);
    }
    MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
    MPI_Group all, here;
    MPI_Comm_group(MPI_COMM_WORLD, &all);
    MPI_Win_get_group(win, &here);
    for (int from = 0; from < members; ++from) {
        int expected;
        MPI_Group_translate_ranks(here, 1, &from, all, &expected);
        CHECK(ranks[from] == expected, "from %d came %d instead of %d", from, ranks[from],
              expected);
    }
    MPI_Group_free(&all);
    MPI_Group_free(&here);
    MPI_Win_free(&win);
}

static void many_windows(MPI_Comm comm) {
    enum { kWindows = 300 };
    MPI_Win wins[kWindows];
    int* words[kWindows];
    int mine, members;
    MPI_Comm_rank(comm, &mine);
    MPI_Comm_size(comm, &members);
    for (int i = 0; i < kWindows; ++i) {
        MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, comm, &words[i], &wins[i]);
    }
    for (int i = 0; i < kWindows; ++i) {
        const int value = i * 100 + mine;
        MPI_Win_fence(0, wins[i]);
        MPI_Put(&value, 1, MPI_INT, (mine + 1) % members, 0, 1, MPI_INT, wins[i]);
    }
    for (int i = 0; i < kWindows; ++i) {
        MPI_Win_fence(MPI_MODE_NOSUCCEED, wins[i]);
        CHECK(*words[i] == i * 100 + (mine + members - 1) % members, "window %d has %d", i,
              *words[i]);
    }
    for (int i = kWindows - 1; i >= 0; --i) {
        MPI_Win_free(&wins[i]);
    }
}

int main(int argc, char** argv) {
    begin(&argc, &argv);
    MPI_Comm part, backwards;
    exchange_ranks(MPI_COMM_WORLD);
    exchange_ranks(MPI_COMM_SELF);
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, -rank, &part);
    if (rank % 2 == 0) { /* the odd ranks make none */
        exchange_ranks(part);
    }
    exchange_ranks(part);
    MPI_Comm_split(MPI_COMM_WORLD, 0, size - rank, &backwards);
    for (int i = 0; i < 30; ++i) {
        exchange_ranks(backwards);
    }
    many_windows(backwards);
    MPI_Comm_free(&part);
    MPI_Comm_free(&backwards);
    exchange_ranks(MPI_COMM_WORLD);
    return end();
}
