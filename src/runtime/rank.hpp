// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The state of this process as one rank of the job, from init to its end. All rooms above read it.
// The room `job` fills it in, and the owners named below write their parts.
#pragma once

#include "arauto/spi/wait.hpp"
#include "base/naming.hpp"
#include "base/status.hpp"
#include "boot/job.hpp"
#include "memory/own_heap.hpp"
#include "transport/contract.hpp"

#include <atomic>
#include <mutex>
#include <vector>

namespace arauto::check {
class Checker;
}

namespace arauto::core {

struct Team;

// State of modules in the rooms above, each in the header of its module.
struct ActiveMessages;
struct Duties;
struct Progress;
struct Rpc;
struct Transfers;
struct Boards;
struct LockNodes;
struct EpochObjects;
struct RequestTable;
struct Gossip;
struct Heartbeat;
struct Liveness;
struct Losses;
struct Membership;
struct Partition;
struct ProcessWatch;
struct Standstill;
struct Termination;
struct LifeCycle;

enum class Phase : uint8_t { before, running, finalized };

/// Functions of rooms above that rooms below call without knowing them. The room `job`, or the room
/// that has the function, sets these before a second thread runs; a job on one node leaves those of
/// the network as they are.
struct Hooks {
    /// One bounded step of the network, in every wait. @return whether something was done
    bool (*serve_network)() noexcept = []() noexcept { return false; };
    /// Requests of this node's ranks have come: serves them, in every wait.
    void (*serve_near)() noexcept = []() noexcept {};
    /// A thread is about to sleep: the progress thread serves the network again.
    void (*end_nap)() noexcept = []() noexcept {};
    /// Notes which ranks of this machine have died, in every wait.
    void (*watch_processes)() noexcept = []() noexcept {};
    /// A wait lasts for so long that the job may stand still. Called again and again then.
    void (*note_long_wait)() noexcept = []() noexcept {};
    /// One bounded step of membership, by the progress thread.
    void (*tend_membership)() noexcept = []() noexcept {};
    /// The network has lost a rank.
    void (*note_unreachable)(int rank) noexcept = [](int) noexcept {};
    /// A rank of another node is gone and fenced off: the words that it has written in this rank's
    /// heap for SYNC IMAGES change no more. Called at least once for each such rank.
    void (*close_pair)(int rank) noexcept = [](int) noexcept {};
};

/// State of waits (runtime/wait.hpp).
struct Waits {
    spi::WaitPolicy policy = spi::kWaitOnOwnCore; // constant
    int looks_on_shared_core = spi::kLooksOnSharedCore; // constant
    // A hint: when this process last yielded its core, another process ran there.
    std::atomic<bool> shares_core{false};
    std::atomic<bool> has_hook{false};
    // PAIR wait.hook: the thread that has it calls or sets the next two
    std::atomic<bool> is_hook_taken{false};
    void (*hook)(void*) = nullptr;
    void* hook_context = nullptr;
    std::atomic<int> sleeps_due{0}; // how many waits do not try to yield again
};

/// Ranks of other nodes that are fenced off.
struct FencedOff {
    std::mutex mutex;
    std::vector<int> ranks;
};

/// Where protocols keep their words: offsets in each heap.
struct WordOffsets {
    uint64_t lock_nodes = 0; // LockNode[kNodes]
    uint64_t lock_published = 0; // a word for each near rank, in the heap of the first of them
    uint64_t pair_lines = 0; // PairLine[size]
    uint64_t pair_intent = 0; // PairIntent
    uint64_t pairs_begun = 0; // of its two arrays
    uint64_t pairs_planned = 0;
};

/// This process learns that a rank is gone: fences it off the first time, then returns at once.
/// Does nothing for ranks of this node.
[[gnu::cold]] void fence_off(int rank) noexcept;

/// A field is one of three: constant, which the thread of arauto_init sets before begin(); of the
/// front-end, which its starting thread sets before the program's first statement; or shared, which
/// any thread reads and writes by the rule beside it. Those without a word are constant. The
/// structs of the modules say the same of their own fields.
struct alignas(64) Rank {
    // Read on the data path: one line.
    std::byte* heap0 = nullptr; // heap of rank 0; null when ops must be posted (ARAUTO_DIRECT=off)
    // the same for quick calls; null while calls count or are observed, and over several nodes
    std::byte* quick_heap0 = nullptr;
    std::byte* heaps = nullptr; // of rank 0, wherever it is; the heap of rank i lies i strides on
    uint64_t heap_stride = 0;
    boot::JobHeader* header = nullptr;
    boot::ImageBlock* images = nullptr;
    int rank = 0;
    int size = 1;
    std::atomic<Phase> phase{Phase::before}; // shared; the progress thread sets it too
    bool oversubscribed = false; // more ranks than cores on this node
    bool has_central_barriers = false; // of more than two ranks on this node
    bool is_guest = false; // of a job that a process manager or an MPI has started
    bool executes_again = false; // of the front-end; see boot/join.hpp
    bool is_instrumented = false; // the program tells of its own loads and stores
    bool is_of_program = false; // arauto_init was called, so that arauto_finalize will be
    bool is_observed = false; // calls leave records, or tell the checker, or both

