/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * What the two ways to open and close epochs of an MPI share.
 */
#pragma once

#include "epochs_layer.h"

#include <mpi.h>

extern MPI_Win window;

MPI_Group group_of(const int* members, int count); /* kept for later calls */
