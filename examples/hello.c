/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * Ranks say hello and add up their numbers.
 */
#include <arauto/arauto.h>
#include <stdio.h>

int main(void) {
    if (arauto_init() < 0) {
        fprintf(stderr, "%s\n", arauto_last_error());
        return 1;
    }
    long sum = arauto_rank();
    const arauto_team_h world = arauto_team_world();
    if (arauto_reduce(world, &sum, 1, ARAUTO_INT64, ARAUTO_SUM, ARAUTO_ALL_RANKS) < 0) {
        arauto_error_stop(1, arauto_last_error());
    }
    printf("rank %d of %d, arauto %s, sum of ranks %ld\n", arauto_rank(), arauto_size(),
           arauto_version(), sum);
    return sum == (long)arauto_size() * (arauto_size() - 1) / 2 ? 0 : 1;
}
