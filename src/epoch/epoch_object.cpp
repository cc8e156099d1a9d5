// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Creation and release of epochs objects. The cells of a member, with a Pair for each other member,
// are symmetric memory whose pages come when touched: a member with few partners uses few.
#include "epoch/epoch_object.hpp"

#include "epoch/epoch_missing.hpp"
#include "epoch/epoch_wait.hpp"
#include "team/barrier.hpp"

namespace arauto::core {
namespace {

size_t cell_bytes(int size) noexcept {
    // Segments are aligned to 64 bytes.
    return sizeof(EngineCell) + static_cast<size_t>(size) * sizeof(Pair) + kApart;
}

Status check_nothing_open(const Epochs& epochs, const char* call) noexcept {
    const char* const what = epochs.post != 0                            ? "an exposure epoch is"
                             : epochs.start != 0                         ? "an access epoch is"
                             : epochs.locks != 0                         ? "a lock epoch is"
                             : epochs.everyone != 0 && !epochs.is_fenced ? "a lock_all epoch is"
                             : epochs.everyone != 0 && epochs.is_fence_used
                                 ? "a fence epoch with operations is"
                                 : nullptr;
    return what == nullptr
               ? ARAUTO_OK
               : fail(ARAUTO_ERR_EPOCH, "%s: %s open still; close it first", call, what);
}

} // namespace

void drain(Epochs& epochs) noexcept {
    wait_for_engine(
        epochs,
        [&] {
            static_cast<void>(step_own(epochs));
            // PAIR engine.broken: look
            return epochs.is_idle() || epochs.mine->broken.load(std::memory_order_acquire) != 0;
        },
        [&](boot::WaitDetail& detail) { find_missing(epochs, 0, detail); });
}

Status create_epochs(Team& team, Epochs** epochs_out, const char* call) noexcept {
    Segment* segment = nullptr;
    const Status status = allocate_segment(team, cell_bytes(team.size), &segment, call);
    if (segment == nullptr) {
        return status;
    }
    const Rank& self = this_rank();
    auto* const epochs = new Epochs;
    epochs->base = self.job.base();
    epochs->cells0 = self.heap(0) + (segment->offset + kApart - 1) / kApart * kApart;
    epochs->stride = self.heap_stride;
    epochs->members = team.members;
    epochs->rank = team.rank;
    epochs->size = team.size;
    epochs->mine = &epochs->cell(team.rank);
    epochs->first = &epochs->cell(0);
    epochs->near_first = &epochs->cell(team.nodes.first);
    epochs->is_spread = team.is_spread();
    epochs->pairs = epochs->mine->pairs;
    epochs->segment = segment;
    epochs->team = &team;
    // relaxed because no other thread knows of it yet
    epochs->next_to_help.store(team.rank, std::memory_order_relaxed);
    enlist(*epochs);
    *epochs_out = epochs;
    return status;
}

uint64_t count_recorded(Epochs& epochs) noexcept {
    const OwnerGuard guard(epochs);
    return guard.is_alone() ? 0 : epochs.mine->recorded;
}

Status free_epochs(Epochs* epochs, const char* call) noexcept {
    if (const Status status = check_nothing_open(*epochs, call); status < 0) {
        return status;
    }
    if (epochs->everyone != 0) {
        const OwnerGuard guard(*epochs);
        if (guard.status() >= 0) {
            Engine engine(*epochs, epochs->rank);
            forget_epoch(engine, epochs->at<Epoch>(epochs->everyone));
        }
        epochs->everyone = 0;
    }
    drain(*epochs);
    // Peers may work on this engine until they have drained theirs.
    const Status passed = barrier(*epochs->team, call);
    if (passed == ARAUTO_ERR_STOPPED) {
        return passed;
    }
    withdraw(*epochs);
    // PAIR engine.broken: look
    if (epochs->mine->broken.load(std::memory_order_acquire) != 0) {
        // Its memory stays: requests read it, and a dead peer's work may be there. The other
        // members, whose engines may be whole, pass one more barrier.
        const Status last = barrier(*epochs->team, call);
        return last == ARAUTO_ERR_STOPPED ? last : ARAUTO_OK;
    }
    for (void* const chunk : epochs->chunks) {
        static_cast<void>(this_rank().own_heap.free_local(chunk));
    }
    const Status status = free_segment(epochs->segment, call);
    delete epochs;
    return status;
}

} // namespace arauto::core
