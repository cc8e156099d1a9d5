// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Runs recorded operations, in the owner's process or in a peer's. A peer reaches the owner's
// private memory only by cross-memory attach: any other way would need the owner's help, and the
// peer would wait for the rank that it works for. Operations that a peer cannot do are left to the
// owner.
#include "epoch/epoch_access.hpp"
#include "epoch/epoch_request.hpp"
#include "os/cma.hpp"

#include <algorithm>
#include <cstring>

#if defined(__SANITIZE_THREAD__)
extern "C" void __tsan_ignore_thread_begin(); // not in GCC's headers
extern "C" void __tsan_ignore_thread_end();
#endif

namespace arauto::core {
namespace {

/// Copies for a peer that the thread sanitizer does not watch. It follows one process: where a
/// thread of this one copies for a peer, and another thread is then granted the same bytes by that
/// peer, the order is made by the peer's accesses to shared memory, which it does not see.
struct Unwatched {
#if defined(__SANITIZE_THREAD__)
    Unwatched() noexcept { __tsan_ignore_thread_begin(); }
    ~Unwatched() { __tsan_ignore_thread_end(); }
    Unwatched(const Unwatched&) = delete;
    Unwatched& operator=(const Unwatched&) = delete;
#endif
};

enum class RunOutcome : uint8_t { done, partly, stuck };
struct Ran {
    RunOutcome outcome;
    Status status;
};

/// Copies between the private memory of the owner and memory that is mapped here.
Ran attach(Direction direction, int owner, uint64_t address, std::byte* mapped, size_t bytes) {
    // PAIR job.changes: that process stored it before it set its state
    const auto pid =
        static_cast<int64_t>(this_rank().images[owner].pid.load(std::memory_order_acquire));
    const os::CmaOutcome outcome = direction == Direction::put
                                       ? os::cma_read(pid, address, mapped, bytes)
                                       : os::cma_write(pid, address, mapped, bytes);
    switch (outcome) {
    case os::CmaOutcome::done:
        return {RunOutcome::done, ARAUTO_OK};
    case os::CmaOutcome::unmapped:
        return {RunOutcome::done, ARAUTO_ERR_RANGE};
    case os::CmaOutcome::gone:
        return {RunOutcome::done, ARAUTO_ERR_FAILED};
    case os::CmaOutcome::forbidden:
        break;
    }
    return {RunOutcome::stuck, ARAUTO_OK};
}

/// The target's memory as this process sees it; null when it cannot.
std::byte* target_memory(const Op& op, const Transfer& transfer) noexcept {
    if (transfer.space == transport::Space::heap) {
        return direct_ptr({op.target, transport::Space::heap, transfer.remote + transfer.moved});
    }
    const bool is_here = op.target == this_rank().rank;
    return is_here ? reinterpret_cast<std::byte*>(transfer.remote + transfer.moved) : nullptr;
}

/// The rest of a short put's data, which follows its record.
std::byte* inline_data(Transfer& transfer) noexcept {
    return reinterpret_cast<std::byte*>(&transfer + 1) + transfer.moved;
}

/// Runs a transfer in a peer of the owner.
Ran help_transfer(int owner, const Op& op, Transfer& transfer, size_t bytes) noexcept {
    [[maybe_unused]] const Unwatched unwatched;
    std::byte* const there = target_memory(op, transfer);
    if (there == nullptr) {
        return {RunOutcome::stuck, ARAUTO_OK};
    }
    if (transfer.is_inline) {
        std::memcpy(there, inline_data(transfer), bytes);
        return {RunOutcome::done, ARAUTO_OK};
    }
    const Result<transport::Address> local =
        resolve(owner, transfer.local + transfer.moved, bytes, "an operation of an epoch");
    if (!local.ok()) {
        return {RunOutcome::done, local.status};
    }
    if (local.value.space == transport::Space::foreign) {
        return attach(transfer.direction, owner, local.value.value, there, bytes);
    }
    std::byte* const here = this_rank().heap(owner) + local.value.value;
    const bool is_put = transfer.direction == Direction::put;
    copy_bytes(is_put ? there : here, is_put ? here : there, bytes);
    return {RunOutcome::done, ARAUTO_OK};
}

Ran run_transfer(const Engine& engine, const Op& op, Transfer& transfer, Budget& budget) noexcept {
    const size_t bytes = std::min<size_t>(transfer.bytes - transfer.moved, budget.bytes);
    Ran run{RunOutcome::done, ARAUTO_OK};
    if (engine.is_own()) {
        auto* const local = transfer.is_inline
                                ? inline_data(transfer)
                                : reinterpret_cast<std::byte*>(transfer.local + transfer.moved);
        run.status =
            move(transfer.direction, {op.target, transfer.space, transfer.remote + transfer.moved},
                 local, bytes);
    } else {
        run = help_transfer(engine.view.to_world(engine.owner), op, transfer, bytes);
        if (run.outcome != RunOutcome::stuck) {
            tally(counter_of(transfer.direction), 1, bytes); // by the process that does it
        }
    }
    if (run.outcome == RunOutcome::stuck || run.status < 0) {
        return run;
    }
    budget.bytes -= bytes;
    transfer.moved += bytes;
    run.outcome = transfer.moved == transfer.bytes ? RunOutcome::done : RunOutcome::partly;
    return run;
}

Ran run_fetch(const Engine& engine, const Op& op, const Fetch& fetch) noexcept {
    auto* old = reinterpret_cast<uint64_t*>(fetch.old);
    if (!engine.is_own()) {
        const int owner = engine.view.to_world(engine.owner);
        const transport::Address there{op.target, transport::Space::heap, fetch.remote};
        if (direct_ptr(there) == nullptr) {
            return {RunOutcome::stuck, ARAUTO_OK};
        }
        if (old != nullptr) {
            const Result<transport::Address> local =
                resolve(owner, fetch.old, sizeof(uint64_t), "an operation of an epoch");
            if (!local.ok() || local.value.space == transport::Space::foreign) {
                return {RunOutcome::stuck, ARAUTO_OK}; // its owner stores it
            }
            old = reinterpret_cast<uint64_t*>(this_rank().heap(owner) + local.value.value);
        }
    }
    return {RunOutcome::done,
            apply_atomic({op.target, transport::Space::heap, fetch.remote},
                         {fetch.op, fetch.width, fetch.operand, fetch.expected, old})};
}

Ran run_op(const Engine& engine, Op& op, Budget& budget) noexcept {
    void* const payload = &op + 1;
    if ((op.flags & ARAUTO_RUN_OWNER_ONLY) != 0 && !engine.is_own()) {
        return {RunOutcome::stuck, ARAUTO_OK};
    }
    switch (op.kernel) {
    case kMarker: // all operations recorded before a flush are done
        flush_all();
        return {RunOutcome::done, ARAUTO_OK};
    case kTransfer:
        return run_transfer(engine, op, *static_cast<Transfer*>(payload), budget);
    case kFetch:
        return run_fetch(engine, op, *static_cast<const Fetch*>(payload));
    default:
        break;
    }
    const arauto_kernel_f kernel = find_kernel(op.kernel);
    if (kernel == nullptr) { // not registered yet in the process that helps
        return {engine.is_own() ? RunOutcome::done : RunOutcome::stuck, ARAUTO_ERR_ARGUMENT};
    }
    const arauto_kernel_call_t call{.origin = engine.view.to_world(engine.owner),
                                    .target = op.target,
                                    .is_origin = engine.is_own() ? 1 : 0,
                                    .payload = payload,
                                    .bytes = op.bytes,
                                    .context = engine.view.context};
    const Status status = kernel(&call);
    return {status == ARAUTO_RUN_LATER ? RunOutcome::stuck : RunOutcome::done, status};
}

/// Ends the first recorded operation.
void retire(Engine& engine, Link& link, Status status, int culprit) noexcept {
    const JobOffset offset = link.ops.head;
    const Op& op = engine.at<Op>(offset);
    const size_t bytes = sizeof(Op) + op.bytes;
    const JobOffset request = op.request;
    pop<Op>(engine, link.ops);
    --engine.cell.recorded;
    engine.cell.recorded_bytes -= bytes;
    release_record(engine, offset, bytes);
    complete_request(engine.view, request, status, culprit);
}

} // namespace

bool run_ops(Engine& engine, Link& link, Budget& budget) noexcept {
    Epoch& epoch = engine.at<Epoch>(link.epoch);
    while (link.ops.head != 0) {
        if (budget.is_spent()) {
            return false;
        }
        Op& op = engine.at<Op>(link.ops.head);
        const Ran run = run_op(engine, op, budget);
        if (run.outcome != RunOutcome::done) {
            return false;
        }
        --budget.ops;
        note(epoch, run.status, op.target);
        retire(engine, link, run.status, op.target);
    }
    return true;
}

void drop_ops(Engine& engine, Link& link, Status status, int culprit) noexcept {
    while (link.ops.head != 0) {
        retire(engine, link, status, culprit);
    }
}

} // namespace arauto::core
