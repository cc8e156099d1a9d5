// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Cosubscripts and image numbers.
#include "coarray/cobounds.hpp"

#include "runtime.hpp"

namespace arauto::translated {

std::string fault_of_cobounds(int32_t corank, const int32_t* lower, const int32_t* upper) {
    for (int i = 0; i + 1 < corank; ++i) {
        if (upper[i] < lower[i]) {
            return "the cobounds of a coarray leave no image: codimension " +
                   std::to_string(i + 1) + " is " + std::to_string(lower[i]) + ":" +
                   std::to_string(upper[i]);
        }
    }
    return "";
}

namespace {

/// Ends the program when a codimension is empty.
void check(int32_t corank, const int32_t* lower, const int32_t* upper) {
    for (int i = 0; i + 1 < corank; ++i) {
        if (upper[i] < lower[i]) [[unlikely]] {
            fail({}, "%s", fault_of_cobounds(corank, lower, upper).c_str());
        }
    }
}

} // namespace
} // namespace arauto::translated

using namespace arauto::translated;
using arauto::coarray::Cobounds;

int32_t translated_image(int32_t corank,
                         const int32_t* subscripts,
                         const int32_t* lower,
                         const int32_t* upper) {
    check(corank, lower, upper);
    return Cobounds<int32_t>{corank, lower, upper}.image_of(subscripts, images.size);
}

void translated_cosubscripts(int32_t corank,
                             int32_t image,
                             const int32_t* lower,
                             const int32_t* upper,
                             int32_t* subscripts_out) {
    check(corank, lower, upper);
    const Cobounds<int32_t> cobounds{corank, lower, upper};
    for (int i = 0; i < corank; ++i) {
        subscripts_out[i] = static_cast<int32_t>(
            cobounds.cosubscript_of(image > 0 ? image : images.own_member + 1, i));
    }
}

int32_t
translated_last_cobound(int32_t corank, const int32_t* lower, const int32_t* upper, int32_t size) {
    check(corank, lower, upper);
    return static_cast<int32_t>(
        Cobounds<int32_t>{corank, lower, upper}.upper_cobound(corank - 1, size));
}
