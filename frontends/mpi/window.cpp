// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See window.hpp.
#include "window.hpp"

#include "count.hpp"

#include "arauto/rma.h"

#include <cstddef>

namespace arauto::mpi {
namespace {

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

bool meet_members(Window& window, arauto_counter_t counter) noexcept {
    if (g_is_counting) [[unlikely]] { // their bytes are those of private memory
        arauto_counters_add(counter, {0, kMeetingWords, 0});
    }
    MeetingPlace* const place = window.is_spread ? nullptr : &window.control(0).meeting;
    return meet(place, *window.team, ++window.meetings);
}

} // namespace arauto::mpi
