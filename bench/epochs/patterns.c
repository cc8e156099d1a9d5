/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * Figures 2 to 11 of the paper on nonblocking epochs: one process is late, or works on, by a delay
 * that is injected; what an independent one loses by it is measured. On two or more ranks the
 * five patterns of waiting, on three or more also the reorder flags.
 *
 *     patterns DELAY_US KIB REPETITIONS      prints "name/form bytes microseconds", and
 *                                            name/form_ideal: the same without the delay
 */
#include "epochs_layer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static const char* const kForms[] = {"blocking", "nonblocking", "flagged"};

/* One run of a pattern. @return what this rank measured, or -1 when another does */
typedef double (*pattern_t)(form_t form, double delay);

static double* buffer;
static size_t count;
static double stamp = 1.0; /* what is sent in this run */

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec * 1e6 + (double)time.tv_nsec / 1e3;
}

/* To be late, or to work without a call of the library: both sleep, since more processes than cores
 * cannot work at a time. */
static void spend(double delay) {
    if (delay > 0) {
        const struct timespec time = {(time_t)(delay / 1e6), (long)(delay * 1e3) % 1000000000L};
        nanosleep(&time, NULL);
    }
}

/* Every run sends other values, so that what came late is seen. */
static void fill(void) {
    buffer[0] = stamp;
    buffer[count - 1] = stamp;
}

static void check_memory(void) {
    if (memory[0] != stamp || memory[count - 1] != stamp) {
        wrong("what was put", memory[0] != stamp ? memory[0] : memory[count - 1], stamp);
    }
}

static handle_t* in(form_t form, handle_t* handle) {
    memset(handle, 0, sizeof *handle);
    return form == BLOCKING ? NULL : handle;
}

/* An access epoch towards one rank with a put. */
static void put_to(int target, handle_t* handle) {
    epoch_start(&target, 1);
    epoch_put(target, 0, buffer, count);
    epoch_complete(handle);
}

static void expose_to(int origin, handle_t* handle) {
    epoch_post(&origin, 1);
    epoch_wait(handle);
}

/* Figure 2. The target is late; when can the origin do something else? */
static double late_post(form_t form, double delay) {
    handle_t handle;
    double began = now();
    if (me == 0) {
        put_to(1, in(form, &handle));
        began = now() - began;
        finish(&handle);
        return began;
    }
    if (me == 1) {
        spend(delay);
        expose_to(0, NULL);
        check_memory();
    }
    return -1;
}

/* Figure 3. The origin works after its put; when has the target its data? */
static double late_complete(form_t form, double delay) {
    handle_t handle;
    double began = now();
    if (me == 0) {
        const int target = 1;
        epoch_start(&target, 1);
        epoch_put(target, 0, buffer, count);
        if (form == BLOCKING) {
            spend(delay);
        }
        epoch_complete(in(form, &handle));
        if (form != BLOCKING) {
            spend(delay);
        }
        finish(&handle);
    } else if (me == 1) {
        expose_to(0, NULL);
        began = now() - began;
        check_memory();
        return began;
    }
    return -1;
}

/* Figure 4. The origin is late with its last put; when can the target do something else? */
static double early_fence(form_t form, double delay) {
    handle_t handle = {{0, 0}};
    epoch_fence_open();
    barrier();
    double began = now();
    if (me == 0) {
        spend(delay);
        epoch_put(1, 0, buffer, count);
    }
    epoch_fence_close(me == 1 ? in(form, &handle) : NULL);
    began = now() - began;
    finish(&handle);
    if (me == 1) {
        check_memory();
    }
    return me == 1 ? began : -1;
}

/* Figure 5. As figure 3, by fences. */
static double wait_at_fence(form_t form, double delay) {
    handle_t handle = {{0, 0}};
    epoch_fence_open();
    barrier();
    double began = now();
    if (me == 0) {
        epoch_put(1, 0, buffer, count);
        if (form == BLOCKING) {
            spend(delay);
        }
    }
    epoch_fence_close(me == 0 ? in(form, &handle) : NULL);
    began = now() - began;
    if (me == 0 && form != BLOCKING) {
        spend(delay);
    }
    finish(&handle);
    if (me == 1) {
        check_memory();
    }
    return me == 1 ? began : -1;
}

/* Figure 6. The holder of the lock computes; when has the next rank released the lock? */
static double late_unlock(form_t form, double delay) {
    handle_t handle = {{0, 0}};
    const int target = ranks > 2 ? 2 : 0;
    if (me == 0) {
        epoch_lock(target);
        epoch_put(target, 0, buffer, count);
        barrier();
        if (form == BLOCKING) {
            spend(delay);
        }
        epoch_unlock(target, in(form, &handle));
        if (form != BLOCKING) {
            spend(delay);
        }
        finish(&handle);
        return -1;
    }
    barrier();
    double began = now();
    if (me == 1) {
        epoch_lock(target);
        epoch_put(target, 0, buffer, count);
        epoch_unlock(target, NULL);
        began = now() - began;
        return began;
    }
    return -1;
}

/* Figure 7. Rank 0 puts to 1, which is late, and to 2; when has 2 its data? */
static double aaar_pscw(form_t form, double delay) {
    handle_t handles[2];
    const double began = now();
    if (me == 0) {
        put_to(1, in(form, &handles[0]));
        put_to(2, in(form, &handles[1]));
        finish(&handles[0]);
        finish(&handles[1]);
    } else if (me == 1) {
        spend(delay);
        expose_to(0, NULL);
        check_memory();
    } else if (me == 2) {
        expose_to(0, NULL);
        const double took = now() - began;
        check_memory();
        return took;
    }
    return -1;
}

