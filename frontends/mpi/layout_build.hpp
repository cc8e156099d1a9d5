// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Puts layouts together: repeats and concatenates shapes, merging blocks that adjoin and finding
// the strides of blocks that do not. Knows nothing of MPI.
#pragma once

#include "layout.hpp"

#include <span>
#include <vector>

namespace arauto::mpi {

/// Data of a type while it is put together.
struct Shape {
    std::vector<Part> parts;
    Basic basic = Basic::kNone;
};

/// Owns the inner sequences that the shapes refer to.
class Pool {
  public:
    /// One block. Nothing when `bytes` is 0.
    [[nodiscard]] static Shape block(Basic basic, int64_t offset, int64_t bytes);

    /// `count` copies, `stride` bytes apart. Nothing when `count` < 1.
    [[nodiscard]] Shape repeat(const Shape& shape, int64_t count, int64_t stride);

    /// Copies of one shape: entry i is `length[i]` copies, `extent` bytes apart, at `offset[i]`.
    /// @shape length.size() == offset.size(), or length has one entry, which holds for all
    [[nodiscard]] Shape scatter(const Shape& shape,
                                int64_t extent,
                                std::span<const int64_t> length,
                                std::span<const int64_t> offset);

    static void move_by(Shape& shape, int64_t offset) noexcept;

    /// Adds `more` behind `shape`.
    static void append(Shape& shape, const Shape& more);

    /// Finds strides among the parts of a shape that `append` has put together.
    static void compress(Shape& shape);

    /// The parts of a whole layout, `shape` as its outermost sequence. Reads size and extent of
    /// `layout`, and sets the rest.
    /// @return false when it nests deeper than a walk can follow
    [[nodiscard]] bool finish(const Shape& shape, Layout& layout);

  private:
    [[nodiscard]] Part part_of(const Shape& shape);
    [[nodiscard]] Shape regular(const Shape& shape,
                                int64_t extent,
                                std::span<const int64_t> length,
                                std::span<const int64_t> offset,
                                bool& is_regular);

    [[nodiscard]] int measure(Layout& layout) const;

    std::vector<Part> parts_;
};

/// Makes `part` stand for `count` of itself, `stride` bytes apart. False when one part cannot.
[[nodiscard]] inline bool repeat_part(Part& part, int64_t count, int64_t stride) noexcept {
    if (count == 1) {
        return true;
    }
    if (part.count == 1) {
        if (part.bytes > 0 && part.bytes == stride) {
            part.bytes *= count;
            return true;
        }
        part.count = count;
        part.stride = stride;
        return true;
    }
    // The outer stride goes on where the inner one stops.
    if (part.count * part.stride == stride) {
        part.count *= count;
        return true;
    }
    return false;
}

} // namespace arauto::mpi
