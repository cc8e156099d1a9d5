/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * Inserts by the atomic operations of Arauto's C API. No rank does anything for another one.
 */
#include "hashtable_kernel.h"

#include <arauto/arauto.h>

static arauto_segment_h segment;
static chunk_t* chunks; /* of each owner's heap */

static void must(arauto_status_t status) {
    if (status < 0) {
        arauto_error_stop(1, arauto_last_error());
    }
}

static uint64_t take_cell(const hashtable_t* table, int owner) {
    chunk_t* const chunk = &chunks[owner];
    if (chunk->left == 0) {
        must(arauto_atomic_fetch(segment, owner, 0, 8, ARAUTO_ATOMIC_ADD, CHUNK, &chunk->next));
        chunk->left = CHUNK;
    }
    --chunk->left;
    return hashtable_overflow(table, chunk->next++);
}

/* The list of a bucket is whole again once the put is done; it is read only after a barrier. */
static void insert_behind(const hashtable_t* table, place_t place, uint64_t key) {
    const uint64_t taken = take_cell(table, place.rank);
    cell_t cell = {.key = key};
    must(arauto_atomic_fetch(segment, place.rank,
                             place.bucket * sizeof(cell_t) + offsetof(cell_t, next), 8,
                             ARAUTO_ATOMIC_SWAP, taken, &cell.next));
    must(arauto_put(segment, place.rank, taken * sizeof(cell_t), &cell, sizeof cell));
}

static void insert_all(const hashtable_t* table) {
    for (uint64_t i = 0; i < table->inserts; ++i) {
        const uint64_t key = hashtable_key(table->me, i);
        const place_t place = hashtable_place(table, key);
        uint64_t before;
        must(arauto_atomic_compare_swap(segment, place.rank, place.bucket * sizeof(cell_t), 8, 0,
                                        key, &before));
        if (before != 0) {
            insert_behind(table, place, key);
        }
    }
}

int main(int count, char** words) {
    must(arauto_init());
    const arauto_team_h world = arauto_team_world();
    hashtable_t table = hashtable_create("atomics", count, words, arauto_rank(), arauto_size());
    must(arauto_segment_allocate(world, hashtable_bytes(&table), &segment));
    cell_t* const part = arauto_segment_base(segment);
    chunks = malloc((size_t)table.ranks * sizeof *chunks);
    for (int batch = 0; batch < table.batches; ++batch) {
        memset(part, 0, hashtable_bytes(&table));
        memset(chunks, 0, (size_t)table.ranks * sizeof *chunks);
        must(arauto_team_barrier(world));
        const double start = app_seconds();
        insert_all(&table);
        must(arauto_team_barrier(world));
        const double seconds = app_seconds() - start;
        uint64_t digest = hashtable_verify(&table, part);
        must(arauto_reduce(world, &digest, 1, ARAUTO_UINT64, ARAUTO_SUM, 0));
        if (table.me == 0) {
            hashtable_print(&table, digest, seconds);
        }
    }
    free(chunks);
    must(arauto_segment_free(segment));
    return arauto_finalize() < 0;
}
