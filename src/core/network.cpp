// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See network.hpp.
#include "core/network.hpp"

#include "base/log.hpp"
#include "core/gossip.hpp"
#include "core/membership.hpp"
#include "core/pairwise.hpp"
#include "core/rma.hpp"
#include "core/wait.hpp"
#include "os/futex.hpp"
#include "transport/registry.hpp"

#include <algorithm>
#include <csignal>
#include <cstring>
#include <string>
#include <thread>
#include <unistd.h>

namespace arauto::core {
namespace {

using transport::Operation;
using transport::Outcome;
using transport::Posted;

constexpr const char* kBaseKey = "base";

/// From a loss that the network has noticed until all agree on it.
constexpr int64_t kKnownLateNs = 10'000'000'000;

/// In a wait, before it sleeps: some 200 ms. What comes in a stream to one that sleeps wakes its
/// progress thread for each part, and takes 1.4 times as long.
constexpr int kYieldsOverNetwork = 200'000;

/// A look at a network takes some 2 us: so many are 40 us. With the 1000 of one machine four ranks
/// on two cores, whose hosts each took both for their own, passed a row of PRK p2p in 545 us, with
/// 10 to 50 in 60 to 160, and two ranks on two cores in the same time.
constexpr int kLooksOverNetwork = 20;
/// Of a process that shares its core. PRK p2p of those four ranks, a row: 91 us, with 20 looks 118
/// (medians of 4 in turn; least 57 and 109).
constexpr int kLooksOverNetworkOnSharedCore = 1;

ActiveMessageHandler g_handlers[static_cast<size_t>(ActiveMessageKind::kKinds)];
std::atomic<bool (*)()> g_active_message_step{nullptr};

/// How often any thread has polled: the progress thread keeps out of the way of one that waits.
std::atomic<uint64_t> g_looks{0};

/// Far ranks that have been.
struct ShutOut {
    std::mutex mutex;
    std::vector<int> ranks;
};
ShutOut g_shut_out; // not within the function: what runs at exit asks for states

void deliver(const transport::ActiveMessage& active_message) noexcept {
    uint32_t kind = 0;
    if (active_message.data.size() < sizeof kind) {
        return;
    }
    std::memcpy(&kind, active_message.data.data(), sizeof kind);
    if (kind >= std::size(g_handlers) || g_handlers[kind] == nullptr) {
        return; // of another version: those do not get this far
    }
    // What a rank has said of the job's state holds even if it has failed since.
    if (kind != static_cast<uint32_t>(ActiveMessageKind::state) &&
        runtime().state(active_message.source) == boot::ImageState::failed) {
        return;
    }
    g_handlers[kind](active_message.source, std::span(active_message.data).subspan(sizeof kind));
}

/// One thread at a time, or an active message would overtake the one before it between the network
/// and its handler. A thread that does not get the turn goes on.
bool deliver_all(transport::Network& network) noexcept {
    static std::atomic<bool> is_delivering{false};
    // PAIR active message.turn: acquire here, release below
    if (is_delivering.exchange(true, std::memory_order_acquire)) {
        return false;
    }
    bool has_done = false;
    transport::ActiveMessage active_message;
    while (network.receive(&active_message)) {
        deliver(active_message);
        has_done = true;
    }
    // PAIR active message.step: look
    if (bool (*const step)() = g_active_message_step.load(std::memory_order_acquire);
        step != nullptr) {
        has_done = step() || has_done;
    }
    is_delivering.store(false, std::memory_order_release); // PAIR active message.turn: release
    return has_done;
}

/// Whoever has noticed it.
void shut_out_gone() noexcept {
    static std::atomic<uint64_t> seen{0};
    const Runtime& rt = runtime();
    const uint64_t losses = rt.losses();
    // relaxed because to look twice does no harm
    if (losses == seen.load(std::memory_order_relaxed)) [[likely]] {
        return;
    }
    seen.store(losses, std::memory_order_relaxed); // relaxed because as above
    for (int rank = 0; rank < rt.size; ++rank) {
        if (rt.is_gone(rank)) {
            shut_out(rank);
        }
    }
}

bool look(transport::Network& network) noexcept {
    shut_out_gone();
    bool has_done = network.serve();
    has_done = deliver_all(network) || has_done;
    for (int gone = network.departed(); gone >= 0; gone = network.departed()) {
        note_loss(gone);
    }
    return has_done;
}

/// What has come may be what an epoch of this process waits for, and nobody else can move it on.
void step_epochs() noexcept {
    // PAIR wait.epoch_hook: look
    if (auto* const step = runtime().epoch_hook.load(std::memory_order_acquire); step != nullptr) {
        step();
    }
}

/// 1: the progress thread naps, and a thread that goes to sleep must wake it.
std::atomic<uint32_t> g_naps{0};

/// How long the progress thread naps while another thread looks. A nap costs some 18 us of a
/// virtual machine's processor, 16 % of a ping-pong when it lasts 200 us. So naps grow while the
/// looks come thick and fast; what comes when they end waits no longer than they had lasted.
class Naps {
  public:
    void take(uint64_t looks) noexcept {
        const bool is_busy = looks - seen_ >= static_cast<uint64_t>(us_ / kBusyUs);
        us_ = is_busy ? std::min(2 * us_, kLongestUs) : kShortestUs;
        seen_ = looks;
        g_naps.store(1, std::memory_order_seq_cst); // PAIR progress.nap: begin
        if (own_bell().sleepers.load(std::memory_order_seq_cst) == 0) { // PAIR wait.doorbell: look
            os::futex_wait(g_naps, 1, us_ * 1000);
        }
        g_naps.store(0, std::memory_order_relaxed); // relaxed because a wake too many does no harm
    }
    [[nodiscard]] uint64_t seen() const noexcept { return seen_; }

