// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See ranks.hpp. A fiber yields in the transport's step, which every wait takes. It continues when
// a message has reached its rank, or a rank of its node has done more than look once more.
#include "ranks.hpp"

#include "arauto/spi/counters.h"
#include "base/counters.hpp"
#include "boot/job_memory.hpp"
#include "os/shared_memory.hpp"
#include "remote/progress.hpp"
#include "runtime/wait.hpp"
#include "sync/board.hpp"
#include "sync/lock.hpp"
#include "team/pairwise.hpp"
#include "team/team_create.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <numeric>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

namespace arauto::simulation {

namespace {

constexpr size_t kStackBytes = size_t{128} << 10;
constexpr uint64_t kCanary = 0x5ca1ab1e5ca1ab1eULL; // at a stack's far end
constexpr size_t kPage = 4096;
constexpr uint64_t kStride = uint64_t{64} << 20; // of heaps: half holds what 65,536 ranks share

Ranks* g_ranks = nullptr; // the simulation whose fibers run
jmp_buf g_scheduler;

[[noreturn]] void give_up(const char* sentence) {
    std::fprintf(stderr, "simulated ranks: %s\n", sentence);
    std::fflush(nullptr);
    _exit(1);
}

std::byte* map_anonymous(size_t bytes) {
    void* const memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                              MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED) {
        give_up("the system gives no address space for them");
    }
    return static_cast<std::byte*>(memory);
}

size_t resident_bytes(const std::byte* memory, size_t bytes) {
    const auto begin = reinterpret_cast<uintptr_t>(memory) / kPage * kPage;
    const auto end = (reinterpret_cast<uintptr_t>(memory) + bytes + kPage - 1) / kPage * kPage;
    std::vector<unsigned char> pages((end - begin) / kPage);
    if (mincore(reinterpret_cast<void*>(begin), end - begin, pages.data()) != 0) {
        give_up("mincore does not tell which of their pages are resident");
    }
    return kPage * static_cast<size_t>(std::count_if(pages.begin(), pages.end(),
                                                     [](unsigned char page) { return page & 1; }));
}

/// Consecutive ranks are nodes. Nobody publishes anything: the Wire knows all.
class SimulatedManager final : public boot::ProcessManager {
  public:
    SimulatedManager(Shape shape, int rank, const std::vector<int>& all) noexcept
        : shape_(shape), rank_(rank), all_(all) {}

    [[nodiscard]] const char* name() const noexcept override { return "simulated nodes"; }
    [[nodiscard]] int rank() const noexcept override { return rank_; }
    [[nodiscard]] int size() const noexcept override { return shape_.ranks; }
    [[nodiscard]] std::span<const int> near() const noexcept override {
        const int first = first_of(node_of(rank_));
        const int count = std::min(shape_.per_node, shape_.ranks - first);
        return std::span(all_).subspan(static_cast<size_t>(first), static_cast<size_t>(count));
    }
    [[nodiscard]] int nodes() const noexcept override { return shape_.nodes(); }
    [[nodiscard]] int node_of(int rank) const noexcept override { return rank / shape_.per_node; }
    [[nodiscard]] int first_of(int node) const noexcept override { return node * shape_.per_node; }
    [[nodiscard]] Status publish(const char*, std::span<const std::byte>) noexcept override {
        return ARAUTO_OK;
    }
    [[nodiscard]] Status synchronise() noexcept override { return ARAUTO_OK; }
    [[nodiscard]] Status lookup(int rank, const char* key, std::span<std::byte>) noexcept override {
        return fail(ARAUTO_ERR_SYSTEM, "simulated rank %d has published nothing as '%s'", rank,
                    key);
    }

  private:
    const Shape shape_;
    const int rank_;
    const std::vector<int>& all_;
};

void begin_fiber() {
    g_ranks->run_body(); // which ends by giving way, and never comes back
}

/// The setup of job/life_cycle.cpp after the job and its network are made, without the other
/// transports, the progress thread and exit().
void begin_core(const boot::Job& job, transport::Network& wire) {
    core::Rank& self = core::this_rank();
    self.job = job;
    self.header = job.header;
    self.images = job.images;
    self.rank = job.rank;
    self.size = job.size;
    self.heap_stride = job.header->heap_stride;
    self.heaps = self.job.heap(0);
    self.own_heap.open(self.heap(self.rank), boot::half_of_heap(self.heap_stride));
    self.hooks.serve_network = core::serve_network;
    self.heap0 = job.heap(0);
    // Each look gives way, and none sleeps.
    self.waits.policy = {
        .looks_without_pause = 1, .looks = 1 << 30, .yields = 0, .may_sleep = false};
    core::setup_boards();
    self.network = &wire;
    if (core::setup_pairwise() < 0 || core::setup_lock_nodes() < 0 || core::setup_world() < 0) {
        give_up(last_error());
    }
    self.begin();
    job.self().state.store(boot::ImageState::running, std::memory_order_release);
}

} // namespace

