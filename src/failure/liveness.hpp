// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Finds processes of a silent node that have ended, when no process of that node is left to report
// it. The kernel of their host answers connection requests: it refuses those to the listener of a
// process that has ended, and accepts them for a process that is stopped or waits for a core. A
// firewall may refuse all connections, so no refusal counts until one listener of this job has been
// found open. Only the progress thread calls this. It never waits.
#pragma once

namespace arauto::core {

/// The progress thread calls this at every heartbeat.
/// @param is_silent  the node has missed heartbeats: the listeners of its processes are probed
/// @param visit  is called with each rank whose listener is closed
void probe_listeners(int node, bool is_silent, void (*visit)(int rank)) noexcept;

/// State. Only liveness.cpp looks into this.
struct Liveness {
    bool has_seen_one_open = false;
};

} // namespace arauto::core
