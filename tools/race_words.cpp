// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See race_words.hpp.
#include "race_words.hpp"

#include "command.hpp"
#include "compiler_kind.hpp"

#include <algorithm>

namespace arauto::tools {
namespace {

constexpr const char* kFolder = "/arauto/race";

bool has_start(const Words& words, const char* start) {
    return std::any_of(words.begin(), words.end(),
                       [&](const std::string& word) { return starts_with(word, start); });
}

} // namespace

std::string add_race_words(const Words& compiler, Words& words) {
    if (kind_of_compiler(compiler) != CompilerKind::gnu) {
        return "--check=race needs a compiler of GCC (gfortran, gcc, g++), whose calls before loads "
               "and stores it knows; '" +
               compiler[0] + "' is none";
    }
    const auto is_lto = [](const std::string& word) { return starts_with(word, "-flto"); };
    if (std::any_of(words.begin(), words.end(), is_lto)) {
        return "--check=race and -flto do not go together: the calls before loads and stores are "
               "lost when the program is linked; leave out -flto";
    }
    const auto other = std::find_if(words.begin(), words.end(), [](const std::string& word) {
        return starts_with(word, "-fsanitize=") && word != "-fsanitize=undefined";
    });
    if (other != words.end()) {
        return "--check=race takes the place of the compiler's sanitizers: leave out " + *other;
    }
    if (is_static(words)) {
        return "--check=race needs the shared libraries: leave out -static";
    }
    const std::string folder = library_folder() + kFolder;
    // Calls that are merged have one line, of which there is no telling which it is.
    Words own{"-fsanitize=thread", "-g1", "-fno-omit-frame-pointer", "-fno-crossjumping",
              "-fno-tree-tail-merge"};
#if defined(__x86_64__)
    // Long copies become calls, which are seen; by instructions of their own they would not be.
    own.insert(own.end(), {"-mmemset-strategy=libcall:-1:noalign",
                           "-mmemcpy-strategy=libcall:-1:noalign"});
#endif
    if (!has_start(words, "-O")) {
        own.emplace_back("-O2");
    }
    if (links(words)) {
        own.insert(own.end(), {"-B" + folder, "-L" + folder,
                               "-Wl,--wrap=memset,--wrap=memcpy,--wrap=memmove"});
    }
    if (links(words)) {
        words.emplace_back("-ltsan"); // the compiler's own word comes before the objects
    }
    words.insert(words.begin(), own.begin(), own.end());
    return "";
}

} // namespace arauto::tools
