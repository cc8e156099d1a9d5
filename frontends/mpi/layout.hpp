// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// What an MPI datatype selects of memory: decoded once, kept as an attribute of the type, so that
// freeing the type frees it. Loops stay loops: the size of a layout follows the type's description,
// not its number of elements.
#pragma once

#include "basic.hpp"
#include "mpi.hpp"

#include <atomic>
#include <cstdint>
#include <memory>

namespace arauto::mpi {

/// `count` blocks, `stride` bytes apart. With bytes > 0 each block is that many contiguous bytes;
/// with bytes == 0 each is the sequence parts[first .. first + number) of the layout.
struct Part {
    int64_t offset; // of the first block, from where the sequence stands that holds this part
    int64_t count; // at least 1
    int64_t stride; // may be negative or 0
    int64_t bytes;
    uint32_t first;
    uint32_t number;
};

/// Offsets and lengths are in bytes. Blocks come in the order of the type map; adjacent ones are
/// merged, so bytes of one block may belong to several elements.
struct Layout {
    int64_t size = 0; // bytes of data in one instance of the type
    int64_t lower_bound = 0;
    int64_t extent = 0; // from one instance to the next; may be negative
    int64_t true_lower_bound = 0; // of the data; 0 where there is none
    int64_t true_extent = 0;
    Basic basic = Basic::kNone; // of all its elements, or kMixed
    bool is_predefined = false; // the type is, which some calls demand
    bool is_dense = false; // one block, and consecutive instances adjoin
    uint32_t dense_bytes = 0; // the size, where it is dense from the named address on and an int
    uint32_t first = 0; // the outermost sequence: parts[first .. first + number)
    uint32_t number = 0; // 0: no data
    std::unique_ptr<Part[]> parts; // sequences are used by later ones only: no cycles
    std::unique_ptr<Layout> pairs_with_gap; // see whole_pairs

    /// With the elements in one block each, for operations on them. Differs from the layout itself
    /// for MPI_SHORT_INT only: two bytes between value and place are not data.
    [[nodiscard]] const Layout& whole_pairs() const noexcept {
        return pairs_with_gap ? *pairs_with_gap : *this;
    }
};

/// Levels of sequences that a walk can follow. Each level doubles the number of blocks at least
/// (single uses of a sequence are merged away), so real types stay far below.
inline constexpr int kDepthMax = 64;

/// Of a table of the predefined types, which never go: by open addressing, from layout_slot on. It
/// is made at first need and never changed, so that any thread reads it without a lock.
struct Predefined {
    uint64_t key; // of the handle
    const Layout* layout; // null: the entry is free
};
inline constexpr size_t kPredefinedSlots = 256;
extern constinit std::atomic<const Predefined*> g_predefined;

[[nodiscard]] inline size_t layout_slot(uint64_t key, size_t slots) noexcept {
    constexpr uint64_t kSpread = 0x9e3779b97f4a7c15;
    return static_cast<size_t>((key * kSpread) >> 40) % slots;
}

/// Looks in all places.
[[nodiscard]] const Layout* look_up_layout(MPI_Datatype type) noexcept;

/// The layout of a type that the MPI accepts; valid until the type is freed.
/// @return NULL when `type` is MPI_DATATYPE_NULL, not usable, the MPI refuses to describe it, or it
/// nests too deep
/// @cost   1 to 5 ns for predefined and recently used types, an attribute look-up for others,
///         microseconds the first time. Safe to call from any thread, as the MPI allows.
[[nodiscard, gnu::always_inline]] inline const Layout* layout_of(MPI_Datatype type) noexcept {
    const uint64_t key = key_of(type);
    // PAIR layout.table: read
    const Predefined* const table = g_predefined.load(std::memory_order_acquire);
    if (table != nullptr) [[likely]] {
        const Predefined& entry = table[layout_slot(key, kPredefinedSlots)];
        if (entry.key == key) [[likely]] {
            return entry.layout;
        }
    }
    return look_up_layout(type);
}

/// Asked once for each type that is not predefined: whether it may be used, that is, is committed.
/// Without this all may.
void set_type_check(bool (*is_usable)(MPI_Datatype)) noexcept;

/// A copy that outlives the type.
[[nodiscard]] std::unique_ptr<Layout> copy_of(const Layout& layout) noexcept;

/// How many parts it has. They refer to each other by their places, so that they may be copied.
[[nodiscard]] inline uint32_t part_count(const Layout& layout) noexcept {
    return layout.first + layout.number; // the outermost sequence is the last
}

/// Plain bytes, for packed buffers.
[[nodiscard]] const Layout& byte_layout() noexcept;

/// Bytes that `count` instances touch: [first, end), from the address that the call names.
struct Reach {
    int64_t first;
    int64_t end;
    bool is_valid; // false: an offset does not fit into 64 bits
};
[[nodiscard]] Reach reach_of(const Layout& layout, int64_t count) noexcept;

/// Before MPI_Finalize: gives the attribute key back. Layouts of types that still exist stay.
void end_layouts() noexcept;

} // namespace arauto::mpi
