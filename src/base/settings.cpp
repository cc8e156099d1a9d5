// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Reads settings from the environment and checks them against their range.
#include "base/settings.hpp"

#include "base/edits.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>
#include <unistd.h>

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
    const int64_t most = INT64_MAX >> shift;
    if (number > most || number < -most) {
        return false;
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

/// Index of a word among "a|b|c"; -1 when it is none of them.
int index_of(std::string_view word, std::string_view choices) noexcept {
    for (int index = 0;; ++index) {
        const size_t bar = choices.find('|');
        if (choices.substr(0, bar) == word) {
            return index;
        }
        if (bar == std::string_view::npos) {
            return -1;
        }
        choices.remove_prefix(bar + 1);
    }
}

constexpr std::string_view kPrefix = "ARAUTO_";
// Variables of the launcher and of `arauto fc`, `cc` and `cxx`; then the prefixes of those of tests
// and benchmarks.
constexpr std::string_view kOtherNames[] = {"ARAUTO_JOB_FD", "ARAUTO_RANK", "ARAUTO_CHECK_FILE",
                                            "ARAUTO_FC",     "ARAUTO_CC",   "ARAUTO_CXX"};
constexpr std::string_view kOtherBeginnings[] = {"ARAUTO_TEST_", "ARAUTO_BENCH_"};

bool is_known(SettingTables tables, std::string_view name) noexcept {
    for (const std::span<const Setting> table : tables) {
        for (const Setting& setting : table) {
            if (name == setting.name) {
                return true;
            }
        }
    }
    return std::find(std::begin(kOtherNames), std::end(kOtherNames), name) !=
               std::end(kOtherNames) ||
           std::any_of(std::begin(kOtherBeginnings), std::end(kOtherBeginnings),
                       [name](std::string_view beginning) { return name.starts_with(beginning); });
}

/// Null when no setting's name is near.
const char* nearest(SettingTables tables, std::string_view name) {
    const char* found = nullptr;
    size_t least = std::max<size_t>(2, (name.size() - kPrefix.size()) / 3) + 1;
    for (const std::span<const Setting> table : tables) {
        for (const Setting& setting : table) {
            const size_t edits = count_edits(name, setting.name);
            if (edits < least) {
                least = edits;
                found = setting.name;
            }
        }
    }
    return found;
}

Status check_setting(const Setting& setting) noexcept {
    switch (setting.kind) {
    case SettingKind::choice:
        return setting_choice(setting).status;
    case SettingKind::integer:
    case SettingKind::bytes:
        return setting_integer(setting, 0).status;
    case SettingKind::limit:
        return setting_limit(setting).status;
    case SettingKind::text:
        break;
    }
    return ARAUTO_OK;
}

} // namespace

Status check_settings(SettingTables tables) noexcept {
    for (const std::span<const Setting> table : tables) {
        for (const Setting& setting : table) {
            if (const Status status = check_setting(setting); status < 0) {
                return status;
            }
        }
    }
    return ARAUTO_OK;
}

void visit_unknown_settings(
    SettingTables tables,
    void (*visit)(void* context, const char* name, const char* value, const char* meant),
    void* context) noexcept {
    for (char** entry = environ; *entry != nullptr; ++entry) {
        const std::string_view text = *entry;
        const size_t end = text.find('=');
        if (!text.starts_with(kPrefix) || end == std::string_view::npos) {
            continue;
        }
        const std::string name(text.substr(0, end));
        if (!is_known(tables, name)) {
            visit(context, name.c_str(), *entry + end + 1, nearest(tables, name));
        }
    }
}

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

Result<Limit> setting_limit(const Setting& setting) noexcept {
    constexpr std::string_view kEnds = "end";
    const std::string_view text = setting_text(setting);
    Limit limit{0, text.starts_with(kEnds)};
    if (text == "off") {
        return {ARAUTO_OK, limit};
    }
    const char* number = text.data();
    if (limit.ends) {
        const bool is_alone = text == kEnds;
        number = is_alone ? setting.fallback : text.data() + kEnds.size() + 1;
        if (!is_alone && text[kEnds.size()] != ':') {
            number = "";
        }
    }
    int64_t low = 0;
    int64_t high = 0;
    const char* const bar = std::strrchr(setting.range, '|');
    parse_range(bar != nullptr ? bar + 1 : setting.range, false, &low, &high);
    if (!parse_number(number, false, &limit.value) || limit.value < low || limit.value > high ||
        (limit.ends && limit.value == 0)) {
        return {fail(ARAUTO_ERR_ARGUMENT,
                     "the setting %s is '%s', but it must be a whole number in %lld..%lld, off, "
                     "end, or end: and such a number, as in end:60",
                     setting.name, setting_text(setting), static_cast<long long>(low),
                     static_cast<long long>(high)),
                {}};
    }
    return {ARAUTO_OK, limit};
}

Result<int> setting_choice(const Setting& setting) noexcept {
    const char* text = setting_text(setting);
    if (const int index = index_of(text, setting.range); index >= 0) {
        return {ARAUTO_OK, index};
    }
    return {fail(ARAUTO_ERR_ARGUMENT, "the setting %s is '%s', but it must be one of %s",
                 setting.name, text, setting.range),
            std::max(index_of(setting.fallback, setting.range), 0)};
}

} // namespace arauto
