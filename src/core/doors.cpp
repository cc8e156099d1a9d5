// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See doors.hpp.
#include "core/doors.hpp"

#include "core/network.hpp"
#include "core/telling.hpp"

namespace arauto::core {
namespace {

bool g_has_seen_one_open = false;

} // namespace

void look_at_doors(int node, bool is_silent, void (*visit)(int rank)) noexcept {
    transport::Network& network = *runtime().network;
    if (!g_has_seen_one_open) {
        const int speaker = speaker_of(node);
        g_has_seen_one_open = speaker >= 0 && network.knock(speaker) == os::Door::open;
    } else if (is_silent) {
        visit_ranks_of(node, [&](int rank) {
            if (runtime().state(rank) != boot::ImageState::failed &&
                network.knock(rank) == os::Door::closed) {
                visit(rank);
            }
        });
    }
}

} // namespace arauto::core
