// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See link_words.hpp.
#include "link_words.hpp"

namespace arauto::tools {

void add_link_words(Words& command,
                    const std::string& library_folder,
                    const std::string& coarrays) {
    command.push_back("-L" + library_folder);
    if (!coarrays.empty()) {
        command.push_back("-l" + coarrays);
    }
    // A program that exchanges no halos does not load the library for it.
    command.insert(command.end(), {"-Wl,--push-state,--as-needed", "-larauto_halo",
                                   "-Wl,--pop-state", "-larauto"});
    command.push_back("-Wl,-rpath," + library_folder);
}

void add_first_archives(Words& command,
                        const std::string& library_folder,
                        const std::string& coarrays) {
    command.push_back("-L" + library_folder);
    command.emplace_back("-Wl,--whole-archive");
    command.emplace_back("-larauto");
    if (!coarrays.empty()) {
        command.push_back("-l" + coarrays);
    }
    command.emplace_back("-Wl,--no-whole-archive");
}

void add_last_archives(Words& command) {
    command.insert(command.end(), {"-larauto_halo", "-lstdc++", "-lm", "-lpthread", "-ldl"});
}

} // namespace arauto::tools
