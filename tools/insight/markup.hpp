// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Parts of a page of HTML. All texts of a trace go through escaped().
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace arauto::tools::insight {

/// The text as HTML shows it, letter by letter: no element, no attribute, and no character that
/// turns the direction of its surroundings around.
/// @param most  bytes of it that are shown
[[nodiscard]] std::string escaped(std::string_view text, size_t most = 160);

/// "0.28 s", "31.2 ms", "4.0 us".
[[nodiscard]] std::string duration(double seconds);
/// "3.2 MB".
[[nodiscard]] std::string bytes_text(uint64_t bytes);

/// A rectangle of a drawing.
struct Box {
    double x;
    double y;
    double width;
    double height;
};
/// @param style  further attributes
/// @param title  shown when the mouse is over it; it is escaped here
[[nodiscard]] std::string
rectangle(const Box& box, std::string_view style, std::string_view title = {});
/// @param style  attributes; @param label  is escaped here
[[nodiscard]] std::string
label_at(double x, double y, std::string_view style, std::string_view label);

/// A drawing that is as wide as the page, and can be scrolled where the page is narrow.
[[nodiscard]] std::string
drawing(double width, double height, std::string_view description, std::string_view content);

} // namespace arauto::tools::insight
