/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * The memory that a process keeps for each rank of another node with which it has communicated: run
 * with ARAUTO_NODE_RANKS=1 and at least 3 images. Rank 0 puts to one rank after the other, and
 * prints lines "peers N bytes": its own resident memory, the network library's included.
 */
#include <arauto/arauto.h>
#include <arauto/atomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void must(arauto_status_t status) {
    if (status < 0) {
        fprintf(stderr, "endpoints: %s\n", arauto_last_error());
        exit(1);
    }
}

static long own_bytes(void) {
    FILE* const file = fopen("/proc/self/smaps_rollup", "r");
    char line[256];
    long kib = 0, total = 0;
    while (file != NULL && fgets(line, sizeof line, file) != NULL) {
        if (sscanf(line, "Private_Dirty: %ld", &kib) == 1) {
            total += kib;
        }
    }
    if (file != NULL) {
        fclose(file);
    }
    return total * 1024;
}

int main(void) {
    must(arauto_init());
    arauto_segment_h segment;
    must(arauto_segment_allocate(arauto_team_world(), 64, &segment));
    must(arauto_team_barrier(arauto_team_world()));
    const int size = arauto_size();
    if (arauto_rank() == 0) {
        printf("peers 0 %ld\n", own_bytes()); /* but for those that the barrier has met */
        for (int peer = 1; peer < size; ++peer) {
            int64_t value = peer;
            must(arauto_atomic_fetch(segment, peer, 0, 8, ARAUTO_ATOMIC_ADD, 1, &value));
            printf("peers %d %ld\n", peer, own_bytes());
        }
        fflush(stdout);
    }
    must(arauto_team_barrier(arauto_team_world()));
    must(arauto_segment_free(segment));
    must(arauto_finalize());
    return 0;
}
