// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Settings: each room owns one constexpr table of them; only settings.cpp reads the environment.
#pragma once

#include "base/status.hpp"

#include <cstdint>
#include <span>

namespace arauto {

enum class SettingKind : uint8_t { text, integer, bytes, choice, limit };

struct Setting {
    const char* name; // full name in the environment, ARAUTO_...
    const char* fallback; // default as text; "" means: decided at run time, `help` says how
    SettingKind kind;
    // "a..b" for integer and bytes, "a|b|c" for choice, "off|end|end:N|a..b" for limit, "" for any
    // text
    const char* range;
    const char* help; // one line
};

/// Text in force: the environment's, else the default.
[[nodiscard]] const char* setting_text(const Setting& setting) noexcept;
[[nodiscard]] bool setting_is_given(const Setting& setting) noexcept;

/// Number in force; bytes may carry K, M, G or T. An empty default gives `fallback`.
/// @error ARAUTO_ERR_ARGUMENT with a sentence that names the setting, its value and its range
[[nodiscard]] Result<int64_t> setting_integer(const Setting& setting, int64_t fallback) noexcept;

/// Index of the value in force among the choices of `range`; that of the default beside a failure.
[[nodiscard]] Result<int> setting_choice(const Setting& setting) noexcept;

/// A time after which something is reported.
struct Limit {
    int64_t value; // 0: never
    bool ends; // the job too
};
/// "off", a number, "end" with the default number, or "end:" and a number.
/// @error ARAUTO_ERR_ARGUMENT with a sentence that names the setting, its value and its range
[[nodiscard]] Result<Limit> setting_limit(const Setting& setting) noexcept;

using SettingTables = std::span<const std::span<const Setting>>;

/// Whether every value in force is one that its setting may have.
/// @error ARAUTO_ERR_ARGUMENT with a sentence on the first that is not
[[nodiscard]] Status check_settings(SettingTables tables) noexcept;

/// Calls visit(name, value, meant) for each variable of the environment that begins with ARAUTO_
/// and is none of these settings; `meant` is the one that may have been meant, or null. Variables
/// of the command and of tests and benchmarks are left out.
void visit_unknown_settings(
    SettingTables tables,
    void (*visit)(void* context, const char* name, const char* value, const char* meant),
    void* context) noexcept;

} // namespace arauto
