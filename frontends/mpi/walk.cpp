// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See walk.hpp.
#include "walk.hpp"

#include "copy.hpp"
#include "layout_build.hpp"

#include <algorithm>
#include <cstring>

namespace arauto::mpi {

namespace {

// Longer sequences are walked repetition by repetition, since each call of bytes_of_blocks looks at
// all parts.
constexpr uint32_t kRoundsPartsMax = 16;

// Bytes of a sequence of single blocks; 0 for other sequences.
int64_t bytes_of_blocks(const Part* first, uint32_t number) noexcept {
    if (number > kRoundsPartsMax) {
        return 0;
    }
    int64_t bytes = 0;
    for (const Part* part = first; part != first + number; ++part) {
        if (part->bytes == 0 || part->count > 1) {
            return 0;
        }
        bytes += part->bytes;
    }
    return bytes;
}

} // namespace

Cursor::Cursor(const LayoutInstances& side, Order order) noexcept
    : parts_(side.layout.parts.get()), order_(order) {
    const Layout& layout = side.layout;
    if (side.count < 1 || layout.number == 0) {
        return;
    }
    whole_ = parts_[layout.first];
    if (layout.number > 1 || !repeat_part(whole_, side.count, layout.extent)) {
        whole_ = {0, side.count, layout.extent, 0, layout.first, layout.number};
    }
    frames_[0] = {&whole_, &whole_ + 1, side.offset, 0, 0, nullptr};
    depth_ = 0;
    enter();
}

// Begins the present part, which consists of blocks.
void Cursor::enter_block(const Part& part) noexcept {
    const Frame& frame = frames_[depth_];
    offset_ = frame.block;
    rest_ = block_ = part.bytes;
    packed_ = packed_next_;
    if (frame.rounds) {
        blocks_ = frame.rounds->count;
        stride_ = frame.rounds->stride;
        packed_next_ += block_;
        return; // packed_stride_ holds for the whole sequence
    }
    blocks_ = part.count;
    stride_ = part.stride;
    packed_stride_ = block_;
    packed_next_ += blocks_ * block_;
}

// Goes down to the first block of the present part.
void Cursor::enter() noexcept {
    for (;;) {
        Frame& frame = frames_[depth_];
        const Part& part = *frame.part;
        frame.block = frame.base + part.offset;
        frame.blocks_left = part.count;
        if (part.bytes > 0) {
            enter_block(part);
            return;
        }
        const Part* first = parts_ + part.first;
        const Part* rounds = nullptr;
        if (order_ == Order::kAny && part.count > 1) {
            if (const int64_t bytes = bytes_of_blocks(first, part.number)) {
                rounds = &part;
                frame.blocks_left = 1;
                packed_stride_ = bytes;
            }
        }
        frames_[++depth_] = {first, first + part.number, frame.block, 0, 0, rounds};
    }
}

// Goes on to the next part; all blocks of the present one are done.
void Cursor::next_part() noexcept {
    for (;;) {
        Frame& frame = frames_[depth_];
        if (++frame.part != frame.end) {
            enter();
            return;
        }
        if (frame.rounds) {
            packed_next_ += (frame.rounds->count - 1) * packed_stride_;
        }
        if (--depth_ < 0) {
            return;
        }
        Frame& above = frames_[depth_];
        if (--above.blocks_left > 0) {
            above.block += above.part->stride;
            const Part* first = parts_ + above.part->first;
            const Part* end = first + above.part->number;
            frames_[++depth_] = {first, end, above.block, 0, 0, nullptr};
            enter();
            return;
        }
    }
}

// Inlined into the walk, which has one call for each side.
inline void Cursor::skip(int64_t count, int64_t bytes) noexcept {
    if (bytes == block_) { // whole blocks
        blocks_ -= count;
        offset_ += count * stride_;
        if (blocks_ == 0) {
            next_part();
        }
        return;
    }
    const int64_t all = count * bytes;
    offset_ += all;
    rest_ -= all;
    if (rest_ > 0) {
        return;
    }
    offset_ += stride_ - block_;
    rest_ = block_;
    if (--blocks_ == 0) {
        next_part();
    }
}

namespace {

// How many blocks of `small` bytes fit into `large` bytes, at most `blocks`. A division takes
// longer than all the rest, and is needed only where a block ends inside one of the other side.
int64_t blocks_in(int64_t large, int64_t small, int64_t blocks) noexcept {
    if (blocks == 1 || large >= small * blocks) {
        return blocks;
    }
    return large / small;
}

} // namespace

Walk::Mode Walk::mode_of(const LayoutInstances& origin, const LayoutInstances& target) noexcept {
    if (&origin.layout == &target.layout && origin.count == target.count) {
        return Mode::kTwins;
    }
    if (origin.layout.size * origin.count != target.layout.size * target.count) {
        return Mode::kBoth; // the shorter side ends it
    }
    if (origin.layout.is_dense) {
        return Mode::kOriginDense;
    }
    return target.layout.is_dense ? Mode::kTargetDense : Mode::kBoth;
}

Walk::Walk(const LayoutInstances& origin, const LayoutInstances& target) noexcept
    : Walk(origin, target, mode_of(origin, target)) {}

// The cursor of a side that needs none gets no instances.
Walk::Walk(const LayoutInstances& origin, const LayoutInstances& target, Mode mode) noexcept
    : mode_(mode),
      shift_(mode == Mode::kTwins         ? target.offset - origin.offset
             : mode == Mode::kOriginDense ? origin.offset + origin.layout.true_lower_bound
                                          : target.offset + target.layout.true_lower_bound),
      origin_({origin.layout, mode == Mode::kOriginDense ? 0 : origin.count, origin.offset},
              mode == Mode::kBoth ? Order::kTypeMap : Order::kAny),
      target_({target.layout, mode == Mode::kBoth || mode == Mode::kOriginDense ? target.count : 0,
               target.offset},
              mode == Mode::kBoth ? Order::kTypeMap : Order::kAny) {}

bool Walk::next_of_one(Piece& piece) noexcept {
    Cursor& cursor = mode_ == Mode::kOriginDense ? target_ : origin_;
    if (cursor.is_done()) {
        return false;
    }
    const int64_t at = cursor.offset();
    const int64_t stride = cursor.stride();
    const int64_t packed = shift_ + cursor.packed();
    piece.bytes = cursor.bytes();
    piece.count = cursor.blocks();
    if (mode_ == Mode::kTwins) {
        piece.origin = at;
        piece.target = at + shift_;
        piece.origin_stride = piece.target_stride = stride;
    } else if (mode_ == Mode::kTargetDense) {
        piece.origin = at;
        piece.target = packed;
        piece.origin_stride = stride;
        piece.target_stride = cursor.packed_stride();
    } else {
        piece.origin = packed;
        piece.target = at;
        piece.origin_stride = cursor.packed_stride();
        piece.target_stride = stride;
    }
    cursor.skip(piece.count, piece.bytes);
    return true;
}

bool Walk::next(Piece& piece) noexcept {
    if (mode_ != Mode::kBoth) {
        return next_of_one(piece);
    }
    if (origin_.is_done() || target_.is_done()) {
        return false;
    }
    const int64_t here = origin_.bytes();
    const int64_t there = target_.bytes();
    piece.origin = origin_.offset();
    piece.target = target_.offset();
    piece.bytes = std::min(here, there);
    piece.origin_stride = here > there ? there : origin_.stride();
    piece.target_stride = there > here ? here : target_.stride();
    if (here == there) {
        piece.count = std::min(origin_.blocks(), target_.blocks());
    } else if (here > there) {
        piece.count = blocks_in(here, there, target_.blocks());
    } else {
        piece.count = blocks_in(there, here, origin_.blocks());
    }
    origin_.skip(piece.count, piece.bytes);
    target_.skip(piece.count, piece.bytes);
    return true;
}

namespace {

struct Strided {
    char* to;
    const char* from;
    int64_t count;
    int64_t to_stride;
    int64_t from_stride;
};

// The length known to the compiler makes each copy one or two moves.
template <size_t kBytes> void copy_blocks(Strided blocks) noexcept {
    for (int64_t i = 0; i < blocks.count; ++i) {
        std::memcpy(blocks.to, blocks.from, kBytes);
        blocks.to += blocks.to_stride;
        blocks.from += blocks.from_stride;
    }
}

void copy_strided(Strided blocks, int64_t bytes) noexcept {
    switch (bytes) {
    case 1:
        return copy_blocks<1>(blocks);
    case 2:
        return copy_blocks<2>(blocks);
    case 4:
        return copy_blocks<4>(blocks);
    case 8:
        return copy_blocks<8>(blocks);
    case 12:
        return copy_blocks<12>(blocks);
    case 16:
        return copy_blocks<16>(blocks);
    case 24:
        return copy_blocks<24>(blocks);
    case 32:
        return copy_blocks<32>(blocks);
    default:
        for (int64_t i = 0; i < blocks.count; ++i) {
            copy_bytes(blocks.to, blocks.from, static_cast<size_t>(bytes));
            blocks.to += blocks.to_stride;
            blocks.from += blocks.from_stride;
        }
    }
}

} // namespace

void copy_to_target(const Piece& piece, const char* origin, char* target) noexcept {
    copy_strided({target + piece.target, origin + piece.origin, piece.count, piece.target_stride,
                  piece.origin_stride},
                 piece.bytes);
}

void copy_to_origin(const Piece& piece, char* origin, const char* target) noexcept {
    copy_strided({origin + piece.origin, target + piece.target, piece.count, piece.origin_stride,
                  piece.target_stride},
                 piece.bytes);
}

void copy_layout(const LayoutInstances& to,
                 char* to_base,
                 const LayoutInstances& from,
                 const char* from_base) noexcept {
    Walk walk(from, to);
    for (Piece piece; walk.next(piece);) {
        copy_to_target(piece, from_base, to_base);
    }
}

} // namespace arauto::mpi
