// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See state.hpp.
#include "state.hpp"

#include <type_traits>

namespace arauto::translated {

static_assert(std::is_trivially_destructible_v<State>); // programs free memory until their end
static_assert(std::is_trivially_destructible_v<ThreadState>);

constinit State g_state{};
thread_local constinit ThreadState t_state{};

} // namespace arauto::translated
