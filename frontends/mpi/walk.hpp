// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Walks over two layouts side by side, in type map order, and yields what lies contiguous in both,
// whole strides at a time. Pure: no memory is touched, nothing is allocated.
#pragma once

#include "layout.hpp"

#include <cstdint>

namespace arauto::mpi {

/// `count` blocks of `bytes` contiguous bytes each; block i lies at origin + i * origin_stride and
/// at target + i * target_stride. Blocks of one piece may overlap on the origin side only.
struct Piece {
    int64_t origin;
    int64_t target;
    int64_t bytes;
    int64_t count;
    int64_t origin_stride;
    int64_t target_stride;
};

/// One side of a walk: `count` instances of a layout, the first at `offset`.
class Cursor {
  public:
    Cursor(const Layout& layout, int64_t count, int64_t offset) noexcept;
    Cursor(const Cursor&) = delete; // frames point into it
    Cursor& operator=(const Cursor&) = delete;

    [[nodiscard]] bool is_done() const noexcept { return depth_ < 0; }
    [[nodiscard]] int64_t offset() const noexcept { return offset_; }
    /// Contiguous bytes from here.
    [[nodiscard]] int64_t bytes() const noexcept { return rest_; }
    /// Blocks like the present one, `stride` apart, it included; 1 inside a block.
    [[nodiscard]] int64_t blocks() const noexcept { return rest_ == block_ ? blocks_ : 1; }
    [[nodiscard]] int64_t stride() const noexcept { return stride_; }

    /// @param bytes  1 .. bytes()
    void skip_bytes(int64_t bytes) noexcept;
    /// Inside a block: the rest of it.  @param count  1 .. blocks()
    void skip_blocks(int64_t count) noexcept;

  private:
    // A sequence that is being walked: the part in it, and where its present block stands.
    struct Frame {
        const Part* part;
        const Part* end;
        int64_t base; // of the sequence
        int64_t block;
        int64_t blocks_left; // of the part, the present one included
    };

    void enter() noexcept;
    void next_part() noexcept;

    const Part* parts_;
    int64_t offset_ = 0;
    int64_t rest_ = 0;
    int64_t block_ = 0;
    int64_t blocks_ = 0;
    int64_t stride_ = 0;
    int depth_ = -1; // of the frame in use; -1: done
    Part whole_; // all instances
    Frame frames_[kDepthMax];
};

struct Side {
    const Layout& layout;
    int64_t count;
    int64_t offset = 0;
};

/// Usage: `Walk walk(origin, target); for (Piece piece; walk.next(piece);) { ... }`. Ends with the
/// shorter side; compare sizes before. For accumulates give the layouts that plan_accumulate chose:
/// blocks are then whole elements.
class Walk {
  public:
    Walk(const Side& origin, const Side& target) noexcept
        : is_twin_(&origin.layout == &target.layout && origin.count == target.count),
          shift_(target.offset - origin.offset),
          origin_(origin.layout, origin.count, origin.offset),
          target_(target.layout, is_twin_ ? 0 : target.count, target.offset) {}

    /// @cost 2 to 10 ns for a piece
    [[nodiscard]] bool next(Piece& piece) noexcept;

  private:
    bool is_twin_; // both sides are alike: one cursor tells both
    int64_t shift_;
    Cursor origin_;
    Cursor target_;
};

/// Copies a piece between memory that this process can address. The two must not overlap.
void copy_to_target(const Piece& piece, const char* origin, char* target) noexcept;
void copy_to_origin(const Piece& piece, char* origin, const char* target) noexcept;

/// Copies everything that `from` selects to where `to` says; either side may be plain bytes.
void copy_layout(const Side& to, char* to_base, const Side& from, const char* from_base) noexcept;

} // namespace arauto::mpi
