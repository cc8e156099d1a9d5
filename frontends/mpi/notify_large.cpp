// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The notified operations with large counts. They need none of the MPI below.
#include "notify_move.hpp"

#include "arauto/mpix.h"

using namespace arauto::mpi; // NOLINT: this file defines functions of the MPI

using Length = MPI_Count;
#define ARAUTO_SIZED(name) name##_c
#include "notify_forms.inc"
