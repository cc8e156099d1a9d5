/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * Draws targets and makes messages from the numbers of source, round and message alone, and the way
 * of a particle from its own number, so that any rank can say what another must have received.
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

/* The box beside a box, through one of its six faces. */
static int beside(const int* sides, int box, int face) {
    const int strides[] = {1, sides[0], sides[0] * sides[1]};
    const int axis = face / 2;
    const int at = box / strides[axis] % sides[axis];
    const int next = (at + (face % 2 == 0 ? 1 : sides[axis] - 1)) % sides[axis];
    return box + (next - at) * strides[axis];
}

/* Where a particle is after a round that begins with it in `box`; -1: it stays. */
static int way_of(const int* sides, uint64_t particle, int round, int box) {
    const uint64_t drawn = draw((int)particle, round, 0) >> 32;
    return drawn % 20 == 0 ? beside(sides, box, (int)(drawn / 20 % 6)) : -1;
}

static int largest_divisor(int number, int dimensions) {
    int found = 1;
    for (int i = 2; (dimensions == 3 ? i * i * i : i * i) <= number; ++i) {
        found = number % i == 0 ? i : found;
    }
    return found;
}

static dsde_box_t* create_box(int ranks) {
    dsde_box_t* const box = calloc(1, sizeof *box);
    const size_t most = (size_t)ranks * PARTICLES;
    box->sides[2] = largest_divisor(ranks, 3);
    box->sides[1] = largest_divisor(ranks / box->sides[2], 2);
    box->sides[0] = ranks / box->sides[2] / box->sides[1];
    box->particles = malloc(most * sizeof *box->particles);
    box->came = malloc(most * sizeof *box->came);
    return box;
}

void dsde_start(const dsde_t* exchange) {
    dsde_box_t* const box = exchange->box;
    if (box == NULL) {
        return;
    }
    box->count = PARTICLES;
    for (int i = 0; i < PARTICLES; ++i) {
        box->particles[i] = (uint64_t)exchange->me * PARTICLES + (uint64_t)i;
        box->came[i] = -1;
    }
}

/* One that came in this round, of a rank that is ahead, stays in it. */
dsde_sends_t dsde_leave(const dsde_t* exchange, int round) {
    dsde_box_t* const box = exchange->box;
    int leaving = 0;
    for (int i = 0; i < box->count;) {
        const uint64_t particle = box->particles[i];
        const int target = way_of(box->sides, particle, round, exchange->me);
        if (target < 0 || box->came[i] == round) {
            ++i;
            continue;
        }
        if (leaving == MOST_MESSAGES) {
            fprintf(stderr, "dsde: more than %d particles leave the box of rank %d in round %d\n",
                    MOST_MESSAGES, exchange->me, round);
            exit(2);
        }
        box->leaving[leaving] = particle;
        box->targets[leaving] = target;
        ++leaving;
        --box->count;
        box->particles[i] = box->particles[box->count];
        box->came[i] = box->came[box->count];
    }
    return (dsde_sends_t){leaving, box->targets};
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
    const char* const mode = app_word(count, words, "mode", "random");
    if (strcmp(mode, "particles") == 0) {
        exchange.most = MOST_MESSAGES;
        exchange.box = create_box(ranks);
        return exchange;
    }
    if (strcmp(mode, "random") != 0) {
        fprintf(stderr, "dsde: mode=%s is none of random, particles\n", mode);
        exit(2);
    }
    exchange.most = MESSAGES;
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
    if (exchange->box != NULL) {
        free(exchange->box->particles);
        free(exchange->box->came);
        free(exchange->box);
        exchange->box = NULL;
    }
}

int dsde_how_many(dsde_sends_t sends, int number) {
    int found = 0;
    for (int i = 0; i < sends.count; ++i) {
        if (sends.targets[i] == sends.targets[number]) {
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

/* A particle's number, and words that change with each round. */
static void fill_particle(size_t bytes, uint64_t particle, int round, uint64_t* message) {
    fill(bytes, draw((int)particle, round, 0), message);
    message[0] = particle;
}

void dsde_fill(const dsde_t* exchange, int round, int number, uint64_t* message) {
    if (exchange->box != NULL) {
        fill_particle(exchange->bytes, exchange->box->leaving[number], round, message);
        return;
    }
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
    dsde_box_t* const box = exchange->box;
    if (box != NULL && box->count < exchange->ranks * PARTICLES) {
        box->particles[box->count] = message[0];
        box->came[box->count] = round;
        ++box->count;
    }
}

/* Follows each particle alone, and takes it where it arrives. */
static dsde_sum_t expected_particles(const dsde_t* exchange, int target, uint64_t* message) {
    dsde_sum_t sum = {0, 0};
    for (int particle = 0; particle < exchange->ranks * PARTICLES; ++particle) {
        int box = particle / PARTICLES;
        for (int round = 0; round < exchange->rounds; ++round) {
            const int next = way_of(exchange->box->sides, (uint64_t)particle, round, box);
            if (next == target) {
                fill_particle(exchange->bytes, (uint64_t)particle, round, message);
                take(exchange->bytes, target, round, message, &sum);
            }
            box = next < 0 ? box : next;
        }
    }
    return sum;
}

static dsde_sum_t expected_random(const dsde_t* exchange, int target, uint64_t* message) {
    dsde_sum_t sum = {0, 0};
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
    return sum;
}

dsde_sum_t dsde_expected(const dsde_t* exchange, int target) {
    uint64_t* const message = malloc(exchange->bytes);
    const dsde_sum_t sum = exchange->box != NULL ? expected_particles(exchange, target, message)
                                                 : expected_random(exchange, target, message);
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
