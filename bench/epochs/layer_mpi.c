/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * Implements epochs_layer.h on an MPI, except the calls that open and close epochs.
 */
#include "layer_mpi.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int me;
int ranks;
double* memory;

MPI_Win window;

enum { GROUPS = 16, MEMBERS = 64 }; /* that are kept, and of one that is */

static MPI_Group world;
static struct {
    int count;
    int members[MEMBERS];
    MPI_Group group;
} groups[GROUPS];
static size_t groups_made;

static void free_group(size_t index) {
    if (groups[index].count > 0) {
        MPI_Group_free(&groups[index].group);
    }
}

void layer_begin(int* argument_count, char*** arguments, size_t bytes) {
    MPI_Init(argument_count, arguments);
    MPI_Comm_rank(MPI_COMM_WORLD, &me);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    /* MPICH 4.0 reaches wrong addresses in a window whose size is no multiple of 16. */
    MPI_Win_allocate((MPI_Aint)((bytes + 15) / 16 * 16), sizeof(double), MPI_INFO_NULL,
                     MPI_COMM_WORLD, &memory, &window);
    memset(memory, 0, bytes);
    barrier();
}

void layer_end(void) {
    MPI_Win_free(&window);
    for (size_t i = 0; i < GROUPS; ++i) {
        free_group(i);
    }
    MPI_Group_free(&world);
    MPI_Finalize();
}

void barrier(void) {
    MPI_Barrier(MPI_COMM_WORLD);
}

MPI_Group group_of(const int* members, int count) {
    const size_t bytes = (size_t)count * sizeof *members;
    if (count < 1 || count > MEMBERS) {
        wrong("the number of a group's members", count, MEMBERS);
    }
    for (size_t i = 0; i < GROUPS; ++i) {
        if (groups[i].count == count && memcmp(groups[i].members, members, bytes) == 0) {
            return groups[i].group;
        }
    }
    const size_t index = groups_made++ % GROUPS;
    free_group(index);
    groups[index].count = count;
    memcpy(groups[index].members, members, bytes);
    MPI_Group_incl(world, count, members, &groups[index].group);
    return groups[index].group;
}

void epoch_put(int target, size_t first, const double* values, size_t count) {
    MPI_Put(values, (int)count, MPI_DOUBLE, target, (MPI_Aint)first, (int)count, MPI_DOUBLE,
            window);
}

/* The value must stay until its epoch is complete; no program has more than 64 that are not. */
void epoch_add(int target, size_t index, double value) {
    enum { KEPT = 256 };
    static int64_t numbers[KEPT];
    static size_t calls;
    int64_t* const number = &numbers[calls++ % KEPT];
    *number = (int64_t)value;
    MPI_Accumulate(number, 1, MPI_INT64_T, target, (MPI_Aint)index, 1, MPI_INT64_T, MPI_SUM,
                   window);
}

void wrong(const char* what, double value, double right) {
    fprintf(stderr, "rank %d: %s is %g, but must be %g\n", me, what, value, right);
    MPI_Abort(MPI_COMM_WORLD, 1);
    abort();
}
