// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See walk.hpp.
#include "walk.hpp"

#include "layout_build.hpp"

#include <algorithm>
#include <cstring>

namespace arauto::mpi {

Cursor::Cursor(const Layout& layout, int64_t count, int64_t offset) noexcept
    : parts_(layout.parts.get()) {
    if (count < 1 || layout.number == 0) {
        return;
    }
    const Part* outermost = parts_ + layout.first;
    whole_ = *outermost;
    if (layout.number > 1 || !repeat_part(whole_, count, layout.extent)) {
        whole_ = {0, count, layout.extent, 0, layout.first, layout.number};
    }
    frames_[0] = {&whole_, &whole_ + 1, offset, 0, 0};
    depth_ = 0;
    enter();
}

// Goes down to the first block of the present part.
void Cursor::enter() noexcept {
    for (;;) {
        Frame& frame = frames_[depth_];
        const Part& part = *frame.part;
        frame.block = frame.base + part.offset;
        frame.blocks_left = part.count;
        if (part.bytes > 0) {
            offset_ = frame.block;
            rest_ = block_ = part.bytes;
            blocks_ = part.count;
            stride_ = part.stride;
            return;
        }
        const Part* first = parts_ + part.first;
        frames_[++depth_] = {first, first + part.number, frame.block, 0, 0};
    }
}

// All blocks of the present part are done.
void Cursor::next_part() noexcept {
    for (;;) {
        Frame& frame = frames_[depth_];
        if (++frame.part != frame.end) {
            enter();
            return;
        }
        if (--depth_ < 0) {
            return;
        }
        Frame& above = frames_[depth_];
        if (--above.blocks_left > 0) {
            above.block += above.part->stride;
            const Part* first = parts_ + above.part->first;
            frames_[++depth_] = {first, first + above.part->number, above.block, 0, 0};
            enter();
            return;
        }
    }
}

void Cursor::skip_bytes(int64_t bytes) noexcept {
    offset_ += bytes;
    rest_ -= bytes;
    if (rest_ > 0) {
        return;
    }
    if (--blocks_ > 0) {
        offset_ += stride_ - block_;
        rest_ = block_;
        return;
    }
    next_part();
}

void Cursor::skip_blocks(int64_t count) noexcept {
    if (rest_ != block_) {
        skip_bytes(rest_);
        return;
    }
    blocks_ -= count;
    if (blocks_ > 0) {
        offset_ += count * stride_;
        return;
    }
    next_part();
}

namespace {

// How many blocks of `small` bytes, `blocks` at most, `large` bytes hold. A division takes longer
// than all the rest, and is needed where a block ends in the middle of the other side's only.
int64_t blocks_in(int64_t large, int64_t small, int64_t blocks) noexcept {
    if (blocks == 1 || large >= small * blocks) {
        return blocks;
    }
    return large / small;
}

} // namespace

bool Walk::next(Piece& piece) noexcept {
    if (origin_.is_done()) {
        return false;
    }
    const int64_t here = origin_.bytes();
    if (is_twin_) {
        const int64_t stride = origin_.stride();
        const int64_t offset = origin_.offset();
        piece = {offset, offset + shift_, here, origin_.blocks(), stride, stride};
        origin_.skip_blocks(piece.count);
        return true;
    }
    if (target_.is_done()) {
        return false;
    }
    const int64_t there = target_.bytes();
    if (here == there) {
        piece = {
            origin_.offset(), target_.offset(), here, std::min(origin_.blocks(), target_.blocks()),
            origin_.stride(), target_.stride()};
        origin_.skip_blocks(piece.count);
        target_.skip_blocks(piece.count);
    } else if (here > there) {
        const int64_t count = blocks_in(here, there, target_.blocks());
        piece = {origin_.offset(), target_.offset(), there, count, there, target_.stride()};
        origin_.skip_bytes(count * there);
        target_.skip_blocks(count);
    } else {
        const int64_t count = blocks_in(there, here, origin_.blocks());
        piece = {origin_.offset(), target_.offset(), here, count, origin_.stride(), here};
        origin_.skip_blocks(count);
        target_.skip_bytes(count * here);
    }
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
            std::memcpy(blocks.to, blocks.from, static_cast<size_t>(bytes));
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

void copy_layout(const Side& to, char* to_base, const Side& from, const char* from_base) noexcept {
    Walk walk(from, to);
    for (Piece piece; walk.next(piece);) {
        copy_to_target(piece, from_base, to_base);
    }
}

} // namespace arauto::mpi
