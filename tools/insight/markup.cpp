// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See markup.hpp.
#include "markup.hpp"

#include "text.hpp"

#include <algorithm>
#include <array>

namespace arauto::tools::insight {
namespace {

/// The length of the character of UTF-8 at the start of a text; 0: it is none.
size_t length_of_character(std::string_view text) {
    const auto first = static_cast<unsigned char>(text[0]);
    const size_t length = first < 0x80                    ? 1
                          : first >= 0xC2 && first < 0xE0 ? 2
                          : first >= 0xE0 && first < 0xF0 ? 3
                          : first >= 0xF0 && first < 0xF5 ? 4
                                                          : 0;
    if (length > text.size()) {
        return 0;
    }
    const bool is_whole = std::all_of(text.begin() + 1, text.begin() + static_cast<long>(length),
                                      [](unsigned char c) { return (c & 0xC0) == 0x80; });
    return is_whole ? length : 0;
}

/// Whether a character is not shown, and changes how others are: marks and overrides of direction,
/// characters without width, and controls.
bool is_hidden(std::string_view character) {
    if (character.size() == 1) {
        const auto c = static_cast<unsigned char>(character[0]);
        return c < ' ' || c == 0x7F;
    }
    if (character.size() == 2) {
        return character < "\xC2\xA0" || character == "\xD8\x9C"; // U+0080 to U+009F, U+061C
    }
    return (character >= "\xE2\x80\x8B" && character <= "\xE2\x80\x8F") || // U+200B to U+200F
           (character >= "\xE2\x80\xA8" && character <= "\xE2\x80\xAE") || // U+2028 to U+202E
           (character >= "\xE2\x81\xA0" && character <= "\xE2\x81\xAF") || // U+2060 to U+206F
           character == "\xEF\xBB\xBF"; // U+FEFF
}

std::string escaped_character(std::string_view character) {
    switch (character[0]) {
    case '&':
        return "&amp;";
    case '<':
        return "&lt;";
    case '>':
        return "&gt;";
    case '"':
        return "&quot;";
    case '\'':
        return "&#39;";
    default:
        return is_hidden(character) ? "?" : std::string(character);
    }
}

} // namespace

std::string escaped(std::string_view text, size_t most) {
    std::string out;
    const std::string_view shown = text.substr(0, most);
    for (size_t at = 0; at < shown.size();) {
        const size_t length = length_of_character(shown.substr(at));
        out += length == 0 ? "?" : escaped_character(shown.substr(at, length));
        at += std::max<size_t>(length, 1);
    }
    return text.size() > most ? out + "..." : out;
}

std::string duration(double seconds) {
    constexpr double kMilli = 1e-3;
    constexpr double kMicro = 1e-6;
    constexpr double kTenth = 0.1;
    if (seconds <= 0) {
        return "0 s";
    }
    if (seconds >= kTenth) {
        return text("%.2f s", seconds);
    }
    return seconds >= kMilli ? text("%.1f ms", seconds / kMilli)
                             : text("%.1f us", seconds / kMicro);
}

std::string bytes_text(uint64_t bytes) {
    constexpr double kStep = 1000;
    static constexpr std::array<const char*, 5> kUnits{"kB", "MB", "GB", "TB", "PB"};
    if (static_cast<double>(bytes) < kStep) {
        return std::to_string(bytes) + " B";
    }
    double value = static_cast<double>(bytes) / kStep;
    size_t unit = 0;
    for (; value >= kStep && unit + 1 < kUnits.size(); ++unit) {
        value /= kStep;
    }
    return text("%.1f %s", value, kUnits[unit]);
}

std::string rectangle(const Box& box, std::string_view style, std::string_view title) {
    const std::string start = text("<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" ",
                                   box.x, box.y, std::max(box.width, 0.0), box.height) +
                              std::string(style);
    return title.empty() ? start + "/>\n"
                         : start + "><title>" + escaped(title, 400) + "</title></rect>\n";
}

std::string label_at(double x, double y, std::string_view style, std::string_view label) {
    return text("<text x=\"%.1f\" y=\"%.1f\" ", x, y) + std::string(style) + ">" + escaped(label) +
           "</text>\n";
}

std::string
drawing(double width, double height, std::string_view description, std::string_view content) {
    return text("<div class=\"wide\"><svg viewBox=\"0 0 %.0f %.0f\" role=\"img\" aria-label=\"",
                width, height) +
           escaped(description) + "\">\n" + std::string(content) + "</svg></div>\n";
}

} // namespace arauto::tools::insight
