/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * The cost of an epoch when no process is late: it is opened, has a put of 8 bytes to the right
 * neighbour, is closed and waited for; blocking and nonblocking epochs alternate. The data is
 * checked at the end.
 *
 *     cost REPETITIONS BATCHES      prints "cost_kind/form 8 nanoseconds", the median of batches
 */
#include "epochs_layer.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

typedef void (*epoch_t)(form_t form);

static int left;
static int right;
static double value; /* of the epoch that runs */

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

static handle_t* in(form_t form, handle_t* handle) {
    return form == BLOCKING ? NULL : handle;
}

static void by_lock(form_t form) {
    handle_t handle = {{0, 0}};
    epoch_lock(right);
    epoch_put(right, 0, &value, 1);
    epoch_unlock(right, in(form, &handle));
    finish(&handle);
}

static void by_pscw(form_t form) {
    handle_t sent = {{0, 0}};
    handle_t received = {{0, 0}};
    epoch_post(&left, 1);
    epoch_start(&right, 1);
    epoch_put(right, 1, &value, 1);
    epoch_complete(in(form, &sent));
    epoch_wait(in(form, &received));
    finish(&sent);
    finish(&received);
}

static void by_fence(form_t form) {
    handle_t handle = {{0, 0}};
    epoch_fence_open();
    epoch_put(right, 2, &value, 1);
    epoch_fence_close(in(form, &handle));
    finish(&handle);
}

static int by_size(const void* one, const void* other) {
    const double difference = *(const double*)one - *(const double*)other;
    return (difference > 0) - (difference < 0);
}

static const struct {
    const char* name;
    epoch_t epoch;
} kKinds[] = {{"cost_lock", by_lock}, {"cost_pscw", by_pscw}, {"cost_fence", by_fence}};

static double time_of(epoch_t epoch, form_t form, int repetitions) {
    layer_choose(form);
    barrier();
    const double began = now();
    for (int i = 0; i < repetitions; ++i) {
        value += 1.0;
        epoch(form);
    }
    return (now() - began) / repetitions;
}

static void measure(int kind, int repetitions, int batches) {
    static const char* const kForms[] = {"blocking", "nonblocking"};
    const form_t forms = layer_is_nonblocking() ? FLAGGED : NONBLOCKING;
    double* const times = malloc((size_t)batches * FORMS * sizeof *times);
    for (int batch = -1; batch < batches; ++batch) { /* the first for nothing */
        for (form_t form = BLOCKING; form < forms; ++form) {
            const double took = time_of(kKinds[kind].epoch, form, repetitions);
            times[(int)form * batches + (batch < 0 ? 0 : batch)] = took;
        }
    }
    barrier();
    if (memory[kind] != value) { /* all ranks count alike */
        wrong("what was put", memory[kind], value);
    }
    for (form_t form = BLOCKING; me == 0 && form < forms; ++form) {
        double* const own = times + (int)form * batches;
        qsort(own, (size_t)batches, sizeof *own, by_size);
        printf("%s/%s %zu %.2f\n", kKinds[kind].name, kForms[form], sizeof value, own[batches / 2]);
        fflush(stdout);
    }
    barrier();
    free(times);
}

int main(int argument_count, char** arguments) {
    if (argument_count < 3) {
        fprintf(stderr, "cost REPETITIONS BATCHES\n");
        return 2;
    }
    const int repetitions = atoi(arguments[1]);
    const int batches = atoi(arguments[2]);
    layer_begin(&argument_count, &arguments, 8 * sizeof *memory);
    left = (me + ranks - 1) % ranks;
    right = (me + 1) % ranks;
    for (int kind = 0; kind < (int)(sizeof kKinds / sizeof *kKinds); ++kind) {
        measure(kind, repetitions, batches);
    }
    layer_end();
    return 0;
}
