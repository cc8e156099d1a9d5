// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See shm.hpp. The ring protocol: take the target's mailbox, fill, `requested`, ring its doorbell;
// the owner copies in serve(); poll sees `done`, frees the mailbox. A holder that died is replaced
// by the next requester.
#include "transport/shm/shm.hpp"

#include "base/copy.hpp"
#include "base/counters.hpp"
#include "base/naming.hpp"
#include "os/cma.hpp"
#include "os/futex.hpp"
#include "transport/mapped.hpp"

#include <new>

namespace arauto::transport {

using shm::Mailbox;
using shm::MailState;
using shm::RemoteRange;

static_assert(shm::kRangesMax == os::kCmaRunsMax);

namespace {

uint64_t bytes_of(std::span<const Run> runs) noexcept {
    uint64_t bytes = 0;
    for (const Run& run : runs) {
        bytes += run.bytes;
    }
    return bytes;
}

void count_attach(std::span<const Run> runs) noexcept {
    const uint64_t calls = (runs.size() + os::kCmaRunsMax - 1) / os::kCmaRunsMax;
    tally_more(ARAUTO_COUNTER_FOREIGN, {calls, runs.size(), bytes_of(runs)});
}

} // namespace

Shm::Shm(const boot::Job& job, uint64_t bounce_offset) noexcept
    : job_(job), bounce_offset_(bounce_offset),
      cma_forbidden_(setting_choice(kForeignSetting).value == 2) {}

Capabilities Shm::capabilities() const noexcept {
    const bool ring =
        cma_forbidden_.load(std::memory_order_relaxed); // relaxed because only text depends on it
    return {.name = "shm",
            .foreign = true,
            .foreign_by = ring ? "copy ring served by its owner" : "cross-memory attach",
            .heap_bytes_max = SIZE_MAX,
            .bytes_max = shm::kDataBytes,
            .runs_max = shm::kRangesMax};
}

Mailbox& Shm::mailbox(int peer) const noexcept {
    return *std::launder(reinterpret_cast<Mailbox*>(job_.images[peer].mailbox));
}

Posted Shm::post(const Operation& operation) noexcept {
    const int peer = operation.remote.peer;
    if (operation.remote.space == Space::heap) {
        return execute_mapped(operation, job_.heap(peer) + operation.remote.value);
    }
    if (operation.kind == Kind::atomic) {
        return {Outcome::failed,
                fail(ARAUTO_ERR_UNSUPPORTED,
                     "atomics reach segments only, not private memory of %s", name_of(peer).text)};
    }
    const Run run{operation.remote.value, operation.local, operation.bytes};
    return post_runs({.kind = operation.kind,
                      .peer = peer,
                      .space = Space::foreign,
                      .runs = {&run, 1},
                      .ticket = operation.ticket});
}

Posted Shm::post_runs(const RunsOperation& operation) noexcept {
    if (operation.space == Space::heap) {
        return execute_mapped(operation, reinterpret_cast<uintptr_t>(job_.heap(operation.peer)));
    }
    // relaxed because the flag only chooses between two ways that both work
    return cma_forbidden_.load(std::memory_order_relaxed) ? post_ring(operation)
                                                          : post_cma(operation);
}

Posted Shm::unmapped(const RunsOperation& operation, size_t run) noexcept {
    return {Outcome::failed,
            fail(ARAUTO_ERR_RANGE, "address %#llx of %zu bytes is not mapped at %s",
                 static_cast<unsigned long long>(operation.runs[run].remote),
                 operation.runs[run].bytes, name_of(operation.peer).text)};
}

Posted Shm::post_cma(const RunsOperation& operation) noexcept {
    // relaxed because the collective that has made the memory known orders it
    const auto pid =
        static_cast<int64_t>(job_.images[operation.peer].pid.load(std::memory_order_relaxed));
    const os::CmaProgress progress = operation.kind == Kind::put
                                         ? os::cma_write_runs(pid, operation.runs)
                                         : os::cma_read_runs(pid, operation.runs);
    if (is_counting()) [[unlikely]] {
        count_attach(operation.runs);
    }
    switch (progress.outcome) {
    case os::CmaOutcome::done:
        return {Outcome::done, ARAUTO_OK};
    case os::CmaOutcome::unmapped:
        return unmapped(operation, progress.runs);
    case os::CmaOutcome::gone:
        return {Outcome::failed, fail(ARAUTO_ERR_FAILED, "%s has ended, its private memory is gone",
                                      name_of(operation.peer).text)};
    case os::CmaOutcome::forbidden:
        break;
    }
    cma_forbidden_.store(
        true, std::memory_order_relaxed); // relaxed because each user finds out by itself
    return post_ring(operation);
}

void Shm::wake(int rank) noexcept {
    boot::ImageBlock& block = job_.images[rank];
    block.doorbell.fetch_add(1, std::memory_order_seq_cst); // PAIR wait.doorbell: ring
    os::futex_wake_all(block.doorbell);
}

bool Shm::take_mailbox(int peer) noexcept {
    Mailbox& box = mailbox(peer);
    uint32_t holder = 0;
    const auto mine = static_cast<uint32_t>(job_.rank + 1);
    // PAIR ring.holder: take
    if (box.holder.compare_exchange_strong(holder, mine, std::memory_order_acquire)) {
        return true;
    }
    // PAIR ring.wanted: raise, then look again; finish_ring frees it, then looks at `wanted`
    box.wanted.store(1, std::memory_order_seq_cst);
    holder = 0;
    if (box.holder.compare_exchange_strong(holder, mine, std::memory_order_seq_cst)) {
        return true;
    }
    // PAIR ring.holder: acquire here, release in finish_ring. A dead holder is replaced,
    // but only once the owner has answered it: the owner may be copying for it now.
    const bool dead =
        job_.images[holder - 1].state.load(std::memory_order_acquire) == boot::ImageState::failed;
    const bool served = box.state.load(std::memory_order_acquire) != MailState::requested;
    return dead && served &&
           box.holder.compare_exchange_strong(holder, mine, std::memory_order_acquire);
}

void Shm::fill_bounce(const RunsOperation& operation) noexcept {
    std::byte* const bounce = job_.heap(job_.rank) + bounce_offset_;
    auto* range = reinterpret_cast<RemoteRange*>(bounce);
    std::byte* data = bounce + shm::kTableBytes;
    for (const Run& run : operation.runs) {
        *range++ = {run.remote, run.bytes};
        if (operation.kind == Kind::put) {
            copy_bytes(data, run.local, run.bytes);
            data += run.bytes;
        }
    }
}

void Shm::take_from_bounce(const RunsOperation& operation) noexcept {
    const std::byte* data = job_.heap(job_.rank) + bounce_offset_ + shm::kTableBytes;
    for (const Run& run : operation.runs) {
        copy_bytes(run.local, data, run.bytes);
        data += run.bytes;
    }
}

Posted Shm::post_ring(const RunsOperation& operation) noexcept {
    const std::unique_lock<std::mutex> guard(ring_mutex_, std::try_to_lock);
    if (!guard.owns_lock() || ring_busy_ || !take_mailbox(operation.peer)) {
        return {Outcome::again, ARAUTO_OK};
    }
    fill_bounce(operation);
    Mailbox& box = mailbox(operation.peer);
    box.bounce_offset = bounce_offset_;
    box.ranges = static_cast<uint32_t>(operation.runs.size());
    box.is_put = operation.kind == Kind::put ? 1 : 0;
    box.moved = 0;
    // PAIR ring.request: release here, acquire in serve
    box.state.store(MailState::requested, std::memory_order_release);
    ring_busy_ = true;
    tally(ARAUTO_COUNTER_COPY_RING, 1, bytes_of(operation.runs));
    ring_operation_ = operation;
    if (operation.runs.size() == 1) { // may be one that post has made on its stack
        ring_run_ = operation.runs[0];
        ring_operation_.runs = {&ring_run_, 1};
    }
    wake(operation.peer);
    return {Outcome::posted, ARAUTO_OK};
}

size_t Shm::poll(std::span<Completion> completions) noexcept {
    const std::unique_lock<std::mutex> guard(ring_mutex_, std::try_to_lock);
    if (!guard.owns_lock() || !ring_busy_ || completions.empty()) {
        return 0;
    }
    const int peer = ring_operation_.peer;
    Mailbox& box = mailbox(peer);
    // PAIR ring.answer: acquire here, release in serve
    const MailState state = box.state.load(std::memory_order_acquire);
    const bool dead =
        job_.images[peer].state.load(std::memory_order_acquire) == boot::ImageState::failed;
    if (state == MailState::requested && !dead) {
        return 0;
    }
    completions[0] = {ring_operation_.ticket, finish_ring(box)};
    return 1;
}

Status Shm::finish_ring(Mailbox& box) noexcept {
    const RunsOperation& operation = ring_operation_;
    const MailState state = box.state.load(std::memory_order_acquire); // PAIR ring.answer
    Status status = ARAUTO_OK;
    if (state == MailState::done && operation.kind == Kind::get) {
        take_from_bounce(operation);
    } else if (state == MailState::unmapped) {
        status = unmapped(operation, box.moved).status;
    } else if (state == MailState::requested) {
        status = fail(ARAUTO_ERR_FAILED, "%s failed while its private memory was accessed",
                      name_of(operation.peer).text);
    }
    box.state.store(MailState::idle,
                    std::memory_order_relaxed); // relaxed because the holder's release orders it
    box.holder.store(0, std::memory_order_seq_cst); // PAIR ring.holder
    // PAIR ring.wanted: look
    if (box.wanted.exchange(0, std::memory_order_seq_cst) != 0) {
        for (int rank = 0; rank < job_.size; ++rank) {
            wake(rank);
        }
    }
    ring_busy_ = false;
    return status;
}

namespace {

/// The owner's part. @return false when it found a range where nothing is mapped
bool move_ranges(Mailbox& box, std::byte* bounce) noexcept {
    const auto* const table = reinterpret_cast<const RemoteRange*>(bounce);
    std::byte* data = bounce + shm::kTableBytes;
    os::MappedHere mapped;
    for (; box.moved < box.ranges; ++box.moved) {
        const RemoteRange range = table[box.moved];
        if (!mapped.contains(range.address, range.bytes)) {
            return false;
        }
        auto* const here = reinterpret_cast<std::byte*>(range.address);
        copy_bytes(box.is_put != 0 ? here : data, box.is_put != 0 ? data : here, range.bytes);
        data += range.bytes;
    }
    return true;
}

} // namespace

bool Shm::serve() noexcept {
    Mailbox& box = mailbox(job_.rank);
    if (box.state.load(std::memory_order_relaxed) !=
        MailState::requested) { // relaxed because the next load orders
        return false;
    }
    const std::unique_lock<std::mutex> guard(ring_mutex_, std::try_to_lock);
    // PAIR ring.request: acquire here, release in post_ring
    if (!guard.owns_lock() || box.state.load(std::memory_order_acquire) != MailState::requested) {
        return false;
    }
    const uint32_t holder =
        box.holder.load(std::memory_order_relaxed); // relaxed because `requested` ordered it
    std::byte* bounce = job_.heap(static_cast<int>(holder) - 1) + box.bounce_offset;
    const bool moved = move_ranges(box, bounce);
    // PAIR ring.answer: release here, acquire in poll
    box.state.store(moved ? MailState::done : MailState::unmapped, std::memory_order_release);
    wake(static_cast<int>(holder) - 1);
    return true;
}

} // namespace arauto::transport
