// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See pieces.hpp. An odometer over the dimensions from the split upwards.
#include "pieces.hpp"

#include <algorithm>

namespace arauto::gfortran {

Pieces::Pieces(const arauto_section_t& shape, size_t count_max) noexcept : rank_(shape.rank) {
    auto room = static_cast<int64_t>(count_max);
    for (int32_t i = 0; i < rank_; ++i) {
        extent_[i] = shape.dim[i].extent;
        position_[i] = 0;
    }
    while (split_ + 1 < rank_ && extent_[split_] <= room) {
        room /= extent_[split_];
        ++split_;
    }
    step_ = std::max<int64_t>(1, room);
}

bool Pieces::next() noexcept {
    if (!started_) {
        started_ = true;
        return true;
    }
    for (int32_t i = split_; i < rank_; ++i) {
        position_[i] += i == split_ ? step_ : 1;
        if (position_[i] < extent_[i]) {
            return true;
        }
        position_[i] = 0;
    }
    return false;
}

void Pieces::cut(arauto_section_t& piece, const arauto_section_t& section) const noexcept {
    piece.rank = std::min(rank_, split_ + 1);
    piece.reserved = 0;
    piece.element_bytes = section.element_bytes;
    piece.offset = section.offset;
    for (int32_t i = 0; i < split_; ++i) {
        piece.dim[i] = section.dim[i];
    }
    if (rank_ > 0) {
        const arauto_dim_t& dim = section.dim[split_];
        const int64_t first = position_[split_];
        const int64_t extent = std::min(step_, extent_[split_] - first);
        if (dim.index != nullptr) {
            piece.dim[split_] = {extent, dim.stride, dim.index + first};
        } else {
            piece.dim[split_] = {extent, dim.stride, nullptr};
            piece.offset += first * dim.stride;
        }
    }
    for (int32_t i = split_ + 1; i < rank_; ++i) {
        const arauto_dim_t& dim = section.dim[i];
        piece.offset += dim.index != nullptr ? dim.index[position_[i]] : position_[i] * dim.stride;
    }
}

} // namespace arauto::gfortran
