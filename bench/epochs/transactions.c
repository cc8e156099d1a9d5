/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * Figure 12 of the paper on nonblocking epochs: every rank updates words of ranks chosen at random,
 * each update in an epoch of its own under an exclusive lock. The sum of all words is checked.
 *
 *     transactions COUNT      COUNT transactions of each rank
 *
 * It prints a line "transactions/FORM 0 RATE" for each form. RATE is in transactions a second. The
 * 0 stands where other programs of this benchmark print a size in bytes or a delay.
 */
#include "epochs_layer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { WORDS = 1024, AHEAD = 64 }; /* words of a rank; epochs that may be incomplete at a time */

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static uint64_t next_random(uint64_t* state) {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state;
}

static void transact(long count, int is_blocking) {
    static handle_t handles[AHEAD];
    uint64_t random = 88172645463325252ULL + (uint64_t)me * 1000003ULL;
    memset(handles, 0, sizeof handles);
    for (long i = 0; i < count; ++i) {
        const int target = (int)(next_random(&random) % (uint64_t)ranks);
        const size_t index = next_random(&random) % WORDS;
        handle_t* const handle = &handles[i % AHEAD];
        finish(handle);
        epoch_lock(target);
        epoch_add(target, index, 1);
        epoch_unlock(target, is_blocking ? NULL : handle);
    }
    for (int i = 0; i < AHEAD; ++i) {
        finish(&handles[i]);
    }
}

/* The sum of all words must be the sum that all transactions have added so far; each rank adds its
 * own part to a word of rank 0 that no transaction touches. */
static void check_sum(double expected) {
    double sum = 0;
    for (size_t i = 0; i < WORDS; ++i) {
        int64_t word = 0;
        memcpy(&word, &memory[i], sizeof word);
        sum += (double)word;
    }
    epoch_lock(0);
    epoch_add(0, WORDS, sum);
    epoch_unlock(0, NULL);
    barrier();
    if (me == 0) {
        int64_t all = 0;
        memcpy(&all, &memory[WORDS], sizeof all);
        if ((double)all != expected) {
            wrong("the sum of all words", (double)all, expected);
        }
        memset(&memory[WORDS], 0, sizeof *memory);
    }
    barrier();
}

int main(int argument_count, char** arguments) {
    static const char* const kForms[] = {"blocking", "nonblocking", "flagged"};
    if (argument_count < 2) {
        fprintf(stderr, "transactions COUNT\n");
        return 2;
    }
    const long count = atol(arguments[1]);
    layer_begin(&argument_count, &arguments, (WORDS + 1) * sizeof *memory);
    const form_t forms = layer_is_nonblocking() ? FORMS : NONBLOCKING;
    for (form_t form = BLOCKING; form < forms; ++form) {
        layer_choose(form);
        barrier();
        const double began = now();
        transact(count, form == BLOCKING);
        barrier();
        const double took = now() - began;
        check_sum((double)count * ranks * ((int)form + 1));
        if (me == 0) {
            printf("transactions/%s 0 %.0f\n", kForms[form], (double)count * ranks / took);
            fflush(stdout);
        }
    }
    layer_end();
    return 0;
}
