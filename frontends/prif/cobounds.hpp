// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Cobounds, and the images that cosubscripts name. The last upper cobound follows from how many
// images there are, so all of this depends on a team: the current one unless a call names another.
#pragma once

#include "coarrays.hpp"

#include <span>

namespace arauto::prif {

/// The upper cobound of a dimension, from 0, for a team of `images` images.
[[nodiscard]] int64_t upper_cobound(const Coarray& coarray, int dimension, int images) noexcept;
/// The dimension that a call names, from 1, counted from 0; an unknown one ends the program.
[[nodiscard]] int
checked_dimension(const Coarray& coarray, int dimension, const char* call) noexcept;

/// Image of `images`, from 1, with these cosubscripts; 0: there is none.
[[nodiscard]] int
image_of(const Coarray& coarray, std::span<const int64_t> cosubscripts, int images) noexcept;
/// Cosubscript, in a dimension from 0, of an image from 1.
[[nodiscard]] int64_t cosubscript_of(const Coarray& coarray, int image, int dimension) noexcept;

} // namespace arauto::prif
