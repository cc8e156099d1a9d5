// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See membership.hpp.
#include "core/membership.hpp"

#include "base/log.hpp"
#include "base/naming.hpp"
#include "boot/launcher.hpp"
#include "core/gossip.hpp"
#include "core/liveness.hpp"
#include "core/network.hpp"
#include "core/partition.hpp"
#include "core/termination.hpp"
#include "core/wait.hpp"

#include <algorithm>
#include <cstring>
#include <mutex>
#include <span>
#include <unistd.h>
#include <vector>

namespace arauto::core {
namespace {

using boot::ImageState;

constexpr int64_t kMillisecond = 1'000'000;
constexpr int64_t kStepNs = 10 * kMillisecond; // between looks at near processes and states
constexpr int64_t kLastStepNs = kMillisecond; // of who waits for the end of all
constexpr int kBeatsUntilDoubt = 4; // that are missed
constexpr int64_t kStopDelayNs = 100 * kMillisecond; // most jobs end before anybody needs to know
constexpr int64_t kLossDelayNs = 150 * kMillisecond; // for who is nearer to a death to tell of it
constexpr int64_t kLossStepNs = 50 * kMillisecond; // more for each node between
constexpr int64_t kOddNs = 5000 * kMillisecond; // for the others to say that this one is odd
constexpr int64_t kProbeNs = 300 * kMillisecond; // for a host to answer
constexpr int64_t kForeignStepNs = 500 * kMillisecond; // many see it, and cannot tell each other
constexpr int64_t kEndingNs = 1000 * kMillisecond; // for a process to leave a job that ends
constexpr int64_t kClosingMessageNs = 500 * kMillisecond;
constexpr int32_t kGivenUp = 1; // exit status of who is taken for dead and lives
constexpr int32_t kUnheard = 2; // what is told of who is taken for dead for being silent
constexpr int kPartitionSilences = 4; // within so many, losses may have one cause
constexpr int64_t kReadingNs = 30 * kMillisecond;
constexpr int64_t kHasteNs = 200 * kMillisecond; // to tell that the job ends

struct Loss {
    int rank;
    int64_t due_ns; // when it is this node's turn to say so
    bool is_late = false; // others were given time to
    bool is_certain = false; // its process has ended
    bool is_open = false; // its host is asked what has become of it
    bool has_answered = false; // its host has
    bool is_silent = false; // and nothing proves that it has ended
};

/// Of this process; a node's knowledge is in its shared memory.
struct Membership {
    bool is_open = false;
    int node = 0;
    int nodes = 1;
    int64_t silence_ns = 0;

    std::mutex mutex; // over the next three
    std::vector<Loss> losses; // not decided on yet
    int ring_before = -1; // node
    int silent_beats = 0; // of this node since then

