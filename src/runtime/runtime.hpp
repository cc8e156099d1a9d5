// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// What this process keeps as one rank of the job, from init to its end. All rooms above read it.
// The room `job` fills it in, and the owners named below write their parts.
#pragma once

#include "base/naming.hpp"
#include "base/status.hpp"
#include "boot/job.hpp"
#include "memory/own_heap.hpp"
#include "transport/contract.hpp"

#include <atomic>
#include <vector>

namespace arauto::core {

struct Team;

enum class Phase : uint8_t { before, running, finalized };

/// What rooms below call in rooms above, which they do not know. The room `job` sets these before a
/// second thread runs; a job on one node leaves those of the network as they are.
struct Hooks {
    /// One bounded step of the network, in every wait. @return whether something was done
    bool (*serve_network)() noexcept = []() noexcept { return false; };
    /// A thread is about to sleep: the progress thread serves the network again.
    void (*end_nap)() noexcept = []() noexcept {};
    /// Notes which ranks of this machine have died, in every wait.
    void (*watch_processes)() noexcept = []() noexcept {};
    /// One bounded step of membership, by the progress thread.
    void (*tend_membership)() noexcept = []() noexcept {};
    /// The network has lost a rank.
    void (*note_unreachable)(int rank) noexcept = [](int) noexcept {};
    /// A rank of another node is gone: it is waited for no longer, and what it still has under way
    /// changes nothing here. Called at least once for each such rank; see fence_off().
    void (*fence_off)(int rank) noexcept = [](int) noexcept {};
};

/// This process learns that a rank is gone: fences it off the first time, then returns at once.
/// Does nothing for ranks of this node.
[[gnu::cold]] void fence_off(int rank) noexcept;

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

    OwnHeap own_heap;
    std::vector<uint64_t> declared; // sizes of declared segments, for arauto_segment_verify

    Hooks hooks;
    void (*flush_hook)() = nullptr; // of the front-end: writes out what its language has buffered
    // One bounded step for peers, taken by every wait; set when there is first something to serve.
    std::atomic<void (*)()> serve_hook{nullptr}; // boards
    std::atomic<void (*)()> epoch_hook{nullptr}; // epochs

    [[nodiscard]] bool is_rank(int candidate) const noexcept {
        return static_cast<unsigned>(candidate) < static_cast<unsigned>(size);
    }
    /// Nobody here learns that a rank has failed before this process has fenced it off.
    [[nodiscard]] boot::ImageState state(int of_rank) const noexcept {
        const auto state = images[of_rank].state.load(
            std::memory_order_acquire); // PAIR job.changes: look at states
        if (state == boot::ImageState::failed && network != nullptr) [[unlikely]] {
            fence_off(of_rank);
        }
        return state;
    }
    /// Grows whenever somebody is gone. To look at all ranks touches memory of the whole job, so
    /// nobody does before it has grown.
    [[nodiscard]] uint64_t losses() const noexcept {
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
    /// Whether no rank needs to stay any longer, as far as this node knows.
    [[nodiscard]] bool have_all_departed() const noexcept {
        return header->all_departed.load(std::memory_order_acquire) != 0 ||
               header->departed.load(std::memory_order_seq_cst) >= header->images;
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

/// A rank of another node.
[[nodiscard]] inline bool is_far(int rank) noexcept {
    const Runtime& rt = runtime();
    return rt.network != nullptr && !rt.job.near.has(rank);
}
/// The address at which this process loads and stores remote memory directly; null when an
/// operation on it must be posted to a transport.
[[nodiscard]] inline std::byte* direct_ptr(const transport::Address& remote) noexcept {
    const Runtime& rt = runtime();
    if (rt.heap0 == nullptr || remote.space != transport::Space::heap ||
        (rt.network != nullptr && !rt.job.near.has(remote.peer))) [[unlikely]] {
        return nullptr;
    }
    return rt.heap0 + static_cast<uint64_t>(remote.peer) * rt.heap_stride + remote.value;
}

/// In a job over several nodes: the first rank of a node that is not gone, or -1.
[[nodiscard]] int leader_of_node(int node) noexcept;

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
