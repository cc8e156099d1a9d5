// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The parts of a warning about a statement that gfortran gets wrong.
#pragma once

#include <string>
#include <string_view>

namespace arauto::tools {

/// A statement that gfortran gets wrong, as the words of a warning.
struct Fault {
    static constexpr const char* kCrash = "a crash";
    static constexpr const char* kError = "an error"; // the library ends the program
    static constexpr const char* kMessage = "a lost message"; // the program goes on as it should
    std::string text; // "fault; remedy, "
    const char* kind = "wrong data";
};

inline std::string quote(std::string_view text) {
    return "'" + std::string(text) + "'";
}

} // namespace arauto::tools
