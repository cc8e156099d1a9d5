/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * Dynamic sparse data exchange: in each round every rank sends MESSAGES messages to ranks drawn at
 * random, and no rank knows from which ranks it will receive, nor how many messages. The kernel
 * knows the draw: it makes messages, takes them into a digest that knows no order, and says what a
 * rank must have received.
 */
#pragma once

#include "../app.h"

enum { MESSAGES = 6 /* that a rank sends in a round */ };

typedef struct dsde {
    const char* variant;
    const char* size;
    int me;
    int ranks;
    int rounds; /* of a batch */
    int batches;
    size_t bytes; /* of a message, a multiple of 8 */
    int* targets; /* of this rank's messages: rounds x MESSAGES */
} dsde_t;

/* The messages that a rank has received so far. */
typedef struct dsde_sum {
    uint64_t digest;
    uint64_t count;
} dsde_sum_t;

/* Reads the words of the command line. Ends the program where one is wrong. */
dsde_t dsde_create(const char* variant, int count, char** words, int me, int ranks);
void dsde_free(dsde_t* exchange);

/* The targets of this rank's messages in a round. */
static inline const int* dsde_targets(const dsde_t* exchange, int round) {
    return exchange->targets + (size_t)round * MESSAGES;
}

/* How many messages of a round go to the target of message `number`; 0 where an earlier message of
 * the round has the same target. */
int dsde_how_many(const dsde_t* exchange, int round, int number);

/* The messages of a round before message `number` that have the same target. */
typedef struct dsde_earlier {
    int first; /* number of the first of them; `number` itself where there is none */
    uint64_t count;
} dsde_earlier_t;
dsde_earlier_t dsde_earlier(const int* targets, int number);

/* Writes message `number` of a round. */
void dsde_fill(const dsde_t* exchange, int round, int number, uint64_t* message);
/* Takes a message that this rank has received in `round`. */
void dsde_take(const dsde_t* exchange, int round, const uint64_t* message, dsde_sum_t* sum);

/* Ends the program with a sentence where a rank has not received what was sent to it. */
void dsde_verify(const dsde_t* exchange, dsde_sum_t received);
/* The messages that rank `target` must receive in a batch. */
dsde_sum_t dsde_expected(const dsde_t* exchange, int target);
/* Rank 0 prints the line of a batch. */
void dsde_print(const dsde_t* exchange, uint64_t digest, double seconds);
