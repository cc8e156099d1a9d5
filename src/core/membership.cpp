// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See membership.hpp.
#include "core/membership.hpp"

#include "base/log.hpp"
#include "boot/launcher.hpp"
#include "core/network.hpp"
#include "core/wait.hpp"
#include "os/futex.hpp"

#include <algorithm>
#include <cstring>
#include <mutex>
#include <unistd.h>
#include <vector>

namespace arauto::core {
namespace {

using boot::ImageState;

constexpr int64_t kMillisecond = 1'000'000;
constexpr int64_t kStepNs = 10 * kMillisecond; // between looks at near processes and states
constexpr int64_t kBeatNs = 250 * kMillisecond;
constexpr int64_t kStopDelayNs = 100 * kMillisecond; // most jobs end before anybody needs to know
constexpr int64_t kLossDelayNs = 150 * kMillisecond; // for who is nearer to a death to tell of it
constexpr int64_t kLossStepNs = 50 * kMillisecond; // more for each node between
constexpr int64_t kEndingNs = 1000 * kMillisecond; // for a process to leave a job that ends
constexpr int64_t kFarewellNs = 500 * kMillisecond;
constexpr int64_t kReadingNs = 30 * kMillisecond;
constexpr int64_t kPatienceNs = 5000 * kMillisecond; // with a node that takes no mail
constexpr int64_t kHasteNs = 200 * kMillisecond; // the same when the job ends

enum class What : uint32_t { failed, stopped, ending, handles, all_ended, done, beat };

/// What travels. A wire format.
struct Fact {
    What what;
    int32_t first; // rank; of `done` the node
    int32_t count;
    int32_t value; // of `ending` the exit status
};

struct Send {
    int node;
    Fact fact;
    int64_t until_ns;
};

struct Loss {
    int rank;
    int64_t due_ns; // when it is this node's turn to say so
};

/// Of this process; a node's knowledge is in its shared memory.
struct Membership {
    bool is_open = false;
    int node = 0;
    int nodes = 1;
    int64_t silence_ns = 0;

    std::mutex mutex; // over the next five
    std::vector<Fact> outbox;
    std::vector<Loss> losses; // not decided on yet
    std::vector<bool> done; // by node: all who report to it have ended
    int64_t heard_ns = 0; // from the node before this one in the ring
    bool is_sending = false;

