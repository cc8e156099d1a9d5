/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * The oracle: what all ranks must receive, made and taken without any communication.
 */
#include "dsde_kernel.h"

int main(int count, char** words) {
    const int ranks = atoi(app_word(count, words, "ranks", "1"));
    dsde_t exchange = dsde_create("serial", count, words, 0, ranks);
    for (int batch = 0; batch < exchange.batches; ++batch) {
        const double start = app_seconds();
        uint64_t digest = 0;
        for (int target = 0; target < ranks; ++target) {
            digest += dsde_expected(&exchange, target).digest;
        }
        dsde_print(&exchange, digest, app_seconds() - start);
    }
    dsde_free(&exchange);
    return 0;
}
