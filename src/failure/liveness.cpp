// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See liveness.hpp.
#include "failure/liveness.hpp"

#include "failure/gossip.hpp"

namespace arauto::core {
void probe_listeners(int node, bool is_silent, void (*visit)(int rank)) noexcept {
    transport::Network& network = *this_rank().network;
    if (!this_rank().liveness->has_seen_one_open) {
        const int leader = leader_of_node(node);
        this_rank().liveness->has_seen_one_open =
            leader >= 0 && network.probe(leader) == os::ListenerState::open;
    } else if (is_silent) {
        visit_ranks_of(node, [&](int rank) {
            if (learn_state(rank) != boot::ImageState::failed &&
                network.probe(rank) == os::ListenerState::closed) {
                visit(rank);
            }
        });
    }
}

} // namespace arauto::core
