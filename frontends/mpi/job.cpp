// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See job.hpp.
#include "job.hpp"

namespace arauto::mpi {

constinit Job g_job{};

} // namespace arauto::mpi
