// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See heartbeat.hpp.
#include "failure/heartbeat.hpp"

#include "failure/gossip.hpp"
#include "failure/partition.hpp"

#include <mutex>

namespace arauto::core {
namespace {

Heartbeat& heartbeat() noexcept {
    return *this_rank().heartbeat;
}

} // namespace

void open_heartbeat(int64_t silence_ns) noexcept {
    heartbeat().silence_ns = silence_ns;
}

int64_t longest_silence_ns() noexcept {
    return heartbeat().silence_ns;
}

void note_sign_of_life(int node) noexcept {
    const std::lock_guard lock(heartbeat().mutex);
    if (node == heartbeat().before) {
        heartbeat().silent_beats = 0;
    }
}

Predecessor send_heartbeat() noexcept {
    Heartbeat& me = heartbeat();
    send_to_node(living_node(1, 1), {EventKind::beat, 0, 0, 0}, kBeatNs);
    const int before = living_node(1, -1);
    if (before < 0) {
        return {-1, 0, false};
    }
    const std::lock_guard lock(me.mutex);
    if (before != me.before) {
        me.before = before;
        me.silent_beats = 0;
    }
    const int missed = me.silent_beats + 1;
    const bool is_given_up = me.silence_ns != 0 && missed * kBeatNs > patience_with(before);
    me.silent_beats = is_given_up ? 0 : missed;
    return {before, missed, is_given_up};
}

bool is_predecessor_silent() noexcept {
    const std::lock_guard lock(heartbeat().mutex);
    return heartbeat().silent_beats * kBeatNs * 2 > heartbeat().silence_ns;
}

} // namespace arauto::core
