// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See epoch_access.hpp.
#include "epoch/epoch_access.hpp"

#include "epoch/epoch_missing.hpp"
#include "epoch/epoch_request.hpp"
#include "epoch/epoch_wait.hpp"

#include <atomic>
#include <cstring>
#include <mutex>

namespace arauto::core {
namespace {

constexpr uint32_t kRecordedMax = 65536;
constexpr uint64_t kRecordedBytesMax = uint64_t{64} << 20;

std::mutex g_kernels_mutex; // guards g_kernel_count
std::atomic<arauto_kernel_f> g_kernels[kKernelsMax];
uint32_t g_kernel_count = kFirstOfProgram;

Status no_epoch(const Epochs& epochs, int member, const char* call) noexcept {
    return fail(ARAUTO_ERR_EPOCH, "%s: no access epoch is open that covers %s of %d", call,
                name_of(member).text, epochs.size);
}

/// Whether operations towards the link's target need not be recorded. Under the guard.
bool is_clear(const Epochs& epochs, const Epoch& epoch, const Link& link) noexcept {
    if (epoch.is_deferred || link.ops.head != 0) {
        return false;
    }
    if (link.stage == Stage::counted) {
        return epochs.pairs[link.rank].granted.load(std::memory_order_acquire) >=
               link.id; // PAIR epoch.granted: access
    }
    return link.stage == Stage::held;
}

bool is_granted_soon(const Epochs& epochs, const Link& link) noexcept {
    const std::atomic<uint64_t>& granted = epochs.pairs[link.rank].granted;
    return comes_soon([&] {
        return granted.load(std::memory_order_acquire) >= link.id; // PAIR epoch.granted: access
    });
}

} // namespace

Status register_kernel(arauto_kernel_f function, int* kernel_out) noexcept {
    const std::lock_guard guard(g_kernels_mutex);
    if (g_kernel_count == kKernelsMax) {
        return fail(ARAUTO_ERR_MEMORY, "arauto_kernel_register: there are %u kernels already",
                    kKernelsMax - kFirstOfProgram);
    }
    g_kernels[g_kernel_count].store(function, std::memory_order_release); // PAIR epoch.kernel: set
    *kernel_out = static_cast<int>(g_kernel_count++);
    return ARAUTO_OK;
}

arauto_kernel_f find_kernel(uint32_t number) noexcept {
    return number < kKernelsMax
               ? g_kernels[number].load(std::memory_order_acquire) // PAIR epoch.kernel: look
               : nullptr;
}

MemberAccess find_access(Epochs& epochs, int member, OwnerGuard& guard, const char* call) noexcept {
    if (guard.status() < 0) {
        return {guard.status(), nullptr};
    }
    const JobOffset open = epochs.pairs[member].open;
    Link* link = nullptr;
    if (open != 0) {
        link = &epochs.at<Link>(open);
    } else if (epochs.everyone != 0) {
        link = &epochs.at<Epoch>(epochs.everyone).first;
        epochs.is_fence_used = epochs.is_fenced;
    } else if (epochs.is_fenced) {
        epochs.is_fence_used = true;
        return {ARAUTO_OK, nullptr};
    } else {
        return {no_epoch(epochs, member, call), nullptr};
    }
    const Epoch& epoch = epochs.at<Epoch>(link->epoch);
    if (is_clear(epochs, epoch, *link) ||
        (guard.is_alone() && link->stage == Stage::counted && is_granted_soon(epochs, *link))) {
        return {ARAUTO_OK, nullptr};
    }
    if (const Status status = guard.lock(); status < 0) {
        return {status, nullptr};
    }
    if (!epoch.is_deferred) { // an epoch that is open stays, whatever a step ends
        Engine engine(epochs, epochs.rank);
        step_towards(engine, *link);
    }
    return {ARAUTO_OK, is_clear(epochs, epoch, *link) ? nullptr : link};
}

Status record(Epochs& epochs,
              Link& link,
              const Recording& what,
              JobOffset request,
              const char* call) noexcept {
    const size_t bytes = what.payload.size() + what.more.size();
    const JobOffset offset = allocate_record(epochs, sizeof(Op) + bytes);
    if (offset == 0) {
        return fail(ARAUTO_ERR_MEMORY,
                    "%s: no room to record another operation; %u are recorded (setting "
                    "ARAUTO_HEAP_SIZE)",
                    call, epochs.mine->recorded);
    }
    Op& op = epochs.at<Op>(offset);
    op.request = request;
    op.kernel = what.kernel;
    op.flags = what.flags;
    op.target = epochs.to_world(what.target);
    op.bytes = static_cast<uint32_t>(bytes);
    auto* const payload = reinterpret_cast<std::byte*>(&op + 1);
    if (!what.payload.empty()) {
        std::memcpy(payload, what.payload.data(), what.payload.size());
    }
    if (!what.more.empty()) {
        std::memcpy(payload + what.payload.size(), what.more.data(), what.more.size());
    }
    Engine engine(epochs, epochs.rank);
    push(engine, link.ops, op);
    tally(ARAUTO_COUNTER_EPOCH_RECORDED, 0, sizeof(Op) + bytes);
    ++engine.cell.recorded;
    engine.cell.recorded_bytes += sizeof(Op) + bytes;
    if (!epochs.at<Epoch>(link.epoch).is_deferred && !link.is_queued) {
        enqueue(engine, link);
    }
    return ARAUTO_OK;
}

Status record_call(Epochs& epochs,
                   Link& link,
                   const Recording& what,
                   arauto_request_t* request,
                   const char* call) noexcept {
    if (request == nullptr) {
        return record(epochs, link, what, 0, call);
    }
    const JobOffset offset = make_request(epochs, 1);
    if (offset == 0) {
        return fail(ARAUTO_ERR_MEMORY,
                    "%s: this %s's heap has no room for a request (setting ARAUTO_HEAP_SIZE)", call,
                    noun());
    }
    const Status status = record(epochs, link, what, offset, call);
    if (status < 0) {
        discard_request(epochs, offset);
        return status;
    }
    *request = hand_out(epochs, offset);
    return ARAUTO_OK;
}

bool has_room(const Epochs& epochs) noexcept {
    return epochs.mine->recorded < kRecordedMax && epochs.mine->recorded_bytes < kRecordedBytesMax;
}

void make_room(Epochs& epochs) noexcept {
    wait_for_engine(
        epochs,
        [&] { // the next guard reports a broken engine
            const OwnerGuard guard(epochs);
            return guard.status() < 0 || has_room(epochs);
        },
        [&](boot::WaitDetail& detail) { find_missing(epochs, 0, detail); });
}

} // namespace arauto::core
