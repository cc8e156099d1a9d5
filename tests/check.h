/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * Checks of programs with several ranks, and random numbers that are the same in every run. The
 * first check that does not hold ends the whole job with a sentence: the source line, the rank,
 * what was expected. The header `job.h` of each folder includes this one, since each library has
 * its own ranks and its own end of a job.
 */
#pragma once

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* By the including header: this process among how many, and the end of the whole job with status 1.
 */
static inline int check_rank(void);
static inline int check_size(void);
__attribute__((noreturn)) static inline void check_end(const char* sentence);

__attribute__((noreturn, format(printf, 4, 5))) static inline void
check_failed(const char* file, int line, const char* expected, const char* format, ...) {
    char text[512], sentence[1024];
    va_list values;
    va_start(values, format);
    vsnprintf(text, sizeof text, format, values);
    va_end(values);
    const char* name = strrchr(file, '/');
    snprintf(sentence, sizeof sentence, "%s:%d: rank %d of %d: expected %s:%s",
             name != NULL ? name + 1 : file, line, check_rank(), check_size(), expected, text);
    check_end(sentence);
}

/* CHECK(condition) or CHECK(condition, format, values...): the text says which values came. */
#define CHECK(condition, ...)                                                                      \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            check_failed(__FILE__, __LINE__, #condition, " " __VA_ARGS__);                         \
        }                                                                                          \
    } while (0)

/* How often something random is repeated: in the gate (ARAUTO_TEST_TIER=gate) a third of the times.
 */
static inline int repetitions(int whole) {
    const char* const tier = getenv("ARAUTO_TEST_TIER");
    return tier != NULL && strcmp(tier, "gate") == 0 ? whole / 3 : whole;
}

/* A mixed number for each (seed, a, b): the same on every rank and in every run. */
static inline uint64_t mixed(uint64_t seed, uint64_t a, uint64_t b) {
    uint64_t z = seed + a * 0x9e3779b97f4a7c15u + b * 0xd1b54a32d192ed03u + 0x2545f4914f6cdd1du;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

/* The next of a row of numbers in 0..limit-1. */
static inline uint64_t next_below(uint64_t* row, uint64_t limit) {
    *row += 1;
    return mixed(*row, 0, 0) % limit;
}
