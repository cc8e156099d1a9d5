// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The one place with global state: this process's part of the job, from init to its end. Everyone
// in core reads it; only runtime.cpp and the owners named below write it.
#pragma once

#include "base/naming.hpp"
#include "base/status.hpp"
#include "boot/job.hpp"
#include "core/heap.hpp"
#include "transport/contract.hpp"

#include <atomic>
#include <mutex>
#include <vector>

namespace arauto::core {

struct Team;
struct LockNode;

enum class Phase : uint8_t { before, running, finalized };

/// A far rank is waited for no longer, and what it still has under way changes nothing here. Quick
/// after the first time.
[[gnu::cold]] void shut_out(int rank) noexcept; // network.cpp

struct Runtime {
    // Read on the data path: one line.
    std::byte* heap0 = nullptr; // heap of rank 0; null when ops must be posted (ARAUTO_DIRECT=off)
    std::byte* quick_heap0 = nullptr; // the same for calls that do not count: null while all count
    uint64_t heap_stride = 0;
    boot::JobHeader* header = nullptr;
    boot::ImageBlock* images = nullptr;
    int rank = 0;
    int size = 1;
    Phase phase = Phase::before;
    bool oversubscribed = false; // more ranks than cores on this node
    bool has_central_barriers = false; // of more than two ranks on this node
    bool is_guest = false; // of a job that something else has started

    boot::Job job;
    transport::Transport* self = nullptr; // both live until the process ends
    transport::Transport* shm = nullptr;
    transport::Network* network = nullptr; // to other nodes; null: there are none
    Team* world = nullptr;

    Heap symmetric; // offsets agreed between ranks; under symmetric_mutex
    std::mutex symmetric_mutex; // threads may allocate over different teams at the same time
    Heap local; // this rank's own; under local_mutex
    std::mutex local_mutex; // arauto_memory_allocate may be called by any thread
    std::vector<uint64_t> declared; // sizes of declared segments, for arauto_segment_verify

    void (*flush_hook)() = nullptr;
    // One bounded step for peers, taken by every wait; set when there is first something to serve.
    std::atomic<void (*)()> serve_hook{nullptr}; // boards
    std::atomic<void (*)()> epoch_hook{nullptr}; // epochs

    [[nodiscard]] bool is_rank(int candidate) const noexcept {
        return static_cast<unsigned>(candidate) < static_cast<unsigned>(size);
    }
    /// Nobody here learns that a rank has failed before this process has shut it out.
    [[nodiscard]] boot::ImageState state(int of_rank) const noexcept {
        const auto state = images[of_rank].state.load(
            std::memory_order_acquire); // PAIR job.changes: look at states
        if (state == boot::ImageState::failed && network != nullptr) [[unlikely]] {
            shut_out(of_rank);
        }
        return state;
    }
    /// Grows whenever somebody is gone. To look at all ranks touches memory of the whole job, so
    /// nobody does before it has grown.
    [[nodiscard]] uint64_t losses() const noexcept {
        // PAIR job.losses: look
        return uint64_t{header->gone.load(std::memory_order_acquire)} +
               header->failed.load(std::memory_order_acquire);
    }
    /// It has failed, or its process has ended after it had stopped.
    [[nodiscard]] bool is_gone(int of_rank) const noexcept {
        return images[of_rank].state.load(std::memory_order_acquire) ==
                   boot::ImageState::failed || // PAIR job.changes: look at states
               images[of_rank].departure.load(std::memory_order_acquire) ==
                   boot::Departure::gone; // PAIR job.departure: look
    }
    /// Of each heap, without its guard.
    [[nodiscard]] uint64_t heap_bytes() const noexcept {
        return 2 * boot::half_of_heap(heap_stride);
    }
    /// Start of a rank's heap, whether or not ops may go there directly.
    [[nodiscard]] std::byte* heap(int of_rank) const noexcept { return job.heap(of_rank); }
};

extern Runtime g_runtime;

[[nodiscard]] inline Runtime& runtime() noexcept {
    return g_runtime;
}

[[nodiscard]] Status initialize() noexcept;
[[nodiscard]] Status initialize(const boot::Surroundings& surroundings) noexcept;
[[nodiscard]] Status finalize(int exit_code) noexcept;
[[noreturn]] void stop(int code) noexcept;
[[noreturn]] void error_stop(int code, const char* sentence) noexcept;
[[noreturn]] void fail_this_rank() noexcept;
void handle_failures() noexcept;

/// Notes which ranks of this machine have died: called by waits, and by the progress thread. Looks
/// at most every kWatchNs, and at kWatchedAtOnce processes, the next ones each time. Where a
/// launcher watches too, only in jobs that go on after a death: its word comes first, but the
/// survivors need not wait for it to get a core.
void watch_processes() noexcept;
inline constexpr int64_t kWatchNs = 10'000'000;
inline constexpr int kWatchedAtOnce = 16; // some 1.5 us each

/// Flushes what the program has buffered, in whatever language.
void flush_output() noexcept;

/// Leaves at once because the job is ending by someone else's error. Called by waits.
[[noreturn]] void leave() noexcept;

/// Called by a thread that has seen that a rank has failed: one that has ended the job by an error
/// looks so as well, and what it has said is the cause.
void leave_if_job_ends() noexcept;

[[nodiscard]] Status check_running(const char* call) noexcept;
[[nodiscard]] Status check_rank(int rank, const char* call) noexcept;

/// ARAUTO_ERR_FAILED with a sentence when `rank` has failed; cheap while nobody has.
[[nodiscard]] Status check_alive(int rank, const char* call) noexcept;

/// The sentences for a rank that was needed.
[[nodiscard]] Status fail_failed(int rank, const char* call) noexcept;
[[nodiscard]] Status fail_stopped(int rank, const char* call) noexcept;

} // namespace arauto::core
