/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * Accumulates of all ranks at a time on the same words: nothing is lost, whichever operation,
 * datatype and window they come through.
 *
 * accumulates [create [ROUNDS]]: with `create` the windows lie on malloc'ed memory. ROUNDS instead
 * of 300, where each operation needs its target's processor.
 */
#include "job.h"

#include <string.h>

enum { kWords = 64 };
static int rounds = 300;
static long* words;
static MPI_Win win, twin; /* two windows over the same memory */

static void make_windows(int on_private_memory) {
    const MPI_Aint bytes = kWords * sizeof(long);
    if (on_private_memory) {
        words = malloc((size_t)bytes);
        MPI_Win_create(words, bytes, sizeof(long), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    } else {
        MPI_Win_allocate(bytes, sizeof(long), MPI_INFO_NULL, MPI_COMM_WORLD, &words, &win);
    }
    MPI_Win_create(words, bytes, sizeof(long), MPI_INFO_NULL, MPI_COMM_WORLD, &twin);
    memset(words, 0, (size_t)bytes);
    MPI_Barrier(MPI_COMM_WORLD);
}

/* Adds through both windows, by three different calls. */
static void add_concurrently(void) {
    const long one = 1;
    long got = 0;
    MPI_Win_lock_all(0, win);
    MPI_Win_lock_all(0, twin);
    for (int round = 0; round < rounds; ++round) {
        for (int target = 0; target < size; ++target) {
            MPI_Accumulate(&one, 1, MPI_LONG, target, 3, 1, MPI_LONG, MPI_SUM, win);
            MPI_Fetch_and_op(&one, &got, MPI_LONG, target, 3, MPI_SUM, twin);
            MPI_Get_accumulate(&one, 1, MPI_LONG, &got, 1, MPI_LONG, target, 3, 1, MPI_LONG,
                               MPI_SUM, win);
        }
    }
    MPI_Win_unlock_all(twin);
    MPI_Win_unlock_all(win);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock(MPI_LOCK_SHARED, rank, 0, win);
    CHECK(words[3] == 3L * rounds * size, "the sum is %ld", words[3]);
    MPI_Win_unlock(rank, win);
    MPI_Barrier(MPI_COMM_WORLD);
}

/* Takes numbers until they run out: each number goes to one rank. */
static void take_numbers(void) {
    const long one = 1;
    const long numbers = 3L * rounds;
    long mine = 0, all = 0, got = 0;
    MPI_Win_lock_all(0, win);
    for (;;) {
        MPI_Fetch_and_op(&one, &got, MPI_LONG, 0, 5, MPI_SUM, win);
        MPI_Win_flush(0, win);
        if (got >= numbers) {
            break;
        }
        mine += got;
    }
    MPI_Win_unlock_all(win);
    MPI_Allreduce(&mine, &all, 1, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
    CHECK(all == numbers * (numbers - 1) / 2, "the numbers add up to %ld", all);
}

/* Adds by compare and swap. */
static void swap_concurrently(void) {
    MPI_Win_lock_all(0, win);
    for (int round = 0; round < rounds; ++round) {
        long seen = 0, got = -1;
        for (;;) {
            const long next = seen + 1;
            MPI_Compare_and_swap(&next, &seen, &got, MPI_LONG, 0, 7, win);
            MPI_Win_flush(0, win);
            if (got == seen) {
                break;
            }
            seen = got;
        }
    }
    MPI_Win_unlock_all(win);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) {
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
        CHECK(words[7] == (long)rounds * size, "the count is %ld", words[7]);
        MPI_Win_unlock(0, win);
    }
    MPI_Barrier(MPI_COMM_WORLD);
}

/* The last rank adds to several words of rank 0 at a time, while all others do so without a pause,
 * whether they share memory with rank 0 or not. */
static void add_against_each_other(void) {
    enum { kMany = 20, kFirst = 20, kFlag = 62, kBetweenLooks = 50 };
    const long one = 1;
    const long slow_rounds = 20L * rounds;
    long ones[kMany], done = 0, all = 0, is_over = 0;
    for (int i = 0; i < kMany; ++i) {
        ones[i] = 1;
    }
    MPI_Win_lock_all(0, win);
    while (rank == size - 1 ? done < slow_rounds : is_over == 0) {
        MPI_Accumulate(ones, kMany, MPI_LONG, 0, kFirst, kMany, MPI_LONG, MPI_SUM, win);
        ++done;
        if (rank != size - 1 && done % kBetweenLooks == 0) {
            MPI_Fetch_and_op(&one, &is_over, MPI_LONG, 0, kFlag, MPI_NO_OP, win);
            MPI_Win_flush(0, win);
        }
    }
    MPI_Win_flush(0, win);
    if (rank == size - 1) {
        MPI_Accumulate(&one, 1, MPI_LONG, 0, kFlag, 1, MPI_LONG, MPI_REPLACE, win);
    }
    MPI_Win_unlock_all(win);
    MPI_Allreduce(&done, &all, 1, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
    if (rank == 0) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
        for (int i = kFirst; i < kFirst + kMany; ++i) {
            CHECK(words[i] == all, "word %d is %ld of %ld", i, words[i], all);
            words[i] = 0;
        }
        MPI_Win_unlock(0, win);
    }
    MPI_Barrier(MPI_COMM_WORLD);
}

/* Every second word of the target, from a contiguous origin; then the largest value with its index.
 */
static void add_strided(void) {
    MPI_Datatype every_second;
    long ones[16], got[16];
    struct {
        double value;
        int index;
    } mine = {1.5 * rank, rank}, largest;
    MPI_Type_vector(16, 1, 2, MPI_LONG, &every_second);
    MPI_Type_commit(&every_second);
    for (int i = 0; i < 16; ++i) {
        ones[i] = i;
    }
    MPI_Win_fence(0, win);
    for (int round = 0; round < 20; ++round) {
        MPI_Accumulate(ones, 16, MPI_LONG, 0, 16, 1, every_second, MPI_SUM, win);
    }
    MPI_Win_fence(0, win);
    if (rank == 0) {
        words[60] = words[61] = 0;
    }
    MPI_Get_accumulate(NULL, 0, MPI_BYTE, got, 16, MPI_LONG, 0, 16, 1, every_second, MPI_NO_OP,
                       win);
    MPI_Win_fence(0, win);
    for (int i = 0; i < 16; ++i) {
        CHECK(got[i] == 20L * i * size, "element %d is %ld", i, got[i]);
    }
    MPI_Accumulate(&mine, 1, MPI_DOUBLE_INT, 0, 60, 1, MPI_DOUBLE_INT, MPI_MAXLOC, win);
    MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
    if (rank == 0) {
        memcpy(&largest, words + 60, sizeof largest);
        CHECK(largest.index == size - 1 && largest.value == 1.5 * (size - 1), "index %d",
              largest.index);
    }
    MPI_Type_free(&every_second);
}

/* Pairs with a gap, and elements of every length of which some fill a message or more. */
static void replace_and_fetch(void) {
    enum { kPairs = 25, kOffset = 4 };
    struct {
        short value;
        int index;
    } pairs[kPairs], *there = (void*)(words + kOffset);
    char bytes[40 * 8], fetched[40 * 8];
    for (int i = 0; i < kPairs; ++i) {
        pairs[i].value = (short)(1000 + i);
        pairs[i].index = 2000 + i;
    }
    MPI_Win_fence(0, win);
    if (rank == size - 1) {
        MPI_Accumulate(pairs, kPairs, MPI_SHORT_INT, 0, kOffset, kPairs, MPI_SHORT_INT, MPI_REPLACE,
                       win);
    }
    MPI_Win_fence(0, win);
    for (int i = 0; rank == 0 && i < kPairs; ++i) {
        CHECK(there[i].value == 1000 + i && there[i].index == 2000 + i, "pair %d is %d, %d", i,
              there[i].value, there[i].index);
    }
    MPI_Win_fence(0, win);
    for (int length = 1; rank == size - 1 && length <= (int)sizeof bytes;
         length += length / 5 + 1) {
        for (int i = 0; i < length; ++i) {
            bytes[i] = (char)(length + i);
        }
        memset(fetched, 0, sizeof fetched);
        MPI_Accumulate(bytes, length, MPI_CHAR, 0, kOffset, length, MPI_CHAR, MPI_REPLACE, win);
        MPI_Get_accumulate(NULL, 0, MPI_CHAR, fetched, length, MPI_CHAR, 0, kOffset, length,
                           MPI_CHAR, MPI_NO_OP, win);
        CHECK(memcmp(bytes, fetched, (size_t)length) == 0, "%d bytes came back otherwise", length);
    }
    MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
}

/* Long ones of all ranks at a time, plain and with gaps on either side, and what each has fetched:
 * every value of an element was one rank's. */
static void fetch_long(void) {
    enum { kLong = 24000, kBlocks = 1100, kBlock = 3, kGap = 5, kTimes = 4 };
    MPI_Win long_win;
    MPI_Datatype blocks;
    long *there, *ones = malloc(kLong * sizeof *ones), *got = malloc(kLong * sizeof *got);
    MPI_Type_vector(kBlocks, kBlock, kGap, MPI_LONG, &blocks);
    MPI_Type_commit(&blocks);
    MPI_Win_allocate(kLong * sizeof *there, sizeof *there, MPI_INFO_NULL, MPI_COMM_WORLD, &there,
                     &long_win);
    for (int i = 0; i < kLong; ++i) {
        there[i] = 0;
        ones[i] = 1;
    }
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock_all(0, long_win);
    for (int round = 0; round < kTimes; ++round) {
        const int is_gap_here = round % 2;
        const int n = kBlocks * kBlock;
        for (int target = 0; target < size; ++target) {
            MPI_Accumulate(ones, 1, blocks, target, 0, is_gap_here ? n : 1,
                           is_gap_here ? MPI_LONG : blocks, MPI_SUM, long_win);
            MPI_Accumulate(ones, kLong, MPI_LONG, target, 0, kLong, MPI_LONG, MPI_SUM, long_win);
        }
    }
    MPI_Win_flush_all(long_win);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Get_accumulate(ones, kLong, MPI_LONG, got, kLong, MPI_LONG, 0, 0, kLong, MPI_LONG, MPI_SUM,
                       long_win);
    MPI_Win_flush(0, long_win);
    MPI_Allreduce(MPI_IN_PLACE, got, kLong, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
    for (int i = 0; i < kLong; ++i) {
        const int in_blocks = i % kGap < kBlock && i < kBlocks * kGap ? kTimes / 2 : 0;
        const int in_row = i < kBlocks * kBlock ? kTimes / 2 : 0;
        const long before = (long)size * (kTimes + in_blocks + in_row);
        const long due = size * before + (long)size * (size - 1) / 2;
        CHECK(got[i] == due, "all have fetched %ld of element %d, not %ld", got[i], i, due);
    }
    memset(got, 0, kLong * sizeof *got);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Get_accumulate(NULL, 0, MPI_LONG, got, 1, blocks, size - 1, 0, 1, blocks, MPI_NO_OP,
                       long_win);
    MPI_Win_unlock_all(long_win);
    for (int i = 0; i < kLong; ++i) {
        const int is_fetched = i % kGap < kBlock && i < kBlocks * kGap;
        CHECK(is_fetched ? got[i] > 0 : got[i] == 0, "element %d is %ld", i, got[i]);
    }
    MPI_Type_free(&blocks);
    MPI_Win_free(&long_win);
    free(ones);
    free(got);
}

int main(int argc, char** argv) {
    begin(&argc, &argv);
    rounds = argc > 2 ? atoi(argv[2]) : rounds;
    make_windows(argc > 1 && strcmp(argv[1], "create") == 0);
    add_concurrently();
    take_numbers();
    swap_concurrently();
    add_against_each_other();
    add_strided();
    replace_and_fetch();
    fetch_long();
    MPI_Win_free(&twin);
    MPI_Win_free(&win);
    return end();
}