Ranks::Ranks(Shape shape)
    : shape_(shape), fibers_(static_cast<size_t>(shape.ranks)),
      all_ranks_(static_cast<size_t>(shape.ranks)), is_due_(static_cast<size_t>(shape.nodes())) {
    const auto ranks = static_cast<size_t>(shape.ranks);
    std::iota(all_ranks_.begin(), all_ranks_.end(), 0);
    const boot::Layout layout{shape.ranks, kStride, true};
    const Result<os::SharedMemory> memory =
        os::create_shared_memory(boot::job_bytes(layout), false);
    if (!memory.ok()) {
        give_up(last_error());
    }
    close(memory.value.fd);
    job_ = boot::view_of_job(boot::write_header(memory.value.address, layout), 0);
    job_.header->launcher_pid = static_cast<uint64_t>(getpid()); // or each wait would look for all
    wire_ = std::make_unique<Wire>(
        job_, [](void* self) { static_cast<Ranks*>(self)->give_way(); }, this);
    stacks_ = map_anonymous(ranks * kStackBytes);
    for (int rank = 0; rank < shape.ranks; ++rank) {
        whole_ranks_.push_back(std::make_unique<core::WholeRank>());
        managers_.push_back(std::make_unique<SimulatedManager>(shape, rank, all_ranks_));
    }
    g_ranks = this;
    run("init", [this](int rank) {
        boot::Job job = job_;
        job.rank = rank;
        job.near.first = rank / shape_.per_node * shape_.per_node;
        job.near.count = std::min(shape_.per_node, shape_.ranks - job.near.first);
        job.manager = managers_[static_cast<size_t>(rank)].get();
        begin_core(job, *wire_);
    });
}

Ranks::~Ranks() {
    munmap(stacks_, static_cast<size_t>(shape_.ranks) * kStackBytes);
    core::g_rank_to_run = nullptr;
    os::unmap(job_.base(), job_.header->total_bytes);
    g_ranks = nullptr;
}

void Ranks::enter(int rank) {
    Fiber& fiber = fibers_[static_cast<size_t>(rank)];
    std::byte* const stack = stacks_ + static_cast<size_t>(rank) * kStackBytes;
    std::memcpy(stack, &kCanary, sizeof kCanary);
    fiber.has_begun = false;
    fiber.is_done = false;
    fiber.progress = ~uint64_t{0};
}

/// By jumps, since swapcontext asks the system for the signal mask each time.
[[gnu::noinline]] void Ranks::switch_to(Fiber& fiber, std::byte* stack) {
    if (_setjmp(g_scheduler) != 0) {
        return; // it has given way
    }
    if (fiber.has_begun) {
        _longjmp(fiber.resume_point, 1);
    }
    fiber.has_begun = true;
    ucontext_t fresh;
    getcontext(&fresh);
    fresh.uc_stack.ss_sp = stack;
    fresh.uc_stack.ss_size = kStackBytes;
    fresh.uc_link = nullptr;
    makecontext(&fresh, begin_fiber, 0);
    setcontext(&fresh);
}

void Ranks::run_body() {
    const int rank = running_;
    (*body_)(rank);
    fibers_[static_cast<size_t>(rank)].is_done = true;
    give_way();
}

/// Calls and messages of all kinds: a rank that goes on counts something.
uint64_t Ranks::progress_of(int rank) const noexcept {
    const TallyBlock& block = boot::tally_blocks(job_.header)[rank];
    uint64_t sum = 0;
    for (int counter = 0; counter < ARAUTO_COUNTERS; ++counter) {
        // relaxed because one thread runs all ranks
        sum += block.of[counter].calls.load(std::memory_order_relaxed) +
               block.of[counter].messages.load(std::memory_order_relaxed);
    }
    return sum;
}

void Ranks::resume(int rank) {
    Fiber& fiber = fibers_[static_cast<size_t>(rank)];
    if (fiber.is_done) {
        return;
    }
    core::g_rank_to_run = &whole_ranks_[static_cast<size_t>(rank)]->rank;
    g_tallies = boot::tally_blocks(job_.header) + rank;
    running_ = rank;
    switch_to(fiber, stacks_ + static_cast<size_t>(rank) * kStackBytes);
    running_ = -1;
    const uint64_t progress = progress_of(rank);
    if (fiber.is_done || progress != fiber.progress) {
        is_due_[static_cast<size_t>(rank / shape_.per_node)] = 1;
    }
    left_ -= fiber.is_done ? 1 : 0;
    fiber.progress = progress;
    uint64_t canary = 0;
    std::memcpy(&canary, stacks_ + static_cast<size_t>(rank) * kStackBytes, sizeof canary);
    if (canary != kCanary) {
        give_up("a fiber's stack is too small");
    }
}

