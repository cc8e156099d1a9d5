// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Writes each log line with one system call, so that the lines of several images do not mix.
#include "base/log.hpp"

#include <algorithm>
#include <cstdarg>
#include <cstdio>
#include <unistd.h>

namespace arauto {

void log(LogLevel level, const char* format, ...) noexcept {
    static const int threshold = setting_choice(kLogSetting).value;
    if (static_cast<int>(level) > threshold) {
        return;
    }
    char line[1024];
    const int head = std::snprintf(line, sizeof line, "arauto: ");
    va_list arguments;
    va_start(arguments, format);
    const int body =
        std::vsnprintf(line + head, sizeof line - 1 - static_cast<size_t>(head), format, arguments);
    va_end(arguments);
    const size_t length = std::min(sizeof line - 2, static_cast<size_t>(head + std::max(body, 0)));
    line[length] = '\n';
    [[maybe_unused]] const ssize_t written = write(STDERR_FILENO, line, length + 1);
}

} // namespace arauto
