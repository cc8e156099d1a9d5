/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * Keys follow from the numbers of rank and insert alone, so that an owner can say which keys its
 * part must hold.
 */
#include "hashtable_kernel.h"

#include <math.h>

static uint64_t inserts_of(const char* size) {
    static const struct {
        const char* name;
        uint64_t inserts;
    } known[] = {{"tiny", 100}, {"quick", 100000}, {"M", 1000000}, {"L", 4000000}};
    for (size_t i = 0; i < sizeof known / sizeof *known; ++i) {
        if (strcmp(known[i].name, size) == 0) {
            return known[i].inserts;
        }
    }
    fprintf(stderr, "hashtable: size=%s is none of tiny, quick, M, L\n", size);
    exit(2);
}

hashtable_t hashtable_create(const char* variant, int count, char** words, int me, int ranks) {
    hashtable_t table = {.variant = variant, .me = me, .ranks = ranks};
    table.size = app_word(count, words, "size", "tiny");
    table.batches = atoi(app_word(count, words, "batches", "1"));
    table.inserts = inserts_of(table.size);
    const double load = atof(app_word(count, words, "load", "0.5"));
    if (!(load >= 0.01 && load <= 100)) {
        fprintf(stderr, "hashtable: load must be from 0.01 to 100\n");
        exit(2);
    }
    table.buckets = (uint64_t)((double)table.inserts / load);
    /* A part gets about as many keys as a rank inserts. Ten standard deviations are room enough,
     * and each rank may leave a chunk unused. */
    table.heap = table.inserts + 10 * (uint64_t)sqrt((double)table.inserts) + 64;
    table.heap += (uint64_t)ranks * CHUNK;
    return table;
}

uint64_t hashtable_overflow(const hashtable_t* table, uint64_t number) {
    if (number >= table->heap) {
        fprintf(stderr, "hashtable: %s: a heap of %" PRIu64 " cells is full\n", table->variant,
                table->heap);
        exit(1);
    }
    return 1 + table->buckets + number;
}

void hashtable_insert(const hashtable_t* table, cell_t* part, uint64_t key) {
    cell_t* const bucket = part + hashtable_place(table, key).bucket;
    if (bucket->key == 0) {
        bucket->key = key;
        return;
    }
    const uint64_t taken = hashtable_overflow(table, part->key++);
    part[taken] = (cell_t){key, bucket->next};
    bucket->next = taken;
}

/* No list is longer than the part, so that a list that bites its tail ends too. */
static int is_found(const hashtable_t* table, const cell_t* part, uint64_t key) {
    uint64_t at = hashtable_place(table, key).bucket;
    for (uint64_t left = hashtable_cells(table); left > 0; --left) {
        if (part[at].key == key) {
            return 1;
        }
        at = part[at].next;
        if (at == 0 || at >= hashtable_cells(table)) {
            return 0;
        }
    }
    return 0;
}

static void wrong(const hashtable_t* table, const char* what, uint64_t value, uint64_t right) {
    fprintf(stderr, "hashtable: %s: rank %d: %s is %" PRIu64 ", and should be %" PRIu64 "\n",
            table->variant, table->me, what, value, right);
    exit(1);
}

uint64_t hashtable_verify(const hashtable_t* table, const cell_t* part) {
    uint64_t count = 0;
    uint64_t sum = 0;
    uint64_t digest = 0;
    for (uint64_t i = 1; i < hashtable_cells(table); ++i) {
        if (part[i].key != 0) {
            ++count;
            sum += part[i].key;
            digest += app_mix(part[i].key + (uint64_t)table->me);
        }
    }
    uint64_t right_count = 0;
    uint64_t right_sum = 0;
    uint64_t found = 0;
    for (int source = 0; source < table->ranks; ++source) {
        for (uint64_t i = 0; i < table->inserts; ++i) {
            const uint64_t key = hashtable_key(source, i);
            if (hashtable_place(table, key).rank == table->me) {
                ++right_count;
                right_sum += key;
                found += (uint64_t)is_found(table, part, key);
            }
        }
    }
    if (count != right_count) {
        wrong(table, "the number of keys", count, right_count);
    } else if (sum != right_sum) {
        wrong(table, "the sum of the keys", sum, right_sum);
    } else if (found != right_count) {
        wrong(table, "the number of keys that are found", found, right_count);
    }
    return digest;
}

void hashtable_print(const hashtable_t* table, uint64_t digest, double seconds) {
    app_print(&(app_batch_t){.app = "hashtable",
                             .variant = table->variant,
                             .size = table->size,
                             .ranks = table->ranks,
                             .digest = digest,
                             .seconds = seconds});
}