  private:
    static constexpr long kShortestUs = 200;
    static constexpr long kLongestUs = 3200;
    static constexpr long kBusyUs = 4; // from one look to the next
    long us_ = kShortestUs;
    uint64_t seen_ = 0;
};

enum Presence : uint32_t { kGone, kAttends, kIsDismissed };
std::atomic<uint32_t> g_progress_thread{kGone};
std::thread::id g_progress_thread_id;

/// Serves peers while the program computes, or sleeps. While another thread looks anyway it only
/// takes a nap: both would hold each other up.
void attend(transport::Network& network) noexcept {
    constexpr int kRestMs = 20;
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, nullptr);
    Naps naps;
    // PAIR progress.presence: look
    while (g_progress_thread.load(std::memory_order_acquire) == kAttends) {
        tend_membership();
        // relaxed because only time depends on both. Who has looked may sleep by now: questions to
        // a process that waited asleep took 300 us when a nap followed each of its looks.
        const uint64_t looks = g_looks.load(std::memory_order_relaxed);
        const bool sleeps = own_bell().sleepers.load(std::memory_order_relaxed) != 0;
        if (looks != naps.seen() && !sleeps) {
            naps.take(looks);
            continue;
        }
        const bool has_done = look(network);
        step_epochs(); // also when nothing has come: a step may have been refused before
        if (!has_done) {
            network.rest(kRestMs);
        }
    }
    look(network); // what woke it may be a question
    g_progress_thread.store(kGone, std::memory_order_release); // PAIR progress.presence: gone
    os::futex_wake_all(g_progress_thread);
}

/// The allocation of this rank that has an offset of its heap.
transport::Extent find_extent(uint64_t offset) {
    Runtime& rt = runtime();
    const bool is_symmetric = offset < boot::half_of_heap(rt.heap_stride);
    const std::lock_guard guard(is_symmetric ? rt.symmetric_mutex : rt.local_mutex);
    const auto [start, bytes] = (is_symmetric ? rt.symmetric : rt.local).block_of(offset);
    return {start, bytes};
}

/// Posts until it is taken.
template <typename Post> Posted insist(Post post) noexcept {
    for (;;) {
        const Posted posted = post();
        if (posted.outcome != Outcome::again) {
            return posted;
        }
        serve_network();
        std::this_thread::yield(); // to who empties what is full
    }
}

/// The first of so many ranks that has no way to other nodes; -1: all have one.
int first_without_network(int ranks) noexcept {
    for (int rank = 0; rank < ranks; ++rank) {
        uint64_t base = 0;
        if (runtime().job.host->lookup(rank, kBaseKey,
                                       std::as_writable_bytes(std::span(&base, 1))) >= 0 &&
            base == 0) {
            return rank;
        }
    }
    return -1;
}

/// Nearly always all ranks fail alike, and rank 0 says so; the first of those who have no network.
[[noreturn]] void end_without_network(const std::string& sentence) noexcept {
    const boot::Job& job = runtime().job;
    if (first_without_network(job.rank) < 0) {
        log(LogLevel::error, "%s", sentence.c_str());
        job.host->end_job(1);
        _exit(1);
    }
    for (;;) {
        pause(); // until the job is ended
    }
}

/// Who has started the job can do without a network, but not for some of the ranks alone.
Status refuse_network(Status status, const std::string& sentence) noexcept {
    const int rank = first_without_network(runtime().size);
    if (status >= 0 && rank >= 0) {
        return fail(ARAUTO_ERR_UNSUPPORTED, "%s does not reach other nodes", name_of(rank).text);
    }
    return status >= 0 ? ARAUTO_OK : fail(status, "%s", sentence.c_str());
}

} // namespace

