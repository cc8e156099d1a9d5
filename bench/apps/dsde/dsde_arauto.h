/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * The main program of the variants that use Arauto's C API is in dsde_arauto.c; a variant defines
 * the rest.
 */
#pragma once

#include "dsde_kernel.h"

#include <arauto/arauto.h>

extern const char* const variant_name;

void variant_begin(const dsde_t* exchange);
/* Sends this rank's messages of a round, and takes those that were sent to it. Messages of the next
 * round, of ranks that are ahead, may be taken too. */
void variant_round(const dsde_t* exchange, int round, dsde_sum_t* sum);
void variant_end(void);

/* Ends the job where a call has failed. */
static inline void must(arauto_status_t status) {
    if (status < 0) {
        arauto_error_stop(1, arauto_last_error());
    }
}
