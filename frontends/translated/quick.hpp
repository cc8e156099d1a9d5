// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The fast path to a coarray of another image: a thread remembers the coarrays that it accessed
// last, and so finds the address of most accesses after a few compares. All other accesses
// (unmapped memory, special image numbers of teams and cosubscripts, failed images, jobs that
// count) get null and take the general path.
#pragma once

#include "runtime.hpp"
#include "state.hpp"

#include <atomic>

namespace arauto::translated {

/// The mark of this image among the anchors. The program's own addresses reach its memory: static
/// data are mapped twice, and an overlap of source and target shows only between addresses of the
/// same mapping.
inline char* own_anchor() noexcept {
    return reinterpret_cast<char*>(uintptr_t{1}); // no address
}

/// After a coarray was added or removed.
void forget_recent_coarrays() noexcept;
inline bool is_failed(int rank) noexcept {
    arauto_rank_state_t state = ARAUTO_RANK_RUNNING;
    static_cast<void>(arauto_rank_state(rank, &state));
    return state == ARAUTO_RANK_FAILED;
}
/// Its memory is not mapped here: it is on another node, or ARAUTO_DIRECT is off.
bool is_unmapped(int rank) noexcept;

/// Finds the coarray around `address` and remembers it; null when the fast path cannot serve it.
const RecentCoarray* remember_coarray(uintptr_t address, char* const* anchors) noexcept;
/// Opens the fast path, once the anchors of all images are known. They lie in this segment.
void open_fast_path(const std::vector<uint64_t>& anchors, arauto_segment_h segment);
/// The address at which this process has the rank's counterpart of `local` mapped, also in jobs
/// that count; or null.
void* mapped_counterpart(const void* local, int rank) noexcept;
/// Closes the fast path for good.
void close_fast_path() noexcept;
/// Called when the program handles failures: from now on each access to a failed image is reported.
void handle_failures() noexcept;

/// The address at which this process accesses the image's counterpart of the `bytes` at `local`; or
/// null.
/// @param rank_out  of the image in the job, unless null
[[gnu::always_inline]] inline char*
direct_ptr(const void* local, size_t bytes, int32_t image, int* rank_out = nullptr) noexcept {
    // PAIR quick.anchors: read, then the anchors behind it
    char* const* anchors = g_state.quick.anchors.load(std::memory_order_acquire);
    if (anchors == nullptr) [[unlikely]] {
        return nullptr;
    }
    const auto address = reinterpret_cast<uintptr_t>(local);
    // PAIR regions.version: look, then compare what is remembered
    const uint64_t version = g_state.quick.version.load(std::memory_order_acquire);
    const RecentCoarray* recent = &t_state.recent_coarrays[0];
    if (recent->version != version || address - recent->start >= recent->bytes) {
        recent = &t_state.recent_coarrays[1];
        if (recent->version != version || address - recent->start >= recent->bytes) [[unlikely]] {
            // An address of another image is in no coarray of this one.
            recent = image < TRANSLATED_THERE ? remember_coarray(address, anchors) : nullptr;
        }
    }
    if (recent == nullptr || bytes > recent->bytes - (address - recent->start)) [[unlikely]] {
        return nullptr;
    }
    const bool is_subscript = image >= TRANSLATED_COSUBSCRIPT / 3 * 2 && image < TRANSLATED_THERE;
    image -= is_subscript ? TRANSLATED_COSUBSCRIPT + recent->lower : 1;
    const auto member = static_cast<uint32_t>(image);
    if (member >= static_cast<uint32_t>(images.size)) [[unlikely]] {
        return nullptr;
    }
    const int rank = images.ranks == nullptr ? static_cast<int>(member) : images.ranks[member];
    if (rank_out != nullptr) {
        *rank_out = rank;
    }
    if (g_state.quick.failures_are_handled.load(std::memory_order_relaxed) && is_failed(rank))
        [[unlikely]] {
        return nullptr;
    }
    char* anchor = recent->anchors[rank];
    if (reinterpret_cast<uintptr_t>(anchor) <= 1) [[unlikely]] {
        return anchor == nullptr ? nullptr : reinterpret_cast<char*>(address);
    }
    return anchor + (address - recent->anchor);
}

} // namespace arauto::translated
