/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * Random programs of epochs, and their expected results. A program is a row of events that all
 * ranks know; each rank makes the calls of its part of an event before those of the next. Every
 * program is legal, cannot deadlock, and has one result: words are put by one origin alone, by
 * epochs that come one after the other, or, where a flag lets epochs go ahead, once.
 *
 * The oracle carries the operations out one after the other, in the order of the program, in a copy
 * of all memories, and writes down what each get must bring.
 */
#pragma once

#include "epochs.h"

#include <stdbool.h>
#include <stddef.h>

enum { RANKS_MAX = 4, EVENTS_MAX = 12, OPS_MAX = 4, FENCES_MAX = 3, BLOCK = 48, LARGE = 20000 };

/* Memory for one origin to write: three words, and a block that is too long for a record. */
typedef struct {
    uint64_t words[3];
    uint64_t block[BLOCK];
} area_t;

/* The memory of one rank. */
typedef struct {
    area_t own[RANKS_MAX]; /* of each origin, by its epochs in order */
    area_t fresh[RANKS_MAX][EVENTS_MAX]; /* of each origin, by one epoch each */
    area_t fenced[RANKS_MAX][2]; /* of each origin, by turns of fences */
    uint64_t own_sum[RANKS_MAX];
    uint64_t sum;
    uint64_t twins[2]; /* of unequal value only under an exclusive lock */
    uint64_t own_words[EVENTS_MAX]; /* stored by the rank itself before it posts */
    uint64_t large[RANKS_MAX][LARGE]; /* more than one step moves; of each origin, as `own` */
} memory_t;

typedef enum { PUT, GET, FETCH, COUNT_TWINS, LOOK_AT_TWINS, FLUSH } op_kind_t;

typedef struct {
    op_kind_t kind;
    bool asks; /* for a request */
    bool waits; /* for it, within the epoch */
    bool is_exact; /* what a get brings is known */
    uint32_t offset; /* in memory_t */
    uint32_t words;
    uint64_t value; /* to put, or to add */
    uint64_t expected; /* by the oracle: of a get, in every word */
} op_t;

/* The operations of one origin on one target in one epoch. */
typedef struct {
    bool is_there;
    bool is_exclusive; /* of a lock */
    int count;
    op_t ops[OPS_MAX];
} access_t;

typedef enum { EXCHANGE, FENCES, LOCKS, EVERYBODY, EVENT_KINDS } event_kind_t;

/* How a rank makes its calls in an event. */
typedef struct {
    int flags; /* of reorder */
    bool starts_first; /* before it posts */
    bool nests; /* locks are open together */
    bool asks_to_open; /* the lock: a request, which it waits for */
    int closes_access; /* how_t */
    int closes_exposure;
    bool settles; /* waits for all its requests afterwards */
    int delays[3]; /* in us: before it opens, before it closes, after */
} part_t;
typedef enum { WAITS, ASKS, GIVES_UP, TESTS } how_t;

typedef struct {
    event_kind_t kind;
    int fences; /* epochs between fences */
    bool precedes; /* the first fence comes without a promise */
    bool succeeds; /* the last one opens an epoch, which is left empty */
    part_t parts[RANKS_MAX];
    access_t access[FENCES_MAX][RANKS_MAX][RANKS_MAX]; /* [turn][origin][target]; one turn but of
                                                           fences */
} event_t;

typedef struct {
    uint64_t seed;
    uint64_t row;
    uint32_t number;
    int events;
    int turns; /* of fences so far */
    event_t event[EVENTS_MAX];
} program_t;

static program_t program;
static memory_t model[RANKS_MAX];
static int ranks_of_model;
static int settled[RANKS_MAX]; /* while it is made: events before this one are complete there */
static int planted; /* the operation that is left out when the program runs, from 1; 0: none */

static inline bool chance(int percent) {
    return next_below(&program.row, 100) < (uint64_t)percent;
}
static inline int below(int limit) {
    return (int)next_below(&program.row, (uint64_t)limit);
}

/* A later value of one origin is a larger one. */
static inline uint64_t make_value(int origin, int event, int turn, int op) {
    return (uint64_t)(origin + 1) << 56 | (uint64_t)program.number << 24 | (uint64_t)event << 16 |
           (uint64_t)turn << 8 | (uint64_t)op;
}
static inline bool is_later(uint64_t value, uint64_t expected) {
    return value >> 56 == expected >> 56 && value >= expected;
}

