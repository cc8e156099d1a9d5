// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Reads settings from the environment and checks them against their range.
#include "base/settings.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>

namespace arauto {
namespace {

/// Parses digits and an optional unit; false when anything else is there.
bool parse_number(const char* text, bool with_unit, int64_t* value) noexcept {
    char* end = nullptr;
    const long long number = std::strtoll(text, &end, 10);
    if (end == text) {
        return false;
    }
    int shift = 0;
    if (with_unit && *end != '\0') {
        const char* units = "KMGT";
        const char* unit = std::strchr(units, *end & ~0x20);
        if (unit == nullptr) {
            return false;
        }
        shift = 10 * static_cast<int>(unit - units + 1);
        ++end;
    }
    *value = static_cast<int64_t>(number) << shift;
    return *end == '\0';
}

/// Splits "a..b"; an absent bound is the widest.
void parse_range(const char* range, bool with_unit, int64_t* low, int64_t* high) noexcept {
    *low = INT64_MIN;
    *high = INT64_MAX;
    const char* dots = std::strstr(range, "..");
    if (dots == nullptr) {
        return;
    }
    char first[32] = "";
    std::strncpy(first, range,
                 std::min<size_t>(sizeof first - 1, static_cast<size_t>(dots - range)));
    parse_number(first, with_unit, low);
    parse_number(dots + 2, with_unit, high);
}

} // namespace

const char* setting_text(const Setting& setting) noexcept {
    const char* given = std::getenv(setting.name);
    return given != nullptr && *given != '\0' ? given : setting.fallback;
}

bool setting_is_given(const Setting& setting) noexcept {
    const char* given = std::getenv(setting.name);
    return given != nullptr && *given != '\0';
}

Result<int64_t> setting_integer(const Setting& setting, int64_t fallback) noexcept {
    const char* text = setting_text(setting);
    if (*text == '\0') {
        return {ARAUTO_OK, fallback};
    }
    const bool with_unit = setting.kind == SettingKind::bytes;
    int64_t value = 0;
    int64_t low = 0;
    int64_t high = 0;
    parse_range(setting.range, with_unit, &low, &high);
    if (!parse_number(text, with_unit, &value) || value < low || value > high) {
        return {fail(ARAUTO_ERR_ARGUMENT, "the setting %s is '%s', but it must be a %s in %s",
                     setting.name, text,
                     with_unit ? "size (a number, with K, M, G or T)" : "whole number",
                     setting.range),
                fallback};
    }
    return {ARAUTO_OK, value};
}

Result<int> setting_choice(const Setting& setting) noexcept {
    const char* text = setting_text(setting);
    const size_t length = std::strlen(text);
    int index = 0;
    for (const char* choice = setting.range; *choice != '\0'; ++index) {
        const char* bar = std::strchr(choice, '|');
        const size_t width =
            bar != nullptr ? static_cast<size_t>(bar - choice) : std::strlen(choice);
        if (width == length && std::strncmp(choice, text, width) == 0) {
            return {ARAUTO_OK, index};
        }
        choice += width + (bar != nullptr ? 1 : 0);
    }
    return {fail(ARAUTO_ERR_ARGUMENT, "the setting %s is '%s', but it must be one of %s",
                 setting.name, text, setting.range),
            0};
}

} // namespace arauto
