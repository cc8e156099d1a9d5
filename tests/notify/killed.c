/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * A producer is killed at a random moment of its notified puts. Every message whose notification
 * the consumer has received is complete, and the consumer learns of the failure; it never hangs.
 * Rank 0 consumes, all others produce; the highest rank dies. The survivors go on.
 */
#include "../capi/job.h"

#include <signal.h>
#include <unistd.h>

#define EXPECT(condition) CHECK(condition, "expected %s", #condition)

enum { WORDS = 64, BOARD = 16 };

static arauto_segment_h segment;
static arauto_notify_h notify;
static arauto_slot_t slot;
static arauto_board_h board;

static void produce(int me, int dies) {
    uint64_t words[WORDS];
    if (dies) { /* from now on at some moment of its own choice */
        ualarm(200 + (unsigned)getpid() % 3000, 0);
        signal(SIGALRM, SIG_DFL);
    }
    for (uint64_t round = 1; dies || round <= 300; ++round) {
        for (int i = 0; i < WORDS; ++i) {
            words[i] = round;
        }
        const size_t part = (size_t)me * sizeof words;
        CHECK_OK(arauto_put_notify(segment, 0, part, words, sizeof words, slot));
        CHECK_OK(arauto_put_tagged(segment, 0, part, words, sizeof words, board, (int)round));
    }
}

/* Takes what `source` sends until it is done or dead. The producer goes on writing to the same
 * place, so words may be newer than the last notification, never older. */
static void consume(int source) {
    const volatile uint64_t* part = (uint64_t*)arauto_segment_base(segment) + source * WORDS;
    for (uint64_t told = 0;;) {
        arauto_match_t last;
        const arauto_status_t status = arauto_board_wait(board, source, ARAUTO_ANY_TAG, 1, &last);
        if (status != ARAUTO_OK) {
            EXPECT(status == ARAUTO_ERR_FAILED || status == ARAUTO_ERR_STOPPED);
            EXPECT(source == arauto_size() - 1 || told == 300);
            return;
        }
        EXPECT(last.tag == (int)told + 1);
        told = (uint64_t)last.tag;
        for (int i = 0; i < WORDS; ++i) {
            EXPECT(part[i] >= told);
        }
        if (source != arauto_size() - 1 && told == 300) {
            return;
        }
    }
}

int main(void) {
    start();
    arauto_handle_failures();
    arauto_team_h world = arauto_team_world();
    const int me = arauto_team_rank(world);
    const int ranks = arauto_team_size(world);
    CHECK_OK(arauto_segment_allocate(world, (size_t)ranks * WORDS * 8, &segment));
    CHECK_OK(arauto_notify_create(world, 1, &notify));
    CHECK_OK(arauto_notify_slot(notify, 0, &slot));
    CHECK_OK(arauto_board_create(world, BOARD, &board));
    if (me > 0) {
        produce(me, me == ranks - 1);
    } else {
        for (int source = ranks - 1; source > 0; --source) {
            consume(source);
        }
        uint64_t count = 0;
        CHECK_OK(arauto_notify_query(notify, 0, &count));
        EXPECT(count >= 300u * (unsigned)(ranks - 2));
        /* The survivors cannot post a million: the wait reports that, and does not hang. */
        const arauto_status_t status = arauto_notify_wait(notify, 0, 1000000);
        EXPECT(status == ARAUTO_ERR_FAILED || status == ARAUTO_ERR_STOPPED);
        printf("the consumer learned of it\n");
    }
    CHECK_OK(arauto_finalize());
    return 0;
}
