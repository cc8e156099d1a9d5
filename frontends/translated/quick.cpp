// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The quick way's memory, and the accesses that translated code makes without descriptors: an
// address here, an image, a number of bytes that lie in one piece on both sides.
#include "quick.hpp"

#include "access.hpp"
#include "arauto/rma.h"

#include <cstring>

namespace arauto::translated {

constinit std::atomic<uint64_t> regions_version{1};
constinit std::atomic<char* const*> quick_anchors{nullptr};
constinit std::atomic<bool> failures_are_handled{false};
thread_local constinit Spot spots[kSpots]{};

namespace {

std::vector<char*>& anchors_here() noexcept {
    static auto* all = new std::vector<char*>; // never destroyed: programs put until their end
    return *all;
}

/// A value that the compiler has in a register or its temporary: one move where it has 4 or 8
/// bytes. Source and target may overlap on this image.
[[gnu::always_inline]] inline void move(void* to, const void* from, size_t bytes) noexcept {
    if (bytes == sizeof(uint64_t)) {
        std::memcpy(to, from, sizeof(uint64_t));
    } else if (bytes == sizeof(uint32_t)) {
        std::memcpy(to, from, sizeof(uint32_t));
    } else {
        arauto_copy_bytes(to, from, bytes);
    }
}

arauto_segment_h g_segment = nullptr; // the anchors': written once, before main
uint64_t g_anchor = 0; // from its start

constexpr const char* kPut = "assignment to another image";
constexpr const char* kGet = "access to another image";

/// Whether bytes of this image's own are both read and written. The core copies through another
/// mapping of the same memory, so it cannot see that.
bool overlap(int rank, const void* a, const void* b, size_t bytes) noexcept {
    const auto first = reinterpret_cast<uintptr_t>(a);
    const auto second = reinterpret_cast<uintptr_t>(b);
    return rank == arauto_rank() && first - second + bytes - 1 < 2 * bytes - 1;
}

[[gnu::noinline]] void
put_generally(const void* a, int32_t image, const void* value, size_t bytes) noexcept {
    if (bytes == 0) {
        return; // a section without elements may begin anywhere
    }
    image = image_number(image, a);
    if (char* place = quick_place(a, bytes, image); place != nullptr) {
        move(place, value, bytes);
        return;
    }
    const int rank = rank_of(image, {}, kPut);
    if (a == nullptr && is_put_to_failed(rank, {})) {
        return;
    }
    const uint64_t address = coarray_address(a, image, rank, {});
    std::vector<char> read_before;
    if (overlap(rank, a, value, bytes)) {
        const auto* from = static_cast<const char*>(value);
        read_before.assign(from, from + bytes);
        value = read_before.data();
    }
    report_put({}, write_bytes({rank, address, false}, value, bytes));
}

[[gnu::noinline]] void
get_generally(void* to, int32_t image, const void* a, size_t bytes) noexcept {
    if (bytes == 0) {
        return;
    }
    image = image_number(image, a);
    if (const char* place = quick_place(a, bytes, image); place != nullptr) {
        move(to, place, bytes);
        return;
    }
    const int rank = rank_of(image, {}, kGet);
    const uint64_t address = coarray_address(a, image, rank, {});
    if (!overlap(rank, a, to, bytes)) {
        report({}, read_bytes({rank, address, false}, to, bytes), kGet);
        return;
    }
    std::vector<char> read_before(bytes);
    report({}, read_bytes({rank, address, false}, read_before.data(), bytes), kGet);
    std::memcpy(to, read_before.data(), bytes);
}

/// Left and right of an assignment, where the translator could not tell that they fit.
inline void check_sizes(int64_t elements, int64_t given) noexcept {
    if (elements != given) [[unlikely]] {
        fail({}, 1, "assignment: %lld elements on the left and %lld on the right",
             static_cast<long long>(elements), static_cast<long long>(given));
    }
}

} // namespace

void forget_spots() noexcept {
    regions_version.fetch_add(1,
                              std::memory_order_release); // PAIR regions.version: see quick_place
}

const Spot* find_spot(uintptr_t address, char* const* anchors) noexcept {
    const uint64_t version = regions_version.load(std::memory_order_acquire);
    Spot found{};
    if (!find_spot_of(address, anchors, &found)) {
        return nullptr;
    }
    found.version = version;
    spots[1] = spots[0];
    spots[0] = found;
    return &spots[0];
}

void open_quick_way(const std::vector<uint64_t>& anchors, arauto_segment_h segment) {
    std::vector<char*>& here = anchors_here();
    g_segment = segment;
    const auto self = static_cast<size_t>(arauto_rank());
    g_anchor = anchors[self] - reinterpret_cast<uint64_t>(arauto_segment_base(segment));
    for (size_t rank = 0; rank < anchors.size(); ++rank) {
        void* place = nullptr;
        static_cast<void>(arauto_is_shared_at(static_cast<int>(rank), anchors[rank], &place));
        here.push_back(static_cast<char*>(place)); // null where it is not mapped
    }
    here[self] = own_place();
    // PAIR quick.anchors: see quick_place
    quick_anchors.store(here.data(), std::memory_order_release);
}

void* mapped_place(const void* local, int rank) noexcept {
    Spot spot{};
    auto* start = static_cast<char*>(arauto_segment_pointer(g_segment, rank));
    const auto address = reinterpret_cast<uintptr_t>(local);
    const bool is_here = start != nullptr && find_spot_of(address, nullptr, &spot);
    return is_here && spot.places == nullptr ? start + g_anchor + (address - spot.anchor) : nullptr;
}

bool is_far(int rank) noexcept {
    return arauto_segment_pointer(g_segment, rank) == nullptr;
}

void shut_quick_way() noexcept {
    if (quick_anchors.load(std::memory_order_relaxed) != nullptr) {
        quick_anchors.store(nullptr, std::memory_order_release);
    }
}

void handle_failures() noexcept {
    if (!failures_are_handled.load(std::memory_order_relaxed)) {
        failures_are_handled.store(true, std::memory_order_relaxed);
    }
    arauto_handle_failures();
}

bool is_failed(int rank) noexcept {
    arauto_rank_state_t state = ARAUTO_RANK_RUNNING;
    static_cast<void>(arauto_rank_state(rank, &state));
    return state == ARAUTO_RANK_FAILED;
}

} // namespace arauto::translated

