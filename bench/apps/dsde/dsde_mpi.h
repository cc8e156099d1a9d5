/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * The main program of all variants that use MPI is in dsde_mpi.c; a variant defines the rest.
 */
#pragma once

#include "dsde_kernel.h"

#include <mpi.h>

extern const char* const variant_name;

void variant_begin(const dsde_t* exchange);
/* Sends this rank's messages of a round and takes those that were sent to it. */
void variant_round(const dsde_t* exchange, int round, dsde_sum_t* sum);
void variant_end(void);

/* Memory for the messages that a rank sends in a round. */
static inline uint64_t* message_at(uint64_t* messages, const dsde_t* exchange, int number) {
    return messages + exchange->bytes / 8 * (size_t)number;
}
