// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Cosubscripts and image numbers. The last upper cobound follows from the number of images.
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

int32_t translated_image(int32_t corank,
                         const int32_t* subscripts,
                         const int32_t* lower,
                         const int32_t* upper) {
    check(corank, lower, upper);
    int64_t image = 0;
    int64_t stride = 1;
    for (int i = 0; i < corank; ++i) {
        const int64_t at = int64_t{subscripts[i]} - lower[i];
        const int64_t extent = int64_t{upper[i]} - lower[i] + 1;
        if (at < 0 || (i + 1 < corank && at >= extent)) {
            return 0;
        }
        image += at * stride;
        stride *= extent;
    }
    return image < images.size ? static_cast<int32_t>(image + 1) : 0;
}

void translated_cosubscripts(int32_t corank,
                             int32_t image,
                             const int32_t* lower,
                             const int32_t* upper,
                             int32_t* subscripts_out) {
    check(corank, lower, upper);
    int64_t rest = image > 0 ? image - 1 : images.own_member;
    for (int i = 0; i + 1 < corank; ++i) {
        const int64_t extent = int64_t{upper[i]} - lower[i] + 1;
        subscripts_out[i] = static_cast<int32_t>(lower[i] + rest % extent);
        rest /= extent;
    }
    subscripts_out[corank - 1] = static_cast<int32_t>(lower[corank - 1] + rest);
}

int32_t
translated_last_cobound(int32_t corank, const int32_t* lower, const int32_t* upper, int32_t size) {
    check(corank, lower, upper);
    int64_t others = 1;
    for (int i = 0; i + 1 < corank; ++i) {
        others *= int64_t{upper[i]} - lower[i] + 1;
    }
    return static_cast<int32_t>(lower[corank - 1] + (size + others - 1) / others - 1);
}
