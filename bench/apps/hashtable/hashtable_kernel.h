/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * A hash table that is distributed over ranks. Each rank owns one part, an array of cells: the
 * first counts those taken from the overflow heap, then come the buckets, then the heap. A key
 * hashes to a rank and a bucket there. The first key of a bucket lies in it; the others are a list
 * of cells of the heap, whose newest member the bucket names. So an insert from afar is a
 * compare-and-swap on the bucket's key; and where another key is there, an addition that takes a
 * cell, a swap that puts it in front of the list, and a put into it.
 */
#pragma once

#include "../app.h"

enum { CHUNK = 16 /* cells that a rank takes at a time */ };

/* The cells of an owner's heap that a rank has taken and not used: the next one, and how many. */
typedef struct chunk {
    uint64_t next;
    uint64_t left;
} chunk_t;

typedef struct cell {
    uint64_t key; /* 0: none. In cell 0: how many cells of the heap are taken */
    uint64_t next; /* the number of a cell; 0: none */
} cell_t;

typedef struct hashtable {
    const char* variant;
    const char* size;
    int me;
    int ranks;
    int batches;
    uint64_t inserts; /* of each rank in a batch */
    uint64_t buckets; /* of each rank */
    uint64_t heap; /* cells of the heap of each rank */
} hashtable_t;

/* Where a key belongs. */
typedef struct place {
    int rank;
    uint64_t bucket; /* the number of its cell */
} place_t;

/* Reads the words of the command line. Ends the program where one is wrong. */
hashtable_t hashtable_create(const char* variant, int count, char** words, int me, int ranks);

/* Cells of a rank's part. */
static inline uint64_t hashtable_cells(const hashtable_t* table) {
    return 1 + table->buckets + table->heap;
}
static inline uint64_t hashtable_bytes(const hashtable_t* table) {
    return hashtable_cells(table) * sizeof(cell_t);
}

/* Key `number` of rank `source`: never 0, and no other number or rank has the same. */
static inline uint64_t hashtable_key(int source, uint64_t number) {
    return app_mix((uint64_t)(source + 1) << 40 | number);
}

static inline place_t hashtable_place(const hashtable_t* table, uint64_t key) {
    const uint64_t hash = app_mix(key ^ UINT64_C(0x9e3779b97f4a7c15));
    return (place_t){(int)((hash >> 40) % (uint64_t)table->ranks),
                     1 + (hash & UINT64_C(0xffffffffff)) % table->buckets};
}

/* The cell of the heap with this number, counted from 0. Ends the program where there is none. */
uint64_t hashtable_overflow(const hashtable_t* table, uint64_t number);
/* Inserts a key into a part by its owner alone. */
void hashtable_insert(const hashtable_t* table, cell_t* part, uint64_t key);
/* Verifies a batch once the inserts of all ranks have completed: ends the program where this rank's
 * part is not what all ranks have inserted into it.
 * @return the digest of the part */
uint64_t hashtable_verify(const hashtable_t* table, const cell_t* part);
/* Rank 0 prints the line of a batch. */
void hashtable_print(const hashtable_t* table, uint64_t digest, double seconds);
