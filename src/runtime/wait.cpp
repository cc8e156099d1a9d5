// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See wait.hpp.
#include "runtime/wait.hpp"

#include "base/clock.hpp"
#include "boot/wait_card.hpp"

namespace arauto::core {

namespace {

constexpr int64_t kLeastYieldNs = 1'500; // two switches at least; 300 to 500 ns without
constexpr int64_t kLongYieldNs = 100'000;
constexpr int kSleepsAfterLongYield = 128;
constexpr int64_t kShowAfterNs = 20'000'000; // longer than what a wait in a sound program takes

} // namespace

bool WaitDisplay::has_lasted() noexcept {
    const int64_t now = now_ns();
    if (since_ns_ == 0) {
        since_ns_ = now;
    }
    if (now - since_ns_ > kLongWaitNs) {
        this_rank().hooks.note_long_wait();
    }
    return now - since_ns_ > kShowAfterNs;
}

void WaitDisplay::show_statement(const boot::WaitDetail& detail) noexcept {
    boot::WaitCard& card = this_rank().images[this_rank().rank].wait_card;
    if (has_card_) {
        boot::show_detail(card, detail);
    } else {
        has_card_ = boot::show_wait(card, since_ns_, detail);
    }
}

void WaitDisplay::hide() noexcept {
    boot::ImageBlock& block = this_rank().images[this_rank().rank];
    block.waiting.fetch_sub(1, std::memory_order_relaxed); // relaxed because no process acts on it
    if (has_card_) {
        boot::hide_wait(block.wait_card);
    }
}

void set_wait_hook(void (*hook)(void*), void* context) noexcept {
    Waits& waits = this_rank().waits;
    while (waits.is_hook_taken.exchange(true, std::memory_order_acquire)) { // PAIR wait.hook: set
        os::yield_core(); // it is running in another thread
    }
    waits.hook = hook;
    waits.hook_context = context;
    // relaxed because a thread looks again before it calls the hook
    waits.has_hook.store(hook != nullptr, std::memory_order_relaxed);
    waits.is_hook_taken.store(false, std::memory_order_release); // PAIR wait.hook: give back
}

/// A thread that finds it taken goes on: another thread runs the hook, or the hook itself waits.
void call_wait_hook() noexcept {
    Waits& waits = this_rank().waits;
    if (waits.is_hook_taken.exchange(true, std::memory_order_acquire)) { // PAIR wait.hook: call
        return;
    }
    if (waits.hook != nullptr) {
        waits.hook(waits.hook_context);
    }
    waits.is_hook_taken.store(false, std::memory_order_release); // PAIR wait.hook: give back
}

void choose_wait_policy(bool oversubscribed, bool yields_reach_all) noexcept {
    enum { kAuto, kSpin, kYield, kSleep };
    const int choice = setting_choice(kWaitSetting).value;
    spi::WaitPolicy& policy = this_rank().waits.policy;
    if (choice == kSpin) {
        policy = spi::kWaitBySpinning;
    } else if (choice == kYield) {
        policy = spi::kWaitByYielding;
    } else if (choice == kSleep) {
        policy = spi::kWaitBySleeping;
    } else if (oversubscribed) {
        policy = yields_reach_all ? spi::kWaitInCrowd : spi::kWaitInCrowdApart;
    }
}

Yielded try_yield(bool may_sleep) noexcept {
    std::atomic<int>& sleeps_due = this_rank().waits.sleeps_due;
    // relaxed because it only chooses between yielding and sleeping, and both are right
    if (const int due = may_sleep ? sleeps_due.load(std::memory_order_relaxed) : 0; due > 0) {
        sleeps_due.store(due - 1, std::memory_order_relaxed);
        return Yielded::at_length;
    }
    const int64_t start = now_ns();
    os::yield_core();
    const int64_t took_ns = now_ns() - start;
    if (took_ns < kLongYieldNs) [[likely]] {
        return took_ns < kLeastYieldNs ? Yielded::unwanted : Yielded::briefly;
    }
    // relaxed because the count only chooses between yielding and sleeping
    sleeps_due.store(kSleepsAfterLongYield, std::memory_order_relaxed);
    return Yielded::at_length;
}

void mark_change() noexcept {
    // PAIR job.changes: announce
    this_rank().header->changes.fetch_add(1, std::memory_order_seq_cst);
    ring_everyone();
}

void announce_change() noexcept {
    mark_change();
    os::futex_wake_all(this_rank().header->changes);
}

bool serve_memory() noexcept {
    return this_rank().shm != nullptr && this_rank().shm->serve();
}

bool WaitCheck::changed() noexcept {
    Rank& self = this_rank();
    serve_memory();
    if (self.network != nullptr) [[unlikely]] {
        self.hooks.serve_network();
    }
    // relaxed because the hook looks again
    if (self.images[self.rank].rpc_backlog.load(std::memory_order_relaxed) != 0) [[unlikely]] {
        self.hooks.serve_near();
    }
    // PAIR wait.serve_hook: look
    if (auto* const serve = self.serve_hook.load(std::memory_order_acquire); serve != nullptr) {
        serve();
    }
    // PAIR wait.epoch_hook: look
    if (auto* const serve = self.epoch_hook.load(std::memory_order_acquire); serve != nullptr) {
        serve();
    }
    if (self.size > 1) {
        self.hooks.watch_processes();
    }
    const uint32_t changes =
        self.header->changes.load(std::memory_order_acquire); // PAIR job.changes
    if (changes == seen_changes) {
        return false;
    }
    seen_changes = changes;
    if (self.header->ending.load(std::memory_order_acquire) !=
        0) { // PAIR job.changes: look at `ending`
        leave();
    }
    return true;
}

bool WaitCheck::is_due() const noexcept {
    if (this_rank().network != nullptr) {
        this_rank().hooks.end_nap();
    }
    // A request for this rank's help may have come since changed() looked, and have rung already.
    if (serve_memory()) {
        return true;
    }
    if (this_rank().images[this_rank().rank].rpc_backlog.load(std::memory_order_seq_cst) !=
        0) { // PAIR rpc.backlog: look
        return true;
    }
    return this_rank().header->changes.load(std::memory_order_seq_cst) !=
           seen_changes; // PAIR job.changes
}

Status watch_rank(int rank, const char* call) noexcept {
    switch (learn_state(rank)) {
    case boot::ImageState::failed:
        return fail_failed(rank, call);
    case boot::ImageState::stopped:
        return fail_stopped(rank, call);
    default:
        return ARAUTO_OK;
    }
}

} // namespace arauto::core
