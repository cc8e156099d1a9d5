/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * Runs random programs of epochs, and compares the results of gets, the memory when an epoch is
 * complete, and all memory at the end with a sequential oracle. `oracle SEED COUNT [FIRST]` runs
 * that many programs from that seed; a failure prints the seed and the program. With FIRST it
 * begins at that program, and prints the programs that it runs.
 */
#include "oracle_program.h"

#include "arauto/spi/epoch.h"
#include "arauto/spi/segment.h"

#include <signal.h>
#include <time.h>
#include <unistd.h>

enum { PENDING_MAX = 4096, PATIENCE_S = 120 };

/* Where operations take their data from, and where gets bring it. */
typedef struct {
    uint64_t source[EVENTS_MAX][FENCES_MAX][RANKS_MAX][OPS_MAX][BLOCK];
    uint64_t got[EVENTS_MAX][FENCES_MAX][RANKS_MAX][OPS_MAX][BLOCK];
    uint64_t large[EVENTS_MAX][RANKS_MAX][LARGE];
} buffers_t;

typedef enum { ONE_OP, ACCESS, EXPOSURE, FENCE, LOCK_HELD } what_t;

typedef struct {
    arauto_request_t request;
    what_t what;
    spot_t spot; /* target -1: all */
    int op;
} pending_t;

static memory_t* memory; /* of this rank */
static buffers_t private_buffers;
static buffers_t* buffers;
static pending_t pending[PENDING_MAX];
static int pending_count;
static int count_twins;
static int look_at_twins;
static bool is_posted; /* memory is not reached directly: only the origin runs kernels */
static long ops_run;
static volatile int event_now;

#define CHECK_IT(condition, format, ...)                                                           \
    CHECK(condition, "seed %llu, program %u: " format, (unsigned long long)program.seed,           \
          program.number, __VA_ARGS__)

static void stuck(int number) {
    char text[160];
    const int length = snprintf(
        text, sizeof text, "rank %d: seed %llu, program %u: stuck in event %d, signal %d\n", me,
        (unsigned long long)program.seed, program.number, event_now, number);
    const ssize_t written = write(2, text, (size_t)length);
    _exit(written < 0 ? 2 : 1);
}

static void take_time(int us) {
    const struct timespec moment = {0, us * 1000L};
    if (us > 0) {
        nanosleep(&moment, NULL);
    }
}

static uint64_t load(const void* memory_there, uint32_t offset, uint32_t word) {
    const uint64_t* const address = (const uint64_t*)((const char*)memory_there + offset) + word;
    return __atomic_load_n(address, __ATOMIC_RELAXED);
}

static size_t offset_of_twin(int index) {
    return offsetof(memory_t, twins) + (size_t)index * sizeof(uint64_t);
}

/* The twins differ only while somebody counts under the exclusive lock. */
static arauto_status_t read_twins(int target, uint64_t* value_out) {
    uint64_t second = 0;
    CHECK_OK(arauto_get(segment, target, offset_of_twin(0), value_out, sizeof *value_out));
    CHECK_OK(arauto_get(segment, target, offset_of_twin(1), &second, sizeof second));
    return *value_out == second ? ARAUTO_OK : ARAUTO_ERR_LOCKED;
}

static arauto_status_t run_look(const arauto_kernel_call_t* call) {
    uint64_t value = 0;
    return read_twins(call->target, &value);
}

static arauto_status_t run_count(const arauto_kernel_call_t* call) {
    uint64_t value = 0;
    const arauto_status_t status = read_twins(call->target, &value);
    ++value;
    CHECK_OK(arauto_put(segment, call->target, offset_of_twin(0), &value, sizeof value));
    for (volatile int i = 0; i < 20; ++i) {
    }
    CHECK_OK(arauto_put(segment, call->target, offset_of_twin(1), &value, sizeof value));
    return status;
}

