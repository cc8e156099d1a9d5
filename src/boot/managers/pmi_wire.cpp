// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See pmi_wire.hpp.
#include "boot/managers/pmi_wire.hpp"

#include <algorithm>

namespace arauto::boot {

std::optional<std::string_view> pmi_word(std::string_view line, std::string_view name) noexcept {
    while (!line.empty()) {
        const std::string_view word = line.substr(0, std::min(line.find(' '), line.size()));
        line.remove_prefix(std::min(word.size() + 1, line.size()));
        const size_t equals = word.find('=');
        if (equals != std::string_view::npos && word.substr(0, equals) == name) {
            return word.substr(equals + 1);
        }
    }
    return std::nullopt;
}

bool is_pmi_answer(std::string_view line, std::string_view command) noexcept {
    return pmi_word(line, "cmd") == command && pmi_word(line, "rc").value_or("0") == "0";
}

std::optional<std::string> cut_line(std::string& received) {
    const size_t end = received.find('\n');
    if (end == std::string::npos) {
        return std::nullopt;
    }
    std::string line = received.substr(0, end);
    received.erase(0, end + 1);
    return line;
}

} // namespace arauto::boot
