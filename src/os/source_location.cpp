// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See source_location.hpp.
#include "os/source_location.hpp"

#include "os/child_output.hpp"

#include <algorithm>
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <span>
#include <string_view>
#include <unistd.h>
#include <utility>
#include <vector>

namespace arauto::os {
namespace {

constexpr const char* kReaders[] = {"addr2line", "llvm-addr2line", "eu-addr2line"};
/// A function and its line; inlined ones are frames of their own.
struct Frame {
    std::string function;
    std::string path;
    int line = 0;
};

/// "FILE:LINE", "FILE:LINE (discriminator 2)", "FILE:?", "??:0"; "FOLDER/<artificial>:LINE" where
/// the linker has optimised what it did not find in a file.
void read_line(const std::string& text, Frame& frame) {
    const size_t colon = text.rfind(':');
    if (colon == std::string::npos || text.starts_with("??") ||
        text.find("<artificial>") != std::string::npos) {
        return;
    }
    frame.line = std::atoi(text.c_str() + colon + 1);
    frame.path = frame.line > 0 ? text.substr(0, colon) : "";
}

/// A Fortran main program that is inlined into the C function main() comes with the name of that.
void name_inlined_main(std::vector<Frame>& block) {
    for (size_t i = 0; i + 1 < block.size(); ++i) {
        if (block[i].function == "main" && block[i + 1].function == "main") {
            block[i].function = "MAIN__";
        }
    }
}

/// For each address ("0x...") a block: pairs of lines, the innermost first.
std::vector<std::vector<Frame>> blocks_in(const std::string& output) {
    std::vector<std::vector<Frame>> blocks;
    bool is_function = true;
    for (size_t at = 0; at < output.size();) {
        const size_t end = std::min(output.find('\n', at), output.size());
        const std::string line = output.substr(at, end - at);
        at = end + 1;
        if (is_function && line.starts_with("0x")) {
            blocks.emplace_back();
            continue;
        }
        if (blocks.empty()) {
            continue;
        }
        if (is_function) {
            blocks.back().push_back({line == "??" ? "" : line, "", 0});
        } else {
            read_line(line, blocks.back().back());
        }
        is_function = !is_function;
    }
    for (std::vector<Frame>& block : blocks) {
        name_inlined_main(block);
    }
    return blocks;
}

std::vector<std::string> words_for(const std::string& module, std::span<const uint64_t> offsets) {
    std::vector<std::string> words{"-Cfia", "-e", module};
    for (const uint64_t offset : offsets) {
        char word[24];
        std::snprintf(word, sizeof word, "0x%llx", static_cast<unsigned long long>(offset));
        words.emplace_back(word);
    }
    return words;
}

std::vector<Frame> read_frames(const ProgramFrames& frames) {
    const std::span offsets(frames.offsets, std::min<size_t>(frames.count, ProgramFrames::kMost));
    std::vector<Frame> all;
    for (const auto& block :
         blocks_in(output_of_first(kReaders, words_for(module_of(frames), offsets)))) {
        all.insert(all.end(), block.begin(), block.end());
    }
    return all;
}

bool is_of_runtime(std::string_view function) noexcept {
    function.remove_prefix(std::min(function.find_first_not_of('_'), function.size()));
    constexpr std::string_view kStarts[] = {"arauto_", "arauto::", "gfortran_", "translated_",
                                            "prif_",   "std::",    "QMprif",    "QMarauto"};
    return std::any_of(std::begin(kStarts), std::end(kStarts),
                       [&](std::string_view start) { return function.starts_with(start); });
}

bool is_fortran(std::string_view path) noexcept {
    const size_t dot = path.rfind('.');
    return dot != std::string_view::npos && dot + 1 < path.size() &&
           (path[dot + 1] == 'f' || path[dot + 1] == 'F');
}

std::string in_this_folder(const std::string& path) {
    char folder[PATH_MAX];
    if (getcwd(folder, sizeof folder) != nullptr) {
        const std::string start = std::string(folder) + "/";
        if (path.starts_with(start)) {
            return path.substr(start.size());
        }
    }
    return path.substr(path.rfind('/') + 1); // npos + 1 is 0
}

std::string text_of(const Frame& frame) {
    SourceLocation location;
    location.path = frame.path;
    location.line = frame.line;
    location.procedure = name_in_source(frame.function, frame.path);
    return text_of(location);
}

/// Whether its line is known, and is no line of the C function main() that a Fortran compiler
/// writes around the main program.
bool is_in_source(const Frame& frame) {
    return frame.line > 0 && !(frame.function == "main" && is_fortran(frame.path));
}

std::vector<std::string> callers_in(std::span<const Frame> frames) {
    std::vector<std::string> callers;
    for (const Frame& frame : frames) {
        if (is_in_source(frame) && !is_of_runtime(frame.function)) {
            callers.push_back(text_of(frame));
        }
    }
    return callers;
}

using FrameAt = std::vector<Frame>::const_iterator;

/// The innermost call that is not the runtime's own. Linked statically, the runtime's own calls are
/// the program's innermost ones.
FrameAt first_of_program(const std::vector<Frame>& frames) {
    return std::find_if(frames.begin(), frames.end(), [](const Frame& frame) {
        return !frame.function.empty() && !is_of_runtime(frame.function);
    });
}

/// The innermost line from `first` on, and its callers.
SourceLocation location_from(FrameAt first, FrameAt end) {
    const auto with_line = std::find_if(first, end, is_in_source);
    SourceLocation location;
    if (with_line != end) {
        location.path = with_line->path;
        location.line = with_line->line;
        location.procedure = name_in_source(with_line->function, with_line->path);
        location.callers = callers_in({with_line + 1, end});
    } else if (first != end) {
        location.procedure = name_in_source(first->function, "");
    }
    return location;
}

} // namespace

std::string name_in_source(std::string name, std::string_view path) {
    if (const size_t dot = name.find('.'); dot != std::string::npos && dot > 0) {
        name.erase(dot); // step.0, main.cold
    }
    if (name == "main" || name == "MAIN__" || name == "_QQmain") {
        return "";
    }
    if (const size_t module = name.find("_MOD_"); module != std::string::npos && name[0] == '_') {
        name.erase(0, module + 5); // gfortran's __module_MOD_procedure
    }
    if (name.starts_with("_Q") && name.find('P') != std::string::npos) {
        name.erase(0, name.rfind('P') + 1); // flang's _QMmodulePprocedure
    }
    name.erase(std::min(name.find('('), name.size())); // parameters in C++
    if (name.size() > 1 && name.back() == '_' && (path.empty() || is_fortran(path))) {
        name.pop_back();
    }
    return name;
}

std::vector<SourceLocation> find_source_lines(const std::string& module,
                                              std::span<const uint64_t> offsets) {
    constexpr size_t kAtOnce = 500; // words of a command
    std::vector<SourceLocation> all;
    for (size_t first = 0; first < offsets.size(); first += kAtOnce) {
        const std::span part = offsets.subspan(first, std::min(kAtOnce, offsets.size() - first));
        const std::vector<std::vector<Frame>> blocks =
            blocks_in(output_of_first(kReaders, words_for(module, part)));
        for (size_t i = 0; i < part.size(); ++i) {
            SourceLocation& location = all.emplace_back();
            if (i < blocks.size()) {
                location = location_from(first_of_program(blocks[i]), blocks[i].end());
                location.callers.clear(); // one address has those alone that are inlined
            }
        }
    }
    return all;
}

SourceLocation find_source_location(const ProgramFrames& frames) {
    SourceLocation location;
    std::string entry(frames.entry, strnlen(frames.entry, sizeof frames.entry));
    if (frames.count > 0 && frames.module[0] != '\0') {
        const std::vector<Frame> found = read_frames(frames);
        const FrameAt first = first_of_program(found);
        location = location_from(first, found.end());
        if (first != found.begin() && first != found.end()) {
            entry = (first - 1)->function;
        }
    }
    location.entry = std::move(entry);
    return location;
}

std::string line_of(const SourceLocation& location) {
    return location.line > 0 ? in_this_folder(location.path) + ":" + std::to_string(location.line)
                             : "";
}

std::string text_of(const SourceLocation& location) {
    if (location.line == 0) {
        return location.procedure.empty() ? "" : "procedure " + location.procedure;
    }
    return line_of(location) +
           (location.procedure.empty() ? "" : " (in " + location.procedure + ")");
}

std::string text_with_callers(const SourceLocation& location) {
    std::string text = text_of(location);
    const char* joint = ", called from ";
    for (const std::string& caller : location.callers) {
        text += joint + caller;
        joint = ", ";
    }
    return text;
}

} // namespace arauto::os
