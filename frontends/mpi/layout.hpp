// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The layout of an MPI datatype: the bytes of memory that it selects. A repetition is kept as a
// count and a stride, so that the size of a layout depends on the type's description, not on its
// number of elements.
#pragma once

#include "basic.hpp"

#include <cstdint>
#include <memory>

namespace arauto::mpi {

/// `count` blocks, `stride` bytes apart. With bytes > 0 each block is that many contiguous bytes;
/// with bytes == 0 each is the sequence parts[first .. first + number) of the layout.
struct Part {
    int64_t offset; // of the first block, from the start of the sequence that holds this part
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
    int64_t true_lower_bound = 0; // 0 where there is no data
    int64_t true_extent = 0;
    Basic basic = Basic::kNone; // of all its elements, or kMixed
    bool is_predefined = false; // the type is predefined, as some calls demand
    bool is_dense = false; // one block, and consecutive instances adjoin
    uint32_t dense_bytes = 0; // the size, if the layout is dense, begins at 0 and fits into an int
    uint32_t first = 0; // the outermost sequence: parts[first .. first + number)
    uint32_t number = 0; // 0: no data
    std::unique_ptr<Part[]> parts; // a sequence is used only by later ones, so there are no cycles
    std::unique_ptr<Layout> pairs_with_gap; // see whole_pairs

    /// The layout with each element in one block, for operations on elements. Differs from the
    /// layout itself for MPI_SHORT_INT only, where two bytes between value and index are not data.
    [[nodiscard]] const Layout& whole_pairs() const noexcept {
        return pairs_with_gap ? *pairs_with_gap : *this;
    }
};

/// How many levels of sequences a walk can follow. Each level at least doubles the number of
/// blocks, since a sequence that is used once is merged into its user; so real types have far fewer
/// levels.
inline constexpr int kDepthMax = 64;

/// A copy that outlives the type.
[[nodiscard]] std::unique_ptr<Layout> copy_of(const Layout& layout) noexcept;

/// How many parts it has. Parts refer to each other by index, so that they may be copied.
[[nodiscard]] inline uint32_t part_count(const Layout& layout) noexcept {
    return layout.first + layout.number; // the outermost sequence is the last
}

/// The bytes that `count` instances touch: [first, end), from the address that the call names.
struct Reach {
    int64_t first;
    int64_t end;
    bool is_valid; // false: an offset does not fit into 64 bits
};
[[nodiscard]] Reach reach_of(const Layout& layout, int64_t count) noexcept;

} // namespace arauto::mpi
