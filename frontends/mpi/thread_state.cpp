// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See thread_state.hpp.
#include "thread_state.hpp"

namespace arauto::mpi {

constinit thread_local ThreadState t_state;

} // namespace arauto::mpi