/* Checks the result of the operation. */
static void verify_op(spot_t spot, int index) {
    const op_t* const op = &event_of(spot)->access[spot.turn][me][spot.target].ops[index];
    const uint64_t* const got = buffers->got[spot.event][spot.turn][spot.target][index];
    const uint32_t words = op->kind == GET ? op->words : op->kind == FETCH ? 1 : 0;
    for (uint32_t i = 0; op->is_exact && i < words; ++i) {
        CHECK_IT(got[i] == op->expected,
                 "event %d, turn %d, target %d, operation %d: word %u is %llx, not %llx",
                 spot.event, spot.turn, spot.target, index, i, (unsigned long long)got[i],
                 (unsigned long long)op->expected);
    }
}

static void verify_access(spot_t spot) {
    for (int target = 0; target < ranks; ++target) {
        if (spot.target >= 0 && target != spot.target) {
            continue;
        }
        const spot_t there = {spot.event, spot.turn, me, target};
        for (int op = 0; op < event_of(there)->access[spot.turn][me][target].count; ++op) {
            verify_op(there, op);
        }
    }
}

/* Checks the data that others have put here in an epoch that is complete; later epochs may have put
 * more. */
static void verify_exposure(spot_t spot) {
    for (int origin = 0; origin < ranks; ++origin) {
        const access_t* const access = &event_of(spot)->access[spot.turn][origin][me];
        for (int index = 0; index < access->count; ++index) {
            const op_t* const op = &access->ops[index];
            for (uint32_t i = 0; op->kind == PUT && i < op->words; ++i) {
                const uint64_t value = load(memory, op->offset, i);
                CHECK_IT(is_later(value, op->value),
                         "event %d, turn %d is over, and word %u of operation %d of rank %d is "
                         "%llx, not %llx",
                         spot.event, spot.turn, i, index, origin, (unsigned long long)value,
                         (unsigned long long)op->value);
            }
        }
    }
}

static void verify(const pending_t* item) {
    if (item->what == ONE_OP) {
        verify_op(item->spot, item->op);
    } else if (item->what == ACCESS) {
        verify_access(item->spot);
    } else if (item->what == EXPOSURE) {
        verify_exposure(item->spot);
    } else if (item->what == FENCE) {
        verify_access(item->spot);
        verify_exposure(item->spot);
    }
}

static void check_closed(arauto_status_t status, spot_t spot, const char* what) {
    CHECK_IT(status == ARAUTO_OK, "event %d, turn %d: %s gave %s", spot.event, spot.turn, what,
             arauto_last_error());
}

static void settle(pending_t* item) {
    check_closed(arauto_request_wait(&item->request), item->spot, "a request");
    verify(item);
}

static void settle_all(void) {
    for (int left = pending_count; left > 0; --left) { /* in any order */
        const int index = (int)mixed(program.seed, (uint64_t)left, program.number) & 0x7fffffff;
        pending_t* const item = &pending[index % left];
        settle(item);
        *item = pending[left - 1];
    }
    pending_count = 0;
}

/* Some that happen to be complete. */
static void look_at_some(void) {
    for (int i = 0; i < pending_count; i += 3) {
        if (is_complete(&pending[i].request)) {
            verify(&pending[i]);
            pending[i] = pending[--pending_count];
        }
    }
}

static void add_pending(pending_t item) {
    CHECK_IT(pending_count < PENDING_MAX, "%d requests at a time", pending_count);
    pending[pending_count++] = item;
}

/* After a closing call, with what it was asked for. */
static void after_close(int how, pending_t item, const char* what) {
    if (how == ASKS) {
        add_pending(item);
    } else if (how == GIVES_UP) {
        check_closed(arauto_request_free(&item.request), item.spot, what);
    } else {
        verify(&item);
    }
}

static arauto_request_t* asked(int how, pending_t* item) {
    return how == ASKS || how == GIVES_UP ? &item->request : NULL;
}

static bool is_left_out(const op_t* op) {
    if (me != 0 || (op->kind != PUT && op->kind != FETCH && op->kind != COUNT_TWINS)) {
        return false;
    }
    return ++ops_run == planted;
}

