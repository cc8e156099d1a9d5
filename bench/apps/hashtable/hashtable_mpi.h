/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * The main program of all variants that use MPI is in hashtable_mpi.c; a variant, or
 * hashtable_messages.c for two of them, defines the rest.
 */
#pragma once

#include "hashtable_kernel.h"

#include <mpi.h>

extern const char* const variant_name;

/* @return this rank's part */
cell_t* variant_begin(const hashtable_t* table);
/* Before the first insert of any rank; this rank's part is empty. */
void variant_clear(const hashtable_t* table);
/* Inserts this rank's keys. A barrier follows; all keys of all ranks must be there after it. */
void variant_insert_all(const hashtable_t* table, cell_t* part);
void variant_end(cell_t* part);
