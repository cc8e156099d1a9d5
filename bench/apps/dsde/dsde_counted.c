/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * Puts into places that were taken by adding to a count at the target: one addition for all
 * messages of a round to one target. Messages lie side by side in the order of the additions,
 * whatever their sources, and the barrier of the round makes them and their number known.
 *
 * Places and counts exist twice, for even and odd rounds: a sender enters round r + 2 after the
 * barrier of r + 1, which the receiver entered when it had read all of round r. Counts only grow.
 */
#include "dsde_arauto.h"

const char* const variant_name = "counted";
enum { LINE = 64 };
static arauto_segment_h inbox; /* two cache lines of counts, then the places */
static uint64_t places; /* of a rank and parity: as many as all can send it in a round */
static uint64_t* message;
static uint64_t seen[2]; /* of all batches, by even and odd rounds */

void variant_begin(const dsde_t* exchange) {
    places = (uint64_t)(exchange->ranks * exchange->most);
    const size_t bytes = 2 * LINE + 2 * places * exchange->bytes;
    must(arauto_segment_allocate(arauto_team_world(), bytes, &inbox));
    message = malloc(exchange->bytes);
}

static size_t place_at(const dsde_t* exchange, int parity, uint64_t number) {
    return 2 * LINE + ((uint64_t)parity * places + number % places) * exchange->bytes;
}

static void send_all(const dsde_t* exchange, int round) {
    const dsde_sends_t sends = dsde_sends(exchange, round);
    const int* const targets = sends.targets;
    const int parity = round % 2;
    uint64_t first[MOST_MESSAGES];
    for (int i = 0; i < sends.count; ++i) {
        const int number = dsde_how_many(sends, i);
        if (number > 0) {
            must(arauto_atomic_fetch(inbox, targets[i], (size_t)parity * LINE, 8, ARAUTO_ATOMIC_ADD,
                                     (uint64_t)number, &first[i]));
        }
    }
    for (int i = 0; i < sends.count; ++i) {
        const dsde_earlier_t earlier = dsde_earlier(targets, i);
        dsde_fill(exchange, round, i, message);
        must(arauto_put(inbox, targets[i],
                        place_at(exchange, parity, first[earlier.first] + earlier.count), message,
                        exchange->bytes));
    }
}

void variant_round(const dsde_t* exchange, int round, dsde_sum_t* sum) {
    const int parity = round % 2;
    send_all(exchange, round);
    must(arauto_team_barrier(arauto_team_world()));
    uint64_t count;
    must(arauto_atomic_load(inbox, exchange->me, (size_t)parity * LINE, 8, &count));
    const char* const base = arauto_segment_base(inbox);
    for (; seen[parity] < count; ++seen[parity]) {
        const void* const at = base + place_at(exchange, parity, seen[parity]);
        dsde_take(exchange, round, at, sum);
    }
}

void variant_end(void) {
    free(message);
    must(arauto_segment_free(inbox));
}
