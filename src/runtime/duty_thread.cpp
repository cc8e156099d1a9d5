// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See duty_thread.hpp.
//
// PAIR duty.requests: a rank that requests steps has made visible what they are for, then adds to
// `duty_requests` (seq_cst) and wakes its sleeper; the thread reads `duty_requests` (seq_cst),
// takes the steps, and sleeps only while the word has not changed. So no request is missed.
#include "runtime/duty_thread.hpp"

#include "base/clock.hpp"
#include "os/futex.hpp"
#include "os/thread_times.hpp"
#include "runtime/rank.hpp"

#include <algorithm>
#include <csignal>
#include <pthread.h>

namespace arauto::core {
namespace {

constexpr int64_t kLongestRestNs = int64_t{3600} * 1'000'000'000;

std::atomic<uint32_t>& requests_of(int rank) noexcept {
    return this_rank().images[rank].duty_requests;
}

/// Takes those steps that are due, or all of them.
class Agenda {
  public:
    /// @return when the next step is due
    int64_t take_steps(bool is_requested) noexcept {
        int64_t next = now_ns() + kLongestRestNs;
        for (size_t i = 0; i < Duties::kMax; ++i) {
            // PAIR duties.all: look
            const Duty duty = this_rank().duties->all[i].load(std::memory_order_acquire);
            if (duty == nullptr) {
                break;
            }
            if (is_requested || now_ns() >= due_[i]) {
                const int64_t pause = duty(is_requested);
                due_[i] = pause == kUntilRequested ? kUntilRequested : now_ns() + pause;
            }
            next = std::min(next, due_[i]);
        }
        return next;
    }

  private:
    std::array<int64_t, Duties::kMax> due_{}; // all at once, at first
};

/// The thread. It takes no signals of the program.
void* work(void*) noexcept {
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, nullptr);
    os::name_this_thread("arauto-duty");
    Duties& duties = *this_rank().duties;
    // relaxed because only this thread finds its own number there
    duties.thread_id.store(std::this_thread::get_id(), std::memory_order_relaxed);
    const int me = this_rank().rank;
    Agenda agenda;
    uint32_t seen = 0;
    while (duties.presence.is_wanted() && learn_state(me) == boot::ImageState::running) {
        const uint32_t requests =
            requests_of(me).load(std::memory_order_seq_cst); // PAIR duty.requests: look
        const int64_t next = agenda.take_steps(requests != seen);
        seen = requests;
        if (const int64_t rest = next - now_ns(); rest > 0) {
            os::futex_wait(requests_of(me), seen, rest);
        }
    }
    duties.presence.end();
    return nullptr;
}

} // namespace

void add_duty(Duty duty) noexcept {
    Duties& duties = *this_rank().duties;
    {
        const std::lock_guard guard(duties.mutex);
        // relaxed because the mutex is held
        auto* const found = std::find_if(duties.all.begin(), duties.all.end(), [&](auto& each) {
            const Duty known = each.load(std::memory_order_relaxed);
            return known == nullptr || known == duty;
        });
        found->store(duty, std::memory_order_release); // PAIR duties.all: add
    }
    if (!duties.presence.begin()) {
        request_duties(this_rank().rank); // the thread may sleep for long
        return;
    }
    pthread_t thread{};
    if (pthread_create(&thread, nullptr, work, nullptr) != 0) {
        duties.presence.end();
        return;
    }
    pthread_detach(thread);
}

void request_duties(int rank) noexcept {
    requests_of(rank).fetch_add(1, std::memory_order_seq_cst); // PAIR duty.requests: request
    os::futex_wake_all(requests_of(rank));
}

void end_duty_thread() noexcept {
    Duties& duties = *this_rank().duties;
    // relaxed because only the thread itself finds its own number there
    if (duties.thread_id.load(std::memory_order_relaxed) != std::this_thread::get_id()) {
        duties.presence.dismiss([] { request_duties(this_rank().rank); });
    }
}

} // namespace arauto::core
