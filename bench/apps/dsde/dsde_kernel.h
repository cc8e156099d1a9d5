/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * Dynamic sparse data exchange: in each round every rank sends messages, and no rank knows from
 * which ranks it will receive, nor how many. Either each sends MESSAGES messages to ranks drawn at
 * random, or each has a box of particles, of which one in twenty leaves in a round for a box beside
 * it: then a message is a particle, and a rank does not know either how many it will send. The
 * kernel knows the draw: it makes messages, takes them into a digest that knows no order, and says
 * what a rank must have received.
 */
#pragma once

#include "../app.h"

enum {
    MESSAGES = 6, /* to ranks drawn at random, of a rank in a round */
    PARTICLES = 120, /* in a box at first: as many leave on average */
    MOST_MESSAGES = 64 /* in either mode */
};

/* The particles that are in this rank's box, and those that leave it in the current round. */
typedef struct dsde_box {
    int sides[3]; /* boxes along each axis; the last is beside the first */
    int count;
    uint64_t* particles;
    int* came; /* the round of each; -1: at the start */
    uint64_t leaving[MOST_MESSAGES];
    int targets[MOST_MESSAGES];
} dsde_box_t;

typedef struct dsde {
    const char* variant;
    const char* size;
    int me;
    int ranks;
    int rounds; /* of a batch */
    int batches;
    size_t bytes; /* of a message, a multiple of 8 */
    int most; /* messages that a rank sends in a round */
    int* targets; /* of messages to random ranks: rounds x MESSAGES */
    dsde_box_t* box; /* NULL: there are no particles */
} dsde_t;

/* The messages that this rank sends in a round. */
typedef struct dsde_sends {
    int count;
    const int* targets;
} dsde_sends_t;

/* The messages that a rank has received so far. */
typedef struct dsde_sum {
    uint64_t digest;
    uint64_t count;
} dsde_sum_t;

/* Reads the words of the command line. Ends the program where one is wrong. */
dsde_t dsde_create(const char* variant, int count, char** words, int me, int ranks);
void dsde_free(dsde_t* exchange);

/* Before the first round of a batch: all particles are where they were at first. */
void dsde_start(const dsde_t* exchange);
/* Takes the particles that leave out of the box. */
dsde_sends_t dsde_leave(const dsde_t* exchange, int round);

/* Once for each round, before its messages are made. */
static inline dsde_sends_t dsde_sends(const dsde_t* exchange, int round) {
    if (exchange->box != NULL) {
        return dsde_leave(exchange, round);
    }
    return (dsde_sends_t){MESSAGES, exchange->targets + (size_t)round * MESSAGES};
}

/* How many messages go to the target of message `number`; 0 where an earlier message has the same
 * target. */
int dsde_how_many(dsde_sends_t sends, int number);

/* The messages of a round before message `number` that have the same target. */
typedef struct dsde_earlier {
    int first; /* number of the first of them; `number` itself where there is none */
    uint64_t count;
} dsde_earlier_t;
dsde_earlier_t dsde_earlier(const int* targets, int number);

/* Writes message `number` of a round. */
void dsde_fill(const dsde_t* exchange, int round, int number, uint64_t* message);
/* Takes a message that this rank has received in `round`; a particle may leave in the next. */
void dsde_take(const dsde_t* exchange, int round, const uint64_t* message, dsde_sum_t* sum);

/* Ends the program with a sentence where a rank has not received what was sent to it. */
void dsde_verify(const dsde_t* exchange, dsde_sum_t received);
/* The messages that rank `target` must receive in a batch. */
dsde_sum_t dsde_expected(const dsde_t* exchange, int target);
/* Rank 0 prints the line of a batch. */
void dsde_print(const dsde_t* exchange, uint64_t digest, double seconds);
