// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See state.hpp.
#include "state.hpp"

namespace arauto::prif {

constinit State g_state{};

} // namespace arauto::prif
