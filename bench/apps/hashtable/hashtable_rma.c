/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * Inserts by MPI's one-sided calls in one epoch of MPI_Win_lock_all. A flush follows what the next
 * step needs; the puts into the heap are complete with the last one.
 */
#include "hashtable_mpi.h"

const char* const variant_name = "rma";
static MPI_Win window;
static chunk_t* chunks; /* of each owner's heap */

/* Puts read these until a flush. */
enum { CELLS = 256 };
static cell_t cells[CELLS];
static uint64_t put_count;

cell_t* variant_begin(const hashtable_t* table) {
    cell_t* part;
    chunks = malloc((size_t)table->ranks * sizeof *chunks);
    MPI_Win_allocate((MPI_Aint)hashtable_bytes(table), 1, MPI_INFO_NULL, MPI_COMM_WORLD, &part,
                     &window);
    MPI_Win_lock_all(MPI_MODE_NOCHECK, window);
    return part;
}

void variant_clear(const hashtable_t* table) {
    memset(chunks, 0, (size_t)table->ranks * sizeof *chunks);
    MPI_Win_sync(window);
}

static uint64_t fetch(int rank, uint64_t offset, uint64_t operand, MPI_Op op) {
    uint64_t before;
    MPI_Fetch_and_op(&operand, &before, MPI_UINT64_T, rank, (MPI_Aint)offset, op, window);
    MPI_Win_flush(rank, window);
    return before;
}

static uint64_t take_cell(const hashtable_t* table, int owner) {
    chunk_t* const chunk = &chunks[owner];
    if (chunk->left == 0) {
        *chunk = (chunk_t){fetch(owner, 0, CHUNK, MPI_SUM), CHUNK};
    }
    --chunk->left;
    return hashtable_overflow(table, chunk->next++);
}

/* The list of a bucket is whole again once the put is done; it is read only after the barrier. */
static void insert_behind(const hashtable_t* table, place_t place, uint64_t key) {
    const uint64_t taken = take_cell(table, place.rank);
    const uint64_t link = place.bucket * sizeof(cell_t) + offsetof(cell_t, next);
    cell_t* const cell = &cells[put_count % CELLS];
    *cell = (cell_t){key, fetch(place.rank, link, taken, MPI_REPLACE)};
    MPI_Put(cell, sizeof *cell, MPI_BYTE, place.rank, (MPI_Aint)(taken * sizeof *cell),
            sizeof *cell, MPI_BYTE, window);
    if (++put_count % CELLS == 0) {
        MPI_Win_flush_local_all(window);
    }
}

void variant_insert_all(const hashtable_t* table, cell_t* part) {
    const uint64_t none = 0;
    (void)part;
    for (uint64_t i = 0; i < table->inserts; ++i) {
        const uint64_t key = hashtable_key(table->me, i);
        const place_t place = hashtable_place(table, key);
        uint64_t before;
        MPI_Compare_and_swap(&key, &none, &before, MPI_UINT64_T, place.rank,
                             (MPI_Aint)(place.bucket * sizeof(cell_t)), window);
        MPI_Win_flush(place.rank, window);
        if (before != 0) {
            insert_behind(table, place, key);
        }
    }
    MPI_Win_flush_all(window);
    MPI_Win_sync(window);
}

void variant_end(cell_t* part) {
    (void)part;
    MPI_Win_unlock_all(window);
    MPI_Win_free(&window);
    free(chunks);
}