static inline void set_offset(op_t* op, const void* address, const void* memory, int words) {
    op->offset = (uint32_t)((const char*)address - (const char*)memory);
    op->words = (uint32_t)words;
}
static inline void choose_word(op_t* op, const area_t* area, int slot, const memory_t* memory) {
    const bool is_block = slot == 3;
    set_offset(op, is_block ? area->block : &area->words[slot], memory, is_block ? BLOCK : 1);
}

typedef struct {
    int event, turn, origin, target;
} spot_t;

static inline event_t* event_of(spot_t spot) {
    return &program.event[spot.event];
}

/* Where an epoch may put: in order of epochs, or where no other epoch does. */
static void make_put(op_t* op, spot_t spot, int index) {
    const memory_t* const memory = &model[spot.target];
    const event_t* const event = event_of(spot);
    const bool is_ordered = event->parts[spot.origin].flags == 0;
    op->kind = PUT;
    op->value = make_value(spot.origin, spot.event, spot.turn, index);
    if (event->kind == FENCES) {
        choose_word(op, &memory->fenced[spot.origin][(program.turns + spot.turn) % 2], index,
                    memory);
    } else if (is_ordered && index == 0 && chance(3)) {
        set_offset(op, memory->large[spot.origin], memory, LARGE);
    } else if (is_ordered) {
        choose_word(op, &memory->own[spot.origin], index, memory);
    } else {
        choose_word(op, &memory->fresh[spot.origin][spot.event], index, memory);
    }
}

/* A get of what nobody changes during this epoch. */
static void make_get(op_t* op, spot_t spot, int index) {
    const memory_t* const memory = &model[spot.target];
    const event_t* const event = event_of(spot);
    op->kind = GET;
    op->is_exact = true;
    if (event->kind == FENCES) { /* what anyone has put in the turn before */
        const int before = (program.turns + spot.turn + 1) % 2;
        choose_word(op, &memory->fenced[below(ranks_of_model)][before], below(4), memory);
    } else if (event->kind == EXCHANGE && chance(50)) {
        set_offset(op, &memory->own_words[spot.event], memory, 1);
    } else if (event->parts[spot.origin].flags == 0) {
        choose_word(op, &memory->own[spot.origin], index,
                    memory); /* puts here have other indices */
    } else { /* what is complete, or nothing was ever put there */
        const int known = settled[spot.origin];
        int from = known > 0 ? below(known) : spot.event;
        if (program.event[from].parts[spot.origin].closes_access == GIVES_UP) {
            from = spot.event;
        }
        choose_word(op, &memory->fresh[spot.origin][from], index, memory);
    }
}

static void make_fetch(op_t* op, spot_t spot) {
    const memory_t* const memory = &model[spot.target];
    op->kind = FETCH;
    op->is_exact = event_of(spot)->parts[spot.origin].flags == 0 && chance(60);
    op->value = 1 + (uint64_t)below(100);
    set_offset(op, op->is_exact ? &memory->own_sum[spot.origin] : &memory->sum, memory, 1);
}

static void make_op(op_t* op, spot_t spot, int index) {
    const event_t* const event = event_of(spot);
    const part_t* const part = &event->parts[spot.origin];
    const bool is_locked = event->kind == LOCKS || event->kind == EVERYBODY;
    memset(op, 0, sizeof *op);
    if (event->kind == LOCKS && chance(30)) {
        const bool is_exclusive = event->access[0][spot.origin][spot.target].is_exclusive;
        op->kind = is_exclusive ? COUNT_TWINS : LOOK_AT_TWINS;
    } else if (chance(45)) {
        make_put(op, spot, index);
    } else if (chance(50)) {
        make_get(op, spot, index);
    } else if (is_locked && chance(40)) {
        op->kind = FLUSH;
    } else {
        make_fetch(op, spot);
    }
    op->asks = chance(25);
    /* With flags an open lock may be held while the next one waits for earlier epochs. */
    const bool may_wait = (event->kind == EXCHANGE && !part->starts_first) ||
                          (is_locked && !(part->nests && part->flags != 0));
    op->waits = may_wait && (op->asks || op->kind == FLUSH) && chance(50);
    op->asks = op->asks || (op->kind == FLUSH && !op->waits);
}

static void make_access(spot_t spot, bool is_exclusive) {
    access_t* const access = &event_of(spot)->access[spot.turn][spot.origin][spot.target];
    access->is_there = true;
    access->is_exclusive = is_exclusive;
    access->count = below(OPS_MAX + 1);
    for (int op = 0; op < access->count; ++op) {
        make_op(&access->ops[op], spot, op);
    }
}

