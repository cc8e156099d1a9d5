/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * A job of the C API: its start, its barrier, and checks of a call's status and sentence.
 */
#pragma once

#include "../check.h"

#include "arauto/arauto.h"
#include "arauto/spi/status.h"

static inline int check_rank(void) {
    return arauto_rank();
}

static inline int check_size(void) {
    return arauto_size();
}

static inline void check_end(const char* sentence) {
    arauto_error_stop(1, sentence);
}

static inline void check_status(
    arauto_status_t got, arauto_status_t wanted, const char* call, const char* file, int line) {
    if (got != wanted) {
        check_failed(file, line, arauto_status_name(wanted), " %s gave %s (%s)", call,
                     arauto_status_name(got), got < 0 ? arauto_last_error() : "no error");
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
        check_failed(file, line, "another sentence", " %s says '%s', without '%s'", call,
                     arauto_last_error(), word);
    }
}

/* The call gives this status, and its sentence has this word. */
#define CHECK_FAILS(call, wanted, word)                                                            \
    check_fails((call), (wanted), (word), #call, __FILE__, __LINE__)

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
