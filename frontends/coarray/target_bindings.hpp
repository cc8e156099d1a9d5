// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The origin's side of event_attach: copies of other images' bindings, read again when an image has
// changed its own. Each thread remembers which copy it has used last.
#pragma once

#include "binding_index.hpp"
#include "binding_wire.hpp"
#include "by_image.hpp"

namespace arauto::coarray {

/// The bindings that one image had at one time. Shared by the threads that have looked since.
struct TargetBindings {
    uint64_t generation;
    int64_t base; // where that image's displacements count from, as an address of its own
    BindingIndex puts;
    BindingIndex gets;
    std::atomic<uint32_t> holders;

    [[nodiscard]] const BindingIndex& of(Access access) const noexcept {
        return access == Access::put ? puts : gets;
    }
};

/// The state that a thread keeps of one image's bindings.
struct KnownTarget {
    // A value that changes when the image may have changed its bindings: its own count, or, where
    // that is out of reach, the number of this image's segment. NULL: not looked at yet.
    const std::atomic<uint64_t>* generation;
    uint64_t seen;
    const TargetBindings* bindings; // NULL: it had none
};

/// A thread's, by rank: a member of the front-end's state of a thread. Empty in one that has not
/// looked yet.
using KnownTargets = ByImage<KnownTarget>;

/// Keeps a copy valid beyond the next question. NULL is allowed.
const TargetBindings* hold(const TargetBindings* bindings) noexcept;
void release(const TargetBindings* bindings) noexcept;

/// The slow way: the first look, or a generation not seen yet.
[[nodiscard]] const TargetBindings* look_at_bindings(KnownTargets& targets, int rank) noexcept;

/// The bindings of `rank`, or NULL when it has none. Valid until this thread's next call.
/// @cost  four loads while nothing has changed there
[[nodiscard]] inline const TargetBindings* bindings_of(KnownTargets& targets, int rank) noexcept {
    const KnownTarget* const known = targets.find(rank);
    // PAIR bindings.generation: seen before a put, so that a binding made before it is known
    if (known != nullptr && known->generation != nullptr &&
        known->generation->load(std::memory_order_acquire) == known->seen) [[likely]] {
        return known->bindings;
    }
    return look_at_bindings(targets, rank);
}

} // namespace arauto::coarray
