/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * arauto_rma: every kind of operation, in a segment and by address, contiguous, strided and in
 * pieces, each without a notification, with a slot and with a board. Each rank works on its right
 * neighbour, which finds the data once it has the notification. Any number of ranks.
 */
#include "job.h"

#include "arauto/spi/segment.h"

enum { WORDS = 64, HALF = WORDS / 2, TAG = 7 };

/* How the target is notified, and the name of that form. */
typedef enum { QUIET, SLOT, BOARD, WAYS } Way;
typedef struct {
    Way way;
    int by_address;
} Form;

static arauto_segment_h segment;
static uint64_t* words; /* of this rank, in the segment */
static uint64_t* theirs; /* the right neighbour's, as it sees them */
static arauto_notify_h notify;
static arauto_slot_t slot;
static arauto_board_h board;
static int me, right, left;

/* Fills in the target, `first` words on, and the notification. */
static arauto_op_t aimed(arauto_op_t op, Form form, size_t first) {
    op.rank = right;
    op.segment = form.by_address != 0 ? NULL : segment;
    op.offset = form.by_address != 0 ? (uint64_t)(uintptr_t)(theirs + first) : first * 8;
    op.slot = form.way == SLOT ? slot : op.slot;
    op.board = form.way == BOARD ? board : NULL;
    op.tag = form.way == BOARD ? TAG : 0;
    return op;
}

/* Carries an operation out, and waits for what the left neighbour's did.
 * @param data  where a match says that it is; NULL: nowhere */
static void run(const arauto_op_t* op, Form form, uint64_t bytes, const void* data) {
    CHECK_OK(arauto_rma(op));
    if (form.way == SLOT) {
        CHECK_OK(arauto_notify_wait(notify, 0, 1));
    } else if (form.way == BOARD) {
        arauto_match_t match;
        CHECK_OK(arauto_board_wait(board, left, TAG, 1, &match));
        CHECK(match.bytes == bytes && match.data == data, "the match tells %llu bytes at %p",
              (unsigned long long)match.bytes, match.data);
    } else {
        barrier();
    }
}

static uint64_t value(int rank, int i) {
    return mixed((uint64_t)rank, (uint64_t)i, 3);
}

/* All ranks are here, with what they begin with: 0, or numbers of their own. */
static void begin(int is_filled) {
    barrier();
    for (int i = 0; i < WORDS; ++i) {
        words[i] = is_filled != 0 ? value(me, i) : 0;
    }
    barrier();
}

static void contiguous(Form form) {
    uint64_t here[4];
    for (int i = 0; i < 4; ++i) {
        here[i] = value(me, i);
    }
    begin(0);
    const arauto_op_t put = {.kind = ARAUTO_OP_PUT, .source = here, .bytes = sizeof here};
    const arauto_op_t put_there = aimed(put, form, 3);
    run(&put_there, form, sizeof here, words + 3);
    for (int i = 0; i < WORDS; ++i) {
        const uint64_t wanted = i >= 3 && i < 7 ? value(left, i - 3) : 0;
        CHECK(words[i] == wanted, "word %d is wrong after a put", i);
    }
    begin(1);
    memset(here, 0, sizeof here);
    const arauto_op_t get = {.kind = ARAUTO_OP_GET, .destination = here, .bytes = sizeof here};
    const arauto_op_t get_there = aimed(get, form, 5);
    run(&get_there, form, sizeof here, NULL);
    for (int i = 0; i < 4; ++i) {
        CHECK(here[i] == value(right, 5 + i), "word %d is wrong after a get", i);
    }
    arauto_op_t nothing = put_there; /* nothing is moved, and that is notified */
    nothing.source = NULL;
    nothing.bytes = 0;
    run(&nothing, form, 0, words + 3);
}

