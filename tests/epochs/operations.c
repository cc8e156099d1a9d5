/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * arauto_epoch_rma: every operation in a segment and by address, at once under a lock, and recorded
 * while its target has not posted yet. Each rank works on its right neighbour.
 */
#include "epochs.h"

enum { WORDS = 6 };

static uint64_t* words; /* of this rank */
static uint64_t theirs; /* where the right neighbour has its own */
static int right, left;

static arauto_op_t aimed(arauto_op_t op, int by_address, int word) {
    op.rank = right;
    op.segment = by_address != 0 ? NULL : segment;
    op.offset = (by_address != 0 ? theirs : 0) + (uint64_t)word * 8;
    return op;
}

/* Calls one of each, within an open access epoch. What comes back is in `got` once it is closed. */
static void call_all(int by_address, const uint64_t* sent, uint64_t got[5]) {
    const arauto_op_t ops[] = {
        {.kind = ARAUTO_OP_PUT, .source = sent, .bytes = 16},
        {.kind = ARAUTO_OP_GET, .destination = &got[0], .bytes = 8},
        {.kind = ARAUTO_OP_STORE, .width = 8, .operand = 40},
        {.kind = ARAUTO_OP_FETCH, .width = 8, .operand = 2, .old_out = &got[1]},
        {.kind = ARAUTO_OP_COMPARE_SWAP,
         .width = 8,
         .operand = 50,
         .expected = 42,
         .old_out = &got[2]},
        {.kind = ARAUTO_OP_COMPARE_SWAP,
         .width = 8,
         .operand = 60,
         .expected = 42,
         .old_out = &got[3]},
        {.kind = ARAUTO_OP_LOAD, .width = 8, .old_out = &got[4]},
    };
    for (size_t i = 0; i < sizeof ops / sizeof *ops; ++i) {
        const arauto_op_t op = aimed(ops[i], by_address, i == 0 ? 0 : i == 1 ? 3 : 2);
        CHECK_OK(arauto_epoch_rma(epochs, &op, NULL));
    }
}

static void check(const uint64_t* got) {
    const uint64_t wanted[5] = {1000 + (uint64_t)right, 40, 42, 50, 50};
    for (int i = 0; i < 5; ++i) {
        CHECK(got[i] == wanted[i], "value %d is %llu", i, (unsigned long long)got[i]);
    }
    barrier();
    CHECK(words[0] == (uint64_t)left && words[1] == (uint64_t)left + 100 && words[2] == 50,
          "found %llu, %llu, %llu", (unsigned long long)words[0], (unsigned long long)words[1],
          (unsigned long long)words[2]);
    barrier();
    memset(words, 0, WORDS * sizeof *words);
    words[3] = 1000 + (uint64_t)me;
    barrier();
}

static void under_a_lock(int by_address, const uint64_t* sent) {
    uint64_t got[5] = {0};
    CHECK_OK(arauto_epoch_lock(epochs, ARAUTO_LOCK_EXCLUSIVE, right, 0, NULL));
    call_all(by_address, sent, got);
    CHECK_OK(arauto_epoch_unlock(epochs, right, NULL));
    check(got);
}

static void recorded(int by_address, const uint64_t* sent) {
    uint64_t got[5] = {0};
    arauto_request_t done;
    CHECK_OK(arauto_epoch_start(epochs, &right, 1, 0));
    call_all(by_address, sent, got);
    barrier();
    CHECK_OK(arauto_epoch_post(epochs, &left, 1, 0)); /* the left neighbour's may happen now */
    CHECK_OK(arauto_epoch_complete(epochs, &done));
    CHECK_OK(arauto_epoch_wait(epochs, NULL));
    CHECK_OK(arauto_request_wait(&done));
    check(got);
}

int main(void) {
    begin(WORDS * sizeof(uint64_t));
    right = (me + 1) % ranks;
    left = (me + ranks - 1) % ranks;
    words = arauto_segment_base(segment);
    uint64_t bases[16];
    const uint64_t base = (uint64_t)(uintptr_t)words;
    CHECK_OK(arauto_allgather(arauto_team_world(), &base, sizeof base, bases));
    theirs = bases[right];
    words[3] = 1000 + (uint64_t)me;
    const uint64_t sent[2] = {(uint64_t)me, (uint64_t)me + 100};
    barrier();
    for (int by_address = 0; by_address < 2; ++by_address) {
        under_a_lock(by_address, sent);
        recorded(by_address, sent);
    }
    finish();
    return 0;
}
