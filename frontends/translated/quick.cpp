// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See quick.hpp.
#include "quick.hpp"

#include "arauto/spi/rma.h"

namespace arauto::translated {

void forget_recent_coarrays() noexcept {
    // PAIR regions.version: raise, behind the change
    g_state.quick.version.fetch_add(1, std::memory_order_release);
}

const RecentCoarray* remember_coarray(uintptr_t address, char* const* anchors) noexcept {
    // PAIR regions.version: look, then search
    const uint64_t version = g_state.quick.version.load(std::memory_order_acquire);
    RecentCoarray found{};
    if (!describe_coarray(address, anchors, &found)) {
        return nullptr;
    }
    found.version = version;
    RecentCoarray* const recent = t_state.recent_coarrays;
    recent[1] = recent[0];
    recent[0] = found;
    return recent;
}

void open_fast_path(const std::vector<uint64_t>& anchors, arauto_segment_h segment) {
    QuickState& quick = g_state.quick;
    quick.segment = segment;
    quick.opened = new char*[anchors.size()];
    const auto self = static_cast<size_t>(arauto_rank());
    quick.anchor = anchors[self] - reinterpret_cast<uint64_t>(arauto_segment_base(segment));
    for (size_t rank = 0; rank < anchors.size(); ++rank) {
        void* address = nullptr;
        static_cast<void>(arauto_is_shared_at(static_cast<int>(rank), anchors[rank], &address));
        quick.opened[rank] = static_cast<char*>(address); // null where it is not mapped
    }
    quick.opened[self] = own_anchor();
    // PAIR quick.anchors: publish
    quick.anchors.store(quick.opened, std::memory_order_release);
}

void* mapped_counterpart(const void* local, int rank) noexcept {
    RecentCoarray recent{};
    auto* start = static_cast<char*>(arauto_segment_pointer(g_state.quick.segment, rank));
    const auto address = reinterpret_cast<uintptr_t>(local);
    const bool is_here = start != nullptr && describe_coarray(address, nullptr, &recent);
    return is_here && recent.anchors == nullptr
               ? start + g_state.quick.anchor + (address - recent.anchor)
               : nullptr;
}

bool is_unmapped(int rank) noexcept {
    return arauto_segment_pointer(g_state.quick.segment, rank) == nullptr;
}

void close_fast_path() noexcept {
    if (g_state.quick.anchors.load(std::memory_order_relaxed) != nullptr) {
        // PAIR quick.anchors: take back
        g_state.quick.anchors.store(nullptr, std::memory_order_release);
    }
}

void handle_failures() noexcept {
    if (!g_state.quick.failures_are_handled.load(std::memory_order_relaxed)) {
        g_state.quick.failures_are_handled.store(true, std::memory_order_relaxed);
    }
    arauto_handle_failures();
}

} // namespace arauto::translated