static void run_op(spot_t spot, int index) {
    const op_t* const op = &event_of(spot)->access[spot.turn][me][spot.target].ops[index];
    pending_t item = {{0, 0}, ONE_OP, spot, index};
    arauto_request_t* const request = op->asks ? &item.request : NULL;
    uint64_t* source = buffers->source[spot.event][spot.turn][spot.target][index];
    uint64_t* const got = buffers->got[spot.event][spot.turn][spot.target][index];
    if (is_left_out(op)) {
        return;
    }
    switch (op->kind) {
    case PUT:
        source = op->words == LARGE ? buffers->large[spot.event][spot.target] : source;
        for (uint32_t i = 0; i < op->words; ++i) {
            source[i] = op->value;
        }
        CHECK_OK(arauto_epoch_put(epochs, spot.target, segment, op->offset, source,
                                  op->words * sizeof *source, request));
        break;
    case GET:
        CHECK_OK(arauto_epoch_get(epochs, spot.target, segment, op->offset, got,
                                  op->words * sizeof *got, request));
        break;
    case FETCH:
        CHECK_OK(arauto_epoch_fetch(epochs, spot.target, segment, op->offset, 8, ARAUTO_ATOMIC_ADD,
                                    op->value, got, request));
        break;
    case FLUSH:
        CHECK_OK(arauto_epoch_flush(epochs, spot.target, ARAUTO_FLUSH_REMOTE, request));
        break;
    default:
        CHECK_OK(arauto_epoch_run(epochs, spot.target,
                                  op->kind == COUNT_TWINS ? count_twins : look_at_twins, NULL, 0, 0,
                                  request));
        break;
    }
    if (op->asks && op->waits) {
        settle(&item);
    } else if (op->asks) {
        add_pending(item);
    }
}

static void run_ops(spot_t spot) {
    const access_t* const access = &event_of(spot)->access[spot.turn][me][spot.target];
    for (int index = 0; index < access->count; ++index) {
        run_op(spot, index);
    }
}

static void open_exposure(const event_t* event, int index) {
    int origins[RANKS_MAX];
    int count = 0;
    for (int origin = 0; origin < ranks; ++origin) {
        if (event->access[0][origin][me].is_there) {
            origins[count++] = origin;
        }
    }
    memory->own_words[index] = make_value(me, index, 0, 0);
    CHECK_OK(arauto_epoch_post(epochs, origins, count, 0));
}

static void open_access(const event_t* event) {
    int targets[RANKS_MAX];
    int count = 0;
    for (int target = 0; target < ranks; ++target) {
        if (event->access[0][me][target].is_there) {
            targets[count++] = target;
        }
    }
    CHECK_OK(arauto_epoch_start(epochs, targets, count, 0));
}

static void close_access(const part_t* part, int index) {
    pending_t item = {{0, 0}, ACCESS, {index, 0, me, -1}, 0};
    CHECK_OK(arauto_epoch_complete(epochs, asked(part->closes_access, &item)));
    after_close(part->closes_access, item, "arauto_epoch_complete");
}

static void close_exposure(const part_t* part, int index) {
    pending_t item = {{0, 0}, EXPOSURE, {index, 0, me, -1}, 0};
    if (part->closes_exposure == TESTS) {
        for (int done = 0; !done;) {
            CHECK_OK(arauto_epoch_test(epochs, &done));
            sched_yield();
        }
    } else {
        CHECK_OK(arauto_epoch_wait(epochs, asked(part->closes_exposure, &item)));
    }
    after_close(part->closes_exposure, item, "arauto_epoch_wait");
}

static void exchange(const event_t* event, int index) {
    const part_t* const part = &event->parts[me];
    const bool exposes_late = part->closes_exposure == WAITS || part->closes_exposure == TESTS;
    if (part->starts_first) {
        open_access(event);
        open_exposure(event, index);
    } else {
        open_exposure(event, index);
        open_access(event);
    }
    for (int target = 0; target < ranks; ++target) {
        run_ops((spot_t){index, 0, me, target});
    }
    take_time(part->delays[1]);
    if (!exposes_late && part->nests) {
        close_exposure(part, index);
        close_access(part, index);
    } else {
        close_access(part, index);
        close_exposure(part, index);
    }
}

