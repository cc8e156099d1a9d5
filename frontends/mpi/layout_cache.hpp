// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Finds the layout of a datatype by its handle. A type is decoded once, and its layout is kept as
// an attribute of the type, with which it is freed.
#pragma once

#include "layout.hpp"
#include "mpi.hpp"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>

namespace arauto::mpi {

/// An entry of the table of predefined types, which are never freed. Open addressing, from
/// layout_slot on. The table is made at first need and never changed, so that any thread reads it
/// without a lock.
struct Predefined {
    uint64_t key; // of the handle
    const Layout* layout; // null: the entry is free
};
inline constexpr size_t kPredefinedSlots = 256;

/// How layouts are found; for layout_of() and layout_cache.cpp alone.
struct LayoutCache {
    std::atomic<const Predefined*> predefined{nullptr};
    /// The number of types freed so far; a thread's entries from before the last one are stale.
    /// PAIR layout.generation: raised before the layout goes, read before a remembered layout is
    /// used.
    std::atomic<uint64_t> generation{1};
    std::mutex decoding; // two threads must not both set the attribute: the first would be deleted
    int key = MPI_KEYVAL_INVALID; // of the attribute
    bool (*is_usable)(MPI_Datatype) = nullptr; // see set_type_check()
};
extern constinit LayoutCache g_layouts;

[[nodiscard]] inline size_t layout_slot(uint64_t key, size_t slots) noexcept {
    constexpr uint64_t kSpread = 0x9e3779b97f4a7c15;
    return static_cast<size_t>((key * kSpread) >> 40) % slots;
}

/// As layout_of(), when the first look into the table of predefined types has failed.
[[nodiscard]] const Layout* look_up_layout(MPI_Datatype type) noexcept;

/// The layout of a type that the MPI accepts; valid until the type is freed.
/// @return null when `type` is MPI_DATATYPE_NULL or not committed, the MPI refuses to describe it,
/// or it nests too deeply
/// @cost   1 to 5 ns for predefined and recently used types, an attribute look-up for others,
///         microseconds the first time. Safe to call from any thread, as the MPI allows.
[[nodiscard, gnu::always_inline]] inline const Layout* layout_of(MPI_Datatype type) noexcept {
    const uint64_t key = key_of(type);
    // PAIR layout.table: read
    const Predefined* const table = g_layouts.predefined.load(std::memory_order_acquire);
    if (table != nullptr) [[likely]] {
        const Predefined& entry = table[layout_slot(key, kPredefinedSlots)];
        if (entry.key == key) [[likely]] {
            return entry.layout;
        }
    }
    return look_up_layout(type);
}

/// Sets the function that finds out whether a type is committed. It is called once for each type
/// that is not predefined. Without such a function all types may be used.
void set_type_check(bool (*is_usable)(MPI_Datatype)) noexcept;

/// The layout of MPI_BYTE, for packed buffers.
[[nodiscard]] const Layout& byte_layout() noexcept;

/// Frees the attribute key; called before the MPI ends. Layouts of types that still exist stay.
void end_layouts() noexcept;

} // namespace arauto::mpi
