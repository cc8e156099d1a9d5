/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * overrun KIND up|down BYTES VALUE IMAGE: writes so many bytes of this value past the end, or
 * before the start, of an array of this kind, on one image (0: on all). Each image that still gets
 * its right result afterwards says so. KIND is `static`, `stack`, `heap`, `coarray`, or `local`,
 * which is memory of arauto_memory_allocate. An image that crashes says how far it has come.
 */
#include "arauto/arauto.h"
#include "arauto/spi/segment.h"

#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { kArrayBytes = 256 << 10, kHalf = 2 };

static char static_array[kArrayBytes];
static const char* array_end; /* of the array that is overrun upwards */

static void must(arauto_status_t status) {
    if (status < 0) {
        arauto_error_stop(9, arauto_last_error());
    }
}

/* A guard was met, after so many bytes. */
static void say_reach(int number, siginfo_t* fault, void* context) {
    (void)context;
    char line[64];
    const int length =
        snprintf(line, sizeof line, "reached %td\n", (const char*)fault->si_addr - array_end);
    if (write(STDOUT_FILENO, line, (size_t)length) != length) {
        _exit(8);
    }
    raise(number); /* by SA_RESETHAND as without this handler */
}

static void watch_reach(void) {
    const struct sigaction action = {.sa_sigaction = say_reach,
                                     .sa_flags = (int)(SA_SIGINFO | SA_RESETHAND)};
    sigaction(SIGSEGV, &action, NULL);
}

/* The compiler must not see how far it goes. */
static __attribute__((noinline)) void write_past(char* array, int is_up, size_t bytes, int value) {
    array_end = array + kArrayBytes;
    volatile char* at = is_up ? array + kArrayBytes : array - 1;
    for (size_t i = 0; i < bytes; ++i) {
        *at = (char)value;
        at += is_up ? 1 : -1;
    }
}

static __attribute__((noinline)) void
overrun(const char* kind, int is_up, size_t bytes, int value, arauto_segment_h segment) {
    if (!strcmp(kind, "static")) {
        write_past(static_array, is_up, bytes, value);
    } else if (!strcmp(kind, "stack")) {
        char array[kArrayBytes];
        write_past(array, is_up, bytes, value);
    } else if (!strcmp(kind, "heap")) {
        write_past(malloc(kArrayBytes), is_up, bytes, value);
    } else if (!strcmp(kind, "local")) {
        void* array = NULL;
        must(arauto_memory_allocate(kArrayBytes, &array));
        watch_reach();
        write_past(array, is_up, bytes, value);
    } else if (!strcmp(kind, "coarray")) {
        watch_reach();
        write_past(arauto_segment_base(segment), is_up, bytes, value);
    } else {
        arauto_error_stop(9, "there is no such kind of array");
    }
}

/* Each image gives the next a number, and gets one from the one before. */
static void say_result(arauto_segment_h segment) {
    const int size = arauto_size();
    const int32_t number = 1000 + arauto_rank();
    const int before = (arauto_rank() + size - 1) % size;
    int32_t got = 0;
    must(arauto_put(segment, (arauto_rank() + 1) % size, 0, &number, sizeof number));
    must(arauto_team_barrier(arauto_team_world()));
    must(arauto_get(segment, arauto_rank(), 0, &got, sizeof got));
    if (got != 1000 + before) {
        arauto_error_stop(7, "another number has arrived");
    }
    char line[32];
    const int length = snprintf(line, sizeof line, "right %d\n", arauto_rank() + 1);
    if (write(STDOUT_FILENO, line, (size_t)length) != length) {
        _exit(8);
    }
}

int main(int count, char** words) {
    if (count != 6) {
        return 2;
    }
    must(arauto_init());
    arauto_segment_h segment;
    must(arauto_segment_allocate(arauto_team_world(), kArrayBytes, &segment));
    must(arauto_team_barrier(arauto_team_world()));
    const int image = atoi(words[5]);
    if (image == 0 || image == arauto_rank() + 1) {
        overrun(words[1], !strcmp(words[2], "up"), strtoul(words[3], NULL, 10), atoi(words[4]),
                segment);
    }
    must(arauto_team_barrier(arauto_team_world()));
    say_result(segment);
    return 0;
}
