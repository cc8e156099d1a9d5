// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See losses.hpp.
#include "failure/losses.hpp"

#include "base/clock.hpp"
#include "base/log.hpp"
#include "boot/job.hpp"
#include "failure/events.hpp"
#include "failure/gossip.hpp"
#include "failure/heartbeat.hpp"
#include "failure/partition.hpp"
#include "runtime/wait.hpp"

#include <algorithm>
#include <mutex>
#include <span>
#include <vector>

namespace arauto::core {
namespace {

Losses& losses() noexcept {
    return *this_rank().losses;
}

using boot::ImageState;

constexpr int64_t kLossDelayNs = 150 * kMillisecond; // for a nearer node to announce a death
constexpr int64_t kLossStepNs = 50 * kMillisecond; // more for each node between
constexpr int64_t kOddNs = 5000 * kMillisecond; // for others to announce that this one is foreign
constexpr int64_t kProbeNs = 300 * kMillisecond; // for a machine to answer
constexpr int64_t kForeignStepNs = 500 * kMillisecond; // many see it, and cannot notify each other
constexpr int kPartitionSilences = 4; // within so many, losses may have one cause

boot::ProcessManager& manager() noexcept {
    return *this_rank().job.manager;
}

int own_node() noexcept {
    return manager().node_of(this_rank().rank);
}

/// Whether a rank has ended normally: then its loss does not matter. A rank leaves a job over
/// several nodes only after all have been notified that all have ended (termination.hpp).
bool has_ended(int rank) noexcept {
    // PAIR job.termination: look
    return learn_state(rank) == ImageState::stopped ||
           this_rank().header->all_ended.load(std::memory_order_acquire) != 0;
}

bool is_foreign(int rank) noexcept {
    return is_far(rank) && this_rank().network->is_foreign(rank);
}

/// Whether this node has lost so many others that they go on without it. If so, it ends.
bool leave_if_cut_off() noexcept {
    if (!is_cut_off(is_dead)) {
        return false;
    }
    for (const int rank : manager().near()) { // each ends, and reports it, when it sees this
        static_cast<void>(learn({EventKind::failed, rank, 1, kGivenUp}));
    }
    return true;
}

/// Whether a connection to the last rank of a node was lost while little else was heard: then it
/// may live on, on the other side of a partitioned network.
bool is_silence(const Loss& loss) noexcept {
    const int rank = loss.rank;
    const int node = manager().node_of(rank);
    const int64_t silence_ns = longest_silence_ns();
    bool is_last =
        is_far(rank) && leader_of_node(own_node()) == this_rank().rank && silence_ns != 0;
    visit_ranks_of(node, [&](int other) {
        is_last = is_last && (other == rank || learn_state(other) == ImageState::failed);
    });
    if (!is_last || loss.is_silent || was_one_unheard(kPartitionSilences * silence_ns)) {
        return is_last;
    }
    return is_predecessor_silent();
}

/// Records a death that the job survives, or ends the job for it.
void decide(const Loss& loss) noexcept {
    Rank& self = this_rank();
    const int rank = loss.rank;
    if (has_ended(rank)) { // as is known by now
        note_loss(rank);
        return;
    }
    if (is_foreign(rank)) { // ranks that go on without the others would be several jobs
        if (set_ending(1)) {
            log(LogLevel::error,
                "the address that %s was given for %s was not made with the secret of this job: "
                "the launcher has mixed up jobs, or a process of another one has that address; "
                "nothing was sent there, and the job ends",
                name_of(self.rank).text, name_of(rank).text);
            announce_end(1);
        }
        return;
    }
    if (boot::continues_after_death(*self.header)) {
        if (!loss.is_certain && is_silence(loss)) {
            note_unheard(manager().node_of(rank));
        }
        if (leave_if_cut_off()) {
            return;
        }
        if (mark(rank, ImageState::failed)) {
            const bool is_silent = is_unheard(manager().node_of(rank));
            put_in_outbox({EventKind::failed, rank, 1, is_silent ? kUnheard : kGivenUp});
            if (is_far(rank) && is_silent) { // in case it lives
                self.network->dismiss(rank);
            }
            log(is_far(rank) ? LogLevel::info : LogLevel::error, "%s has died", name_of(rank).text);
        }
        return;
    }
    if (set_ending(1)) {
        log(LogLevel::error, "%s has died%s, and the job ends", name_of(rank).text,
            is_far(rank) ? ", or cannot be reached" : "");
        announce_end(1);
    }
}

/// Probes the machine of a rank whose connection was lost, in a job that goes on after deaths: the
/// kernel knows whether the process has ended. @return whether the probe is finished
bool look_into(Loss& loss, int64_t now) noexcept {
    switch (this_rank().network->probe(loss.rank)) {
    case os::ListenerState::closed:
    case os::ListenerState::none:
        return true;
    case os::ListenerState::open:
        loss.has_answered = true;
        break;
    case os::ListenerState::unknown:
        break;
    }
    loss.is_silent = loss.due_ns <= now;
    return loss.is_silent;
}

} // namespace

void give_up_node(int node) noexcept {
    // PAIR job.termination: look
    if (this_rank().header->all_ended.load(std::memory_order_acquire) != 0) {
        visit_ranks_of(node, note_loss);
        return;
    }
    log(LogLevel::warn, "the node of %s has been silent for %lld ms",
        name_of(manager().first_of(node)).text,
        static_cast<long long>(patience_with(node) / kMillisecond));
    note_unheard(node);
    const bool goes_on = boot::continues_after_death(*this_rank().header);
    if (goes_on && leave_if_cut_off()) {
        return;
    }
    const int64_t due = now_ns() + (goes_on ? scatter_ns() : 0);
    visit_ranks_of(node, [due](int rank) {
        const std::lock_guard lock(losses().mutex);
        losses().losses.push_back({.rank = rank, .due_ns = due, .is_silent = true});
    });
}

void decide_losses(int64_t now) noexcept {
    Losses& me = losses();
    std::vector<Loss> losses;
    {
        const std::lock_guard lock(me.mutex);
        losses.swap(me.losses);
    }
    // Not under the lock: an active message's handler takes it while it holds the network's lock.
    const auto due = std::partition(losses.begin(), losses.end(), [now](Loss& loss) {
        return loss.is_probed ? !look_into(loss, now) : loss.due_ns > now;
    });
    {
        const std::lock_guard lock(me.mutex);
        me.losses.insert(me.losses.end(), losses.begin(), due);
    }
    // PAIR job.changes: look at `ending`
    const bool is_over = this_rank().header->ending.load(std::memory_order_acquire) != 0;
    for (const Loss& loss : std::span(due, losses.end())) {
        // Rank 0 has made the secret: a rank that takes it for foreign is foreign itself, and the
        // others announce so.
        if (!is_over && is_foreign(loss.rank) && is_foreign(0) && !loss.is_late) {
            const std::lock_guard lock(me.mutex);
            me.losses.push_back({loss.rank, now + kOddNs, true, loss.is_certain});
        } else if (!is_over && loss.is_probed && loss.is_silent && !loss.has_answered) {
            give_up_node(manager().node_of(loss.rank)); // no other rank of it can be reached either
        } else if (!is_over) {
            decide(loss);
        }
    }
}

namespace {

void note(int rank, bool is_certain) noexcept {
    Losses& me = losses();
    Rank& self = this_rank();
    if (!gossip_is_open()) { // the launcher watches, and decides
        mark(rank, ImageState::failed);
        return;
    }
    const ImageState state = learn_state(rank);
    if (learn_state(self.rank) == ImageState::failed) {
        return; // the others have cut this rank's connections, and live
    }
    // PAIR job.termination: look
    if (state == ImageState::failed ||
        self.header->all_departed.load(std::memory_order_acquire) != 0) {
        return;
    }
    if (has_ended(rank)) {
        const MembershipEvent event{EventKind::gone, rank, 1, 0};
        if (learn(event)) {
            put_in_outbox(event);
        }
        return;
    }
    int64_t due = now_ns();
    if (is_far(rank)) {
        const int nodes = manager().nodes();
        const int between = (own_node() - manager().node_of(rank) + nodes) % nodes;
        due += kLossDelayNs + std::min(between, 20) * kLossStepNs;
    }
    if (is_foreign(rank)) {
        due = now_ns() + std::min(own_node(), 8) * kForeignStepNs;
        if (is_far(0)) { // to learn whether rank 0 is foreign too
            try_to_send(0, {EventKind::beat, 0, 0, 0});
        }
    }
    Loss loss{.rank = rank, .due_ns = due, .is_certain = is_certain};
    if (!is_foreign(rank) && boot::continues_after_death(*self.header)) {
        loss.is_probed = is_far(rank) && !is_certain && longest_silence_ns() != 0;
        loss.due_ns =
            now_ns() + (loss.is_probed ? kProbeNs + grace_of(manager().node_of(rank)) : 0);
    }
    const std::lock_guard lock(me.mutex);
    const bool is_known = std::any_of(me.losses.begin(), me.losses.end(),
                                      [rank](const Loss& each) { return each.rank == rank; });
    if (!is_known) {
        me.losses.push_back(loss);
    }
}

} // namespace

void note_loss(int rank) noexcept {
    note(rank, false);
}

void note_certain_loss(int rank) noexcept {
    note(rank, true);
}

} // namespace arauto::core