static void make_parts(event_t* event, int flags) {
    for (int rank = 0; rank < ranks_of_model; ++rank) {
        part_t* const part = &event->parts[rank];
        part->flags = flags == 0 || chance(30) ? 0 : flags & below(16);
        part->starts_first = chance(30);
        part->nests = chance(50);
        part->asks_to_open = chance(20);
        part->closes_access = chance(50) ? ASKS : chance(20) ? GIVES_UP : WAITS;
        part->closes_exposure = chance(50)   ? ASKS
                                : chance(20) ? GIVES_UP
                                : chance(30) ? TESTS
                                             : WAITS;
        part->settles = chance(20);
        for (int i = 0; i < 3; ++i) {
            part->delays[i] = chance(6) ? below(80) : 0;
        }
    }
}

/* Whether the rank's locks are open together and one may wait for what another holds up. */
static bool must_not_wait(const event_t* event, int rank) {
    return event->parts[rank].nests && event->parts[rank].flags != 0;
}

static void make_event(int index, int flags) {
    event_t* const event = &program.event[index];
    memset(event, 0, sizeof *event);
    event->kind = (event_kind_t)(chance(45) ? EXCHANGE : below(EVENT_KINDS));
    event->fences = event->kind == FENCES ? 1 + below(FENCES_MAX) : 1;
    event->precedes = chance(50);
    event->succeeds = chance(50);
    make_parts(event, flags);
    for (int origin = 0; origin < ranks_of_model; ++origin) {
        const bool is_everybody = event->kind == EVERYBODY && chance(60);
        for (int target = 0; target < ranks_of_model; ++target) {
            for (int turn = 0; turn < event->fences; ++turn) {
                const bool is_there = event->kind == FENCES || is_everybody ||
                                      (event->kind != EVERYBODY && chance(40));
                if (is_there) {
                    make_access((spot_t){index, turn, origin, target}, chance(60));
                }
            }
        }
        part_t* const part = &event->parts[origin];
        if (event->kind == LOCKS && must_not_wait(event, origin)) {
            part->asks_to_open = false;
            part->closes_access = part->closes_access == WAITS ? ASKS : part->closes_access;
        }
    }
    program.turns += event->kind == FENCES ? event->fences : 0;
    for (int rank = 0; rank < ranks_of_model; ++rank) {
        settled[rank] = event->parts[rank].settles ? index + 1 : settled[rank];
    }
}

/* The oracle: one operation, in order. */
static void apply(op_t* op, int target) {
    uint64_t* const address = (uint64_t*)((char*)&model[target] + op->offset);
    switch (op->kind) {
    case PUT:
        for (uint32_t i = 0; i < op->words; ++i) {
            address[i] = op->value;
        }
        break;
    case GET:
        op->expected = *address;
        break;
    case FETCH:
        op->expected = *address;
        *address += op->value;
        break;
    case COUNT_TWINS:
        ++model[target].twins[0];
        ++model[target].twins[1];
        break;
    default:
        break;
    }
}

static void ask_oracle(void) {
    for (int index = 0; index < program.events; ++index) {
        event_t* const event = &program.event[index];
        for (int rank = 0; rank < ranks_of_model; ++rank) {
            model[rank].own_words[index] =
                event->kind == EXCHANGE ? make_value(rank, index, 0, 0) : 0;
        }
        for (int turn = 0; turn < event->fences; ++turn) {
            /* In the order of a turn gets come first: they do not look at what it changes. */
            for (int origin = 0; origin < ranks_of_model; ++origin) {
                for (int target = 0; target < ranks_of_model; ++target) {
                    access_t* const access = &event->access[turn][origin][target];
                    for (int op = 0; op < access->count; ++op) {
                        apply(&access->ops[op], target);
                    }
                }
            }
        }
    }
}

/* Makes a program from the seed and its number, so that every rank makes the same one. */
static void make_program(uint64_t seed, uint32_t number, int ranks_there) {
    ranks_of_model = ranks_there;
    program.seed = seed;
    program.row = mixed(seed, number, 0);
    program.number = number;
    program.turns = 0;
    program.events = 2 + below(EVENTS_MAX - 1);
    for (int rank = 0; rank < ranks_there; ++rank) {
        memset(&model[rank], 0, offsetof(memory_t, large));
        settled[rank] = 0;
    }
    const int flags = chance(40) ? 0 : 1 + below(15);
    for (int index = 0; index < program.events; ++index) {
        make_event(index, flags);
    }
    ask_oracle();
}
