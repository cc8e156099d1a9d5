// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See cobounds.hpp.
#include "cobounds.hpp"

namespace arauto::prif {
namespace {

int64_t coextent(const Coarray& coarray, int dimension) noexcept {
    const auto at = static_cast<size_t>(dimension);
    return coarray.upper[at] - coarray.lower[at] + 1;
}

} // namespace

int64_t upper_cobound(const Coarray& coarray, int dimension, int images) noexcept {
    const auto at = static_cast<size_t>(dimension);
    if (dimension + 1 < coarray.corank) {
        return coarray.upper[at];
    }
    int64_t before = 1; // images of one value of the last cosubscript
    for (int i = 0; i < dimension; ++i) {
        before *= coextent(coarray, i);
        if (before >= images) {
            return coarray.lower[at]; // and the product cannot overflow
        }
    }
    return coarray.lower[at] + (images + before - 1) / before - 1;
}

int checked_dimension(const Coarray& coarray, int dimension, const char* call) noexcept {
    if (dimension < 1 || dimension > coarray.corank) {
        coarray::fail({}, "%s: there is no codimension %d, the coarray has 1 to %d", call,
                      dimension, coarray.corank);
    }
    return dimension - 1;
}

int image_of(const Coarray& coarray, std::span<const int64_t> cosubscripts, int images) noexcept {
    if (cosubscripts.size() != static_cast<size_t>(coarray.corank)) {
        return 0;
    }
    int64_t image = 1;
    int64_t step = 1; // images from one value of a cosubscript to the next
    for (int i = 0; i < coarray.corank; ++i) {
        const auto at = static_cast<size_t>(i);
        const int64_t index = cosubscripts[at] - coarray.lower[at];
        const bool is_last = i + 1 == coarray.corank;
        if (index < 0 || (!is_last && index >= coextent(coarray, i)) ||
            (index > 0 && (step >= images || index >= images))) {
            return 0;
        }
        image += index * step;
        if (image > images) {
            return 0;
        }
        if (!is_last && step < images) { // as far as it matters, so that it cannot overflow
            step *= coextent(coarray, i);
        }
    }
    return static_cast<int>(image);
}

int64_t cosubscript_of(const Coarray& coarray, int image, int dimension) noexcept {
    int64_t index = image - 1;
    for (int i = 0; i < dimension; ++i) {
        index /= coextent(coarray, i);
    }
    const bool is_last = dimension + 1 == coarray.corank;
    return coarray.lower[static_cast<size_t>(dimension)] +
           (is_last ? index : index % coextent(coarray, dimension));
}

} // namespace arauto::prif
