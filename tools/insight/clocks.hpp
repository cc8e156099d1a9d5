// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The last step in joining the clocks of nodes (node_clock.hpp is the first): where a release lies
// behind the end of the wait that it has ended on another node, all that the waiting node does from
// there on is shifted.
#pragma once

#include "trace.hpp"

namespace arauto::tools::insight {

/// Finds the tickets of posts between nodes, and shifts what lies too early. Fills the rest of
/// `trace.clocks`.
void join_clocks(Trace& trace);

} // namespace arauto::tools::insight
