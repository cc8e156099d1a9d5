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

/// Calls that are merged have one line, of which there is no telling which it is; one that a
/// function ends with must leave its frame. Calls of tsan's at the start and end of functions are
/// of no use here.
Words words_of_gcc(const std::string& folder, bool has_epochs, Words& words) {
    Words own{"-fsanitize=thread",
              "-g1",
              "-fno-omit-frame-pointer",
              "-fno-crossjumping",
              "-fno-tree-tail-merge",
              "-fno-optimize-sibling-calls",
              "--param=tsan-instrument-func-entry-exit=0"};
#if defined(__x86_64__)
    if (!has_epochs && std::find(words.begin(), words.end(), "-masm=intel") == words.end()) {
        own.push_back("-Wa," + folder + "/calls.s");
        std::erase(words, "-pipe"); // with files, the assembler reads nothing else
    }
    // Long copies become calls, which are seen; by instructions of their own they would not be.
    own.insert(own.end(),
               {"-mmemset-strategy=libcall:-1:noalign", "-mmemcpy-strategy=libcall:-1:noalign"});
#else
    static_cast<void>(folder);
    static_cast<void>(has_epochs);
    static_cast<void>(words);
#endif
    return own;
}

/// The same of clang. Its driver would link a runtime of its own, so its inner compiler is told.
/// Accesses of vectors of more than 16 bytes it leaves out, so there are none.
Words words_of_clang() {
    return {"-Xclang",
            "-fsanitize=thread",
            "-g1",
            "-fno-omit-frame-pointer",
            "-fno-optimize-sibling-calls",
            "-fno-vectorize",
            "-fno-slp-vectorize",
            "-mllvm",
            "-tsan-instrument-func-entry-exit=0"};
}

} // namespace

int add_race_words(const char* command, const Words& compiler, bool has_epochs, Words& words) {
    const bool is_gnu = kind_of_compiler(compiler) == CompilerKind::gnu;
    if (!is_gnu && !is_clang(compiler)) {
        return complain(kBadUsage,
                        "%s: --check=race needs a compiler of GCC (gfortran, gcc, g++) or clang, "
                        "whose calls before loads and stores it knows; '%s' is none",
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
    Words own = is_gnu ? words_of_gcc(folder, has_epochs, words) : words_of_clang();
    if (!has_start(words, "-O")) {
        own.emplace_back("-O2");
    }
    if (links(words)) {
        if (is_gnu) {
            own.push_back("-B" + folder);
        }
        own.insert(own.end(), {"-L" + folder, "-Wl,@" + folder + "/wraps.txt"});
        words.emplace_back("-ltsan"); // the compiler's own word comes before the objects
    }
    words.insert(words.begin(), own.begin(), own.end());
    return 0;
}

} // namespace arauto::tools
