/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * Windows on all processes and on pairs of them: every one works, whether it is Arauto's or the
 * MPI's own. The counters show which. native_test.py runs this, with "unchecked" on an MPI whose
 * own windows move nothing.
 */
#include "job.h"

#include <stdint.h>

static int is_checked = 1;

static void use(MPI_Comm comm) {
    int here = 0, members = 1;
    int64_t position = -1;
    MPI_Win win;
    MPI_Comm_rank(comm, &here);
    MPI_Comm_size(comm, &members);
    MPI_Win_create(&position, sizeof position, sizeof position, MPI_INFO_NULL, comm, &win);
    MPI_Win_fence(0, win);
    const int64_t value = here;
    MPI_Put(&value, 1, MPI_INT64_T, (here + 1) % members, 0, 1, MPI_INT64_T, win);
    MPI_Win_fence(0, win);
    CHECK(!is_checked || position == (here + members - 1) % members, "%lld came",
          (long long)position);
    MPI_Win_free(&win);
}

/* The pairs take turns: Open MPI 4 names the file behind a window after the job and the number of
 * its communicator, which all pairs share, so that two at once take each other's file away (7 of 25
 * runs of this program on Open MPI alone failed without the turns). */
static void use_in_turn(MPI_Comm pair) {
    for (int turn = 0; turn < (size + 1) / 2; ++turn) {
        if (turn == rank / 2) {
            use(pair);
        }
        MPI_Barrier(MPI_COMM_WORLD);
    }
}

int main(int argc, char** argv) {
    is_checked = argc < 2;
    begin(&argc, &argv);
    MPI_Comm pair;
    MPI_Comm_set_name(MPI_COMM_WORLD, "everybody");
    MPI_Comm_split(MPI_COMM_WORLD, rank / 2, rank, &pair);
    MPI_Comm_set_name(pair, "a pair");
    use(MPI_COMM_WORLD);
    use_in_turn(pair);
    use_in_turn(pair);
    MPI_Comm_free(&pair);
    return end();
}
