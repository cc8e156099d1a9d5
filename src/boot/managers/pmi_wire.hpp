// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Parses the lines of PMI-1: "cmd=get_result rc=0 value=abc". Pure functions.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace arauto::boot {

/// The value of a word "name=value"; values hold no blanks. None when there is no such word.
[[nodiscard]] std::optional<std::string_view> pmi_word(std::string_view line,
                                                       std::string_view name) noexcept;

/// Whether the line is the answer `command`, and does not say that something went wrong.
[[nodiscard]] bool is_pmi_answer(std::string_view line, std::string_view command) noexcept;

/// Cuts the first whole line, without its end, off `received`. None when there is none yet.
[[nodiscard]] std::optional<std::string> cut_line(std::string& received);

} // namespace arauto::boot
