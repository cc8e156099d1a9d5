// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Cobounds, and the images that cosubscripts name. The last upper cobound follows from how many
// images there are, so all of this depends on a team: the current one unless a call names another.
#pragma once

#include <cstdint>

namespace arauto::coarray {

/// The cobounds of a coarray, of `corank` codimensions; every codimension but the last has at least
/// one value. The last upper cobound is not looked at. Codimensions count from 0 here.
template <typename Bound> struct Cobounds {
    int corank;
    const Bound* lower;
    const Bound* upper;

    /// The extent of a codimension that is not the last.
    [[nodiscard]] int64_t coextent(int codimension) const noexcept {
        return int64_t{upper[codimension]} - lower[codimension] + 1;
    }

    /// The upper cobound of a codimension, for a team of `size` images.
    [[nodiscard]] int64_t upper_cobound(int codimension, int size) const noexcept {
        if (codimension + 1 < corank) {
            return upper[codimension];
        }
        int64_t before = 1; // images of one value of the last cosubscript
        for (int i = 0; i < codimension; ++i) {
            before *= coextent(i);
            if (before >= size) {
                return lower[codimension]; // and the product cannot overflow
            }
        }
        return lower[codimension] + (size + before - 1) / before - 1;
    }

    /// The image, from 1, with these cosubscripts in a team of `size` images; 0: there is none.
    [[nodiscard]] int image_of(const Bound* cosubscripts, int size) const noexcept {
        int64_t image = 1;
        int64_t step = 1; // images from one value of a cosubscript to the next
        for (int i = 0; i < corank; ++i) {
            const int64_t index = int64_t{cosubscripts[i]} - lower[i];
            const bool is_last = i + 1 == corank;
            if (index < 0 || (!is_last && index >= coextent(i)) ||
                (index > 0 && (step >= size || index >= size))) {
                return 0;
            }
            image += index * step;
            if (image > size) {
                return 0;
            }
            if (!is_last && step < size) { // as far as it matters, so that it cannot overflow
                step *= coextent(i);
            }
        }
        return static_cast<int>(image);
    }

    /// The cosubscript of an image, from 1, in a codimension.
    [[nodiscard]] int64_t cosubscript_of(int image, int codimension) const noexcept {
        int64_t index = image - 1;
        for (int i = 0; i < codimension; ++i) {
            index /= coextent(i);
        }
        const bool is_last = codimension + 1 == corank;
        return lower[codimension] + (is_last ? index : index % coextent(codimension));
    }
};

} // namespace arauto::coarray
