// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Builds layouts: repeats and concatenates shapes, merges blocks that are adjacent, and finds
// strides among the others. Independent of MPI.
#pragma once

#include "layout.hpp"

#include <span>
#include <vector>

namespace arauto::mpi {

/// The data of a type whose layout is being built.
struct Shape {
    std::vector<Part> parts;
    Basic basic = Basic::kNone;
};

/// Owns the inner sequences that the shapes refer to.
class Pool {
  public:
    /// One block; empty when `bytes` is 0.
    [[nodiscard]] static Shape block(Basic basic, int64_t offset, int64_t bytes);

    /// `count` copies, `stride` bytes apart; empty when `count` < 1.
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

    /// Sets the parts of a layout, with `shape` as its outermost sequence, and its other members
    /// but size and extent, which it reads.
    /// @return false when it has more levels than a walk can follow
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

/// Repeats `part`: `count` of it, `stride` bytes apart.
/// @return false when one part cannot describe that
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
    // The outer stride continues the inner one.
    if (part.count * part.stride == stride) {
        part.count *= count;
        return true;
    }
    return false;
}

} // namespace arauto::mpi
