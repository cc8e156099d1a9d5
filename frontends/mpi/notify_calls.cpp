// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The notified operations of arauto/mpix.h.
#include "notify_move.hpp"

#include "arauto/mpix.h"

using namespace arauto::mpi; // NOLINT: this file defines functions of the MPI

using Length = int;
#define ARAUTO_SIZED(name) name
#include "notify_forms.inc"