void shut_out(int rank) noexcept {
    if (!is_far(rank)) {
        return;
    }
    std::vector<int>& ranks = g_shut_out.ranks;
    {
        const std::lock_guard lock(g_shut_out.mutex);
        if (std::find(ranks.begin(), ranks.end(), rank) != ranks.end()) {
            return;
        }
    }
    runtime().network->abandon(rank); // twice does no harm
    close_pair(rank);
    const std::lock_guard lock(g_shut_out.mutex);
    ranks.push_back(rank);
}

Status check_network() noexcept {
    return transport::check_network();
}

Status open_network(Status so_far) noexcept {
    Runtime& rt = runtime();
    Result<transport::Network*> made{so_far, nullptr};
    if (so_far >= 0) {
        made = transport::make_network(rt.job, find_extent);
    }
    const std::string sentence = made.ok() ? "" : last_error();
    const auto base = made.ok() ? reinterpret_cast<uint64_t>(rt.job.base()) : 0;
    Status status = rt.job.host->publish(kBaseKey, std::as_bytes(std::span(&base, 1)));
    if (status >= 0) {
        status = rt.job.host->meet(); // so that all may be asked for from now on
    }
    if (status < 0) {
        return status;
    }
    if (rt.is_guest) {
        status = refuse_network(made.status, sentence);
    } else if (!made.ok()) {
        end_without_network(sentence);
    }
    if (status < 0) {
        return status;
    }
    rt.network = made.value;
    // What comes from another node comes by serving it: to look at memory alone is time lost.
    g_wait_policy.looks_without_pause = 1;
    if (g_wait_policy.yields > 0) { // or it was told to spin, or to yield or sleep at once
        g_wait_policy.looks = std::min(g_wait_policy.looks, kLooksOverNetwork);
        g_wait_policy.looks_on_shared_core = kLooksOverNetworkOnSharedCore;
        if (!rt.oversubscribed) {
            g_wait_policy.yields = kYieldsOverNetwork;
        }
    }
    g_progress_thread.store(kAttends, std::memory_order_release); // PAIR progress.presence: comes
    std::thread thread([network = made.value] { attend(*network); });
    g_progress_thread_id = thread.get_id();
    thread.detach();
    return ARAUTO_OK;
}

void end_nap() noexcept {
    // PAIR progress.nap (Dekker): a sleeper has raised its bell's `sleepers`, then looks at the
    // nap; the progress thread begins its nap, then looks at `sleepers`. All are sequentially
    // consistent.
    if (g_naps.load(std::memory_order_seq_cst) != 0) {
        g_naps.store(0, std::memory_order_relaxed); // relaxed because the kernel orders it
        os::futex_wake_all(g_naps);
    }
}

void dismiss_progress_thread() noexcept {
    constexpr int64_t kPatienceNs = 1'000'000'000; // it may want a mutex of who called exit()
    uint32_t attends = kAttends;
    if (std::this_thread::get_id() == g_progress_thread_id ||
        // PAIR progress.presence: dismissed
        !g_progress_thread.compare_exchange_strong(attends, kIsDismissed,
                                                   std::memory_order_acq_rel)) {
        return;
    }
    const int64_t end = now_ns() + kPatienceNs;
    // PAIR progress.presence: look
    while (g_progress_thread.load(std::memory_order_acquire) != kGone && now_ns() < end) {
        os::futex_wait(g_progress_thread, kIsDismissed, end - now_ns());
    }
}

uint64_t ask_map_base(int rank) noexcept {
    uint64_t base = 0;
    const Status status =
        runtime().job.host->lookup(rank, kBaseKey, std::as_writable_bytes(std::span(&base, 1)));
    static_cast<void>(status); // 0: no address is one of its heap's
    runtime().images[rank].map_base.store(base, std::memory_order_release);
    return base;
}

