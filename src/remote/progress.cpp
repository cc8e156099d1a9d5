// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See progress.hpp.
#include "remote/progress.hpp"

#include "base/clock.hpp"
#include "os/futex.hpp"
#include "os/thread_times.hpp"
#include "runtime/wait.hpp"

#include <algorithm>
#include <csignal>
#include <thread>

namespace arauto::core {
namespace {

constexpr int kRestMs = 20; // longest sleep of the progress thread in the network

/// Fences off the ranks that are gone, if another thread or process has noticed any.
void fence_off_gone() noexcept {
    std::atomic<uint64_t>& seen = this_rank().progress->losses_seen;
    const Rank& self = this_rank();
    const uint64_t losses = self.count_losses();
    // relaxed because to look twice does no harm
    if (losses == seen.load(std::memory_order_relaxed)) [[likely]] {
        return;
    }
    // relaxed because a thread that misses it only looks again, which does no harm
    seen.store(losses, std::memory_order_relaxed);
    for (int rank = 0; rank < self.size; ++rank) {
        if (self.is_gone(rank)) {
            fence_off(rank);
        }
    }
}

bool look(transport::Network& network) noexcept {
    fence_off_gone();
    bool has_done = network.serve();
    has_done = deliver_active_messages(network) || has_done;
    for (int lost = network.next_lost(); lost >= 0; lost = network.next_lost()) {
        this_rank().hooks.note_unreachable(lost);
    }
    return has_done;
}

/// An arrival may be what an epoch of this process waits for, and no peer can move that on.
void step_epochs() noexcept {
    // PAIR wait.epoch_hook: look
    if (auto* const step = this_rank().epoch_hook.load(std::memory_order_acquire);
        step != nullptr) {
        step();
    }
}

/// How long the progress thread naps while another thread looks. A nap costs some 18 us of a
/// virtual machine's processor, 16 % of a ping-pong when it lasts 200 us. So naps grow while looks
/// are frequent. When they end, a message waits no longer than they had lasted.
class Naps {
  public:
    void take(uint64_t looks) noexcept {
        const bool is_busy = looks - seen_ >= static_cast<uint64_t>(us_ / kBusyUs);
        us_ = is_busy ? std::min(2 * us_, kLongestUs) : kShortestUs;
        seen_ = looks;
        this_rank().progress->naps.store(1, std::memory_order_seq_cst); // PAIR progress.nap: begin
        if (own_bell().sleepers.load(std::memory_order_seq_cst) == 0) { // PAIR wait.doorbell: look
            os::futex_wait(this_rank().progress->naps, 1, us_ * 1000);
        }
        this_rank().progress->naps.store(
            0, std::memory_order_relaxed); // relaxed because a wake too many does no harm
    }
    [[nodiscard]] uint64_t seen() const noexcept { return seen_; }

  private:
    static constexpr long kShortestUs = 200;
    static constexpr long kLongestUs = 3200;
    static constexpr long kBusyUs = 4; // from one look to the next
    long us_ = kShortestUs;
    uint64_t seen_ = 0;
};

/// Serves peers while the program computes or sleeps. While another thread waits, and so looks at
/// the network itself, the progress thread only naps: if both looked, each would often find the
/// network's lock held by the other.
void serve_until_dismissed(transport::Network& network) noexcept {
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, nullptr);
    os::name_this_thread("arauto-net");
    Naps naps;
    while (this_rank().progress->presence.is_wanted()) {
        this_rank().hooks.tend_membership();
        // The thread that looked may sleep by now. Then the progress thread does not nap: requests
        // to a process whose waiting thread slept took 300 us when a nap followed each of that
        // thread's looks. relaxed because only time depends on both
        const uint64_t looks = this_rank().progress->looks.load(std::memory_order_relaxed);
        const bool sleeps = own_bell().sleepers.load(std::memory_order_relaxed) != 0;
        if (looks != naps.seen() && !sleeps) {
            naps.take(looks);
            continue;
        }
        const bool has_done = look(network);
        step_epochs(); // also when nothing came: a step may have been refused before
        if (!has_done) {
            network.rest(kRestMs);
        }
    }
    look(network); // takes the message, if any, that has ended its last rest
    this_rank().progress->presence.end();
}

/// Called when a thread is about to sleep.
void end_nap() noexcept {
    // PAIR progress.nap (Dekker): a sleeper has raised its bell's `sleepers`, then looks at the
    // nap; the progress thread begins its nap, then looks at `sleepers`. All are sequentially
    // consistent.
    if (this_rank().progress->naps.load(std::memory_order_seq_cst) != 0) {
        this_rank().progress->naps.store(
            0, std::memory_order_relaxed); // relaxed because the kernel orders it
        os::futex_wake_all(this_rank().progress->naps);
    }
}

} // namespace

bool serve_network() noexcept {
    this_rank().progress->looks.fetch_add(
        1, std::memory_order_relaxed); // relaxed because only time depends on it
    return look(*this_rank().network);
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
    Hooks& hooks = this_rank().hooks;
    hooks.serve_network = serve_network;
    hooks.end_nap = end_nap;
    if (!this_rank().progress->presence.begin()) {
        return;
    }
    std::thread thread([&network] { serve_until_dismissed(network); });
    this_rank().progress->thread_id = thread.get_id();
    thread.detach();
}

void dismiss_progress_thread() noexcept {
    if (std::this_thread::get_id() != this_rank().progress->thread_id) {
        this_rank().progress->presence.dismiss([] {}); // a rest ends after kRestMs
    }
}

} // namespace arauto::core
