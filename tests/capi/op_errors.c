/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * Operations that arauto_rma and arauto_epoch_rma refuse: each gets its status and a sentence that
 * names the field, and changes and notifies nothing. Any number of ranks.
 */
#include "job.h"

enum { BYTES = 256 };

static arauto_segment_h segment;
static arauto_notify_h notify;
static arauto_slot_t slot;
static arauto_board_h board;
static arauto_epochs_h epochs;
static int right;

/* An operation that is sound but for what each check spoils. */
static uint64_t source[4], destination[4], old;
static arauto_op_t sound(arauto_op_kind_t kind) {
    arauto_op_t op = {.kind = kind, .rank = right, .segment = segment, .offset = 8};
    if (kind == ARAUTO_OP_PUT || kind == ARAUTO_OP_GET) {
        op.source = kind == ARAUTO_OP_PUT ? source : NULL;
        op.destination = kind == ARAUTO_OP_GET ? destination : NULL;
        op.bytes = sizeof source;
    } else {
        op.width = 8;
        op.old_out = kind == ARAUTO_OP_STORE ? NULL : &old;
    }
    return op;
}

/* REFUSED(kind, status, word, change): the operation with that change is refused. */
#define REFUSED(kind_, status, word, ...)                                                          \
    do {                                                                                           \
        arauto_op_t op = sound(kind_);                                                             \
        __VA_ARGS__;                                                                               \
        op.slot = op.slot.offset == 0 && op.board == NULL ? slot : op.slot;                        \
        CHECK_FAILS(arauto_rma(&op), status, "arauto_rma: ");                                      \
        CHECK_FAILS(arauto_rma(&op), status, word);                                                \
        CHECK(old == 5 && destination[0] == 6, "a refused operation has brought a value");         \
    } while (0)

static void kinds(void) {
    CHECK_FAILS(arauto_rma(NULL), ARAUTO_ERR_ARGUMENT, "operation is null");
    REFUSED(ARAUTO_OP_PUT, ARAUTO_ERR_ARGUMENT, "the kind is 0", op.kind = (arauto_op_kind_t)0);
    REFUSED(ARAUTO_OP_PUT, ARAUTO_ERR_ARGUMENT, "the kind is 7", op.kind = (arauto_op_kind_t)7);
}

