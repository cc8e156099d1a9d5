// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// A job of up to 65,536 ranks in one process. Each rank is a fiber that runs the runtime itself, on
// an object with all state of a rank (job/whole_rank.hpp). All share one job mapping; consecutive
// ranks form nodes, and reach ranks of other nodes through the Wire alone.
#pragma once

#include "wire.hpp"

#include "job/whole_rank.hpp"

#include <csetjmp>
#include <functional>
#include <memory>
#include <vector>

namespace arauto::simulation {

struct Shape {
    int ranks;
    int per_node;
    [[nodiscard]] int nodes() const noexcept { return (ranks + per_node - 1) / per_node; }
};

struct Fiber {
    jmp_buf resume_point; // where it gave way
    uint64_t progress; // then
    bool has_begun;
    bool is_done;
};

/// The largest traffic of one rank, and of one node.
struct Most {
    Traffic of_rank; // each number by itself the largest
    Traffic of_node;
    uint64_t messages; // of all
};

class Ranks {
  public:
    /// Every rank goes from init to where the program would begin.
    explicit Ranks(Shape shape);
    ~Ranks();
    Ranks(const Ranks&) = delete;
    Ranks& operator=(const Ranks&) = delete;

    /// Runs `body` on every rank until all have returned; ends the process with a sentence when
    /// nobody can go on. Counts what is sent meanwhile. One sequence of calls: not from a body.
    Most run(const char* what, const std::function<void(int)>& body);

    [[nodiscard]] const Shape& shape() const noexcept { return shape_; }
    [[nodiscard]] const Wire& wire() const noexcept { return *wire_; }
    [[nodiscard]] const boot::Job& job() const noexcept { return job_; }
    /// Bytes of the rank's heap that are resident.
    [[nodiscard]] size_t heap_bytes_of(int rank) const;
    /// Bytes that the runtime of the rank has got from malloc and touched, and its own data.
    [[nodiscard]] size_t private_bytes_of(int rank) const;
    [[nodiscard]] size_t lookups_of(int rank) const noexcept { return wire_->peers_of(rank); }

    // For the fibers, and for functions that the runtime calls.
    void give_way();
    void run_body();
    void count_allocation(void* memory, size_t bytes);

  private:
    void enter(int rank);
    void switch_to(Fiber& fiber, std::byte* stack);
    void resume(int rank);
    void resume_node(int node);
    [[nodiscard]] bool step();
    [[nodiscard]] uint64_t progress_of(int rank) const noexcept;
    [[noreturn]] void report_stuck(const char* what) const;
    [[nodiscard]] Most most() const;

    const Shape shape_;
    boot::Job job_;
    std::unique_ptr<Wire> wire_;
    std::vector<Fiber> fibers_;
    std::vector<std::unique_ptr<boot::ProcessManager>> managers_;
    std::vector<int> all_ranks_; // for the hosts' spans
    std::byte* stacks_ = nullptr;
    std::vector<std::unique_ptr<core::WholeRank>> whole_ranks_;
    std::vector<uint8_t> is_due_; // by node: a rank there has done something
    std::vector<int> reached_;
    int running_ = -1;
    int left_ = 0;
    const std::function<void(int)>* body_ = nullptr;
    struct Allocation {
        int rank;
        std::byte* memory;
        size_t bytes;
    };
    std::vector<Allocation> allocations_; // of the ranks that are watched
};

/// The first rank, and the first of the second node.
[[nodiscard]] inline bool is_watched(const Shape& shape, int rank) noexcept {
    return rank == 0 || rank == shape.per_node;
}

} // namespace arauto::simulation