uint64_t far_atomic(int rank, uint64_t place, const transport::Atomic& atomic) noexcept {
    uint64_t old = 0;
    transport::Atomic fetching = atomic;
    fetching.old = &old;
    if (const Status status = post_atomic({rank, transport::Space::heap, place}, fetching);
        status < 0) {
        return 0;
    }
    return old;
}

uint64_t far_load_lasting(int rank, uint64_t place, uint8_t width) noexcept {
    const Runtime& rt = runtime();
    for (;;) {
        const int server = rt.is_gone(rank) ? leader_of_node(rt.job.host->node_of(rank)) : rank;
        if (server < 0) {
            return 0;
        }
        uint64_t old = 0;
        const Status status = post_atomic({server, transport::Space::heap, place},
                                          {transport::AtomicOp::load, width, 0, 0, &old}, rank);
        if (status != ARAUTO_ERR_FAILED) {
            return status >= 0 ? old : 0;
        }
        const int64_t end = now_ns() + kKnownLateNs;
        const Status waited = wait_until([&] { return rt.is_gone(server) || now_ns() > end; },
                                         [] { return ARAUTO_OK; });
        static_cast<void>(waited); // the watch never gives up
        if (!rt.is_gone(server)) {
            return 0;
        }
    }
}

bool far_put(int rank,
             uint64_t place,
             const std::byte* local,
             size_t bytes,
             const transport::Signal* signal,
             bool is_tracked) noexcept {
    if (bytes > far_put_max()) {
        return false;
    }
    const Operation operation{.kind = transport::Kind::put,
                              .remote = {rank, transport::Space::heap, place},
                              .local = const_cast<std::byte*>(local), // a put only reads it
                              .bytes = bytes,
                              .atomic = {},
                              .ticket = 0,
                              .signal = signal,
                              .is_tracked = is_tracked};
    const Posted posted = insist([&] { return runtime().network->post(operation); });
    if (posted.outcome == Outcome::failed) {
        serve_network();
    }
    return true;
}

size_t far_put_max() noexcept {
    return runtime().network->unticketed_bytes_max();
}

void far_signal(int rank, const transport::Signal& signal, bool is_tracked) noexcept {
    const bool is_short_enough = far_put(rank, 0, nullptr, 0, &signal, is_tracked);
    static_cast<void>(is_short_enough); // nothing is
}

void flush_except(int rank) noexcept {
    transport::Network& network = *runtime().network;
    if (network.is_flushed_except(rank)) [[likely]] {
        return;
    }
    const Status waited = wait_until([&] { return network.is_flushed_except(rank); },
                                     [] { return ARAUTO_OK; }); // the lost count as flushed
    static_cast<void>(waited);
}

void flush_to(int rank) noexcept {
    transport::Network& network = *runtime().network;
    if (network.is_flushed_to(rank)) [[likely]] {
        return;
    }
    const Status waited =
        wait_until([&] { return network.is_flushed_to(rank); }, [] { return ARAUTO_OK; });
    static_cast<void>(waited); // as above
}

void set_active_message_handler(ActiveMessageKind kind, ActiveMessageHandler handler) noexcept {
    g_handlers[static_cast<size_t>(kind)] = handler;
}

void set_active_message_step(bool (*step)()) noexcept {
    g_active_message_step.store(step, std::memory_order_release); // PAIR active message.step: store
}

bool try_active_message(int rank,
                        ActiveMessageKind kind,
                        std::span<const std::byte> body,
                        bool is_tracked) noexcept {
    std::byte active_message[transport::ActiveMessage::kBytesMax];
    const auto number = static_cast<uint32_t>(kind);
    std::memcpy(active_message, &number, sizeof number);
    std::memcpy(active_message + sizeof number, body.data(), body.size());
    const Posted posted = runtime().network->send(
        rank, std::span(active_message, sizeof number + body.size()), is_tracked);
    return posted.outcome != Outcome::again; // a lost rank needs no active message
}

void send_active_message(int rank,
                         ActiveMessageKind kind,
                         std::span<const std::byte> body) noexcept {
    while (!try_active_message(rank, kind, body)) {
        serve_network();
        cpu_pause();
    }
}

bool serve_network() noexcept {
    g_looks.fetch_add(1, std::memory_order_relaxed); // relaxed because only time depends on it
    return look(*runtime().network);
}

} // namespace arauto::core