/* Every second word there: with the local side contiguous, or every third word here. */
static void strided(Form form, int is_strided_here) {
    uint64_t here[3 * HALF];
    const int step = is_strided_here != 0 ? 3 : 1;
    const arauto_section_t there = {.rank = 1, .element_bytes = 8, .dim = {{HALF - 2, 16, NULL}}};
    const arauto_section_t local = {.rank = 1, .element_bytes = 8, .dim = {{HALF - 2, 24, NULL}}};
    const uint64_t bytes = (HALF - 2) * 8;
    for (int i = 0; i < 3 * HALF; ++i) {
        here[i] = value(me, i);
    }
    begin(0);
    arauto_op_t op = {.kind = ARAUTO_OP_PUT, .source = here, .remote_section = &there};
    op.local_section = is_strided_here != 0 ? &local : NULL;
    op.bytes = is_strided_here != 0 ? bytes : 0;
    const arauto_op_t put = aimed(op, form, 1);
    run(&put, form, bytes, NULL);
    for (int i = 0; i < WORDS; ++i) {
        const int is_hit = i % 2 == 1 && i / 2 < HALF - 2;
        CHECK(words[i] == (is_hit ? value(left, i / 2 * step) : 0), "word %d is wrong", i);
    }
    begin(1);
    memset(here, 0, sizeof here);
    op.kind = ARAUTO_OP_GET;
    op.source = NULL;
    op.destination = here;
    const arauto_op_t get = aimed(op, form, 2);
    run(&get, form, bytes, NULL);
    for (int i = 0; i < HALF - 2; ++i) {
        CHECK(here[i * step] == value(right, 2 + 2 * i), "element %d is wrong after a get", i);
    }
    /* A section here alone: contiguous there. */
    begin(0);
    op = (arauto_op_t){.kind = ARAUTO_OP_PUT, .source = here, .local_section = &local};
    const arauto_op_t gathered = aimed(op, form, 0);
    for (int i = 0; i < 3 * HALF; ++i) {
        here[i] = value(me, i);
    }
    run(&gathered, form, bytes, NULL);
    for (int i = 0; i < HALF - 2; ++i) {
        CHECK(words[i] == value(left, 3 * i), "element %d is not gathered", i);
    }
}

static void pieces(Form form) {
    enum { PIECES = 5 };
    uint64_t here[2 * PIECES];
    arauto_run_t runs[PIECES];
    begin(0);
    for (int i = 0; i < PIECES; ++i) {
        const size_t first = (size_t)(WORDS - 10 * (i + 1));
        here[2 * i] = value(me, i);
        here[2 * i + 1] = value(me, 100 + i);
        runs[i] =
            (arauto_run_t){form.by_address != 0 ? (uint64_t)(uintptr_t)(theirs + first) : first * 8,
                           here + 2 * i, i == 2 ? 0 : 16};
    }
    arauto_op_t op = {.kind = ARAUTO_OP_PUT, .runs = runs, .run_count = PIECES};
    op = aimed(op, form, 0);
    op.offset = 0;
    run(&op, form, (PIECES - 1) * 16, NULL);
    for (int i = 0; i < PIECES; ++i) {
        const int first = WORDS - 10 * (i + 1);
        CHECK(words[first] == (i == 2 ? 0 : value(left, i)), "piece %d is wrong", i);
        CHECK(words[first + 1] == (i == 2 ? 0 : value(left, 100 + i)), "piece %d is short", i);
    }
    begin(1);
    memset(here, 0, sizeof here);
    op.kind = ARAUTO_OP_GET;
    run(&op, form, (PIECES - 1) * 16, NULL);
    for (int i = 0; i < PIECES; ++i) {
        const int first = WORDS - 10 * (i + 1);
        CHECK(here[2 * i + 1] == (i == 2 ? 0 : value(right, first + 1)), "piece %d is wrong", i);
    }
}

