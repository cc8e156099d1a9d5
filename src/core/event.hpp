// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Events: a count of arrivals written by posters, a count of takings written by the owner; neither
// is ever reset.
#pragma once

#include "core/segment.hpp"
#include "core/wait.hpp"

struct arauto_event {
    arauto::core::Segment* segment = nullptr;
    size_t count = 0;
};

namespace arauto::core {

using Event = ::arauto_event;

[[nodiscard]] inline EventCell& event_cell(const Event& event, int rank, size_t index) noexcept {
    return reinterpret_cast<EventCell*>(runtime().heap(rank) + event.segment->offset)[index];
}

inline void post_event(const Event& event, int rank, size_t index) noexcept {
    transport::order_before_delivery();
    event_cell(event, rank, index)
        .arrived.value.fetch_add(1, std::memory_order_seq_cst); // PAIR event.arrived: post
    ring(rank);
}

[[nodiscard]] uint64_t query_event(const Event& event, size_t index) noexcept;
[[nodiscard]] Status wait_event(const Event& event, size_t index, uint64_t until_count) noexcept;

} // namespace arauto::core
