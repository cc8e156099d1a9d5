// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The log: each message is one line on standard error. Never on the data path.
#pragma once

#include "base/settings.hpp"

namespace arauto {

enum class LogLevel : int { error, warn, info, debug, trace };

inline constexpr Setting kLogSetting{"ARAUTO_LOG", "warn", SettingKind::choice,
                                     "error|warn|info|debug|trace",
                                     "how much the runtime says on standard error"};
inline constexpr Setting kLogSettings[] = {kLogSetting};

/// "arauto: " and the sentence, as one line, when the level is in force.
void log(LogLevel level, const char* format, ...) noexcept __attribute__((format(printf, 2, 3)));

} // namespace arauto
