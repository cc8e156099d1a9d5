// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See epoch_request.hpp. Cells come from chunks of the owner's heap that live as long as the
// process, so that a request may be asked about after its object is gone. A cell's serial number is
// odd while it is in use and grows with each use: a request that was used up is recognised.
#include "epoch/epoch_request.hpp"

#include "runtime/wait.hpp"

#include <algorithm>
#include <mutex>

namespace arauto::core {
namespace {

RequestTable& table() noexcept {
    return *this_rank().requests;
}

RequestCell* next_of(const RequestCell& cell) noexcept {
    return reinterpret_cast<RequestCell*>(cell.next_unused);
}

/// Makes a cell unused. The caller holds the table's mutex.
void give_back(RequestCell& cell) noexcept {
    ++cell.serial;
    cell.next_unused = reinterpret_cast<uintptr_t>(table().unused);
    table().unused = &cell;
}

void collect_abandoned() noexcept {
    std::erase_if(table().abandoned, [](RequestCell* cell) {
        if (cell->left.load(std::memory_order_acquire) != 0) { // PAIR request.left: look
            return false;
        }
        give_back(*cell);
        return true;
    });
    table().collect_at = std::max(RequestTable::kCellsPerChunk, 2 * table().abandoned.size());
}

[[gnu::cold]] bool add_chunk() noexcept {
    collect_abandoned();
    if (table().unused != nullptr) {
        return true;
    }
    void* memory = nullptr;
    if (this_rank().own_heap.allocate_local(RequestTable::kCellsPerChunk * sizeof(RequestCell),
                                            &memory) < 0) {
        return false;
    }
    auto* const cells = static_cast<RequestCell*>(memory);
    for (size_t i = RequestTable::kCellsPerChunk; i-- > 0;) {
        cells[i].serial = 1;
        give_back(cells[i]);
    }
    return true;
}

} // namespace

Result<RequestCell*> find_request(const arauto_request_t& request, const char* call) noexcept {
    const Rank& self = this_rank();
    auto* const cell = reinterpret_cast<RequestCell*>(self.job.base() + request.offset);
    const auto offset =
        static_cast<uint64_t>(reinterpret_cast<std::byte*>(cell) - self.heap(self.rank));
    if (offset >= self.heap_bytes() || offset % alignof(RequestCell) != 0 ||
        cell->serial != request.serial) {
        return {fail(ARAUTO_ERR_ARGUMENT,
                     "%s: this is no request of this %s, or it was used up already", call, noun()),
                nullptr};
    }
    return {ARAUTO_OK, cell};
}

bool is_request_lost(const RequestCell& cell) noexcept {
    const auto& engine = *reinterpret_cast<const EngineCell*>(this_rank().job.base() + cell.engine);
    return engine.broken.load(std::memory_order_acquire) != 0; // PAIR engine.broken: look
}

Status conclude_request(RequestCell& cell, const char* call) noexcept {
    const bool lost = !is_request_complete(cell);
    const Status status = lost ? ARAUTO_ERR_FAILED : cell.status;
    const int culprit = cell.culprit;
    {
        const std::lock_guard guard(table().mutex);
        if (lost) {
            ++cell.serial; // it is not reused: a peer may still write it
        } else {
            give_back(cell);
        }
    }
    if (status >= 0) [[likely]] {
        return ARAUTO_OK;
    }
    if (lost) {
        return fail(status, "%s: a %s died while it worked for this one's epochs: they are lost",
                    call, noun());
    }
    if (status == ARAUTO_ERR_FAILED || status == ARAUTO_ERR_STOPPED) {
        return fail(status, "%s: %s %s before the epoch was complete", call, name_of(culprit).text,
                    status == ARAUTO_ERR_FAILED ? "failed" : "stopped");
    }
    return fail(status, "%s: an operation on %s that was recorded could not be done (%s)", call,
                name_of(culprit).text, status_name(status));
}

JobOffset make_request(Epochs& epochs, uint32_t left) noexcept {
    const std::lock_guard guard(table().mutex);
    if (table().unused == nullptr && !add_chunk()) [[unlikely]] {
        return 0;
    }
    RequestCell& cell = *table().unused;
    table().unused = next_of(cell);
    ++cell.serial;
    cell.left.store(left, std::memory_order_relaxed); // relaxed because the engine's lock orders
    cell.status = ARAUTO_OK;
    cell.culprit = -1;
    cell.view = reinterpret_cast<uintptr_t>(&epochs);
    cell.engine = epochs.offset_of(epochs.mine);
    cell.owner = this_rank().rank;
    return epochs.offset_of(&cell);
}

void discard_request(Epochs& epochs, JobOffset request) noexcept {
    if (request != 0) {
        const std::lock_guard guard(table().mutex);
        give_back(epochs.at<RequestCell>(request));
    }
}

arauto_request_t hand_out(Epochs& epochs, JobOffset request) noexcept {
    const RequestCell& cell = epochs.at<RequestCell>(request);
    if (is_request_complete(cell) && cell.status >= 0) {
        discard_request(epochs, request);
        return {0, 0};
    }
    return {request, cell.serial};
}

void complete_request(const Epochs& view, JobOffset request, Status status, int culprit) noexcept {
    if (request == 0) {
        return;
    }
    auto& cell = view.at<RequestCell>(request);
    if (status < 0 && cell.status >= 0) {
        cell.status = status;
        cell.culprit = culprit;
    }
    const int owner = cell.owner;
    cell.left.fetch_sub(1, std::memory_order_seq_cst); // PAIR request.left: complete
    if (owner != this_rank().rank) {
        ring(owner);
    }
}

Status free_request(arauto_request_t* request, const char* call) noexcept {
    if (request->offset == 0) {
        return ARAUTO_OK;
    }
    const Result<RequestCell*> found = find_request(*request, call);
    if (!found.ok()) {
        return found.status;
    }
    const std::lock_guard guard(table().mutex);
    RequestCell& cell = *found.value;
    ++cell.serial; // this name is used up
    ++cell.serial;
    table().abandoned.push_back(&cell);
    if (table().abandoned.size() >= table().collect_at) {
        collect_abandoned();
    }
    *request = {0, 0};
    return ARAUTO_OK;
}

} // namespace arauto::core
