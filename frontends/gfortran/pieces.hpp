// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Cuts a section into pieces of bounded size, in array element order. Pure functions.
#pragma once

#include "arauto/section.h"

#include <cstddef>
#include <cstdint>

namespace arauto::gfortran {

/// Walks over the pieces of a shape; `cut` takes the present piece out of any section that has this
/// shape. Usage: `while (pieces.next()) { pieces.cut(piece, section); ... }`.
class Pieces {
  public:
    /// @param shape  without empty dimensions  @param count_max  elements of a piece, at least 1
    Pieces(const arauto_section_t& shape, size_t count_max) noexcept;

    [[nodiscard]] bool next() noexcept;
    void cut(arauto_section_t& piece, const arauto_section_t& section) const noexcept;

  private:
    int32_t rank_;
    int32_t split_ = 0; // dimensions below are whole in every piece, those above have one element
    int64_t step_ = 1; // extent of a piece in dimension split_
    int64_t extent_[ARAUTO_DIM_MAX];
    int64_t position_[ARAUTO_DIM_MAX]; // of the piece's first element; from split_ on
    bool started_ = false;
};

} // namespace arauto::gfortran
