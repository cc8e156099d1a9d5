// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See dismissals.hpp.
#include "transport/ofi/dismissals.hpp"

#include <algorithm>
#include <utility>

namespace arauto::transport::ofi {
namespace {

constexpr int64_t kTryNs = 20'000'000; // from one try to dismiss a peer to the next
constexpr int64_t kRepeatNs = 1'000'000'000; // from one dismissal to the next
constexpr uint32_t kTriesBetweenProbes = 50;

} // namespace

Dismissals::Dismissal* Dismissals::find(int peer) noexcept {
    const auto found = std::find_if(dismissals_.begin(), dismissals_.end(),
                                    [peer](const Dismissal& each) { return each.peer == peer; });
    return found != dismissals_.end() ? &*found : nullptr;
}

void Dismissals::add(int peer) {
    if (find(peer) == nullptr) {
        dismissals_.push_back({.peer = peer});
    }
}

int Dismissals::next_due(int64_t now_ns) noexcept {
    for (Dismissal& each : dismissals_) {
        if (each.message == nullptr && now_ns >= each.due_ns) {
            each.due_ns = now_ns + kTryNs;
            return each.peer;
        }
    }
    return -1;
}

bool Dismissals::is_probe_due(int peer) noexcept {
    Dismissal* const dismissal = find(peer);
    return dismissal != nullptr && (std::exchange(dismissal->is_delivered, false) ||
                                    ++dismissal->tries % kTriesBetweenProbes == 0);
}

void Dismissals::note_sent(int peer, const void* message) noexcept {
    if (Dismissal* const dismissal = find(peer); dismissal != nullptr) {
        dismissal->message = message;
    }
}

void Dismissals::end(const void* message, bool is_delivered, int64_t now_ns) noexcept {
    for (Dismissal& each : dismissals_) {
        if (each.message == message) {
            each.message = nullptr;
            each.is_delivered = is_delivered;
            each.due_ns = now_ns + (is_delivered ? kRepeatNs : kTryNs);
        }
    }
}

void Dismissals::remove(int peer) noexcept {
    std::erase_if(dismissals_, [peer](const Dismissal& each) { return each.peer == peer; });
}

} // namespace arauto::transport::ofi