static void transfers(void) {
    const arauto_section_t two = {.rank = 1, .element_bytes = 8, .dim = {{2, 16, NULL}}};
    const arauto_section_t three = {.rank = 1, .element_bytes = 8, .dim = {{3, 16, NULL}}};
    const arauto_section_t low = {
        .rank = 1, .element_bytes = 8, .offset = -16, .dim = {{2, 16, NULL}}};
    const arauto_section_t ill = {.rank = 99, .element_bytes = 8};
    const arauto_section_t huge = {
        .rank = 2, .element_bytes = 8, .dim = {{INT64_MAX / 2, 0, NULL}, {INT64_MAX / 2, 0, NULL}}};
    const arauto_section_t wide = {.rank = 1, .element_bytes = 8, .dim = {{2, BYTES, NULL}}};
    const arauto_run_t run = {0, source, 8}, far_run = {BYTES, source, 8}, no_run = {0, NULL, 8};
    const arauto_run_t mixed_runs[2] = {run, far_run};
    REFUSED(ARAUTO_OP_PUT, ARAUTO_ERR_ARGUMENT, "a put takes no destination",
            op.destination = destination);
    REFUSED(ARAUTO_OP_GET, ARAUTO_ERR_ARGUMENT, "a get takes no source", op.source = source);
    REFUSED(ARAUTO_OP_PUT, ARAUTO_ERR_ARGUMENT, "the source is null", op.source = NULL);
    REFUSED(ARAUTO_OP_GET, ARAUTO_ERR_ARGUMENT, "the destination is null", op.destination = NULL);
    REFUSED(ARAUTO_OP_PUT, ARAUTO_ERR_ARGUMENT, "a put takes no width", op.width = 8);
    REFUSED(ARAUTO_OP_GET, ARAUTO_ERR_ARGUMENT, "a get takes no width", op.operand = 1);
    REFUSED(ARAUTO_OP_PUT, ARAUTO_ERR_ARGUMENT, "expected", op.expected = 1);
    REFUSED(ARAUTO_OP_PUT, ARAUTO_ERR_ARGUMENT, "old_out", op.old_out = &old);
    REFUSED(ARAUTO_OP_PUT, ARAUTO_ERR_ARGUMENT, "atomic", op.atomic = ARAUTO_ATOMIC_OR);
    REFUSED(ARAUTO_OP_PUT, ARAUTO_ERR_RANK, "rank", op.rank = arauto_size());
    REFUSED(ARAUTO_OP_PUT, ARAUTO_ERR_RANK, "rank", op.rank = -1; op.segment = NULL);
    REFUSED(ARAUTO_OP_PUT, ARAUTO_ERR_RANGE, "outside the segment", op.offset = BYTES - 8);
    arauto_op_t nowhere = sound(ARAUTO_OP_GET);
    nowhere.segment = NULL;
    nowhere.slot = slot;
    CHECK_FAILS(arauto_rma(&nowhere), ARAUTO_ERR_RANGE, "address 0x8 of 32 bytes is not mapped");
    barrier(); /* before any rank ends, and its private memory with it */
    REFUSED(ARAUTO_OP_PUT, ARAUTO_ERR_SHAPE, "", op.bytes = 0; op.remote_section = &two;
            op.local_section = &three);
    REFUSED(ARAUTO_OP_PUT, ARAUTO_ERR_ARGUMENT, "the section has 16", op.remote_section = &two);
    REFUSED(ARAUTO_OP_PUT, ARAUTO_ERR_RANGE, "more elements", op.bytes = 0;
            op.remote_section = &huge);
    REFUSED(ARAUTO_OP_PUT, ARAUTO_ERR_RANGE, "8 bytes before", op.bytes = 0;
            op.remote_section = &low);
    REFUSED(ARAUTO_OP_PUT, ARAUTO_ERR_RANGE, "outside", op.bytes = 0; op.remote_section = &wide);
    REFUSED(ARAUTO_OP_PUT, ARAUTO_ERR_RANGE, "outside", op.bytes = 0; op.offset = (uint64_t)-16;
            op.remote_section = &two);
    REFUSED(ARAUTO_OP_GET, ARAUTO_ERR_ARGUMENT, "", op.bytes = 0; op.local_section = &ill);
    REFUSED(ARAUTO_OP_PUT, ARAUTO_ERR_ARGUMENT, "the source is null", op.bytes = 0;
            op.source = NULL; op.remote_section = &two);
    REFUSED(ARAUTO_OP_PUT, ARAUTO_ERR_ARGUMENT, "an operation with runs takes no source",
            op.runs = &run;
            op.run_count = 1);
#define RUNS(list, count_)                                                                         \
    op.source = op.destination = NULL;                                                             \
    op.bytes = op.offset = 0;                                                                      \
    op.runs = (list);                                                                              \
    op.run_count = (count_)
    REFUSED(ARAUTO_OP_PUT, ARAUTO_ERR_ARGUMENT, "list of runs is null", RUNS(NULL, 1));
    REFUSED(ARAUTO_OP_PUT, ARAUTO_ERR_ARGUMENT, "memory of run 0 is null", RUNS(&no_run, 1));
    REFUSED(ARAUTO_OP_PUT, ARAUTO_ERR_RANGE, "outside the segment", RUNS(mixed_runs, 2));
}

static void atomics(void) {
    const arauto_section_t section = {.element_bytes = 8};
    REFUSED(ARAUTO_OP_FETCH, ARAUTO_ERR_ARGUMENT, "the width is 0", op.width = 0);
    REFUSED(ARAUTO_OP_STORE, ARAUTO_ERR_ARGUMENT, "the width is 3", op.width = 3);
    REFUSED(ARAUTO_OP_FETCH, ARAUTO_ERR_ARGUMENT, "no operation 9",
            op.atomic = (arauto_atomic_op_t)9);
    REFUSED(ARAUTO_OP_FETCH, ARAUTO_ERR_ARGUMENT, "a fetch takes no expected", op.expected = 1);
    REFUSED(ARAUTO_OP_FETCH, ARAUTO_ERR_ARGUMENT, "takes no source", op.source = source);
    REFUSED(ARAUTO_OP_FETCH, ARAUTO_ERR_ARGUMENT, "takes no source", op.bytes = 8);
    REFUSED(ARAUTO_OP_STORE, ARAUTO_ERR_ARGUMENT, "section", op.remote_section = &section);
    REFUSED(ARAUTO_OP_STORE, ARAUTO_ERR_ARGUMENT, "a store takes no", op.old_out = &old);
    REFUSED(ARAUTO_OP_STORE, ARAUTO_ERR_ARGUMENT, "a store takes no", op.expected = 1);
    REFUSED(ARAUTO_OP_LOAD, ARAUTO_ERR_ARGUMENT, "a load takes no", op.operand = 1);
    REFUSED(ARAUTO_OP_LOAD, ARAUTO_ERR_ARGUMENT, "old_out", op.old_out = NULL);
    REFUSED(ARAUTO_OP_COMPARE_SWAP, ARAUTO_ERR_ARGUMENT, "takes no atomic",
            op.atomic = ARAUTO_ATOMIC_SWAP);
    REFUSED(ARAUTO_OP_FETCH, ARAUTO_ERR_RANGE, "no", op.offset = 4);
    REFUSED(ARAUTO_OP_FETCH, ARAUTO_ERR_RANGE, "multiple of the width 8", op.offset = 4);
    REFUSED(ARAUTO_OP_FETCH, ARAUTO_ERR_RANGE, "outside the segment", op.offset = BYTES);
    REFUSED(ARAUTO_OP_FETCH, ARAUTO_ERR_RANGE, "shared memory", op.segment = NULL;
            op.offset = (uint64_t)(uintptr_t)&old);
    REFUSED(ARAUTO_OP_FETCH, ARAUTO_ERR_RANK, "rank", op.rank = arauto_size());
}

