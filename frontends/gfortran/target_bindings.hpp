// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The origin's side of event_attach: copies of other images' bindings, read again when an image has
// changed its own. Each thread remembers which copy it has used last.
#pragma once

#include "bindings.hpp"
#include "coarray/binding_table.hpp"
#include "state.hpp"

namespace arauto::gfortran {

using coarray::BindingIndex;

/// The bindings that one image had at one time. Shared by the threads that have looked since.
struct TargetBindings {
    uint64_t generation;
    int64_t base; // where that image's displacements count from, as an address of its own
    coarray::BindingIndexes indexes;
    std::atomic<uint32_t> holders;

    [[nodiscard]] const BindingIndex& of(Access access) const noexcept {
        return indexes.of(access);
    }
};

/// Keeps a copy valid beyond the next question. NULL is allowed.
const TargetBindings* hold(const TargetBindings* bindings) noexcept;
void release(const TargetBindings* bindings) noexcept;

/// The slow way: the first look, or a generation not seen yet.
[[nodiscard]] const TargetBindings* look_at_bindings(int rank) noexcept;

/// The bindings of `rank`, or NULL when it has none. Valid until this thread's next call.
/// @cost  four loads while nothing has changed there
[[nodiscard]] inline const TargetBindings* bindings_of(int rank) noexcept {
    const KnownTarget* const known = t_state.known_targets.find(rank);
    // PAIR bindings.generation: seen before a put, so that a binding made before it is known
    if (known != nullptr && known->generation != nullptr &&
        known->generation->load(std::memory_order_acquire) == known->seen) [[likely]] {
        return known->bindings;
    }
    return look_at_bindings(rank);
}

} // namespace arauto::gfortran
