// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See race_words.hpp.
#include "race_words.hpp"

#include "command.hpp"
#include "compiler_kind.hpp"

#include <algorithm>
#include <string>

namespace arauto::tools {
namespace {

constexpr const char* kFolder = "/arauto/race";

bool has_start(const Words& words, const char* start) {
    return std::any_of(words.begin(), words.end(),
                       [&](const std::string& word) { return starts_with(word, start); });
}

} // namespace

int add_race_words(const char* command, const Words& compiler, Words& words) {
    if (kind_of_compiler(compiler) != CompilerKind::gnu) {
        return complain(kBadUsage,
                        "%s: --check=race needs a compiler of GCC (gfortran, gcc, g++), whose "
                        "calls before loads and stores it knows; '%s' is none",
                        command, compiler[0].c_str());
    }
    const auto other = std::find_if(words.begin(), words.end(), [](const std::string& word) {
        const bool is_sanitizer =
            starts_with(word, "-fsanitize=") && word != "-fsanitize=undefined";
        return starts_with(word, "-flto") || is_sanitizer;
    });
    if (other != words.end()) {
        return complain(kBadUsage,
                        "%s: --check=race and %s do not go together: leave out one of them",
                        command, other->c_str());
    }
    if (is_static(words)) {
        return complain(kBadUsage, "%s: --check=race needs the shared libraries: leave out -static",
                        command);
    }
    const std::string folder = library_folder() + kFolder;
    // Calls that are merged have one line, of which there is no telling which it is.
    Words own{"-fsanitize=thread", "-g1", "-fno-omit-frame-pointer", "-fno-crossjumping",
              "-fno-tree-tail-merge"};
#if defined(__x86_64__)
    // Long copies become calls, which are seen; by instructions of their own they would not be.
    own.insert(own.end(),
               {"-mmemset-strategy=libcall:-1:noalign", "-mmemcpy-strategy=libcall:-1:noalign"});
#endif
    if (!has_start(words, "-O")) {
        own.emplace_back("-O2");
    }
    if (links(words)) {
        own.insert(own.end(), {"-B" + folder, "-L" + folder,
                               "-Wl,--wrap=memset,--wrap=memcpy,--wrap=memmove"});
        words.emplace_back("-ltsan"); // the compiler's own word comes before the objects
    }
    words.insert(words.begin(), own.begin(), own.end());
    return 0;
}

} // namespace arauto::tools
