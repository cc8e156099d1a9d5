/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * Draws targets and makes messages from the numbers of source, round and message alone, so that any
 * rank can say what any other one must have received.
 */
#include "dsde_kernel.h"

static int rounds_of(const char* size) {
    static const struct {
        const char* name;
        int rounds;
    } known[] = {{"tiny", 20}, {"quick", 2000}, {"M", 20000}, {"L", 200000}};
    for (size_t i = 0; i < sizeof known / sizeof *known; ++i) {
        if (strcmp(known[i].name, size) == 0) {
            return known[i].rounds;
        }
    }
    fprintf(stderr, "dsde: size=%s is none of tiny, quick, M, L\n", size);
    exit(2);
}

/* A number of one message. */
static uint64_t draw(int source, int round, int number) {
    return app_mix((uint64_t)source << 40 | (uint64_t)round << 8 | (uint64_t)number);
}

/* One of the other ranks; a rank alone sends to itself. */
static int target_of(int source, int round, int number, int ranks) {
    if (ranks == 1) {
        return 0;
    }
    const int other = (int)((draw(source, round, number) >> 32) % (uint64_t)(ranks - 1));
    return other < source ? other : other + 1;
}

dsde_t dsde_create(const char* variant, int count, char** words, int me, int ranks) {
    dsde_t exchange = {.variant = variant, .me = me, .ranks = ranks};
    exchange.size = app_word(count, words, "size", "tiny");
    exchange.rounds = rounds_of(exchange.size);
    exchange.batches = atoi(app_word(count, words, "batches", "1"));
    exchange.bytes = (size_t)atol(app_word(count, words, "bytes", "8"));
    if (exchange.bytes == 0 || exchange.bytes % 8 != 0 || exchange.bytes > 1 << 20) {
        fprintf(stderr, "dsde: bytes must be a multiple of 8 from 8 to 1048576\n");
        exit(2);
    }
    exchange.targets = malloc((size_t)exchange.rounds * MESSAGES * sizeof(int));
    for (int round = 0; round < exchange.rounds; ++round) {
        for (int i = 0; i < MESSAGES; ++i) {
            exchange.targets[round * MESSAGES + i] = target_of(me, round, i, ranks);
        }
    }
    return exchange;
}

void dsde_free(dsde_t* exchange) {
    free(exchange->targets);
    exchange->targets = NULL;
}

int dsde_how_many(const dsde_t* exchange, int round, int number) {
    const int* const targets = dsde_targets(exchange, round);
    int found = 0;
    for (int i = 0; i < MESSAGES; ++i) {
        if (targets[i] == targets[number]) {
            if (i < number) {
                return 0;
            }
            ++found;
        }
    }
    return found;
}

dsde_earlier_t dsde_earlier(const int* targets, int number) {
    dsde_earlier_t earlier = {number, 0};
    for (int i = number - 1; i >= 0; --i) {
        if (targets[i] == targets[number]) {
            earlier.first = i;
            ++earlier.count;
        }
    }
    return earlier;
}

static void fill(size_t bytes, uint64_t first, uint64_t* message) {
    for (size_t i = 0; i < bytes / 8; ++i) {
        message[i] = first + i;
    }
}

void dsde_fill(const dsde_t* exchange, int round, int number, uint64_t* message) {
    fill(exchange->bytes, draw(exchange->me, round, number), message);
}

/* Messages of one round to one rank may come in any order: a sum forgets it. A product of place and
 * value sees words that were exchanged within a message. */
static void take(size_t bytes, int target, int round, const uint64_t* message, dsde_sum_t* sum) {
    uint64_t value = 0;
    for (size_t i = 0; i < bytes / 8; ++i) {
        value += message[i] * (2 * i + 1);
    }
    sum->digest += app_mix(value ^ app_mix((uint64_t)target << 32 | (uint64_t)round));
    sum->count += 1;
}

void dsde_take(const dsde_t* exchange, int round, const uint64_t* message, dsde_sum_t* sum) {
    take(exchange->bytes, exchange->me, round, message, sum);
}

dsde_sum_t dsde_expected(const dsde_t* exchange, int target) {
    dsde_sum_t sum = {0, 0};
    uint64_t* const message = malloc(exchange->bytes);
    for (int source = 0; source < exchange->ranks; ++source) {
        for (int round = 0; round < exchange->rounds; ++round) {
            for (int i = 0; i < MESSAGES; ++i) {
                if (target_of(source, round, i, exchange->ranks) == target) {
                    fill(exchange->bytes, draw(source, round, i), message);
                    take(exchange->bytes, target, round, message, &sum);
                }
            }
        }
    }
    free(message);
    return sum;
}

void dsde_verify(const dsde_t* exchange, dsde_sum_t received) {
    const dsde_sum_t right = dsde_expected(exchange, exchange->me);
    if (received.count != right.count || received.digest != right.digest) {
        fprintf(stderr,
                "dsde: %s: rank %d received %" PRIu64 " messages with digest %016" PRIX64
                ", and %" PRIu64 " with %016" PRIX64 " were sent to it\n",
                exchange->variant, exchange->me, received.count, received.digest, right.count,
                right.digest);
        exit(1);
    }
}

void dsde_print(const dsde_t* exchange, uint64_t digest, double seconds) {
    app_print(&(app_batch_t){.app = "dsde",
                             .variant = exchange->variant,
                             .size = exchange->size,
                             .ranks = exchange->ranks,
                             .digest = digest,
                             .seconds = seconds});
}