/* Figure 8. Rank 0 holds the lock of 2 and works; 1 locks 2 and then 0; when is it done with 0? */
static double aaar_lock(form_t form, double delay) {
    handle_t handles[2];
    if (me == 0) {
        epoch_lock(2);
        barrier();
        spend(delay);
        epoch_unlock(2, NULL);
        return -1;
    }
    barrier();
    const double began = now();
    if (me == 1) {
        for (int i = 0; i < 2; ++i) {
            const int target = i == 0 ? 2 : 0;
            epoch_lock(target);
            epoch_put(target, 0, buffer, count);
            epoch_unlock(target, in(form, &handles[i]));
        }
        finish(&handles[1]);
        const double took = now() - began;
        finish(&handles[0]);
        return took;
    }
    return -1;
}

/* Figure 9. Rank 0, which is late, puts to 2, and 2 to 1; when has 1 its data? */
static double aaer(form_t form, double delay) {
    handle_t handles[2];
    const double began = now();
    if (me == 0) {
        spend(delay);
        put_to(2, NULL);
    } else if (me == 1) {
        expose_to(2, NULL);
        const double took = now() - began;
        check_memory();
        return took;
    } else if (me == 2) {
        expose_to(0, in(form, &handles[0]));
        put_to(1, in(form, &handles[1]));
        finish(&handles[0]);
        finish(&handles[1]);
        check_memory();
    }
    return -1;
}

/* Figure 10. Rank 0, which is late, and 1 put to 2 in turn; when is 1 done? */
static double eaer(form_t form, double delay) {
    handle_t handles[2];
    const double began = now();
    if (me == 0) {
        spend(delay);
        put_to(2, NULL);
    } else if (me == 1) {
        put_to(2, NULL);
        return now() - began;
    } else if (me == 2) {
        expose_to(0, in(form, &handles[0]));
        expose_to(1, in(form, &handles[1]));
        finish(&handles[0]);
        finish(&handles[1]);
        check_memory();
    }
    return -1;
}

/* Figure 11. Rank 2 puts to 0, which is late, and 1 puts to 2; when is 1 done? */
static double eaar(form_t form, double delay) {
    handle_t handles[2];
    const double began = now();
    if (me == 0) {
        spend(delay);
        expose_to(2, NULL);
        check_memory();
    } else if (me == 1) {
        put_to(2, NULL);
        return now() - began;
    } else if (me == 2) {
        put_to(0, in(form, &handles[0]));
        expose_to(1, in(form, &handles[1]));
        finish(&handles[0]);
        finish(&handles[1]);
        check_memory();
    }
    return -1;
}

static int by_size(const void* left, const void* right) {
    const double difference = *(const double*)left - *(const double*)right;
    return (difference > 0) - (difference < 0);
}

/* The median of the repetitions, by the rank that measures. */
static void
measure(const char* name, pattern_t pattern, form_t form, double delay, int repetitions) {
    double* const times = calloc((size_t)repetitions, sizeof *times);
    int measured = 0;
    layer_choose(form);
    for (int i = 0; i < repetitions; ++i) {
        stamp += 1.0;
        fill();
        barrier();
        const double took = pattern(form, delay);
        barrier();
        if (took >= 0) {
            times[measured++] = took;
        }
    }
    if (measured > 0) {
        qsort(times, (size_t)measured, sizeof *times, by_size);
        printf("%s/%s%s %zu %.2f\n", name, kForms[form], delay > 0 ? "" : "_ideal",
               count * sizeof *buffer, times[measured / 2]);
        fflush(stdout);
    }
    free(times);
}

static const struct {
    const char* name;
    pattern_t pattern;
    int ranks;
    int has_flag; /* it is about one */
} kPatterns[] = {
    {"late_post", late_post, 2, 0},
    {"late_complete", late_complete, 2, 0},
    {"early_fence", early_fence, 2, 0},
    {"wait_at_fence", wait_at_fence, 2, 0},
    {"late_unlock", late_unlock, 2, 0},
    {"aaar_pscw", aaar_pscw, 3, 1},
    {"aaar_lock", aaar_lock, 3, 1},
    {"aaer", aaer, 3, 1},
    {"eaer", eaer, 3, 1},
    {"eaar", eaar, 3, 1},
};

int main(int argument_count, char** arguments) {
    if (argument_count < 4) {
        fprintf(stderr, "patterns DELAY_US KIB REPETITIONS\n");
        return 2;
    }
    const double delay = atof(arguments[1]);
    count = (size_t)atol(arguments[2]) * 1024 / sizeof *buffer;
    const int repetitions = atoi(arguments[3]);
    buffer = calloc(count, sizeof *buffer);
    layer_begin(&argument_count, &arguments, count * sizeof *buffer);
    for (size_t i = 0; i < sizeof kPatterns / sizeof *kPatterns; ++i) {
        for (form_t form = BLOCKING; form < FORMS && ranks >= kPatterns[i].ranks; ++form) {
            if (form > BLOCKING &&
                (!layer_is_nonblocking() || (form == FLAGGED && !kPatterns[i].has_flag))) {
                break;
            }
            measure(kPatterns[i].name, kPatterns[i].pattern, form, 0, repetitions);
            measure(kPatterns[i].name, kPatterns[i].pattern, form, delay, repetitions);
        }
    }
    layer_end();
    free(buffer);
    return 0;
}