static void atomics(Form form) {
    uint64_t old = 99;
    begin(0);
    const arauto_op_t store = {.kind = ARAUTO_OP_STORE, .width = 4, .operand = 70};
    arauto_op_t op = aimed(store, form, 6);
    run(&op, form, 4, NULL);
    CHECK(words[6] == 70, "%llu was stored", (unsigned long long)words[6]);
    barrier();
    op = (arauto_op_t){.kind = ARAUTO_OP_FETCH,
                       .width = 8,
                       .atomic = ARAUTO_ATOMIC_OR,
                       .operand = 9,
                       .old_out = &old};
    op = aimed(op, form, 6);
    run(&op, form, 8, NULL);
    CHECK(old == 70 && words[6] == 79, "or of %llu", (unsigned long long)old);
    barrier();
    op = (arauto_op_t){.kind = ARAUTO_OP_FETCH, .width = 8, .operand = 1}; /* nothing comes back */
    op = aimed(op, form, 6);
    run(&op, form, 8, NULL);
    CHECK(words[6] == 80, "an addition gave %llu", (unsigned long long)words[6]);
    barrier();
    op = (arauto_op_t){
        .kind = ARAUTO_OP_COMPARE_SWAP, .width = 8, .operand = 81, .expected = 80, .old_out = &old};
    op = aimed(op, form, 6);
    run(&op, form, 8, NULL);
    CHECK(old == 80 && words[6] == 81, "the swap found %llu", (unsigned long long)old);
    barrier();
    op.operand = 82;
    run(&op, form, 8, NULL); /* 80 is no longer there: unchanged, and notified all the same */
    CHECK(old == 81 && words[6] == 81, "the second swap found %llu", (unsigned long long)old);
    barrier();
    op = (arauto_op_t){.kind = ARAUTO_OP_LOAD, .width = 2, .old_out = &old};
    op = aimed(op, form, 6);
    run(&op, form, 2, NULL);
    CHECK(old == 81, "%llu was loaded", (unsigned long long)old);
}

/* Private memory: the target's own variable, which is in no segment. */
static void private_memory(Way way) {
    static uint64_t variable;
    uint64_t addresses[64];
    const uint64_t mine = (uint64_t)(uintptr_t)&variable;
    uint64_t here = value(me, 1);
    CHECK_OK(arauto_allgather(arauto_team_world(), &mine, sizeof mine, addresses));
    const Form form = {way, 1};
    arauto_op_t op = {.kind = ARAUTO_OP_PUT, .source = &here, .bytes = sizeof here};
    op = aimed(op, form, 0);
    op.offset = addresses[right];
    barrier();
    run(&op, form, sizeof here, NULL);
    CHECK(variable == value(left, 1), "the variable is wrong");
    barrier();
}

int main(void) {
    start();
    me = arauto_rank();
    right = (me + 1) % arauto_size();
    left = (me + arauto_size() - 1) % arauto_size();
    const arauto_team_h world = arauto_team_world();
    CHECK_OK(arauto_segment_allocate(world, WORDS * 8, &segment));
    CHECK_OK(arauto_notify_create(world, 1, &notify));
    CHECK_OK(arauto_notify_slot(notify, 0, &slot));
    CHECK_OK(arauto_board_create(world, 0, &board));
    words = arauto_segment_base(segment);
    uint64_t bases[64];
    const uint64_t base = (uint64_t)(uintptr_t)words;
    CHECK_OK(arauto_allgather(world, &base, sizeof base, bases));
    theirs = (uint64_t*)(uintptr_t)bases[right];
    for (int way = QUIET; way < WAYS; ++way) {
        for (int by_address = 0; by_address < 2; ++by_address) {
            const Form form = {(Way)way, by_address};
            contiguous(form);
            strided(form, 0);
            strided(form, 1);
            pieces(form);
            atomics(form);
        }
        private_memory((Way)way);
    }
    CHECK_OK(arauto_board_free(board));
    CHECK_OK(arauto_notify_free(notify));
    CHECK_OK(arauto_segment_free(segment));
    CHECK_OK(arauto_finalize());
    return 0;
}
