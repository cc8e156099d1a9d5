/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * MPI's one-sided calls between fences: a sender takes places at its targets by adding to a count
 * there, and puts its messages into them in the next epoch. The count only grows; the receiver
 * remembers how far it has read.
 */
#include "dsde_mpi.h"

const char* const variant_name = "accumulate";
enum { LINE = 64 };
static MPI_Win window;
static uint64_t* memory; /* the count in a cache line, then the places */
static uint64_t* sent;
static uint64_t places; /* of a rank: as many as all can send it in a round */
static uint64_t seen;

void variant_begin(const dsde_t* exchange) {
    places = (uint64_t)(exchange->ranks * exchange->most);
    /* MPICH 4.0 reaches wrong addresses in a window whose size is no multiple of 16. */
    const MPI_Aint bytes = (MPI_Aint)(LINE + (places * exchange->bytes + LINE - 1) / LINE * LINE);
    MPI_Win_allocate(bytes, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &window);
    sent = malloc(MOST_MESSAGES * exchange->bytes);
    memory[0] = 0;
    MPI_Win_fence(MPI_MODE_NOPRECEDE, window);
}

/* One addition for all messages of a round to one target. */
static void take_places(dsde_sends_t sends, uint64_t* first) {
    static uint64_t numbers[MOST_MESSAGES];
    for (int i = 0; i < sends.count; ++i) {
        numbers[i] = (uint64_t)dsde_how_many(sends, i);
        if (numbers[i] > 0) {
            MPI_Fetch_and_op(&numbers[i], &first[i], MPI_UINT64_T, sends.targets[i], 0, MPI_SUM,
                             window);
        }
    }
}

static uint64_t place_of(const int* targets, int number, const uint64_t* first) {
    const dsde_earlier_t earlier = dsde_earlier(targets, number);
    return (first[earlier.first] + earlier.count) % places;
}

void variant_round(const dsde_t* exchange, int round, dsde_sum_t* sum) {
    const int bytes = (int)exchange->bytes;
    const dsde_sends_t sends = dsde_sends(exchange, round);
    const int* const targets = sends.targets;
    uint64_t first[MOST_MESSAGES];
    take_places(sends, first);
    MPI_Win_fence(0, window);
    const uint64_t count = memory[0]; /* no rank adds to it before the next fence */
    for (int i = 0; i < sends.count; ++i) {
        uint64_t* const message = message_at(sent, exchange, i);
        dsde_fill(exchange, round, i, message);
        const MPI_Aint at = (MPI_Aint)(LINE + place_of(targets, i, first) * exchange->bytes);
        MPI_Put(message, bytes, MPI_BYTE, targets[i], at, bytes, MPI_BYTE, window);
    }
    MPI_Win_fence(0, window);
    /* Others may add to the count by now, but put nothing before this rank's next fence. */
    for (; seen < count; ++seen) {
        const uint64_t* const message = memory + LINE / 8 + seen % places * (exchange->bytes / 8);
        dsde_take(exchange, round, message, sum);
    }
}

void variant_end(void) {
    MPI_Win_fence(MPI_MODE_NOSUCCEED, window);
    MPI_Win_free(&window);
    free(sent);
}