static void notifications(void) {
    const arauto_slot_t misaligned = {slot.offset + 1};
    REFUSED(ARAUTO_OP_PUT, ARAUTO_ERR_ARGUMENT, "one notification", op.slot = slot;
            op.board = board);
    REFUSED(ARAUTO_OP_PUT, ARAUTO_ERR_ARGUMENT, "slot", op.slot = misaligned);
    REFUSED(ARAUTO_OP_FETCH, ARAUTO_ERR_ARGUMENT, "the tag is -1", op.board = board; op.tag = -1);
    REFUSED(ARAUTO_OP_PUT, ARAUTO_ERR_ARGUMENT, "without a board takes no tag", op.tag = 1);
}

static void epoch(void) {
    const arauto_section_t two = {.rank = 1, .element_bytes = 8, .dim = {{2, 16, NULL}}};
    arauto_op_t op = sound(ARAUTO_OP_PUT);
    CHECK_FAILS(arauto_epoch_rma(NULL, &op, NULL), ARAUTO_ERR_ARGUMENT, "epochs object");
    CHECK_FAILS(arauto_epoch_rma(epochs, NULL, NULL), ARAUTO_ERR_ARGUMENT, "operation is null");
    CHECK_FAILS(arauto_epoch_rma(epochs, &op, NULL), ARAUTO_ERR_EPOCH, "arauto_epoch_rma");
    op.slot = slot;
    CHECK_FAILS(arauto_epoch_rma(epochs, &op, NULL), ARAUTO_ERR_UNSUPPORTED, "slot");
    op = sound(ARAUTO_OP_PUT);
    op.bytes = 0;
    op.remote_section = &two;
    CHECK_FAILS(arauto_epoch_rma(epochs, &op, NULL), ARAUTO_ERR_UNSUPPORTED, "sections");
    op = sound(ARAUTO_OP_FETCH);
    op.rank = arauto_size();
    CHECK_FAILS(arauto_epoch_rma(epochs, &op, NULL), ARAUTO_ERR_RANK, "team");
    op.rank = right;
    op.width = 5;
    CHECK_FAILS(arauto_epoch_rma(epochs, &op, NULL), ARAUTO_ERR_ARGUMENT, "the width is 5");
}

int main(void) {
    CHECK_FAILS(arauto_rma(&(arauto_op_t){.kind = ARAUTO_OP_PUT}), ARAUTO_ERR_STATE, "arauto_rma");
    start();
    const arauto_team_h world = arauto_team_world();
    right = (arauto_rank() + 1) % arauto_size();
    CHECK_OK(arauto_segment_allocate(world, BYTES, &segment));
    CHECK_OK(arauto_notify_create(world, 1, &notify));
    CHECK_OK(arauto_notify_slot(notify, 0, &slot));
    CHECK_OK(arauto_board_create(world, 0, &board));
    CHECK_OK(arauto_epochs_create(world, &epochs));
    old = 5;
    destination[0] = 6;
    memset(source, 0xff, sizeof source);
    kinds();
    transfers();
    atomics();
    notifications();
    epoch();
    barrier();
    const unsigned char* mine = arauto_segment_base(segment);
    for (int i = 0; i < BYTES; ++i) {
        CHECK(mine[i] == 0, "byte %d was changed", i);
    }
    uint64_t count = 0;
    int done = 0;
    CHECK_OK(arauto_notify_query(notify, 0, &count));
    CHECK_OK(arauto_board_test(board, ARAUTO_ANY_SOURCE, ARAUTO_ANY_TAG, 1, NULL, &done));
    CHECK(count == 0 && done == 0, "a refused operation has notified");
    CHECK_OK(arauto_epochs_free(epochs));
    CHECK_OK(arauto_board_free(board));
    CHECK_OK(arauto_notify_free(notify));
    CHECK_OK(arauto_segment_free(segment));
    CHECK_OK(arauto_finalize());
    return 0;
}
