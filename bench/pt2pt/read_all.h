/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * How a receiver reads all that has come: the same loop for the floor, for Arauto and for MPI. */
#ifndef BENCH_READ_ALL_H
#define BENCH_READ_ALL_H

#include <stddef.h>
#include <stdint.h>

/* Sizes whose reading is timed, in bytes: from the first cache to beyond most last ones. */
#define READ_SIZES {16 << 10, 64 << 10, 256 << 10, 1 << 20, 4 << 20, 16 << 20}

/* The sum of `count` words; `count` is a multiple of 8. Eight sums that do not wait for each other
 * let the loads run as fast as memory gives them. */
static inline int64_t sum_of(const int64_t* words, size_t count) {
    int64_t sums[8] = {0};
    for (size_t i = 0; i < count; i += 8) {
        for (size_t k = 0; k < 8; ++k) {
            sums[k] += words[i + k];
        }
    }
    return ((sums[0] + sums[1]) + (sums[2] + sums[3])) +
           ((sums[4] + sums[5]) + (sums[6] + sums[7]));
}

#endif
