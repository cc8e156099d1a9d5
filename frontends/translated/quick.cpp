// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See quick.hpp.
#include "quick.hpp"

#include "arauto/spi/rma.h"

namespace arauto::translated {

constinit std::atomic<uint64_t> regions_version{1};
constinit std::atomic<char* const*> quick_anchors{nullptr};
constinit std::atomic<bool> failures_are_handled{false};
thread_local constinit RecentCoarray recent_coarrays[kRecent]{};

namespace {

std::vector<char*>& anchors_here() noexcept {
    static auto* all = new std::vector<char*>; // never destroyed: programs put until their end
    return *all;
}

arauto_segment_h g_segment = nullptr; // the anchors': written once, before main
uint64_t g_anchor = 0; // from its start

} // namespace

void forget_recent_coarrays() noexcept {
    // PAIR regions.version: raise, behind the change
    regions_version.fetch_add(1, std::memory_order_release);
}

const RecentCoarray* remember_coarray(uintptr_t address, char* const* anchors) noexcept {
    // PAIR regions.version: look, then search
    const uint64_t version = regions_version.load(std::memory_order_acquire);
    RecentCoarray found{};
    if (!describe_coarray(address, anchors, &found)) {
        return nullptr;
    }
    found.version = version;
    recent_coarrays[1] = recent_coarrays[0];
    recent_coarrays[0] = found;
    return &recent_coarrays[0];
}

void open_fast_path(const std::vector<uint64_t>& anchors, arauto_segment_h segment) {
    std::vector<char*>& here = anchors_here();
    g_segment = segment;
    const auto self = static_cast<size_t>(arauto_rank());
    g_anchor = anchors[self] - reinterpret_cast<uint64_t>(arauto_segment_base(segment));
    for (size_t rank = 0; rank < anchors.size(); ++rank) {
        void* address = nullptr;
        static_cast<void>(arauto_is_shared_at(static_cast<int>(rank), anchors[rank], &address));
        here.push_back(static_cast<char*>(address)); // null where it is not mapped
    }
    here[self] = own_anchor();
    // PAIR quick.anchors: publish
    quick_anchors.store(here.data(), std::memory_order_release);
}

void* mapped_counterpart(const void* local, int rank) noexcept {
    RecentCoarray recent{};
    auto* start = static_cast<char*>(arauto_segment_pointer(g_segment, rank));
    const auto address = reinterpret_cast<uintptr_t>(local);
    const bool is_here = start != nullptr && describe_coarray(address, nullptr, &recent);
    return is_here && recent.anchors == nullptr ? start + g_anchor + (address - recent.anchor)
                                                : nullptr;
}

bool is_unmapped(int rank) noexcept {
    return arauto_segment_pointer(g_segment, rank) == nullptr;
}

void close_fast_path() noexcept {
    if (quick_anchors.load(std::memory_order_relaxed) != nullptr) {
        // PAIR quick.anchors: take back
        quick_anchors.store(nullptr, std::memory_order_release);
    }
}

void handle_failures() noexcept {
    if (!failures_are_handled.load(std::memory_order_relaxed)) {
        failures_are_handled.store(true, std::memory_order_relaxed);
    }
    arauto_handle_failures();
}

} // namespace arauto::translated
