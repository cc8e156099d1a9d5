/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * Boards come and go in several threads of each rank, each with a team of its own: more than a rank
 * keeps for later, in another order on every rank, so that one rank keeps what another gives back.
 */
#include "../capi/job.h"

#include "arauto/spi/board.h"

#include <pthread.h>

enum { THREADS = 3, BOARDS = 4, ROUNDS = 40 };

static arauto_team_h team[THREADS];
static arauto_segment_h segment;

static void* come_and_go(void* argument) {
    const int number = (int)(intptr_t)argument;
    const int ranks = arauto_size();
    const int right = (arauto_rank() + 1) % ranks;
    const int left = (arauto_rank() + ranks - 1) % ranks;
    for (int round = 0; round < ROUNDS; ++round) {
        arauto_board_h board[BOARDS];
        for (int i = 0; i < BOARDS; ++i) {
            CHECK_OK(arauto_board_create(team[number], 4, &board[i]));
        }
        for (int i = 0; i < BOARDS; ++i) {
            const int tag = (round * THREADS + number) * BOARDS + i;
            uint64_t there = 0;
            CHECK_OK(arauto_put_tagged(segment, right, 0, &tag, 0, board[i], tag));
            CHECK_OK(arauto_board_wait(board[i], left, tag, 1, NULL));
            CHECK_OK(arauto_board_query(board[i], ARAUTO_ANY_SOURCE, ARAUTO_ANY_TAG, &there));
            CHECK(there == 0, "thread %d, round %d: a board has %llu notifications too many",
                  number, round, (unsigned long long)there);
        }
        for (int i = 0; i < BOARDS; ++i) {
            CHECK_OK(arauto_board_free(board[i]));
        }
    }
    return NULL;
}

int main(void) {
    pthread_t thread[THREADS];
    start();
    CHECK_OK(arauto_segment_allocate(arauto_team_world(), 64, &segment));
    for (int i = 0; i < THREADS; ++i) {
        CHECK_OK(arauto_team_split(arauto_team_world(), 1, arauto_rank(), &team[i]));
    }
    for (intptr_t i = 0; i < THREADS; ++i) {
        pthread_create(&thread[i], NULL, come_and_go, (void*)i);
    }
    for (int i = 0; i < THREADS; ++i) {
        pthread_join(thread[i], NULL);
    }
    barrier();
    if (arauto_rank() == 0) {
        printf("ok\n");
    }
    return 0;
}
