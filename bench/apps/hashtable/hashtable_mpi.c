/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * The main program of the variants that use MPI: batches, their time, and their verification.
 */
#include "hashtable_mpi.h"

static uint64_t run_batch(const hashtable_t* table, cell_t* part, double* seconds) {
    memset(part, 0, hashtable_bytes(table));
    variant_clear(table);
    MPI_Barrier(MPI_COMM_WORLD);
    const double start = app_seconds();
    variant_insert_all(table, part);
    MPI_Barrier(MPI_COMM_WORLD);
    *seconds = app_seconds() - start;
    const uint64_t mine = hashtable_verify(table, part);
    uint64_t digest = 0;
    MPI_Reduce(&mine, &digest, 1, MPI_UINT64_T, MPI_SUM, 0, MPI_COMM_WORLD);
    return digest;
}

int main(int count, char** words) {
    int me;
    int ranks;
    MPI_Init(&count, &words);
    MPI_Comm_rank(MPI_COMM_WORLD, &me);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    hashtable_t table = hashtable_create(variant_name, count, words, me, ranks);
    cell_t* const part = variant_begin(&table);
    for (int batch = 0; batch < table.batches; ++batch) {
        double seconds;
        const uint64_t digest = run_batch(&table, part, &seconds);
        if (me == 0) {
            hashtable_print(&table, digest, seconds);
        }
    }
    variant_end(part);
    MPI_Finalize();
    return 0;
}
