/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * Two-sided messages without any count: synchronous sends complete when they have been received,
 * and a nonblocking barrier completes when all ranks have seen theirs complete (Hoefler, Siebert,
 * Lumsdaine: Scalable Communication Protocols for Dynamic Sparse Data Exchange).
 */
#include "dsde_mpi.h"

const char* const variant_name = "issend_ibarrier";
static uint64_t* sent;
static uint64_t* received;

void variant_begin(const dsde_t* exchange) {
    sent = malloc(MOST_MESSAGES * exchange->bytes);
    received = malloc(exchange->bytes);
}

/* The tag tells this round's messages from those of a rank that is a round ahead. */
static void receive_one(const dsde_t* exchange, int round, dsde_sum_t* sum) {
    int has_come;
    MPI_Status status;
    MPI_Iprobe(MPI_ANY_SOURCE, round % 2, MPI_COMM_WORLD, &has_come, &status);
    if (has_come) {
        MPI_Recv(received, (int)exchange->bytes, MPI_BYTE, status.MPI_SOURCE, round % 2,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        dsde_take(exchange, round, received, sum);
    }
}

void variant_round(const dsde_t* exchange, int round, dsde_sum_t* sum) {
    const dsde_sends_t sends = dsde_sends(exchange, round);
    MPI_Request requests[MOST_MESSAGES];
    for (int i = 0; i < sends.count; ++i) {
        uint64_t* const message = message_at(sent, exchange, i);
        dsde_fill(exchange, round, i, message);
        MPI_Issend(message, (int)exchange->bytes, MPI_BYTE, sends.targets[i], round % 2,
                   MPI_COMM_WORLD, &requests[i]);
    }
    MPI_Request barrier = MPI_REQUEST_NULL;
    int is_done = 0;
    while (!is_done) {
        receive_one(exchange, round, sum);
        if (barrier != MPI_REQUEST_NULL) {
            MPI_Test(&barrier, &is_done, MPI_STATUS_IGNORE);
            continue;
        }
        int are_received;
        MPI_Testall(sends.count, requests, &are_received, MPI_STATUSES_IGNORE);
        if (are_received) {
            MPI_Ibarrier(MPI_COMM_WORLD, &barrier);
        }
    }
}

void variant_end(void) {
    free(sent);
    free(received);
}
