// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Who of a job over several nodes runs, has stopped, has failed, and that it ends. Each node keeps
// what it knows in its own ImageBlocks and JobHeader, so that the rest of core looks there whether
// a rank is near or far; here the nodes tell each other.
//
// Deaths are learnt of, in this order, from the processes of the same node, from whoever started
// the job, from the network, from the listeners of a node that has been silent for a second
// (liveness.hpp), and, when it has been for long, from that. A process that was taken for dead and
// lives ends when it hears so. How nodes tell each other: gossip.hpp. In jobs of one node, and in
// those whose nodes are pretended, nothing here does anything.
#pragma once

#include "base/settings.hpp"

#include <cstdint>

namespace arauto::core {

inline constexpr Setting kHeartbeatSetting{
    "ARAUTO_HEARTBEAT", "30000", SettingKind::integer, "0..3600000",
    "milliseconds of silence after which a whole node counts as dead, when nothing else has told "
    "of it; 0: never"};
inline constexpr Setting kMembershipSettings[] = {kHeartbeatSetting};

/// Begins; once, before the network.
/// @error ARAUTO_ERR_ARGUMENT when the setting is wrong
[[nodiscard]] Status open_membership() noexcept;

/// One bounded step by the thread that attends to the network.
void tend_membership() noexcept;

/// The other nodes are told, by any thread: that this rank has failed by its own wish; that it
/// leaves without waiting for the end of all, before this returns.
void tell_failed(int rank) noexcept;
void tell_stop(int rank) noexcept;

/// The job goes on after deaths from now on, since this rank handles failures.
void handle_failures() noexcept;
/// Before this process leaves a job that has ended: what it knows is with others.
void finish_gossip() noexcept;

/// State of this process; the knowledge of a node is in its shared memory. Only membership.cpp
/// looks into this. Of this process; a node's knowledge is in its shared memory.
struct Membership {
    int node = 0;

    // Of the progress thread alone.
    int64_t stepped_ns = 0;
    int64_t beat_ns = 0;
    int64_t stops_seen_ns = 0;
    uint32_t stops_seen = 0;
    int64_t ending_seen_ns = 0;
};

} // namespace arauto::core
