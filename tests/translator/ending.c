/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * A translated program, whose runtime starts before main, has ended when destructors of libraries
 * and of the program begin: no function of the runtime is called after the destructors of its own
 * libraries.
 */
#include "arauto/arauto.h"

#include <stdint.h>
#include <stdio.h>
#include <unistd.h>

/* Each translated program calls it before main (frontends/translated/translated_control.h). */
void translated_set_stats(const int32_t* values);

static const int32_t stats[16];

__attribute__((constructor)) static void begin(void) {
    translated_set_stats(stats);
}

__attribute__((destructor)) static void end(void) {
    if (arauto_team_barrier(arauto_team_world()) >= 0) {
        fprintf(stderr, "the runtime still runs when destructors do\n");
        _exit(9);
    }
}

int main(void) {
    return arauto_team_barrier(arauto_team_world()) < 0;
}
