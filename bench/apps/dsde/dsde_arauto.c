/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * The main program of the variants that use Arauto's C API: batches, their time, and their
 * verification.
 */
#include "dsde_arauto.h"

static uint64_t run_batch(const dsde_t* exchange, double* seconds) {
    const arauto_team_h world = arauto_team_world();
    dsde_sum_t sum = {0, 0};
    dsde_start(exchange);
    must(arauto_team_barrier(world));
    const double start = app_seconds();
    for (int round = 0; round < exchange->rounds; ++round) {
        variant_round(exchange, round, &sum);
    }
    must(arauto_team_barrier(world));
    *seconds = app_seconds() - start;
    dsde_verify(exchange, sum);
    must(arauto_reduce(world, &sum.digest, 1, ARAUTO_UINT64, ARAUTO_SUM, 0));
    return sum.digest;
}

int main(int count, char** words) {
    must(arauto_init());
    dsde_t exchange = dsde_create(variant_name, count, words, arauto_rank(), arauto_size());
    variant_begin(&exchange);
    for (int batch = 0; batch < exchange.batches; ++batch) {
        double seconds;
        const uint64_t digest = run_batch(&exchange, &seconds);
        if (exchange.me == 0) {
            dsde_print(&exchange, digest, seconds);
        }
    }
    variant_end();
    dsde_free(&exchange);
    return arauto_finalize() < 0;
}
