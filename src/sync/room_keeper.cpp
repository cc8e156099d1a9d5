// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See room_keeper.hpp.
//
// PAIR room.call: an origin finds no room, then adds to `room_calls` (seq_cst) and wakes its
// sleeper; the keeper reads `room_calls` (seq_cst), empties the rings, and sleeps only while the
// word has not changed. So no call is missed.
#include "sync/room_keeper.hpp"

#include "os/futex.hpp"
#include "runtime/rank.hpp"

#include <atomic>
#include <chrono>
#include <csignal>
#include <pthread.h>
#include <thread>

namespace arauto::core {
namespace {

std::atomic<uint32_t>& calls_of(int rank) noexcept {
    return this_rank().images[rank].room_calls;
}

/// A ring that was full once is likely to be full again soon: the keeper looks for a while.
void empty_for_a_while(bool (*empty)() noexcept) noexcept {
    constexpr auto kNap = std::chrono::milliseconds(1);
    constexpr int kLooksInVain = 20;
    for (int look = 0; look < kLooksInVain; ++look) {
        if (empty()) {
            look = 0;
        }
        std::this_thread::sleep_for(kNap);
    }
}

void* keep_room(void* empty) noexcept {
    constexpr int64_t kSleepNs = int64_t{3600} * 1'000'000'000;
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, nullptr);
    const int me = this_rank().rank;
    uint32_t seen = 0;
    while (this_rank().state(me) == boot::ImageState::running) {
        const uint32_t now = calls_of(me).load(std::memory_order_seq_cst); // PAIR room.call: look
        if (now == seen) {
            os::futex_wait(calls_of(me), seen, kSleepNs);
        } else {
            seen = now;
            empty_for_a_while(reinterpret_cast<bool (*)() noexcept>(empty));
        }
    }
    return nullptr;
}

} // namespace

void start_room_keeper(RoomKeeper& keeper, bool (*empty)() noexcept) {
    if (this_rank().job.near.count < 2) {
        return; // posts from other nodes need no room in a ring
    }
    // Without the thread an origin waits until the owner waits, as the documentation says.
    std::call_once(keeper.once, [empty] {
        pthread_t thread{};
        if (pthread_create(&thread, nullptr, keep_room, reinterpret_cast<void*>(empty)) == 0) {
            pthread_detach(thread);
        }
    });
}

void call_for_room(int rank) noexcept {
    calls_of(rank).fetch_add(1, std::memory_order_seq_cst); // PAIR room.call: call
    os::futex_wake_all(calls_of(rank));
}

} // namespace arauto::core
