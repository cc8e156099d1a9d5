// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See process_watch.hpp.
#include "failure/process_watch.hpp"

#include "base/clock.hpp"
#include "base/log.hpp"
#include "boot/job.hpp"
#include "failure/events.hpp"
#include "failure/losses.hpp"
#include "os/process.hpp"
#include "runtime/wait.hpp"

#include <algorithm>

namespace arauto::core {
namespace {

using boot::ImageState;

/// Where no launcher decides the effect of the death of a near rank, the process that notices it
/// first ends the job, unless the job goes on.
void end_unless_it_survives(int rank) noexcept {
    Rank& self = this_rank();
    if (self.job.manager == nullptr || self.is_guest || boot::continues_after_death(*self.header)) {
        return;
    }
    // PAIR job.changes: set `ending`
    if (self.header->ending.exchange(1, std::memory_order_seq_cst) == 0) {
        log(LogLevel::error, "%s has died, and the job ends", name_of(rank).text);
        end_job(1);
    }
    leave();
}

/// The process of a near rank has ended.
void note_death(int rank) noexcept {
    Rank& self = this_rank();
    if (self.job.is_spread()) {
        note_loss(rank);
        return;
    }
    end_unless_it_survives(rank);
    ImageState running = ImageState::running;
    if (!self.images[rank].state.compare_exchange_strong(
            running, ImageState::failed,
            std::memory_order_acq_rel)) { // PAIR job.changes: set state
        return;
    }
    self.header->failed.fetch_add(1, std::memory_order_seq_cst); // PAIR job.counts: count
    mark_change();
    if (self.job.manager != nullptr && !self.is_guest) {
        log(LogLevel::error, "%s has died", name_of(rank).text);
    }
}

/// Whether the end of a rank's process matters. Over several nodes it does after a stop too: all
/// stay until all have departed.
bool may_be_missed(int rank) noexcept {
    const Rank& self = this_rank();
    const ImageState state = learn_state(rank);
    return state == ImageState::running ||
           (state == ImageState::stopped && self.job.is_spread() && !self.is_gone(rank));
}

/// Whether a death has been seen a second time; follows one suspect at a time.
bool is_seen_again(int rank) noexcept {
    std::atomic<int>& suspect = this_rank().process_watch->suspect;
    // relaxed because nothing else is read by it, and a late look only delays the report
    const int before = suspect.load(std::memory_order_relaxed);
    if (before < 0 || !may_be_missed(before)) {
        // relaxed because only its own value is read, by a later look
        suspect.store(rank, std::memory_order_relaxed);
    }
    return before == rank;
}

/// Looks at one near rank. Where a launcher watches, a death counts when it is seen a second time,
/// so that the launcher can report it first.
void watch(int rank) noexcept {
    const Rank& self = this_rank();
    // relaxed because its state has been read
    const auto pid = [&] { return self.images[rank].pid.load(std::memory_order_relaxed); };
    if (!self.job.near.has(rank) || !may_be_missed(rank) ||
        os::process_exists(static_cast<int64_t>(pid()))) {
        return;
    }
    if (self.header->launcher_pid == 0 || is_seen_again(rank)) {
        note_death(rank);
    }
}

} // namespace

void watch_processes() noexcept {
    const Rank& self = this_rank();
    const bool has_launcher = self.header->launcher_pid != 0;
    // relaxed because a later look will do
    const bool handles = self.header->handles_failures.load(std::memory_order_relaxed) != 0;
    if (has_launcher && !handles) [[likely]] {
        return; // the launcher ends the job, and says how the process died
    }
    std::atomic<int64_t>& looked = this_rank().process_watch->looked_ns;
    std::atomic<int>& next = this_rank().process_watch->next;
    int64_t before = looked.load(std::memory_order_relaxed); // relaxed because the exchange decides
    const int64_t now = now_ns();
    // relaxed because the thread that succeeds reads nothing of another's look
    if (now - before < kWatchNs ||
        !looked.compare_exchange_strong(before, now, std::memory_order_relaxed)) {
        return;
    }
    if (has_launcher && !boot::continues_after_death(*self.header)) {
        return;
    }
    // relaxed because only the number counts: it chooses the ranks of this look
    const int first = next.fetch_add(kWatchedAtOnce, std::memory_order_relaxed);
    const int many = std::min(kWatchedAtOnce, self.job.near.count);
    for (int i = 0; i < many; ++i) {
        const int start = self.rank - self.job.near.first + 1; // so that each rank begins elsewhere
        const auto index = static_cast<unsigned>(start + first + i);
        watch(self.job.near.first +
              static_cast<int>(index % static_cast<unsigned>(self.job.near.count)));
    }
}

} // namespace arauto::core
