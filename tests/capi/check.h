/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * Shared by the tests of the C API: checks that end the whole job with a sentence naming the rank
 * and the source line of the fault, and random numbers that are the same in every run.
 */
#pragma once

#include "arauto/arauto.h"
#include "arauto/spi/status.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

__attribute__((noreturn, format(printf, 3, 4))) static inline void
check_failed(const char* file, int line, const char* format, ...) {
    char text[512];
    va_list values;
    va_start(values, format);
    vsnprintf(text, sizeof text, format, values);
    va_end(values);
    char sentence[768];
    const char* name = strrchr(file, '/');
    snprintf(sentence, sizeof sentence, "%s:%d: rank %d of %d: %s", name != NULL ? name + 1 : file,
             line, arauto_rank(), arauto_size(), text);
    arauto_error_stop(1, sentence);
}

/* CHECK(condition, format, values...): the text says what was expected and what came. */
#define CHECK(condition, ...)                                                                      \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            check_failed(__FILE__, __LINE__, __VA_ARGS__);                                         \
        }                                                                                          \
    } while (0)

static inline void check_status(
    arauto_status_t got, arauto_status_t wanted, const char* call, const char* file, int line) {
    if (got != wanted) {
        check_failed(file, line, "%s gave %s (%s), expected %s", call, arauto_status_name(got),
                     got < 0 ? arauto_last_error() : "no error", arauto_status_name(wanted));
    }
}

#define CHECK_STATUS(call, wanted) check_status((call), (wanted), #call, __FILE__, __LINE__)
#define CHECK_OK(call) CHECK_STATUS(call, ARAUTO_OK)

static inline void check_fails(arauto_status_t got,
                               arauto_status_t wanted,
                               const char* word,
                               const char* call,
                               const char* file,
                               int line) {
    check_status(got, wanted, call, file, line);
    if (strstr(arauto_last_error(), word) == NULL) {
        check_failed(file, line, "%s: the error is '%s', expected one with '%s'", call,
                     arauto_last_error(), word);
    }
}

/* The call gives this status, and its sentence has this word. */
#define CHECK_FAILS(call, wanted, word)                                                            \
    check_fails((call), (wanted), (word), #call, __FILE__, __LINE__)

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

static inline void start(void) {
    const arauto_status_t status = arauto_init();
    if (status != ARAUTO_OK) {
        fprintf(stderr, "arauto_init: %s\n", arauto_last_error());
        exit(1);
    }
}

static inline void barrier(void) {
    CHECK_OK(arauto_team_barrier(arauto_team_world()));
}
