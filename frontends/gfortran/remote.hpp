// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// What get, send and sendget have in common: the side of an assignment that the compiler gives as a
// token, an offset and the descriptor of the same elements of this image.
#pragma once

#include "section.hpp"
#include "transfer.hpp"

namespace arauto::gfortran {

/// A coindexed object as the compiler passes it.
struct Coindexed {
    Token token;
    size_t offset; // bytes from the registered start to the first element
    int image;
    const Descriptor* array;
    const Vector* vector; // NULL: no vector subscript
    int kind;
};

/// @return Problem::memory when the subscripts' tables find no room, otherwise none
Outcome
describe_coindexed(Side& side, const Coindexed& object, int rank, IndexTables& tables) noexcept;

/// Whether `bytes` at `memory` here overlap with those at `offset` of `rank`'s part.
[[nodiscard]] inline bool
overlaps_itself(Token token, int rank, size_t offset, const void* memory, size_t bytes) noexcept {
    if (rank != image_map.self) [[likely]] {
        return false;
    }
    const auto remote = reinterpret_cast<uintptr_t>(token->memory) + offset;
    const auto local = reinterpret_cast<uintptr_t>(memory);
    return remote < local + bytes && local < remote + bytes;
}

/// Whether two descriptors have the same elements in the same shape, side by side on both sides.
[[nodiscard]] inline bool is_plain(const Descriptor& a, const Descriptor& b) noexcept {
    if (a.rank != b.rank || !is_contiguous(a) || !is_contiguous(b)) {
        return false;
    }
    for (int i = 0; i < a.rank; ++i) {
        if (extent_of(a.dim[i]) != extent_of(b.dim[i])) {
            return false;
        }
    }
    return true;
}

} // namespace arauto::gfortran
