// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Processes of other nodes: where their windows are, and whose turn it is to accumulate there.
#include "accumulate_turn.hpp"
#include "window.hpp"

#include "arauto/atomic.h"
#include "arauto/rma.h"
#include "arauto/service.h"

#include <cstddef>

namespace arauto::mpi {
namespace {

constexpr size_t kNext = offsetof(ProcessBlock, accumulate) + offsetof(TicketLock, next);
constexpr size_t kServing = offsetof(ProcessBlock, accumulate) + offsetof(TicketLock, serving);

/// One thread asks at a time.
std::mutex g_asking;

} // namespace

const Place& far_place(const Window& window, int member) noexcept {
    FarPlace& known = window.far_places[member];
    if (known.is_known.load(std::memory_order_acquire) == 0) [[unlikely]] { // PAIR far.place: look
        const std::lock_guard<std::mutex> guard(g_asking);
        Place place{};
        const arauto_status_t status = arauto_get(window.segment, window.job_ranks[member],
                                                  offsetof(Control, place), &place, sizeof place);
        if (status < 0 || known.is_known.load(std::memory_order_relaxed) != 0) { // relaxed: guarded
            return known.place;
        }
        place.is_mapped = 0;
        known.place = place;
        known.is_known.store(1, std::memory_order_release); // PAIR far.place: store
    }
    return known.place;
}

uint64_t Ticket::take_far(int job_rank) noexcept {
    uint64_t number = 0;
    arauto_service_settle(job_rank); // what this process has accumulated there comes first
    arauto_atomic_fetch(job().blocks, job_rank, kNext, 8, ARAUTO_ATOMIC_ADD, 1, &number);
    return number;
}

/// The lock of one that has died is everybody's: what they do there comes to nothing.
bool Ticket::is_far_turn_of(int job_rank, uint64_t number) noexcept {
    uint64_t serving = 0;
    return arauto_atomic_load(job().blocks, job_rank, kServing, 8, &serving) < 0 ||
           serving == number;
}

void Ticket::leave_far(int job_rank, uint64_t number) noexcept {
    arauto_atomic_store(job().blocks, job_rank, kServing, 8, number + 1);
}

} // namespace arauto::mpi
