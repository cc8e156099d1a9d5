/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * The parts of all ranks in one process, filled without any communication.
 */
#include "hashtable_kernel.h"

static double fill(const hashtable_t* table, cell_t* parts) {
    const double start = app_seconds();
    for (int source = 0; source < table->ranks; ++source) {
        for (uint64_t i = 0; i < table->inserts; ++i) {
            const uint64_t key = hashtable_key(source, i);
            const uint64_t owner = (uint64_t)hashtable_place(table, key).rank;
            hashtable_insert(table, parts + owner * hashtable_cells(table), key);
        }
    }
    return app_seconds() - start;
}

int main(int count, char** words) {
    const int ranks = atoi(app_word(count, words, "ranks", "1"));
    hashtable_t table = hashtable_create("serial", count, words, 0, ranks);
    cell_t* const parts = malloc((size_t)ranks * hashtable_bytes(&table));
    for (int batch = 0; batch < table.batches; ++batch) {
        memset(parts, 0, (size_t)ranks * hashtable_bytes(&table));
        const double seconds = fill(&table, parts);
        uint64_t digest = 0;
        for (table.me = 0; table.me < ranks; ++table.me) {
            digest += hashtable_verify(&table, parts + (size_t)table.me * hashtable_cells(&table));
        }
        hashtable_print(&table, digest, seconds);
    }
    free(parts);
    return 0;
}
