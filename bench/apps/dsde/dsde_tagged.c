/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * Tagged puts. Each rank has a place at every other rank for each of its messages, and a board
 * there that says which have come. How many a rank must wait for it learns from a count to which
 * the senders have added before the barrier of the round.
 *
 * Places and counts exist twice, for even and odd rounds: a sender enters round r + 2 after the
 * barrier of r + 1, which the receiver entered when it had taken all of round r.
 */
#include "dsde_arauto.h"

const char* const variant_name = "tagged";
static arauto_segment_h places;
static arauto_segment_h counts;
static arauto_board_h board;
static uint64_t* message;
static uint64_t taken[2]; /* of all batches, by even and odd rounds */

void variant_begin(const dsde_t* exchange) {
    const arauto_team_h world = arauto_team_world();
    const size_t number = (size_t)(exchange->ranks * exchange->most) * 2;
    must(arauto_segment_allocate(world, number * exchange->bytes, &places));
    must(arauto_segment_allocate(world, 2 * sizeof(uint64_t), &counts));
    must(arauto_board_create(world, 0, &board));
    message = malloc(exchange->bytes);
}

/* The counts first: one addition for all messages of a round to one target. */
static void send_all(const dsde_t* exchange, int round) {
    const dsde_sends_t sends = dsde_sends(exchange, round);
    const int* const targets = sends.targets;
    const int parity = round % 2;
    const size_t mine = (size_t)((exchange->me * 2 + parity) * exchange->most);
    for (int i = 0; i < sends.count; ++i) {
        const int number = dsde_how_many(sends, i);
        if (number > 0) {
            /* With the value before, which is not wanted, the addition is done on return. */
            uint64_t before;
            must(arauto_atomic_fetch(counts, targets[i], (size_t)parity * sizeof(uint64_t), 8,
                                     ARAUTO_ATOMIC_ADD, (uint64_t)number, &before));
        }
        dsde_fill(exchange, round, i, message);
        must(arauto_put_tagged(places, targets[i], (mine + (size_t)i) * exchange->bytes, message,
                               exchange->bytes, board, parity));
    }
}

void variant_round(const dsde_t* exchange, int round, dsde_sum_t* sum) {
    const int parity = round % 2;
    send_all(exchange, round);
    must(arauto_team_barrier(arauto_team_world()));
    uint64_t expected;
    must(arauto_atomic_load(counts, exchange->me, (size_t)parity * sizeof(uint64_t), 8, &expected));
    while (taken[parity] < expected) {
        arauto_match_t match;
        must(arauto_board_wait(board, ARAUTO_ANY_SOURCE, ARAUTO_ANY_TAG, 1, &match));
        dsde_take(exchange, match.tag == parity ? round : round + 1, match.data, sum);
        ++taken[match.tag];
    }
}

void variant_end(void) {
    free(message);
    must(arauto_board_free(board));
    must(arauto_segment_free(counts));
    must(arauto_segment_free(places));
}
