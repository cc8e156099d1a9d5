// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See lasting_waits.hpp.
#include "failure/lasting_waits.hpp"

#include "base/clock.hpp"
#include "os/thread_times.hpp"

#include <algorithm>

namespace arauto::core {
namespace {

constexpr int64_t kProbeNs = 500 * kMillisecond;
// In that time. A thread that computes has more even on a machine with twenty others, and one that
// looks at something every millisecond has less.
constexpr uint64_t kTicksOfWork = 2;
constexpr int64_t kLeastGapNs = 1000 * kMillisecond; // between looks of a process that runs

uint64_t ticks_beside(std::span<const boot::WaitNode> waits, const boot::ImageBlock* blocks) {
    uint64_t ticks = 0;
    for (const boot::WaitNode& node : waits) {
        if (node.state == boot::WaitNode::State::waits) {
            // relaxed because it was written before the image has waited
            const uint64_t pid = blocks[node.rank].pid.load(std::memory_order_relaxed);
            ticks += os::ticks_of_others(static_cast<int64_t>(pid), node.wait.thread);
        }
    }
    return ticks;
}

} // namespace

void LastingWaits::begin(uint64_t number, int64_t now) noexcept {
    number_ = number;
    since_ns_ = now;
    probed_ns_ = 0;
    is_confirmed_ = false;
}

void LastingWaits::look(uint64_t number,
                        int64_t now,
                        int64_t hang_ns,
                        std::span<const boot::WaitNode> waits,
                        const boot::ImageBlock* blocks) {
    const bool was_suspended = now - looked_ns_ > std::max(kLeastGapNs, hang_ns / 2);
    looked_ns_ = now;
    if (number == 0 || number != number_ || was_suspended) {
        begin(number, now);
    }
    if (number == 0 || is_confirmed_ || now - since_ns_ < hang_ns - kProbeNs) {
        return;
    }
    if (probed_ns_ == 0) {
        probed_ns_ = now;
        ticks_ = ticks_beside(waits, blocks);
        return;
    }
    if (now - since_ns_ < hang_ns || now - probed_ns_ < kProbeNs) {
        return;
    }
    if (ticks_beside(waits, blocks) - ticks_ >= kTicksOfWork) {
        begin(number, now); // also where a thread has ended meanwhile
        return;
    }
    is_confirmed_ = true;
}

} // namespace arauto::core
