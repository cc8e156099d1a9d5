// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The object that the handle of a grid points to.
#pragma once

#include "division.hpp"

#include "arauto/team.h"

/// How a domain is divided, and which part this process has.
struct arauto_halo_grid {
    arauto_team_h team = nullptr;
    arauto::halo::Division division;
    int rank = 0; // of this process in the team
};
