// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Ends a program that was compiled with `arauto fc --debug`, where a subscript of another image's
// object is outside the bounds. The comparison itself is the program's.
#include "runtime.hpp"

#include <string>
#include <string_view>

namespace arauto::translated {
namespace {

void replace(std::string& text, std::string_view sign, const std::string& by) {
    if (const size_t at = text.find(sign); at != std::string::npos) {
        text.replace(at, sign.size(), by);
    }
}

std::string text_of(const translated_subscript& subscript) {
    std::string text = std::to_string(subscript.first);
    if (subscript.step != 0) { // a range
        text += ":" + std::to_string(subscript.last);
    }
    if (subscript.step != 0 && subscript.step != 1) {
        text += ":" + std::to_string(subscript.step);
    }
    return text;
}

} // namespace
} // namespace arauto::translated

using namespace arauto::translated;

void translated_outside_bounds(const translated_subscript* subscript,
                               int32_t is_there,
                               const char* object,
                               size_t bytes) {
    std::string text(object, bytes);
    replace(text, "{i}", text_of(*subscript));
    replace(text, "{k}", std::to_string(subscript->cosubscript));
    if (is_there == 0) {
        fail({}, "%s: the array is not allocated", text.c_str());
        return;
    }
    const std::string bounds =
        std::to_string(subscript->lower) + ":" + std::to_string(subscript->upper);
    if (const int32_t dimension = subscript->dimension; dimension > 0) {
        fail({}, "%s: bounds of dimension %d are %s", text.c_str(), dimension, bounds.c_str());
    } else if (dimension < 0) {
        fail({}, "%s: bounds of codimension %d are %s", text.c_str(), -dimension, bounds.c_str());
    } else {
        fail({}, "%s: bounds are %s", text.c_str(), bounds.c_str());
    }
}
