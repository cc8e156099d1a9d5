// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Texts with values in them.
#pragma once

#include <cstdarg>
#include <cstdio>
#include <string>
#include <string_view>

namespace arauto::tools::insight {

/// As printf writes it; at most 1023 characters.
[[gnu::format(printf, 1, 2)]] inline std::string text(const char* format, ...) {
    char line[1024];
    va_list arguments;
    va_start(arguments, format);
    std::vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    return line;
}

/// As a text of JSON. Call it with the namespace, where the C++ library has another function of
/// this name.
[[nodiscard]] std::string quoted(std::string_view words);

} // namespace arauto::tools::insight