static void fences(const event_t* event, int index) {
    const part_t* const part = &event->parts[me];
    CHECK_OK(arauto_epoch_fence(epochs, event->precedes ? 0 : ARAUTO_EPOCH_NOPRECEDE, NULL));
    for (int turn = 0; turn < event->fences; ++turn) {
        for (int target = 0; target < ranks; ++target) {
            run_ops((spot_t){index, turn, me, target});
        }
        take_time(turn == 0 ? part->delays[1] : 0);
        const bool is_last = turn == event->fences - 1 && !event->succeeds;
        pending_t item = {{0, 0}, FENCE, {index, turn, me, -1}, 0};
        CHECK_OK(arauto_epoch_fence(epochs, is_last ? ARAUTO_EPOCH_NOSUCCEED : 0,
                                    asked(part->closes_access, &item)));
        after_close(part->closes_access, item, "arauto_epoch_fence");
    }
}

static void open_lock(const event_t* event, spot_t spot) {
    const bool is_exclusive = event->access[0][me][spot.target].is_exclusive;
    const part_t* const part = &event->parts[me];
    pending_t item = {{0, 0}, LOCK_HELD, spot, 0};
    CHECK_OK(arauto_epoch_lock(epochs, is_exclusive ? ARAUTO_LOCK_EXCLUSIVE : ARAUTO_LOCK_SHARED,
                               spot.target, 0, part->asks_to_open ? &item.request : NULL));
    if (part->asks_to_open) {
        settle(&item);
    }
}

static void close_lock(const part_t* part, spot_t spot) {
    pending_t item = {{0, 0}, ACCESS, spot, 0};
    CHECK_OK(arauto_epoch_unlock(epochs, spot.target, asked(part->closes_access, &item)));
    after_close(part->closes_access, item, "arauto_epoch_unlock");
}

static void locks(const event_t* event, int index) {
    const part_t* const part = &event->parts[me];
    for (int target = 0; target < ranks; ++target) {
        const spot_t spot = {index, 0, me, target};
        if (event->access[0][me][target].is_there) {
            open_lock(event, spot);
            run_ops(spot);
            take_time(part->delays[1]);
            if (!part->nests) {
                close_lock(part, spot);
            }
        }
    }
    for (int target = 0; part->nests && target < ranks; ++target) {
        if (event->access[0][me][target].is_there) {
            close_lock(part, (spot_t){index, 0, me, target});
        }
    }
}

static void everybody(const event_t* event, int index) {
    const part_t* const part = &event->parts[me];
    pending_t item = {{0, 0}, ACCESS, {index, 0, me, -1}, 0};
    if (!event->access[0][me][0].is_there) {
        return;
    }
    CHECK_OK(arauto_epoch_lock(epochs, ARAUTO_LOCK_SHARED, ARAUTO_EVERY_RANK, 0, NULL));
    for (int target = 0; target < ranks; ++target) {
        run_ops((spot_t){index, 0, me, target});
    }
    take_time(part->delays[1]);
    CHECK_OK(arauto_epoch_unlock(epochs, ARAUTO_EVERY_RANK, asked(part->closes_access, &item)));
    after_close(part->closes_access, item, "arauto_epoch_unlock_all");
}

static void run_event(int index) {
    const event_t* const event = &program.event[index];
    const part_t* const part = &event->parts[me];
    event_now = index;
    take_time(part->delays[0]);
    CHECK_OK(arauto_epochs_set_reorder(epochs, part->flags));
    switch (event->kind) {
    case EXCHANGE:
        exchange(event, index);
        break;
    case FENCES:
        fences(event, index);
        break;
    case LOCKS:
        locks(event, index);
        break;
    default:
        everybody(event, index);
        break;
    }
    take_time(part->delays[2]);
    look_at_some();
    if (part->settles) {
        settle_all();
    }
}

static void verify_memory(void) {
    const size_t words = sizeof(memory_t) / sizeof(uint64_t);
    const uint64_t* const wanted = (const uint64_t*)&model[me];
    for (size_t i = 0; i < words; ++i) {
        const uint64_t value = load(memory, 0, (uint32_t)i);
        CHECK_IT(value == wanted[i], "in the end word %zu is %llx, not %llx", i,
                 (unsigned long long)value, (unsigned long long)wanted[i]);
    }
}