using namespace arauto::translated; // NOLINT: what translated code calls follows

void translated_put_block(const void* a, int32_t image, const void* value, int64_t bytes) {
    const size_t length = bytes > 0 ? static_cast<size_t>(bytes) : 0;
    if (char* place = quick_place(a, length, image); place != nullptr) [[likely]] {
        move(place, value, length);
        return;
    }
    put_generally(a, image, value, length);
}

void translated_get_block(void* to, int32_t image, const void* a, int64_t bytes) {
    const size_t length = bytes > 0 ? static_cast<size_t>(bytes) : 0;
    if (pending_puts.load(std::memory_order_relaxed) == 0) [[likely]] {
        if (const char* place = quick_place(a, length, image); place != nullptr) [[likely]] {
            move(to, place, length);
            return;
        }
    }
    get_generally(to, image, a, length);
}

void translated_put_sized(const void* a,
                          int32_t image,
                          const void* value,
                          int64_t elements,
                          int64_t given,
                          int64_t width) {
    check_sizes(elements, given);
    translated_put_block(a, image, value, elements * width);
}

void translated_get_sized(
    void* to, int32_t image, const void* a, int64_t elements, int64_t given, int64_t width) {
    check_sizes(elements, given);
    translated_get_block(to, image, a, elements * width);
}

void translated_put_word(const void* a, int32_t image, const void* value, int64_t bytes) {
    translated_put_block(a, image, value, bytes);
}

void translated_get_word(void* to, int32_t image, const void* a, int64_t bytes) {
    translated_get_block(to, image, a, bytes);
}
