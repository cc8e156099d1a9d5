// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See state.hpp.
#include "state.hpp"

#include <type_traits>

namespace arauto::gfortran {

static_assert(std::is_trivially_destructible_v<State>); // coarrays are freed late
static_assert(std::is_trivially_destructible_v<ThreadState>);

constinit State g_state{};
thread_local constinit ThreadState t_state{};

} // namespace arauto::gfortran
