/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * Functions of layer_mpi.c for epochs_mpi.c (MPI's blocking epochs) and epochs_mpix.c (the
 * nonblocking ones of libarauto_mpi).
 */
#pragma once

#include "epochs_layer.h"

#include <mpi.h>

extern MPI_Win window;

/* The group of these ranks; not to be freed by the caller. */
MPI_Group group_of(const int* members, int count);