/* Prints a program, to find out why it failed. */
static void show_program(void) {
    for (int index = 0; index < program.events; ++index) {
        const event_t* const event = &program.event[index];
        printf("event %d: kind %d, %d turns, precedes %d, succeeds %d\n", index, event->kind,
               event->fences, event->precedes, event->succeeds);
        for (int rank = 0; rank < ranks; ++rank) {
            const part_t* const part = &event->parts[rank];
            printf("  rank %d: flags %d, starts first %d, nests %d, asks to open %d, closes %d and "
                   "%d, settles %d, delays %d %d %d\n",
                   rank, part->flags, part->starts_first, part->nests, part->asks_to_open,
                   part->closes_access, part->closes_exposure, part->settles, part->delays[0],
                   part->delays[1], part->delays[2]);
            for (int at = 0; at < event->fences * ranks; ++at) {
                const access_t* const access = &event->access[at / ranks][rank][at % ranks];
                if (!access->is_there) {
                    continue;
                }
                printf("    turn %d, to %d, %s:", at / ranks, at % ranks,
                       access->is_exclusive ? "exclusive" : "shared");
                for (int op = 0; op < access->count; ++op) {
                    printf(" %d%s%s", access->ops[op].kind, access->ops[op].asks ? "?" : "",
                           access->ops[op].waits ? "!" : "");
                }
                printf("\n");
            }
        }
    }
}

static void run_program(void) {
    memset(memory, 0, offsetof(memory_t, large));
    barrier();
    for (int index = 0; index < program.events; ++index) {
        run_event(index);
    }
    event_now = program.events;
    if (program.number % 2 == 0) {
        settle_all();
    }
    /* Without flags a fence waits for all that was closed before, also where requests were given
     * up. */
    CHECK_OK(arauto_epochs_set_reorder(epochs, 0));
    CHECK_OK(arauto_epoch_fence(epochs, 0, NULL));
    CHECK_OK(arauto_epoch_fence(epochs, ARAUTO_EPOCH_NOSUCCEED, NULL));
    settle_all();
    verify_memory();
    arauto_epochs_state_t state;
    CHECK_OK(arauto_epochs_query(epochs, &state));
    CHECK_IT(state.pending == 0 && state.recorded == 0, "%llu epochs and %llu operations are left",
             (unsigned long long)state.pending, (unsigned long long)state.recorded);
    barrier();
}

int main(int argc, char** argv) {
    const uint64_t seed = argc > 1 ? strtoull(argv[1], NULL, 10) : 1;
    const uint32_t count =
        argc > 2 ? (uint32_t)strtoul(argv[2], NULL, 10) : (uint32_t)repetitions(2000);
    const uint32_t first = argc > 3 ? (uint32_t)strtoul(argv[3], NULL, 10) : 0;
    const char* const plant = getenv("ARAUTO_TEST_PLANT");
    void* shared_buffers = NULL;
    begin(sizeof(memory_t));
    CHECK(ranks <= RANKS_MAX, "at most %d ranks", RANKS_MAX);
    planted = plant != NULL ? atoi(plant) : 0;
    memory = arauto_segment_base(segment);
    is_posted = arauto_segment_pointer(segment, ranks - 1) == NULL;
    CHECK_OK(arauto_memory_allocate(sizeof(buffers_t), &shared_buffers));
    CHECK_OK(arauto_kernel_register(run_count, &count_twins));
    CHECK_OK(arauto_kernel_register(run_look, &look_at_twins));
    signal(SIGALRM, stuck);
    for (uint32_t number = first; number < first + count; ++number) {
        alarm(PATIENCE_S);
        buffers = number % 3 == 0 ? shared_buffers : &private_buffers;
        make_program(seed, number, ranks);
        if (argc > 3 && me == 0) {
            show_program();
        }
        run_program();
    }
    alarm(0);
    CHECK_OK(arauto_memory_free(shared_buffers));
    finish();
    return 0;
}
