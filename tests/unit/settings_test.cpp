// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Settings: units, ranges, choices, and sentences that name the setting, its value and what would
// be right.
#include "base/edits.hpp"
#include "base/settings.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <span>
#include <string>
#include <unistd.h>
#include <utility>
#include <vector>

namespace {

using arauto::Setting;
using arauto::SettingKind;

constexpr Setting kBytes{"ARAUTO_TEST_BYTES", "", SettingKind::bytes, "1M..64T", ""};
constexpr Setting kNumber{"ARAUTO_TEST_NUMBER", "5", SettingKind::integer, "1..10", ""};
constexpr Setting kChoice{"ARAUTO_TEST_CHOICE", "auto", SettingKind::choice, "auto|on|off", ""};

TEST(Settings, defaults_hold_when_nothing_is_given) {
    unsetenv(kNumber.name);
    EXPECT_EQ(setting_integer(kNumber, 0).value, 5);
    EXPECT_EQ(setting_integer(kBytes, 77).value, 77);
    EXPECT_EQ(setting_choice(kChoice).value, 0);
    EXPECT_FALSE(setting_is_given(kNumber));
}

TEST(Settings, units_are_powers_of_1024) {
    setenv(kBytes.name, "3G", 1);
    EXPECT_EQ(setting_integer(kBytes, 0).value, int64_t{3} << 30);
    setenv(kBytes.name, "2m", 1);
    EXPECT_EQ(setting_integer(kBytes, 0).value, int64_t{2} << 20);
    unsetenv(kBytes.name);
}

TEST(Settings, wrong_values_are_refused_with_a_sentence) {
    for (const char* wrong : {"0", "11", "seven", "5x", ""}) {
        setenv(kNumber.name, wrong, 1);
        const auto result = setting_integer(kNumber, 0);
        if (*wrong == '\0') {
            EXPECT_TRUE(result.ok()); // empty means not given
            continue;
        }
        EXPECT_EQ(result.status, ARAUTO_ERR_ARGUMENT) << wrong;
        const std::string text = arauto::last_error();
        EXPECT_NE(text.find(kNumber.name), std::string::npos);
        EXPECT_NE(text.find("1..10"), std::string::npos);
    }
    setenv(kChoice.name, "maybe", 1);
    EXPECT_EQ(setting_choice(kChoice).status, ARAUTO_ERR_ARGUMENT);
    setenv(kChoice.name, "off", 1);
    EXPECT_EQ(setting_choice(kChoice).value, 2);
    setenv(kBytes.name, "99999999999999T", 1); // more than the number has room for
    EXPECT_EQ(setting_integer(kBytes, 0).status, ARAUTO_ERR_ARGUMENT);
    unsetenv(kBytes.name);
}

TEST(Settings, a_limit_is_a_number_or_a_word_and_may_end_the_job) {
    constexpr Setting kLimit{"ARAUTO_TEST_LIMIT", "10", SettingKind::limit, "off|end|end:N|0..100",
                             ""};
    struct Case {
        const char* text;
        int64_t value;
        bool ends;
    };
    for (const auto& [text, value, ends] :
         {Case{"", 10, false}, Case{"0", 0, false}, Case{"off", 0, false}, Case{"100", 100, false},
          Case{"end", 10, true}, Case{"end:1", 1, true}}) {
        setenv(kLimit.name, text, 1);
        const auto limit = setting_limit(kLimit);
        EXPECT_TRUE(limit.ok()) << text;
        EXPECT_EQ(limit.value.value, value) << text;
        EXPECT_EQ(limit.value.ends, ends) << text;
    }
    for (const char* const wrong :
         {"101", "-1", "ends", "end:", "end:0", "end:101", "end10", "on"}) {
        setenv(kLimit.name, wrong, 1);
        EXPECT_EQ(setting_limit(kLimit).status, ARAUTO_ERR_ARGUMENT) << wrong;
        EXPECT_NE(std::string(arauto::last_error()).find("0..100"), std::string::npos);
    }
    unsetenv(kLimit.name);
}

TEST(Settings, the_default_stands_beside_a_wrong_choice) {
    constexpr Setting kOff{"ARAUTO_TEST_OFF", "off", SettingKind::choice, "on|off", ""};
    setenv(kOff.name, "of", 1);
    EXPECT_EQ(setting_choice(kOff).value, 1);
    unsetenv(kOff.name);
}

TEST(Settings, all_are_checked_at_once) {
    const Setting table[] = {kBytes, kNumber, kChoice};
    const std::span<const Setting> tables[] = {table};
    unsetenv(kBytes.name);
    unsetenv(kNumber.name);
    unsetenv(kChoice.name);
    EXPECT_EQ(arauto::check_settings(tables), ARAUTO_OK);
    for (const char* name : {kBytes.name, kNumber.name, kChoice.name}) {
        setenv(name, "x", 1);
        EXPECT_EQ(arauto::check_settings(tables), ARAUTO_ERR_ARGUMENT) << name;
        EXPECT_NE(std::string(arauto::last_error()).find(name), std::string::npos);
        unsetenv(name);
    }
}

/// The findings of visit_unknown_settings, as "NAME=VALUE (meant)".
std::string unknown_settings() {
    static constexpr Setting kKnown[] = {
        {"ARAUTO_NUM_IMAGES", "", SettingKind::integer, "1..9", ""},
        {"ARAUTO_LOG", "warn", SettingKind::choice, "error|warn", ""},
    };
    static constexpr std::span<const Setting> kTables[] = {kKnown};
    std::string said;
    visit_unknown_settings(
        kTables,
        [](void* context, const char* name, const char* value, const char* meant) {
            *static_cast<std::string*>(context) += std::string(name) + "=" + value + " (" +
                                                   (meant != nullptr ? meant : "no idea") + ")";
        },
        &said);
    return said;
}

/// Removes the settings of the user that runs the tests.
void clear_environment() {
    std::vector<std::string> names;
    for (char** entry = environ; *entry != nullptr; ++entry) {
        const std::string text = *entry;
        if (text.starts_with("ARAUTO")) {
            names.push_back(text.substr(0, text.find('=')));
        }
    }
    for (const std::string& name : names) {
        unsetenv(name.c_str());
    }
}

TEST(Edits, letters_that_are_put_in_left_out_or_changed_are_counted) {
    using arauto::count_edits;
    EXPECT_EQ(count_edits("", ""), 0U);
    EXPECT_EQ(count_edits("", "run"), 3U);
    EXPECT_EQ(count_edits("rn", "run"), 1U);
    EXPECT_EQ(count_edits("bench", "bnech"), 2U);
    EXPECT_EQ(count_edits("kitten", "sitting"), 3U);
    EXPECT_EQ(count_edits("sitting", "kitten"), 3U);
}

TEST(Settings, unknown_names_are_told_with_what_may_be_meant) {
    clear_environment();
    const char* const names[] = {"ARAUTO_NUM_IMAGES", "ARAUTO_LOG",         "ARAUTO_FC",
                                 "ARAUTO_JOB_FD",     "ARAUTO_TEST_CHOICE", "ARAUTOMATIC"};
    for (const char* known : names) { // or nobody's business
        setenv(known, "1", 1);
    }
    EXPECT_EQ(unknown_settings(), "");
    for (const auto& [wrong, meant] :
         {std::pair{"ARAUTO_NUM_IMAGE", "ARAUTO_NUM_IMAGES"},
          std::pair{"ARAUTO_NUMIMAGES", "ARAUTO_NUM_IMAGES"}, std::pair{"ARAUTO_LGO", "ARAUTO_LOG"},
          std::pair{"ARAUTO_COLOUR", "no idea"}, std::pair{"ARAUTO_", "no idea"}}) {
        setenv(wrong, "4", 1);
        EXPECT_EQ(unknown_settings(), std::string(wrong) + "=4 (" + meant + ")");
        unsetenv(wrong);
    }
    for (const char* known : names) {
        unsetenv(known);
    }
}

} // namespace
