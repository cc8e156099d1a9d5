// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Walks over two layouts side by side and yields the runs that are contiguous in both, as many with
// one stride as possible at a time. It accesses no data and allocates nothing.
#pragma once

#include "layout.hpp"

#include <algorithm>
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

/// Cuts a piece into parts of at most `bytes_max` bytes each: into whole blocks where they fit,
/// otherwise between elements of `element` bytes. Calls `visit` with each part, until it returns
/// false.
/// @return whether all parts were visited
template <typename Visit>
bool cut_piece(const Piece& piece, int64_t bytes_max, size_t element, Visit visit) {
    const auto step = static_cast<int64_t>(std::max<size_t>(element, 1));
    const int64_t blocks = std::max<int64_t>(bytes_max / piece.bytes, 1);
    const int64_t bytes = std::min(piece.bytes, bytes_max / step * step);
    for (int64_t block = 0; block < piece.count; block += blocks) {
        for (int64_t done = 0; done < piece.bytes; done += bytes) {
            Piece part = piece;
            part.origin += block * piece.origin_stride + done;
            part.target += block * piece.target_stride + done;
            part.count = std::min(blocks, piece.count - block);
            part.bytes = std::min(bytes, piece.bytes - done);
            if (!visit(part)) {
                return false;
            }
        }
    }
    return true;
}

/// `count` instances of a layout, the first at `offset`.
struct LayoutInstances {
    const Layout& layout;
    int64_t count;
    int64_t offset = 0;
};

enum class Order : uint8_t { kTypeMap, kAny };

/// One side of a walk: `count` instances of a layout, the first at `offset`.
class Cursor {
  public:
    /// @param order  kAny: one stride for each block of a repeated sequence where that is possible,
    ///               rather than one round through the sequence after the other
    Cursor(const LayoutInstances& side, Order order) noexcept;
    Cursor(const Cursor&) = delete; // frames point into it
    Cursor& operator=(const Cursor&) = delete;

    [[nodiscard]] bool is_done() const noexcept { return depth_ < 0; }
    [[nodiscard]] int64_t offset() const noexcept { return offset_; }
    /// Contiguous bytes from here.
    [[nodiscard]] int64_t bytes() const noexcept { return rest_; }
    /// How many blocks like the present one follow at distance `stride`, itself included; 1 inside
    /// a block.
    [[nodiscard]] int64_t blocks() const noexcept { return rest_ == block_ ? blocks_ : 1; }
    [[nodiscard]] int64_t stride() const noexcept { return stride_; }
    /// The offset of the present block, if it is not begun, in the packed data, and the distance
    /// from there to the next block like it.
    [[nodiscard]] int64_t packed() const noexcept { return packed_; }
    [[nodiscard]] int64_t packed_stride() const noexcept { return packed_stride_; }

    /// Skips `count` times `bytes` bytes: at most blocks() whole blocks, or at most bytes() bytes.
    void skip(int64_t count, int64_t bytes) noexcept;

  private:
    // A sequence that is being walked: the present part, and the offset of its present block.
    struct Frame {
        const Part* part;
        const Part* end;
        int64_t base; // of the sequence
        int64_t block;
        int64_t blocks_left; // of the part, the present one included
        const Part* rounds; // null, or the part whose repetitions of this sequence are done in one
    };

    void enter() noexcept;
    void enter_block(const Part& part) noexcept;
    void next_part() noexcept;

    const Part* parts_;
    int64_t offset_ = 0;
    int64_t rest_ = 0;
    int64_t block_ = 0;
    int64_t blocks_ = 0;
    int64_t stride_ = 0;
    int64_t packed_ = 0;
    int64_t packed_stride_ = 0;
    int64_t packed_next_ = 0; // packed offset behind the present part
    Order order_;
    int depth_ = -1; // of the frame in use; -1: done
    Part whole_; // all instances
    Frame frames_[kDepthMax];
};

/// Usage: `Walk walk(origin, target); for (Piece piece; walk.next(piece);) { ... }`. Ends with the
/// shorter side; compare sizes before. Pieces come in the order of the type map, or in another
/// order where that is faster, which MPI allows since target data must not overlap. For accumulates
/// give the layouts that plan_accumulate chose: blocks are then whole elements.
class Walk {
  public:
    Walk(const LayoutInstances& origin, const LayoutInstances& target) noexcept;

    /// @cost about 10 ns for a piece with any number of blocks; 20 ns to set a walk up
    [[nodiscard]] bool next(Piece& piece) noexcept;

  private:
    // kBoth needs two cursors. Otherwise one suffices: both sides are alike, or one is a single
    // block.
    enum class Mode : uint8_t { kBoth, kTwins, kOriginDense, kTargetDense };

    Walk(const LayoutInstances& origin, const LayoutInstances& target, Mode mode) noexcept;
    [[nodiscard]] bool next_of_one(Piece& piece) noexcept;
    [[nodiscard]] static Mode mode_of(const LayoutInstances& origin,
                                      const LayoutInstances& target) noexcept;

    Mode mode_;
    int64_t shift_; // of the side without cursor
    Cursor origin_;
    Cursor target_;
};

/// Copies a piece between memory that this process can address. The two must not overlap.
void copy_to_target(const Piece& piece, const char* origin, char* target) noexcept;
void copy_to_origin(const Piece& piece, char* origin, const char* target) noexcept;

/// Copies all bytes that `from` selects to those that `to` selects.
void copy_layout(const LayoutInstances& to,
                 char* to_base,
                 const LayoutInstances& from,
                 const char* from_base) noexcept;

} // namespace arauto::mpi
