// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Membership in a job over several nodes: which ranks run, have stopped or have failed, and that
// the job ends. Each node keeps what it knows in its own ImageBlocks and JobHeader, where the other
// rooms look it up for near and far ranks alike. This module exchanges it between the nodes.
//
// A node learns of a death, in this order, from the processes of the same node, from the process
// manager that started the job, from the network, from the listeners of a node that has been silent
// for a second (liveness.hpp), and, after a long silence, from the silence itself. A process that
// was taken for dead and lives ends when it learns so. gossip.hpp spreads events between nodes. In
// jobs of one node, and in those whose nodes are pretended, this module does nothing.
#pragma once

#include "base/settings.hpp"

#include <cstdint>

namespace arauto::core {

inline constexpr Setting kHeartbeatSetting{
    "ARAUTO_HEARTBEAT", "30000", SettingKind::integer, "0..3600000",
    "milliseconds of silence after which a whole node counts as dead, when nothing else has "
    "shown its death; 0: never"};
inline constexpr Setting kMembershipSettings[] = {kHeartbeatSetting};

/// Called once, before the network is opened.
/// @error ARAUTO_ERR_ARGUMENT when the setting is wrong
[[nodiscard]] Status open_membership() noexcept;

/// One bounded step of the thread that attends to the network.
void tend_membership() noexcept;

/// Announce to the other nodes, from any thread. announce_failure(): this rank has failed by its
/// own wish. spread_stop(): it leaves without waiting for the end of all; the others are notified
/// before it returns.
void announce_failure(int rank) noexcept;
void spread_stop(int rank) noexcept;

/// From now on the job goes on after deaths, since this rank handles failures.
void handle_failures() noexcept;
/// Called before this process leaves a job that has ended: sends its events on to others.
void finish_gossip() noexcept;

/// State of this process; a node's knowledge is in its shared memory. Only membership.cpp looks
/// into this.
struct Membership {
    int node = 0;

    // Only the progress thread uses these.
    int64_t stepped_ns = 0;
    int64_t beat_ns = 0;
    int64_t stops_seen_ns = 0;
    uint32_t stops_seen = 0;
    int64_t ending_seen_ns = 0;
};

} // namespace arauto::core