    // Of the progress thread alone.
    int64_t stepped_ns = 0;
    int64_t beat_ns = 0;
    int64_t stops_seen_ns = 0;
    uint32_t stops_seen = 0;
    int64_t ending_seen_ns = 0;
};
Membership g_membership;

boot::Host& host() noexcept {
    return *runtime().job.host;
}

/// @return whether it was news on this node
bool mark(int rank, ImageState state) noexcept {
    Runtime& rt = runtime();
    if (!rt.is_rank(rank)) {
        return false;
    }
    std::atomic<ImageState>& place = rt.images[rank].state;
    auto running = ImageState::running;
    auto absent = ImageState::absent; // as far ranks are until something is known of them
    // PAIR job.changes: set state
    if (!place.compare_exchange_strong(running, state, std::memory_order_acq_rel) &&
        !place.compare_exchange_strong(absent, state, std::memory_order_acq_rel)) {
        return false;
    }
    std::atomic<uint32_t>& count =
        state == ImageState::failed ? rt.header->failed : rt.header->stopped;
    count.fetch_add(1, std::memory_order_seq_cst);
    if (state == ImageState::failed) {
        static_cast<void>(note_departure(*rt.header, rt.images[rank], boot::Departure::gone));
    }
    announce_change();
    if (state == ImageState::failed) {
        shut_out(rank);
    }
    return true;
}

/// Then its loss is none for the job. Who leaves a job over several nodes does so after all have
/// been told that all have ended (termination.hpp).
bool has_ended(int rank) noexcept {
    return runtime().state(rank) == ImageState::stopped ||
           runtime().header->all_ended.load(std::memory_order_acquire) != 0;
}

/// It has stopped, and its process has ended. @return whether it was news on this node
bool mark_gone(int rank) noexcept {
    Runtime& rt = runtime();
    if (!rt.is_rank(rank)) {
        return false;
    }
    mark(rank, ImageState::stopped);
    const bool is_news = note_departure(*rt.header, rt.images[rank], boot::Departure::gone);
    if (is_news) {
        announce_change();
    }
    return is_news;
}

bool set_ending(int status) noexcept {
    boot::JobHeader& header = *runtime().header;
    int32_t undecided = 0;
    header.ending_code.compare_exchange_strong(undecided, status, std::memory_order_seq_cst);
    // PAIR job.changes: set `ending`
    const bool is_news = header.ending.exchange(1, std::memory_order_seq_cst) == 0;
    if (is_news) {
        announce_change();
    }
    return is_news;
}

/// @return whether it was news on this node
bool learn(const MembershipEvent& event) noexcept {
    const bool is_failure = event.kind == EventKind::failed;
    bool is_news = false;
    switch (event.kind) {
    case EventKind::failed:
    case EventKind::stopped:
        for (int rank = event.first; rank < event.first + event.count; ++rank) {
            if (event.value != 0 && runtime().is_rank(rank)) {
                const bool is_silent = is_failure && event.value == kUnheard;
                if (is_silent) {
                    note_unheard(host().node_of(rank));
                }
                // relaxed because the state orders it
                runtime().images[rank].exit_code.store(is_silent ? kGivenUp : event.value,
                                                       std::memory_order_relaxed);
            }
            is_news |= mark(rank, is_failure ? ImageState::failed : ImageState::stopped);
        }
        return is_news;
    case EventKind::ending:
        return set_ending(event.value);
    case EventKind::handles:
        return runtime().header->handles_failures.exchange(1, std::memory_order_seq_cst) == 0;
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

/// Handles an active message. It must not wait: it leaves work to the progress thread.
void hear(int source, std::span<const std::byte> body) noexcept {
    Membership& me = g_membership;
    MembershipEvent event{};
    if (body.size() != sizeof event) {
        return;
    }
    std::memcpy(&event, body.data(), sizeof event);
    const int node = host().node_of(source);
    if (event.kind == EventKind::done) {
        hear_report(node, event);
    }
    {
        const std::lock_guard lock(me.mutex);
        if (node == me.ring_before) { // whatever it says: it lives
            me.silent_beats = 0;
        }
    }
    if (event.kind == EventKind::failed && runtime().state(source) == ImageState::failed) {
        return; // a rank that was given up accuses nobody
    }
    if (learn(event)) {
        put_in_outbox(event);
    }
}

bool is_foreign(int rank) noexcept {
    return is_far(rank) && runtime().network->is_foreign(rank);
}

/// This node has lost so many others that they go on without it. @return whether it is so
bool leave_if_cut_off() noexcept {
    if (!is_cut_off(is_dead)) {
        return false;
    }
    for (const int rank : host().near()) { // who ends, and says so, when they see it
        static_cast<void>(learn({EventKind::failed, rank, 1, kGivenUp}));
    }
    return true;
}

/// Whether a connection to the last rank of a node was lost while little else was heard: then it
/// may live on, on the other side of a partitioned network.
bool is_silence(const Loss& loss) noexcept {
    Membership& me = g_membership;
    const int rank = loss.rank;
    const int node = host().node_of(rank);
    bool is_last = is_far(rank) && leader_of_node(me.node) == runtime().rank && me.silence_ns != 0;
    visit_ranks_of(node, [&](int other) {
        is_last = is_last && (other == rank || runtime().state(other) == ImageState::failed);
    });
    if (!is_last || loss.is_silent || was_one_unheard(kPartitionSilences * me.silence_ns)) {
        return is_last;
    }
    const std::lock_guard lock(me.mutex);
    return me.silent_beats * kBeatNs * 2 > me.silence_ns;
}

/// This node learns of a death that the job survives, or ends the job for it.
void decide(const Loss& loss) noexcept {
    Runtime& rt = runtime();
    const int rank = loss.rank;
    if (has_ended(rank)) { // as is known by now
        note_loss(rank);
        return;
    }
    if (is_foreign(rank)) { // who goes on without the others would be several jobs
        if (set_ending(1)) {
            log(LogLevel::error,
                "the address that %s was given for %s was not made with the secret of this job: "
                "the launcher has mixed up jobs, or a process of another one is in that place; "
                "nothing was sent there, and the job ends",
                name_of(rt.rank).text, name_of(rank).text);
            tell_end(1);
        }
        return;
    }
    if (boot::continues_after_death(*rt.header)) {
        if (!loss.is_certain && is_silence(loss)) {
            note_unheard(host().node_of(rank));
        }
        if (leave_if_cut_off()) {
            return;
        }
        if (mark(rank, ImageState::failed)) {
            const bool is_silent = is_unheard(host().node_of(rank));
            put_in_outbox({EventKind::failed, rank, 1, is_silent ? kUnheard : kGivenUp});
            if (is_far(rank) && is_silent) { // if it lives all the same
                rt.network->dismiss(rank);
            }
            log(is_far(rank) ? LogLevel::info : LogLevel::error, "%s has died", name_of(rank).text);
        }
        return;
    }
    if (set_ending(1)) {
        log(LogLevel::error, "%s has died%s, and the job ends", name_of(rank).text,
            is_far(rank) ? ", or cannot be reached" : "");
        tell_end(1);
    }
}

/// A node counts as dead. In a job that goes on this is said only once other silent nodes must have
/// been noticed: a node that is cut off gives up nobody, or its word would go out when its links
/// come back.
void give_up_node(int node) noexcept {
    if (runtime().header->all_ended.load(std::memory_order_acquire) != 0) {
        visit_ranks_of(node, [](int rank) { note_loss(rank); });
        return;
    }
    log(LogLevel::warn, "the node of %s has been silent for %lld ms",
        name_of(host().first_of(node)).text,
        static_cast<long long>(patience_with(node) / kMillisecond));
    note_unheard(node);
    const bool goes_on = boot::continues_after_death(*runtime().header);
    if (goes_on && leave_if_cut_off()) {
        return;
    }
    const int64_t due = now_ns() + (goes_on ? scatter_ns() : 0);
    visit_ranks_of(node, [due](int rank) {
        const std::lock_guard lock(g_membership.mutex);
        g_membership.losses.push_back({.rank = rank, .due_ns = due, .is_silent = true});
    });
}

/// A connection was lost, and the job goes on after deaths: the rank's host knows whether its
/// process has ended. @return whether what there is to know is known
bool look_into(Loss& loss, int64_t now) noexcept {
    switch (runtime().network->probe(loss.rank)) {
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

void decide_losses(int64_t now) noexcept {
    Membership& me = g_membership;
    std::vector<Loss> losses;
    {
        const std::lock_guard lock(me.mutex);
        losses.swap(me.losses);
    }
    // Not under the lock, which the handler of an active message takes while it has the network's.
    const auto due = std::partition(losses.begin(), losses.end(), [now](Loss& loss) {
        return loss.is_open ? !look_into(loss, now) : loss.due_ns > now;
    });
    {
        const std::lock_guard lock(me.mutex);
        me.losses.insert(me.losses.end(), losses.begin(), due);
    }
    const bool is_over = runtime().header->ending.load(std::memory_order_acquire) != 0;
    for (const Loss& loss : std::span(due, losses.end())) {
        // Rank 0 has made the secret: who takes it for foreign is so itself, and others say so.
        if (!is_over && is_foreign(loss.rank) && is_foreign(0) && !loss.is_late) {
            const std::lock_guard lock(me.mutex);
            me.losses.push_back({loss.rank, now + kOddNs, true, loss.is_certain});
        } else if (!is_over && loss.is_open && loss.is_silent && !loss.has_answered) {
            give_up_node(host().node_of(loss.rank)); // no other rank of it can be reached either
        } else if (!is_over) {
            decide(loss);
        }
    }
}

/// The stretches of near ranks that have stopped.
template <typename Visit> uint32_t visit_stopped(Visit visit) noexcept {
    uint32_t stopped = 0;
    MembershipEvent stretch{EventKind::stopped, 0, 0, 0};
    for (const int rank : host().near()) {
        if (runtime().state(rank) != ImageState::stopped) {
            continue;
        }
        ++stopped;
        if (stretch.count > 0 && stretch.first + stretch.count != rank) {
            visit(stretch);
            stretch.count = 0;
        }
        stretch.first = stretch.count == 0 ? rank : stretch.first;
        ++stretch.count;
    }
    if (stretch.count > 0) {
        visit(stretch);
    }
    return stopped;
}

/// Near ranks that have stopped, once they have for a while and others run on.
void tell_stops(int64_t now) noexcept {
    Membership& me = g_membership;
    const uint32_t stopped = visit_stopped([](const MembershipEvent&) {});
    if (stopped != me.stops_seen) {
        me.stops_seen = stopped;
        me.stops_seen_ns = now;
    } else if (me.stops_seen_ns != 0 && now - me.stops_seen_ns >= kStopDelayNs) {
        me.stops_seen_ns = 0;
        visit_stopped(put_in_outbox);
    }
}

/// A sign of life to the next node of the ring, and an ear for those of the one before. Time in
/// which this process itself was not let run is no silence, so what counts is how often this one
/// has beaten meanwhile.
void beat() noexcept {
    Membership& me = g_membership;
    tell_node(living_node(1, 1), {EventKind::beat, 0, 0, 0}, kBeatNs);
    const int before = living_node(1, -1);
    if (before < 0) {
        return;
    }
    int missed = 0;
    bool is_given_up = false;
    {
        const std::lock_guard lock(me.mutex);
        if (before != me.ring_before) {
            me.ring_before = before;
            me.silent_beats = 0;
        }
        missed = me.silent_beats + 1;
        is_given_up = me.silence_ns != 0 && missed * kBeatNs > patience_with(before);
        me.silent_beats = is_given_up ? 0 : missed;
    }
    probe_listeners(before, missed > kBeatsUntilDoubt, [](int rank) { note_loss(rank, true); });
    if (is_given_up) {
        give_up_node(before);
    }
}

/// A rank that is silent for this node is on the other side of a partitioned network: which of them
/// goes on is not its to say. Nor is it a failed rank's.
bool is_dismissed() noexcept {
    const int by = runtime().network->dismissed_by();
    return by >= 0 && !is_unheard(host().node_of(by)) &&
           runtime().state(by) != ImageState::failed;
}

/// Others take this process for dead, and have gone on without it.
void end_if_given_up() noexcept {
    const boot::ImageBlock& self = runtime().job.self();
    const bool is_failed = runtime().state(runtime().rank) == ImageState::failed &&
                           // relaxed because the state orders it
                           self.exit_code.load(std::memory_order_relaxed) != 0;
    if ((is_failed || is_dismissed()) && self.fail_called.load(std::memory_order_acquire) == 0) {
        log(LogLevel::error,
            "%s was silent or out of reach for so long that the job goes on without it",
            name_of(runtime().rank).text);
        _exit(kGivenUp);
    }
}

/// A process that only computes does not notice that its job ends.
void end_if_it_is_time(int64_t now) noexcept {
    Membership& me = g_membership;
    const boot::JobHeader& header = *runtime().header;
    if (header.ending.load(std::memory_order_acquire) == 0) { // PAIR job.changes: look at `ending`
        return;
    }
    if (me.ending_seen_ns == 0) {
        me.ending_seen_ns = now;
    } else if (now - me.ending_seen_ns >= kEndingNs) {
        _exit(boot::status_of_end(header));
    }
}

void act_as_node_leader(int64_t now) noexcept {
    Membership& me = g_membership;
    const bool is_time = now - me.beat_ns >= kBeatNs;
    if (is_time) {
        me.beat_ns = now;
        for (int dead = host().next_death(); dead >= 0; dead = host().next_death()) {
            note_loss(dead);
        }
        beat();
    }
    catch_up();
    tell_stops(now);
    report_ends(is_time);
}

} // namespace

Status open_membership() noexcept {
    Runtime& rt = runtime();
    Membership& me = g_membership;
    if (!rt.job.is_spread() || rt.header->launcher_pid != 0) {
        return ARAUTO_OK;
    }
    me.nodes = host().nodes();
    me.node = host().node_of(rt.rank);
    open_gossip(me.node, me.nodes);
    open_termination(me.node, me.nodes);
    const Result<int64_t> silence = setting_integer(kHeartbeatSetting, 0);
    if (!silence.ok()) {
        return silence.status;
    }
    me.silence_ns = silence.value * kMillisecond;
    open_partition(me.node, me.nodes, me.silence_ns);
    me.is_open = true;
    set_active_message_handler(ActiveMessageKind::state, hear);
    return ARAUTO_OK;
}

void tend_membership() noexcept {
    Membership& me = g_membership;
    if (!me.is_open) {
        return;
    }
    send_outbox();
    const int64_t now = now_ns();
    const bool waits_for_end = runtime().state(runtime().rank) != ImageState::running;
    if (now - me.stepped_ns < (waits_for_end ? kLastStepNs : kStepNs)) {
        return;
    }
    me.stepped_ns = now;
    look_for_losses();
    end_if_given_up();
    watch_processes();
    std::ranges::for_each(find_silent_nodes(now), give_up_node);
    decide_losses(now);
    end_if_it_is_time(now);
    if (leader_of_node(me.node) == runtime().rank) {
        act_as_node_leader(now);
    }
}

void note_loss(int rank, bool is_certain) noexcept {
    Membership& me = g_membership;
    Runtime& rt = runtime();
    if (!me.is_open) { // the launcher watches, and decides
        mark(rank, ImageState::failed);
        return;
    }
    const ImageState state = rt.state(rank);
    if (rt.state(rt.rank) == ImageState::failed) {
        return; // others have cut its connections, and live
    }
    if (state == ImageState::failed ||
        rt.header->all_departed.load(std::memory_order_acquire) != 0) {
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
        const int between = (me.node - host().node_of(rank) + me.nodes) % me.nodes;
        due += kLossDelayNs + std::min(between, 20) * kLossStepNs;
    }
    if (is_foreign(rank)) {
        due = now_ns() + std::min(me.node, 8) * kForeignStepNs;
        if (is_far(0)) { // to learn whether that one is foreign too
            try_to_send(0, {EventKind::beat, 0, 0, 0});
        }
    }
    Loss loss{.rank = rank, .due_ns = due, .is_certain = is_certain};
    if (!is_foreign(rank) && boot::continues_after_death(*rt.header)) {
        loss.is_open = is_far(rank) && !is_certain && me.silence_ns != 0;
        loss.due_ns = now_ns() + (loss.is_open ? kProbeNs + grace_of(host().node_of(rank)) : 0);
    }
    const std::lock_guard lock(me.mutex);
    const bool is_known = std::any_of(me.losses.begin(), me.losses.end(),
                                      [rank](const Loss& each) { return each.rank == rank; });
    if (!is_known) {
        me.losses.push_back(loss);
    }
}

void tell_failed(int rank) noexcept {
    if (g_membership.is_open) {
        put_in_outbox({EventKind::failed, rank, 1, 0});
    }
}

void tell_failures_are_handled() noexcept {
    if (g_membership.is_open) {
        put_in_outbox({EventKind::handles, 0, 0, 0});
    }
}

void tell_end(int status) noexcept {
    if (g_membership.is_open) {
        tell_at_once({EventKind::ending, 0, 0, status}, kHasteNs);
    }
    if (runtime().job.host != nullptr) {
        host().end_job(status);
    }
}

void tell_stop(int rank) noexcept {
    if (g_membership.is_open) {
        tell_at_once({EventKind::stopped, rank, 1, 0}, kHasteNs);
    }
}

void finish_gossip() noexcept {
    Membership& me = g_membership;
    if (!me.is_open) {
        return;
    }
    const int64_t end = now_ns() + kClosingMessageNs;
    for (bool is_told = false; !is_told && now_ns() < end; os::yield_core()) {
        serve_network();
        is_told = has_told_all();
    }
    // What has come must have been read, or the system takes back what is on its way to others.
    const int64_t read_until = now_ns() + kReadingNs;
    while ((!runtime().network->is_flushed_except(-1) && now_ns() < end) || now_ns() < read_until) {
        serve_network();
        os::yield_core();
    }
}

} // namespace arauto::core