void Ranks::give_way() {
    if (running_ >= 0 && _setjmp(fibers_[static_cast<size_t>(running_)].resume_point) == 0) {
        _longjmp(g_scheduler, 1);
    }
}

void Ranks::resume_node(int node) {
    is_due_[static_cast<size_t>(node)] = 0;
    const int first = node * shape_.per_node;
    const int end = std::min(first + shape_.per_node, shape_.ranks);
    for (int rank = first; rank < end; ++rank) {
        resume(rank);
    }
}

/// One pass over what may go on. @return false when there was nothing
bool Ranks::step() {
    bool has_done = false;
    for (int node = 0; node < shape_.nodes(); ++node) {
        if (is_due_[static_cast<size_t>(node)] != 0) {
            resume_node(node);
            has_done = true;
        }
    }
    has_done = has_done || !wire_->is_empty();
    reached_.clear();
    wire_->deliver(reached_);
    for (const int rank : reached_) {
        resume(rank);
        // Others of its node may look at what has come.
        if (fibers_[static_cast<size_t>(rank)].is_done) {
            is_due_[static_cast<size_t>(rank / shape_.per_node)] = 1;
        }
    }
    return has_done;
}

void Ranks::report_stuck(const char* what) const {
    int rank = 0;
    while (fibers_[static_cast<size_t>(rank)].is_done) {
        ++rank;
    }
    std::fprintf(stderr,
                 "simulated ranks: in '%s' %d of %d wait for what nobody will do; rank %d is the "
                 "first of them\n",
                 what, left_, shape_.ranks, rank);
    std::fflush(nullptr);
    _exit(1);
}

Most Ranks::most() const {
    Most most{};
    const auto raise = [](Traffic& highest, const Traffic& one) {
        highest.messages = std::max(highest.messages, one.messages);
        highest.bytes = std::max(highest.bytes, one.bytes);
        highest.round_trips = std::max(highest.round_trips, one.round_trips);
        highest.received = std::max(highest.received, one.received);
        highest.bytes_received = std::max(highest.bytes_received, one.bytes_received);
    };
    Traffic node{};
    for (int rank = 0; rank < shape_.ranks; ++rank) {
        const Traffic& one = wire_->traffic(rank);
        raise(most.of_rank, one);
        node.messages += one.messages;
        node.bytes += one.bytes;
        node.round_trips += one.round_trips;
        node.received += one.received;
        node.bytes_received += one.bytes_received;
        most.messages += one.messages;
        if ((rank + 1) % shape_.per_node == 0 || rank + 1 == shape_.ranks) {
            raise(most.of_node, node);
            node = {};
        }
    }
    return most;
}

Most Ranks::run(const char* what, const std::function<void(int)>& body) {
    body_ = &body;
    left_ = shape_.ranks;
    wire_->clear_traffic();
    for (int rank = 0; rank < shape_.ranks; ++rank) {
        enter(rank);
    }
    std::fill(is_due_.begin(), is_due_.end(), uint8_t{1});
    while (left_ > 0 || !wire_->is_empty()) {
        if (!step()) {
            report_stuck(what);
        }
    }
    return most();
}

size_t Ranks::heap_bytes_of(int rank) const {
    return resident_bytes(job_.heap(rank), job_.header->heap_stride);
}

size_t Ranks::private_bytes_of(int rank) const {
    constexpr size_t kLarge = size_t{64} << 10; // pages of its own, touched or not
    size_t bytes = sizeof(core::WholeRank);
    for (const Allocation& one : allocations_) {
        if (one.rank == rank) {
            bytes += one.bytes < kLarge ? one.bytes : resident_bytes(one.memory, one.bytes);
        }
    }
    return bytes;
}

/// Counts the allocations of the runtime and of the simulation while a rank runs; what is freed is
/// not subtracted.
void Ranks::count_allocation(void* memory, size_t bytes) {
    if (running_ >= 0 && is_watched(shape_, running_)) {
        const int rank = std::exchange(running_, -1); // the list allocates, too
        allocations_.push_back({rank, static_cast<std::byte*>(memory), bytes});
        running_ = rank;
    }
}

} // namespace arauto::simulation

// The runtime's calloc and operator new come here (scaling.cmake).
extern "C" void* __real_calloc(size_t count, size_t bytes);
extern "C" void* __wrap_calloc(size_t count, size_t bytes);
extern "C" void* __wrap_calloc(size_t count, size_t bytes) {
    void* const memory = __real_calloc(count, bytes);
    if (arauto::simulation::g_ranks != nullptr) {
        arauto::simulation::g_ranks->count_allocation(memory, count * bytes);
    }
    return memory;
}
