/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * Code that the mini-applications in C share: words of the command line, the clock, numbers that
 * look random, and the line that `arauto bench apps` reads. No communication.
 */
#pragma once

#include <inttypes.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* The value of the word `key=value`, or `instead` where there is none. */
static inline const char* app_word(int count, char** words, const char* key, const char* instead) {
    const size_t length = strlen(key);
    for (int i = 1; i < count; ++i) {
        if (strncmp(words[i], key, length) == 0 && words[i][length] == '=') {
            return words[i] + length + 1;
        }
    }
    return instead;
}

static inline double app_seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* A bijection of 64-bit words whose values look random (the finalizer of splitmix64). */
static inline uint64_t app_mix(uint64_t x) {
    x = (x ^ (x >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ (x >> 27)) * UINT64_C(0x94d049bb133111eb);
    return x ^ (x >> 31);
}

/* One batch, as the benchmark reads it. */
typedef struct app_batch {
    const char* app;
    const char* variant;
    const char* size;
    int ranks;
    uint64_t digest;
    double seconds;
} app_batch_t;

static inline void app_print(const app_batch_t* batch) {
    printf("app %s variant %s ranks %d size %s digest %016" PRIX64
           " seconds %.9f communication -\n",
           batch->app, batch->variant, batch->ranks, batch->size, batch->digest, batch->seconds);
    fflush(stdout);
}