    // Read by every call that synchronises.
    transport::Network* network = nullptr; // to other nodes; null: there are none
    Trace* trace = nullptr; // null: calls leave no records
    check::Checker* checker = nullptr; // null: the job is not checked for races
    WordOffsets words;
    LockNodes* lock_nodes = nullptr;
    Waits waits; // shared, as its fields say

    boot::Job job;
    transport::Transport* self = nullptr; // both live until the process ends
    transport::Transport* shm = nullptr;
    Team* world = nullptr;

    OwnHeap own_heap; // shared, by its mutex
    std::vector<uint64_t> declared; // of the front-end: sizes, for arauto_segment_verify

    Hooks hooks;
    void (*flush_hook)() = nullptr; // of the front-end: writes out what its language has buffered
    int mpi_level = -1; // of the front-end: of threads, where it has initialised MPI; else negative
    void (*stop_hook)() = nullptr; // of the front-end: this rank has stopped, others may not have
    // Shared: one bounded step for peers, taken by every wait; set once there is something to
    // serve.
    std::atomic<void (*)()> serve_hook{nullptr}; // boards
    std::atomic<void (*)()> epoch_hook{nullptr}; // epochs
    FencedOff fenced_off; // shared, by its mutex
    std::atomic<uint32_t> failures_reported{0}; // shared: by waits that any rank may end

    Duties* duties = nullptr;
    ActiveMessages* active_messages = nullptr;
    Progress* progress = nullptr;
    Rpc* rpc = nullptr;
    Transfers* transfers = nullptr;
    Boards* boards = nullptr;
    EpochObjects* epoch_objects = nullptr;
    RequestTable* requests = nullptr;
    Gossip* gossip = nullptr;
    Heartbeat* heartbeat = nullptr;
    Liveness* liveness = nullptr;
    Losses* losses = nullptr;
    Membership* membership = nullptr;
    Partition* partition = nullptr;
    ProcessWatch* process_watch = nullptr;
    Standstill* standstill = nullptr;
    Termination* termination = nullptr;
    LifeCycle* life_cycle = nullptr;

