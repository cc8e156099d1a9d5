/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * Derived datatypes on both sides of puts, gets and accumulates: every pair of seven types of 24
 * integers, against MPI_Pack and MPI_Unpack. Argument: create, for windows on the heap.
 */
#include "job.h"

#include <string.h>

enum { TYPES = 7, INTS = 24, MEMORY = 400, START = 100 };

static void make_types(MPI_Datatype* type) {
    const int lengths[] = {5, 0, 7, 12}, places[] = {40, 0, 3, 12};
    const int sizes[] = {6, 8}, parts[] = {4, 6}, starts[] = {1, 1};
    const int ones[] = {1, 1};
    const MPI_Aint offsets[] = {4, 200};
    MPI_Aint far[12];
    MPI_Datatype narrow, half, halves[2];
    for (int i = 0; i < 12; ++i) {
        far[i] = 4 * ((7 * i) % 12 * 5);
    }
    MPI_Type_contiguous(INTS, MPI_INT, &type[0]);
    MPI_Type_vector(12, 2, 5, MPI_INT, &type[1]);
    MPI_Type_vector(INTS, 1, -2, MPI_INT, &type[2]);
    MPI_Type_indexed(4, lengths, places, MPI_INT, &type[3]);
    MPI_Type_create_subarray(2, sizes, parts, starts, MPI_ORDER_FORTRAN, MPI_INT, &type[4]);
    MPI_Type_create_resized(MPI_INT, 0, 12, &narrow);
    MPI_Type_contiguous(12, narrow, &half);
    halves[0] = half;
    halves[1] = half;
    MPI_Type_create_struct(2, ones, offsets, halves, &type[5]);
    MPI_Type_create_hindexed_block(12, 2, far, MPI_INT, &type[6]);
    MPI_Type_free(&narrow);
    MPI_Type_free(&half);
    for (int i = 0; i < TYPES; ++i) {
        MPI_Type_commit(&type[i]);
    }
}

static void fill(int* memory, int seed) {
    for (int i = 0; i < MEMORY; ++i) {
        memory[i] = 1000 * seed + i;
    }
}

/* The expected result of a transfer from one memory to another; adds where `sums`. */
static void
expect(int* to, MPI_Datatype to_type, const int* from, MPI_Datatype from_type, int sums) {
    int packed[INTS], old[INTS], position = 0;
    MPI_Pack(from + START, 1, from_type, packed, sizeof packed, &position, MPI_COMM_SELF);
    position = 0;
    MPI_Pack(to + START, 1, to_type, old, sizeof old, &position, MPI_COMM_SELF);
    for (int i = 0; i < INTS && sums; ++i) {
        packed[i] += old[i];
    }
    position = 0;
    MPI_Unpack(packed, sizeof packed, &position, to + START, 1, to_type, MPI_COMM_SELF);
}

static void check_pair(MPI_Win win, int* window, MPI_Datatype from, MPI_Datatype to) {
    const int right = (rank + 1) % size, left = (rank + size - 1) % size;
    int mine[MEMORY], others[MEMORY], wanted[MEMORY];
    fill(mine, rank + 1);
    fill(others, left + 1);
    for (int step = 0; step < 2; ++step) { /* a put, then a sum */
        fill(window, 50 + rank);
        fill(wanted, 50 + rank);
        expect(wanted, to, others, from, step);
        MPI_Win_fence(0, win);
        if (step == 0) {
            MPI_Put(mine + START, 1, from, right, START, 1, to, win);
        } else {
            MPI_Accumulate(mine + START, 1, from, right, START, 1, to, MPI_SUM, win);
        }
        MPI_Win_fence(0, win);
        CHECK(memcmp(window, wanted, sizeof wanted) == 0, "step %d", step);
    }
    fill(window, 50 + rank);
    fill(others, 50 + right);
    fill(wanted, rank + 1);
    expect(wanted, from, others, to, 0);
    MPI_Win_fence(0, win);
    MPI_Get(mine + START, 1, from, right, START, 1, to, win);
    MPI_Win_fence(0, win);
    CHECK(memcmp(mine, wanted, sizeof wanted) == 0, "get");
}

int main(int argc, char** argv) {
    MPI_Win win;
    MPI_Datatype type[TYPES];
    int* window = NULL;
    begin(&argc, &argv);
    const int on_heap = argc > 1 && strcmp(argv[1], "create") == 0;
    if (on_heap) {
        window = malloc(MEMORY * sizeof(int));
        MPI_Win_create(window, MEMORY * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD,
                       &win);
    } else {
        MPI_Win_allocate(MEMORY * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &window,
                         &win);
    }
    make_types(type);
    for (int from = 0; from < TYPES; ++from) {
        for (int to = 0; to < TYPES; ++to) {
            check_pair(win, window, type[from], type[to]);
        }
    }
    for (int i = 0; i < TYPES; ++i) {
        MPI_Type_free(&type[i]);
    }
    MPI_Win_free(&win);
    if (on_heap) {
        free(window);
    }
    return end();
}
