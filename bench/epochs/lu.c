/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * Figure 13 of the paper on nonblocking epochs: LU decomposition, rows dealt out in turns. The
 * owner of row k puts its part that is not zero to all others in an epoch, and all subtract it from
 * their rows below. Every element is compared with the serial result, bit for bit.
 *
 *     lu ROWS      prints "lu/form ROWS seconds": blocking works within the epoch, as the paper's
 *                  does; blocking_early closes it first; nonblocking closes it without waiting
 */
#include "epochs_layer.h"
#include "lu_kernel.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef enum way { WORK_INSIDE, CLOSE_FIRST, CLOSE_WITHOUT_WAITING, WAYS } way_t;

static long rows;
static double* own; /* rows me, me + ranks, ... */
static int* others;

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

/* The diagonal outweighs the rest of its row: no pivoting is needed. */
static double element(long row, long column) {
    return row == column ? (double)rows : 1.0 / (double)(1 + (row * 7 + column * 3) % 11);
}

static void subtract(const double* pivot, long step, double* row) {
    const double factor = row[step] / pivot[step];
    row[step] = factor;
    lu_subtract(row, pivot, factor, step + 1, rows);
}

static double* own_row(long row) {
    return own + row / ranks * rows;
}

static void work_with(const double* pivot, long step) {
    for (long row = step + 1; row < rows; ++row) {
        if (row % ranks == me) {
            subtract(pivot, step, own_row(row));
        }
    }
}

static void send_row(long step, way_t way, handle_t* handle) {
    const double* const pivot = own_row(step);
    const size_t first = (size_t)(step * rows + step);
    epoch_start(others, ranks - 1);
    for (int i = 0; i < ranks - 1; ++i) {
        epoch_put(others[i], first, pivot + step, (size_t)(rows - step));
    }
    if (way == WORK_INSIDE) {
        work_with(pivot, step);
        epoch_complete(NULL);
        return;
    }
    epoch_complete(way == CLOSE_WITHOUT_WAITING ? handle : NULL);
    work_with(pivot, step);
}

static void decompose(way_t way) {
    handle_t handle = {{0, 0}};
    for (long step = 0; step < rows; ++step) {
        const int owner = (int)(step % ranks);
        if (ranks == 1) {
            work_with(own_row(step), step);
        } else if (owner == me) {
            finish(&handle); /* of the row before of this rank: long since */
            send_row(step, way, &handle);
        } else {
            epoch_post(&owner, 1);
            epoch_wait(NULL);
            work_with(memory + step * rows, step);
        }
    }
    finish(&handle);
}

static void set_up(void) {
    for (long row = me; row < rows; row += ranks) {
        for (long column = 0; column < rows; ++column) {
            own_row(row)[column] = element(row, column);
        }
    }
}

static double* decompose_serially(void) {
    double* const matrix = malloc((size_t)(rows * rows) * sizeof *matrix);
    for (long i = 0; i < rows * rows; ++i) {
        matrix[i] = element(i / rows, i % rows);
    }
    for (long step = 0; step < rows; ++step) {
        for (long row = step + 1; row < rows; ++row) {
            subtract(matrix + step * rows, step, matrix + row * rows);
        }
    }
    return matrix;
}

static void compare(const double* serial) {
    for (long row = me; row < rows; row += ranks) {
        for (long column = 0; column < rows; ++column) {
            const double right = serial[row * rows + column];
            if (own_row(row)[column] != right) {
                wrong("an element", own_row(row)[column], right);
            }
        }
    }
}

int main(int argument_count, char** arguments) {
    static const char* const kWays[] = {"blocking", "blocking_early", "nonblocking"};
    if (argument_count < 2) {
        fprintf(stderr, "lu ROWS\n");
        return 2;
    }
    rows = atol(arguments[1]);
    layer_begin(&argument_count, &arguments, (size_t)(rows * rows) * sizeof *memory);
    own = malloc((size_t)((rows / ranks + 1) * rows) * sizeof *own);
    others = malloc((size_t)ranks * sizeof *others);
    for (int rank = 0, found = 0; rank < ranks; ++rank) {
        if (rank != me) {
            others[found++] = rank;
        }
    }
    double* const serial = decompose_serially();
    const way_t ways = layer_is_nonblocking() ? WAYS : CLOSE_WITHOUT_WAITING;
    for (way_t way = WORK_INSIDE; way < ways; ++way) {
        layer_choose(way == CLOSE_WITHOUT_WAITING ? NONBLOCKING : BLOCKING);
        set_up();
        barrier();
        const double began = now();
        decompose(way);
        barrier();
        if (me == 0) {
            printf("lu/%s %ld %.6f\n", kWays[way], rows, now() - began);
            fflush(stdout);
        }
        compare(serial);
        barrier();
    }
    layer_end();
    free(serial);
    free(others);
    free(own);
    return 0;
}