    // Of the attendant alone.
    std::vector<Send> sends;
    int64_t stepped_ns = 0;
    int64_t beat_ns = 0;
    int64_t stops_seen_ns = 0;
    uint32_t stops_seen = 0;
    int ring_before = -1;
    int64_t ending_seen_ns = 0;
    uint32_t failed_seen = 0;
    std::vector<bool> dead; // nodes
};
Membership g_membership;

boot::Host& host() noexcept {
    return *runtime().job.host;
}

/// The first rank of a node that has not failed, or -1.
int speaker_of(int node) noexcept {
    const Runtime& rt = runtime();
    for (int rank = host().first_of(node); rank < rt.size; ++rank) {
        if (host().node_of(rank) == node && rt.state(rank) != ImageState::failed) {
            return rank;
        }
    }
    return -1;
}

bool is_dead(int node) noexcept {
    return g_membership.dead[static_cast<size_t>(node)];
}

void look_for_dead_nodes() noexcept {
    Membership& me = g_membership;
    const uint32_t failed = runtime().header->failed.load(std::memory_order_acquire);
    if (failed == me.failed_seen) {
        return;
    }
    me.failed_seen = failed;
    for (int node = 0; node < me.nodes; ++node) {
        me.dead[static_cast<size_t>(node)] = speaker_of(node) < 0;
    }
}

/// The next living node, `step` on or later, round the ring; -1: there is no other.
int living_node(int step, int direction) noexcept {
    const Membership& me = g_membership;
    for (int i = step; i < step + me.nodes; ++i) {
        const int node = ((me.node + direction * i) % me.nodes + me.nodes) % me.nodes;
        if (node != me.node && !is_dead(node)) {
            return node;
        }
    }
    return -1;
}

/// One try. @return false when it is to be made again
bool send_fact(int node, const Fact& fact) noexcept {
    const int rank = node >= 0 ? speaker_of(node) : -1;
    return rank < 0 || try_mail(rank, MailKind::state, std::as_bytes(std::span(&fact, 1)));
}

/// To the nodes 1, 2, 4, ... further on.
void add_sends(const Fact& fact, std::vector<Send>& sends) noexcept {
    for (int step = 1; step < g_membership.nodes; step *= 2) {
        sends.push_back({living_node(step, 1), fact, now_ns() + kPatienceNs});
    }
}

/// Keeps what the network did not take: a first contact takes time. Who takes nothing for long may
/// be gone, and is left out.
void try_sends(std::vector<Send>& sends) noexcept {
    const int64_t now = now_ns();
    std::erase_if(sends, [now](const Send& send) {
        return send_fact(send.node, send.fact) || now > send.until_ns;
    });
}

void put_in_outbox(const Fact& fact) noexcept {
    const std::lock_guard lock(g_membership.mutex);
    g_membership.outbox.push_back(fact);
}

void announce_change() noexcept {
    boot::JobHeader& header = *runtime().header;
    header.changes.fetch_add(1, std::memory_order_seq_cst); // PAIR job.changes: announce
    ring_everyone();
    os::futex_wake_all(header.changes); // where those sleep who wait for the end
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
    announce_change();
    if (state == ImageState::failed && is_far(rank)) {
        rt.network->abandon(rank);
    }
    return true;
}

bool near_have_ended() noexcept {
    const Runtime& rt = runtime();
    const auto near = host().near();
    return std::none_of(near.begin(), near.end(),
                        [&](int rank) { return rt.state(rank) == ImageState::running; });
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
bool learn(const Fact& fact) noexcept {
    boot::JobHeader& header = *runtime().header;
    bool is_news = false;
    switch (fact.what) {
    case What::failed:
    case What::stopped:
        for (int rank = fact.first; rank < fact.first + fact.count; ++rank) {
            is_news |=
                mark(rank, fact.what == What::failed ? ImageState::failed : ImageState::stopped);
        }
        return is_news;
    case What::ending:
        return set_ending(fact.value);
    case What::handles:
        return header.handles_failures.exchange(1, std::memory_order_seq_cst) == 0;
    case What::all_ended:
        is_news = header.all_ended.exchange(1, std::memory_order_seq_cst) == 0;
        if (is_news) {
            announce_change();
        }
        return is_news;
    default:
        return false;
    }
}

/// A mail has come. Must not wait: what it makes necessary is left to the attendant.
void hear(int source, std::span<const std::byte> body) noexcept {
    Membership& me = g_membership;
    Fact fact{};
    if (body.size() != sizeof fact) {
        return;
    }
    std::memcpy(&fact, body.data(), sizeof fact);
    if (fact.what == What::beat || fact.what == What::done) {
        const std::lock_guard lock(me.mutex);
        const int node = host().node_of(source);
        if (fact.what == What::done) {
            me.done[static_cast<size_t>(node)] = true;
        }
        if (node == me.ring_before) {
            me.heard_ns = now_ns();
        }
        return;
    }
    if (learn(fact)) {
        put_in_outbox(fact);
    }
}

void send_outbox() noexcept {
    Membership& me = g_membership;
    std::vector<Fact> facts;
    {
        const std::lock_guard lock(me.mutex);
        facts.swap(me.outbox);
        me.is_sending = !facts.empty() || !me.sends.empty();
    }
    for (const Fact& fact : facts) {
        add_sends(fact, me.sends);
    }
    try_sends(me.sends);
    const std::lock_guard lock(me.mutex);
    me.is_sending = !me.sends.empty();
}

/// This node learns of a death that the job survives, or ends the job for it.
void decide(int rank) noexcept {
    Runtime& rt = runtime();
    if (boot::continues_after_death(*rt.header)) {
        if (mark(rank, ImageState::failed)) {
            put_in_outbox({What::failed, rank, 1, 0});
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

void decide_losses(int64_t now) noexcept {
    Membership& me = g_membership;
    std::vector<Loss> due;
    {
        const std::lock_guard lock(me.mutex);
        const auto later = std::partition(me.losses.begin(), me.losses.end(),
                                          [now](const Loss& loss) { return loss.due_ns > now; });
        due.assign(later, me.losses.end());
        me.losses.erase(later, me.losses.end());
    }
    const bool is_over = runtime().header->ending.load(std::memory_order_acquire) != 0;
    for (const Loss& loss : due) {
        if (!is_over) {
            decide(loss.rank);
        }
    }
}

/// The stretches of near ranks that have stopped.
template <typename Visit> uint32_t visit_stopped(Visit visit) noexcept {
    uint32_t stopped = 0;
    Fact stretch{What::stopped, 0, 0, 0};
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
    const uint32_t stopped = visit_stopped([](const Fact&) {});
    if (stopped != me.stops_seen) {
        me.stops_seen = stopped;
        me.stops_seen_ns = now;
    } else if (me.stops_seen_ns != 0 && now - me.stops_seen_ns >= kStopDelayNs) {
        me.stops_seen_ns = 0;
        visit_stopped(put_in_outbox);
    }
}

/// Nodes report to their parent in a binary tree, past dead ones; -1: to nobody, this is the top.
int superior_of(int node) noexcept {
    int above = node;
    while (above > 0) {
        above = (above - 1) / 2;
        if (!is_dead(above)) {
            return above;
        }
    }
    int top = 0; // the lowest living node
    while (is_dead(top)) {
        ++top;
    }
    return top == node ? -1 : top;
}

bool subordinates_are_done() noexcept {
    Membership& me = g_membership;
    const std::lock_guard lock(me.mutex);
    for (int node = 0; node < me.nodes; ++node) {
        if (node != me.node && !is_dead(node) && !me.done[static_cast<size_t>(node)] &&
            superior_of(node) == me.node) {
            return false;
        }
    }
    return true;
}

/// @param is_time  to say again what may have got lost with who heard it
void report_ends(bool is_time) noexcept {
    Membership& me = g_membership;
    static bool is_reported = false;
    if (all_have_ended() || !near_have_ended() || (is_reported && !is_time)) {
        return;
    }
    if (!subordinates_are_done()) {
        is_reported = false;
        return;
    }
    is_reported = true;
    const int superior = superior_of(me.node);
    if (superior >= 0) {
        me.sends.push_back({superior, {What::done, me.node, 1, 0}, now_ns() + kBeatNs});
    } else if (learn({What::all_ended, 0, 0, 0})) {
        put_in_outbox({What::all_ended, 0, 0, 0});
    }
}

/// A sign of life to the next node of the ring, and an ear for that of the one before.
void beat(int64_t now) noexcept {
    Membership& me = g_membership;
    me.sends.push_back({living_node(1, 1), {What::beat, 0, 0, 0}, now + kBeatNs});
    const int before = living_node(1, -1);
    const std::lock_guard lock(me.mutex);
    if (before != me.ring_before) {
        me.ring_before = before;
        me.heard_ns = now;
    }
    if (before < 0 || me.silence_ns == 0 || now - me.heard_ns < me.silence_ns) {
        return;
    }
    me.heard_ns = now;
    if (near_have_ended()) { // it may have left before we heard that all have ended
        for (int rank = host().first_of(before); rank < runtime().size; ++rank) {
            if (host().node_of(rank) == before) {
                mark(rank, ImageState::failed);
            }
        }
        return;
    }
    log(LogLevel::warn, "the node of rank %d has been silent for %lld ms", host().first_of(before),
        static_cast<long long>(me.silence_ns / kMillisecond));
    for (int rank = host().first_of(before); rank < runtime().size; ++rank) {
        if (host().node_of(rank) == before) {
            me.losses.push_back({rank, now});
        }
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
        _exit(header.ending_code.load(std::memory_order_acquire));
    }
}

void speak(int64_t now) noexcept {
    Membership& me = g_membership;
    const bool is_time = now - me.beat_ns >= kBeatNs;
    if (is_time) {
        me.beat_ns = now;
        if (const int dead = host().next_death(); dead >= 0) {
            note_loss(dead);
        }
        beat(now);
    }
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
    me.done.assign(static_cast<size_t>(me.nodes), false);
    me.dead.assign(static_cast<size_t>(me.nodes), false);
    const Result<int64_t> silence = setting_integer(kMembershipSettings[0], 0);
    if (!silence.ok()) {
        return silence.status;
    }
    me.silence_ns = silence.value * kMillisecond;
    me.is_open = true;
    set_mail_handler(MailKind::state, hear);
    return ARAUTO_OK;
}

void tend_membership() noexcept {
    Membership& me = g_membership;
    if (!me.is_open) {
        return;
    }
    send_outbox();
    const int64_t now = now_ns();
    if (now - me.stepped_ns < kStepNs) {
        return;
    }
    me.stepped_ns = now;
    look_for_dead_nodes();
    watch_processes();
    decide_losses(now);
    end_if_it_is_time(now);
    if (speaker_of(me.node) == runtime().rank) {
        speak(now);
    }
}

void note_loss(int rank) noexcept {
    Membership& me = g_membership;
    Runtime& rt = runtime();
    if (!me.is_open) { // the launcher watches, and decides
        mark(rank, ImageState::failed);
        return;
    }
    const ImageState state = rt.state(rank);
    if (state == ImageState::failed || state == ImageState::stopped ||
        rt.header->all_ended.load(std::memory_order_acquire) != 0) {
        return;
    }
    if (near_have_ended()) { // others may leave before we hear that all have ended
        mark(rank, ImageState::failed);
        return;
    }
    int64_t due = now_ns();
    if (is_far(rank)) {
        const int between = (me.node - host().node_of(rank) + me.nodes) % me.nodes;
        due += kLossDelayNs + std::min(between, 20) * kLossStepNs;
    }
    if (boot::continues_after_death(*rt.header)) {
        due = now_ns();
    }
    const std::lock_guard lock(me.mutex);
    const bool is_known = std::any_of(me.losses.begin(), me.losses.end(),
                                      [rank](const Loss& loss) { return loss.rank == rank; });
    if (!is_known) {
        me.losses.push_back({rank, due});
    }
}

void tell_failed(int rank) noexcept {
    if (g_membership.is_open) {
        put_in_outbox({What::failed, rank, 1, 0});
    }
}

void tell_failures_are_handled() noexcept {
    if (g_membership.is_open) {
        put_in_outbox({What::handles, 0, 0, 0});
    }
}

void tell_end(int status) noexcept {
    if (g_membership.is_open) {
        std::vector<Send> sends;
        add_sends({What::ending, 0, 0, status}, sends);
        for (const int64_t end = now_ns() + kHasteNs; !sends.empty() && now_ns() < end;) {
            try_sends(sends);
            serve_network();
        }
    }
    if (runtime().job.host != nullptr) {
        host().end_job(status);
    }
}

bool all_have_ended() noexcept {
    boot::JobHeader& header = *runtime().header;
    if (header.all_ended.load(std::memory_order_acquire) != 0) {
        return true;
    }
    if (header.stopped.load(std::memory_order_seq_cst) +
            header.failed.load(std::memory_order_seq_cst) <
        header.images) {
        return false;
    }
    if (g_membership.is_open && learn({What::all_ended, 0, 0, 0})) {
        put_in_outbox({What::all_ended, 0, 0, 0});
    }
    return true;
}

void finish_telling() noexcept {
    Membership& me = g_membership;
    if (!me.is_open) {
        return;
    }
    const int64_t end = now_ns() + kFarewellNs;
    for (bool is_told = false; !is_told && now_ns() < end; os::yield_core()) {
        serve_network();
        const std::lock_guard lock(me.mutex);
        is_told = me.outbox.empty() && !me.is_sending;
    }
    // What has come must have been read, or the system takes back what is on its way to others.
    const int64_t read_until = now_ns() + kReadingNs;
    while ((!runtime().network->is_quiet_but(-1) && now_ns() < end) || now_ns() < read_until) {
        serve_network();
        os::yield_core();
    }
}

} // namespace arauto::core
