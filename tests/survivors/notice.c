/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * The last rank prints its process number and waits to be killed from outside; the others wait in
 * barriers. Each survivor prints when it learned of the death, in nanoseconds of the monotonic
 * clock.
 */
#include "arauto/arauto.h"
#include "arauto/spi/status.h"

#include <inttypes.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

int main(void) {
    if (arauto_init() != ARAUTO_OK) {
        return 1;
    }
    arauto_handle_failures();
    if (arauto_rank() == arauto_size() - 1) {
        printf("victim %ld\n", (long)getpid());
        fflush(stdout);
    }
    arauto_status_t status = ARAUTO_OK;
    while (status == ARAUTO_OK) {
        status = arauto_team_barrier(arauto_team_world());
    }
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    printf("told %" PRId64 " %s\n", (int64_t)now.tv_sec * 1000000000 + now.tv_nsec,
           arauto_status_name(status));
    fflush(stdout);
    return arauto_finalize() == ARAUTO_OK ? 0 : 1;
}
