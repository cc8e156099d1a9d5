/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * Puts 8 bytes three times, at every rank; with "kill" the last rank then ends by a signal, with
 * "say" each says before that it has begun.
 */
#include "arauto/arauto.h"
#include "arauto/spi/runtime.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>

int main(int argc, char** argv) {
    arauto_segment_h segment = NULL;
    const uint64_t value = 1;
    if (arauto_init() < 0 ||
        arauto_segment_allocate(arauto_team_world(), sizeof value, &segment) < 0) {
        arauto_error_stop(2, arauto_last_error());
    }
    if (argc > 1 && strcmp(argv[1], "say") == 0) {
        puts("begun");
    }
    const int me = arauto_rank(), size = arauto_size();
    for (int i = 0; i < 3; ++i) {
        arauto_put(segment, (me + 1) % size, 0, &value, sizeof value);
    }
    if (argc > 1 && strcmp(argv[1], "kill") == 0 && me == size - 1) {
        raise(SIGKILL);
    }
    arauto_team_barrier(arauto_team_world());
    arauto_stop(0);
    return 0;
}
