// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Heartbeats in the ring of living nodes. Each node leader sends one to the next node, and counts
// those that it misses from the node before.
#pragma once

#include <cstdint>
#include <mutex>

namespace arauto::core {

/// @param silence_ns  after which a node counts as dead; 0: never
void open_heartbeat(int64_t silence_ns) noexcept;
[[nodiscard]] int64_t longest_silence_ns() noexcept;

/// A message of a node has come. Any thread.
void note_sign_of_life(int node) noexcept;

/// The node before in the ring, and how long it has been silent.
struct Predecessor {
    int node; // -1: there is no other living node
    int missed; // heartbeats
    bool is_given_up; // it has missed so many that it counts as dead
};
/// Sends one heartbeat. The node leader's progress thread calls this every kBeatNs. Time in which
/// this process itself was not let run is no silence, so what counts is how often this one has
/// beaten meanwhile.
[[nodiscard]] Predecessor send_heartbeat() noexcept;

/// Whether the node before has missed half of the heartbeats after which it is given up.
[[nodiscard]] bool is_predecessor_silent() noexcept;

/// State. Only heartbeat.cpp looks into this.
struct Heartbeat {
    int64_t silence_ns = 0;

    std::mutex mutex; // over the next two
    int before = -1; // node
    int silent_beats = 0; // of this node since the last message of that one
};

} // namespace arauto::core
