/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * A sum over all ranks tells each one how many messages it will receive, by
 * MPI_Reduce_scatter_block; it then receives as many from any source.
 */
#include "dsde_mpi.h"

const char* const variant_name = "reduce_scatter";
static int* to_each;
static uint64_t* sent;
static uint64_t* received;
static MPI_Request* requests;

/* In the worst case all send all their messages to one rank. */
void variant_begin(const dsde_t* exchange) {
    const size_t most = (size_t)(exchange->ranks * exchange->most);
    to_each = malloc((size_t)exchange->ranks * sizeof(int));
    sent = malloc(MOST_MESSAGES * exchange->bytes);
    received = malloc(most * exchange->bytes);
    requests = malloc((most + MOST_MESSAGES) * sizeof *requests);
}

/* No rank is ahead while others receive: the sum of the next round waits for all. */
void variant_round(const dsde_t* exchange, int round, dsde_sum_t* sum) {
    const int bytes = (int)exchange->bytes;
    const dsde_sends_t sends = dsde_sends(exchange, round);
    const int* const targets = sends.targets;
    memset(to_each, 0, (size_t)exchange->ranks * sizeof(int));
    for (int i = 0; i < sends.count; ++i) {
        to_each[targets[i]] += 1;
    }
    int count;
    MPI_Reduce_scatter_block(to_each, &count, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);

    for (int i = 0; i < count; ++i) {
        MPI_Irecv(message_at(received, exchange, i), bytes, MPI_BYTE, MPI_ANY_SOURCE, 0,
                  MPI_COMM_WORLD, &requests[i]);
    }
    for (int i = 0; i < sends.count; ++i) {
        uint64_t* const message = message_at(sent, exchange, i);
        dsde_fill(exchange, round, i, message);
        MPI_Isend(message, bytes, MPI_BYTE, targets[i], 0, MPI_COMM_WORLD, &requests[count + i]);
    }
    MPI_Waitall(count + sends.count, requests, MPI_STATUSES_IGNORE);
    for (int i = 0; i < count; ++i) {
        dsde_take(exchange, round, message_at(received, exchange, i), sum);
    }
}

void variant_end(void) {
    free(to_each);
    free(sent);
    free(received);
    free(requests);
}
