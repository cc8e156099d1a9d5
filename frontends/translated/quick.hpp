// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The quick way to a coarray of another image: a thread remembers the coarrays that it accessed
// last, and so finds the place of most accesses after a few compares. All other accesses (memory
// that is not mapped, teams' and cosubscripts' special numbers, failed images, jobs that count) get
// null and go the general way.
#pragma once

#include "runtime.hpp"

#include <atomic>

namespace arauto::translated {

/// A coarray that this thread accessed. `anchor` is where the distances between images are measured
/// from: one for all symmetric coarrays, and the start of each other one.
struct Spot {
    uintptr_t start;
    size_t bytes;
    uintptr_t anchor;
    uint64_t version; ///< of all coarrays, when it was found
    int32_t lower; ///< cobound of one that ALLOCATE has given corank 1; else 1
    char* const* places; ///< by rank: where this process has the counterpart of `anchor`
};
constexpr int kSpots = 2;

/// Stands among the places for this image itself, which is accessed by the program's own addresses:
/// static data are mapped twice, and by two addresses it could not be seen that source and target
/// overlap.
inline char* own_place() noexcept {
    return reinterpret_cast<char*>(uintptr_t{1}); // NOLINT: no address
}

/// Counts what was allocated and deallocated.
[[gnu::visibility("hidden")]] extern constinit std::atomic<uint64_t> regions_version;
/// By rank: where this process has the anchor of that image. Null while the quick way is closed.
[[gnu::visibility("hidden")]] extern constinit std::atomic<char* const*> quick_anchors;
[[gnu::visibility("hidden")]] extern thread_local constinit Spot spots[kSpots];

/// After a coarray was added or removed.
void forget_spots() noexcept;
/// Once set, a failed image's memory is not the quick way's, so that the general way tells of it.
/// relaxed because the thread that sets it sees it, and others after synchronising with that one
[[gnu::visibility("hidden")]] extern constinit std::atomic<bool> failures_are_handled;
inline bool is_failed(int rank) noexcept {
    arauto_rank_state_t state = ARAUTO_RANK_RUNNING;
    static_cast<void>(arauto_rank_state(rank, &state));
    return state == ARAUTO_RANK_FAILED;
}
/// Its memory is not mapped here: it is on another node, or ARAUTO_DIRECT is off.
bool is_far(int rank) noexcept;

/// Looks for the coarray around `address` and remembers it; null when it is not ordinary.
const Spot* find_spot(uintptr_t address, char* const* anchors) noexcept;
/// After all coarrays' anchors are known, which lie in this segment.
void open_quick_way(const std::vector<uint64_t>& anchors, arauto_segment_h segment);
/// Where the counterpart on the rank is mapped here, also in jobs that count; or null.
void* mapped_place(const void* local, int rank) noexcept;
/// For good.
void shut_quick_way() noexcept;
/// A program that handles failures is told of each access to a failed image.
void handle_failures() noexcept;

/// Where `bytes` at `local` have their counterpart on the image, in this process; or null.
/// @param rank_out  of the image in the job, unless null
[[gnu::always_inline]] inline char*
quick_place(const void* local, size_t bytes, int32_t image, int* rank_out = nullptr) noexcept {
    // PAIR quick.anchors: read, then the places behind it
    char* const* anchors = quick_anchors.load(std::memory_order_acquire);
    if (anchors == nullptr) [[unlikely]] {
        return nullptr;
    }
    const auto address = reinterpret_cast<uintptr_t>(local);
    // PAIR regions.version: look, then compare what is remembered
    const uint64_t version = regions_version.load(std::memory_order_acquire);
    const Spot* spot = &spots[0];
    if (spot->version != version || address - spot->start >= spot->bytes) {
        spot = &spots[1];
        if (spot->version != version || address - spot->start >= spot->bytes) [[unlikely]] {
            // An address of another image is in no coarray of this one.
            spot = image < TRANSLATED_THERE ? find_spot(address, anchors) : nullptr;
        }
    }
    if (spot == nullptr || bytes > spot->bytes - (address - spot->start)) [[unlikely]] {
        return nullptr;
    }
    const bool is_subscript = image >= TRANSLATED_COSUBSCRIPT / 3 * 2 && image < TRANSLATED_THERE;
    image -= is_subscript ? TRANSLATED_COSUBSCRIPT + spot->lower : 1;
    const auto member = static_cast<uint32_t>(image);
    if (member >= static_cast<uint32_t>(images.size)) [[unlikely]] {
        return nullptr;
    }
    const int rank = images.ranks == nullptr ? static_cast<int>(member) : images.ranks[member];
    if (rank_out != nullptr) {
        *rank_out = rank;
    }
    if (failures_are_handled.load(std::memory_order_relaxed) && is_failed(rank)) [[unlikely]] {
        return nullptr;
    }
    char* anchor = spot->places[rank];
    if (reinterpret_cast<uintptr_t>(anchor) <= 1) [[unlikely]] {
        return anchor == nullptr ? nullptr : reinterpret_cast<char*>(address); // NOLINT
    }
    return anchor + (address - spot->anchor);
}

} // namespace arauto::translated
