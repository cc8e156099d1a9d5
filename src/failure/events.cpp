// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See events.hpp.
#include "failure/events.hpp"

#include "base/clock.hpp"
#include "failure/partition.hpp"
#include "failure/termination.hpp"
#include "runtime/wait.hpp"

namespace arauto::core {
namespace {

using boot::ImageState;

constexpr int64_t kHasteNs = 200 * kMillisecond; // to announce the end of the job

/// Notes that a rank has stopped and its process has ended. @return whether it was news on this
/// node
bool mark_gone(int rank) noexcept {
    Rank& self = this_rank();
    if (!self.is_rank(rank)) {
        return false;
    }
    mark(rank, ImageState::stopped);
    const bool is_news = note_departure(*self.header, self.images[rank], boot::Departure::gone);
    if (is_news) {
        announce_change();
    }
    return is_news;
}

} // namespace

bool mark(int rank, ImageState state) noexcept {
    Rank& self = this_rank();
    if (!self.is_rank(rank)) {
        return false;
    }
    std::atomic<ImageState>& shared_state = self.images[rank].state;
    auto running = ImageState::running;
    auto absent = ImageState::absent; // as far ranks are until something is known of them
    // PAIR job.changes: set state
    if (!shared_state.compare_exchange_strong(running, state, std::memory_order_acq_rel) &&
        !shared_state.compare_exchange_strong(absent, state, std::memory_order_acq_rel)) {
        return false;
    }
    std::atomic<uint32_t>& count =
        state == ImageState::failed ? self.header->failed : self.header->stopped;
    count.fetch_add(1, std::memory_order_seq_cst); // PAIR job.counts: count
    if (state == ImageState::failed) {
        static_cast<void>(note_departure(*self.header, self.images[rank], boot::Departure::gone));
    }
    announce_change();
    if (state == ImageState::failed) {
        fence_off(rank);
    }
    return true;
}

bool set_ending(int status) noexcept {
    boot::JobHeader& header = *this_rank().header;
    decide_end(header, status);
    // PAIR job.changes: set `ending`
    const bool is_news = header.ending.exchange(1, std::memory_order_seq_cst) == 0;
    if (is_news) {
        announce_change();
    }
    return is_news;
}

bool learn(const MembershipEvent& event) noexcept {
    const bool is_failure = event.kind == EventKind::failed;
    bool is_news = false;
    switch (event.kind) {
    case EventKind::failed:
    case EventKind::stopped:
        for (int rank = event.first; rank < event.first + event.count; ++rank) {
            if (event.value != 0 && this_rank().is_rank(rank)) {
                const bool is_silent = is_failure && event.value == kUnheard;
                if (is_silent) {
                    note_unheard(this_rank().job.manager->node_of(rank));
                }
                // relaxed because the state orders it
                this_rank().images[rank].exit_code.store(is_silent ? kGivenUp : event.value,
                                                         std::memory_order_relaxed);
            }
            is_news |= mark(rank, is_failure ? ImageState::failed : ImageState::stopped);
        }
        return is_news;
    case EventKind::ending:
        return set_ending(event.value);
    case EventKind::handles: // PAIR job.handles_failures: learn
        return this_rank().header->handles_failures.exchange(1, std::memory_order_seq_cst) == 0;
    case EventKind::gone:
        for (int rank = event.first; rank < event.first + event.count; ++rank) {
            is_news |= mark_gone(rank);
        }
        return is_news;
    case EventKind::all_ended:
    case EventKind::all_departed:
        return learn_of_termination(event.kind);
    default:
        return false;
    }
}

void announce_end(int status) noexcept {
    if (gossip_is_open()) {
        send_at_once({EventKind::ending, 0, 0, status}, kHasteNs);
    }
    if (this_rank().job.manager != nullptr) {
        this_rank().job.manager->end_job(status);
    }
}

void end_job(int status) noexcept {
    if (!set_ending(status)) {
        announce_change(); // the caller may have set `ending`, so that only it gives the reason
    }
    this_rank().end(); // some hosts end this process by exit()
    announce_end(status);
}

} // namespace arauto::core