    [[nodiscard]] Phase current_phase() const noexcept {
        return phase.load(std::memory_order_acquire); // PAIR rank.phase: look
    }
    /// This rank is complete. The progress thread may have ended the job meanwhile.
    void begin() noexcept {
        Phase expected = Phase::before;
        // relaxed because a rank that has ended its job reads nothing more by it
        phase.compare_exchange_strong(expected, Phase::running,
                                      std::memory_order_release, // PAIR rank.phase: set
                                      std::memory_order_relaxed);
    }
    /// It takes part in nothing any more.
    void end() noexcept {
        phase.store(Phase::finalized, std::memory_order_release); // PAIR rank.phase: set
    }
    [[nodiscard]] bool is_rank(int candidate) const noexcept {
        return static_cast<unsigned>(candidate) < static_cast<unsigned>(size);
    }
    /// Grows whenever a rank is gone. A look at all ranks touches memory of the whole job, so
    /// callers first check that this has grown.
    [[nodiscard]] uint64_t count_losses() const noexcept {
        // PAIR job.losses, and PAIR job.counts: look
        return uint64_t{header->gone.load(std::memory_order_acquire)} +
               header->failed.load(std::memory_order_acquire);
    }
    /// Whether it has failed, or its process has ended after it had stopped. Unlike learn_state()
    /// this fences off nothing.
    [[nodiscard]] bool is_gone(int of_rank) const noexcept {
        return images[of_rank].state.load(std::memory_order_acquire) ==
                   boot::ImageState::failed || // PAIR job.changes: look at states
               images[of_rank].departure.load(std::memory_order_acquire) ==
                   boot::Departure::gone; // PAIR job.departure: look
    }
    /// Whether no rank needs to stay any longer, as far as this node knows.
    [[nodiscard]] bool have_all_departed() const noexcept {
        // PAIR job.termination, and PAIR job.departure: look
        return header->all_departed.load(std::memory_order_acquire) != 0 ||
               header->departed.load(std::memory_order_seq_cst) >= header->images;
    }
    /// Bytes of each heap, without its guard.
    [[nodiscard]] uint64_t heap_bytes() const noexcept {
        return 2 * boot::half_of_heap(heap_stride);
    }
    /// Start of a rank's heap, whether or not ops may go there directly.
    [[nodiscard]] std::byte* heap(int of_rank) const noexcept {
        return heaps + boot::heap_distance(of_rank, heap_stride);
    }
};

/// The rank of this process. The room `job` makes it when the library is loaded, and it stays until
/// the process ends. It is defined there (job/whole_rank.hpp), under a name with which a program
/// that simulates ranks sets it to the rank that runs.
///
/// It is constant here, since code of a rank never sees it change: a simulated rank that gives way
/// goes on as the same rank. So the compiler need not load it again after each atomic operation,
/// which took 0.8 of 27 ns of a lock and its release, and 1.1 of 33 of an exclusive MPI_Win_lock.
[[gnu::visibility("hidden")]] extern Rank* const g_rank asm("arauto_rank_of_process");

[[nodiscard]] inline Rank& this_rank() noexcept {
    return *g_rank;
}

/// A rank of another node.
[[nodiscard]] inline bool is_far(int rank) noexcept {
    const Rank& self = this_rank();
    return self.network != nullptr && !self.job.near.has(rank);
}
/// The state of a rank. A far rank that has failed is fenced off when this returns, so that no
/// thread acts on its failure before that. The first call in a process that learns of a failure
/// does it, which may take 200 ms (Ofi::abandon).
[[nodiscard]] inline boot::ImageState learn_state(int rank) noexcept {
    const Rank& self = this_rank();
    // PAIR job.changes: look at states
    const auto state = self.images[rank].state.load(std::memory_order_acquire);
    if (state == boot::ImageState::failed && self.network != nullptr) [[unlikely]] {
        fence_off(rank);
    }
    return state;
}

/// The address at which this process loads and stores remote memory directly; null when an
/// operation on it must be posted to a transport.
[[nodiscard]] inline std::byte* direct_ptr(const transport::Address& remote) noexcept {
    const Rank& self = this_rank();
    if (self.heap0 == nullptr || remote.space != transport::Space::heap ||
        (self.network != nullptr && !self.job.near.has(remote.peer))) [[unlikely]] {
        return nullptr;
    }
    return self.heap0 + boot::heap_distance(remote.peer, self.heap_stride) + remote.value;
}

/// In a job over several nodes: the first rank of a node that is not gone, or -1.
[[nodiscard]] int leader_of_node(int node) noexcept;

/// Flushes the program's buffered output, in any language.
void flush_output() noexcept;
/// Leaves at once because another rank ends the job by an error. Called by waits.
[[noreturn]] void leave() noexcept;
/// Called by a thread that has seen that a rank has failed: a rank that has ended the job by an
/// error looks the same, and its message is the cause.
void leave_if_job_ends() noexcept;

[[nodiscard]] Status check_running(const char* call) noexcept;
[[nodiscard]] Status check_rank(int rank, const char* call) noexcept;

/// ARAUTO_ERR_FAILED with a sentence when `rank` has failed; cheap while no rank has.
[[nodiscard]] Status check_alive(int rank, const char* call) noexcept;

/// The sentences for a rank that was needed.
[[nodiscard]] Status fail_failed(int rank, const char* call) noexcept;
[[nodiscard]] Status fail_stopped(int rank, const char* call) noexcept;

} // namespace arauto::core
