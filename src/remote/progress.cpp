// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See progress.hpp.
#include "remote/progress.hpp"

#include "os/futex.hpp"
#include "runtime/wait.hpp"

#include <algorithm>
#include <csignal>
#include <thread>

namespace arauto::core {
namespace {

/// How often any thread has polled: the progress thread keeps out of the way of one that waits.
std::atomic<uint64_t> g_looks{0};

/// Fences off the ranks that are gone, if another thread or process has noticed that some are.
void fence_off_gone() noexcept {
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
            fence_off(rank);
        }
    }
}

bool look(transport::Network& network) noexcept {
    fence_off_gone();
    bool has_done = network.serve();
    has_done = deliver_active_messages(network) || has_done;
    for (int gone = network.departed(); gone >= 0; gone = network.departed()) {
        runtime().hooks.note_unreachable(gone);
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
        runtime().hooks.tend_membership();
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

/// A thread is about to sleep.
void end_nap() noexcept {
    // PAIR progress.nap (Dekker): a sleeper has raised its bell's `sleepers`, then looks at the
    // nap; the progress thread begins its nap, then looks at `sleepers`. All are sequentially
    // consistent.
    if (g_naps.load(std::memory_order_seq_cst) != 0) {
        g_naps.store(0, std::memory_order_relaxed); // relaxed because the kernel orders it
        os::futex_wake_all(g_naps);
    }
}

} // namespace

bool serve_network() noexcept {
    g_looks.fetch_add(1, std::memory_order_relaxed); // relaxed because only time depends on it
    return look(*runtime().network);
}

void send_active_message(int rank,
                         ActiveMessageKind kind,
                         std::span<const std::byte> body) noexcept {
    while (!try_active_message(rank, kind, body)) {
        serve_network();
        cpu_pause();
    }
}

void start_progress_thread(transport::Network& network) noexcept {
    Hooks& hooks = runtime().hooks;
    hooks.serve_network = serve_network;
    hooks.end_nap = end_nap;
    g_progress_thread.store(kAttends, std::memory_order_release); // PAIR progress.presence: comes
    std::thread thread([&network] { attend(network); });
    g_progress_thread_id = thread.get_id();
    thread.detach();
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

} // namespace arauto::core
