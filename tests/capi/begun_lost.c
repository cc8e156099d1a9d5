/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * A rank fails while others have operations on it under way: each of these ends, with an error
 * once the rank is known to have failed, and so does every later one. The rest of the job goes on.
 */
#include "job.h"

#include "arauto/op.h"
#include "arauto/spi/runtime.h"

enum { kVictim = 1, kWords = 500000, kUnderWay = 8, kTurnsMax = 1 << 20 };

static uint64_t words[kUnderWay][kWords];
static arauto_segment_h memory; /* which the ranks that are left keep */

int main(void) {
    start();
    CHECK_OK(arauto_segment_allocate(arauto_team_world(), sizeof words[0], &memory));
    barrier();
    if (arauto_rank() == kVictim) {
        for (int look = 0; look < 1000; ++look) {
            arauto_progress(); /* it serves some of them, and then no more */
        }
        arauto_fail();
    }
    int has_failed = 0;
    for (int turn = 0; !has_failed; ++turn) {
        CHECK(turn < kTurnsMax, "%s", "no operation on the rank that has failed gave an error");
        arauto_request_t request[kUnderWay];
        for (int i = 0; i < kUnderWay; ++i) {
            const arauto_status_t status =
                arauto_rma_begin(&(arauto_op_t){.kind = ARAUTO_OP_GET,
                                                .rank = kVictim,
                                                .segment = memory,
                                                .destination = words[i],
                                                .bytes = sizeof words[i]},
                                 &request[i]);
            CHECK(status == ARAUTO_OK || status == ARAUTO_ERR_FAILED, "it gave %d", (int)status);
            has_failed |= status == ARAUTO_ERR_FAILED;
            request[i] = status == ARAUTO_OK ? request[i] : (arauto_request_t){0, 0};
        }
        for (int i = 0; i < kUnderWay; ++i) {
            const arauto_status_t status = arauto_request_wait(&request[i]);
            CHECK(status == ARAUTO_OK || status == ARAUTO_ERR_FAILED, "it gave %d", (int)status);
            CHECK(request[i].offset == 0, "%s", "a request that has failed is not 0");
            has_failed |= status == ARAUTO_ERR_FAILED;
        }
    }
    arauto_request_t late;
    CHECK_STATUS(arauto_rma_begin(&(arauto_op_t){.kind = ARAUTO_OP_PUT,
                                                 .rank = kVictim,
                                                 .segment = memory,
                                                 .source = words[0],
                                                 .bytes = sizeof words[0]},
                                  &late),
                 ARAUTO_ERR_FAILED);
    CHECK_OK(arauto_finalize());
    return 0;
}
