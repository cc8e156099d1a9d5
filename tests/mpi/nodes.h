/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * Whether all processes share memory, and none pretends that it does not.
 */
#pragma once

#include <mpi.h>
#include <stdlib.h>

static inline int is_one_node(void) {
    MPI_Comm node;
    int here = 0, all = 0;
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &node);
    MPI_Comm_size(node, &here);
    MPI_Comm_size(MPI_COMM_WORLD, &all);
    MPI_Comm_free(&node);
    return here == all && getenv("ARAUTO_MPI_NODE") == NULL;
}
