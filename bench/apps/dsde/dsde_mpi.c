/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * The main program of the variants that use MPI: batches, their time, and their verification.
 */
#include "dsde_mpi.h"

static uint64_t run_batch(const dsde_t* exchange, double* seconds) {
    dsde_sum_t sum = {0, 0};
    dsde_start(exchange);
    MPI_Barrier(MPI_COMM_WORLD);
    const double start = app_seconds();
    for (int round = 0; round < exchange->rounds; ++round) {
        variant_round(exchange, round, &sum);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    *seconds = app_seconds() - start;
    dsde_verify(exchange, sum);
    uint64_t digest = 0;
    MPI_Reduce(&sum.digest, &digest, 1, MPI_UINT64_T, MPI_SUM, 0, MPI_COMM_WORLD);
    return digest;
}

int main(int count, char** words) {
    int me;
    int ranks;
    MPI_Init(&count, &words);
    MPI_Comm_rank(MPI_COMM_WORLD, &me);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    dsde_t exchange = dsde_create(variant_name, count, words, me, ranks);
    variant_begin(&exchange);
    for (int batch = 0; batch < exchange.batches; ++batch) {
        double seconds;
        const uint64_t digest = run_batch(&exchange, &seconds);
        if (me == 0) {
            dsde_print(&exchange, digest, seconds);
        }
    }
    variant_end();
    dsde_free(&exchange);
    MPI_Finalize();
    return 0;
}
