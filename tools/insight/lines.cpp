// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See lines.hpp.
#include "lines.hpp"

#include "boot/statement.hpp"
#include "os/source_location.hpp"

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <fstream>
#include <initializer_list>
#include <string_view>
#include <sys/stat.h>
#include <utility>

namespace arauto::tools::insight {
namespace {

std::string without_blanks(const std::string& text) {
    const size_t start = text.find_first_not_of(" \t\r");
    return start == std::string::npos
               ? ""
               : text.substr(start, text.find_last_not_of(" \t\r") + 1 - start);
}

/// Whether it may be read: a trace from elsewhere may name a pipe, or a file of the system without
/// end, whose size is 0.
bool is_readable(const std::string& path, int64_t most_bytes) {
    struct stat facts{};
    return stat(path.c_str(), &facts) == 0 && S_ISREG(facts.st_mode) && facts.st_size > 0 &&
           facts.st_size <= most_bytes;
}

/// The lines of a source; none where it is not found. The working folder is looked into as well,
/// since a translated program was compiled elsewhere.
std::vector<std::string> lines_of_file(const std::string& path) {
    constexpr int64_t kMostBytes = int64_t{16} << 20;
    const std::string here = path.substr(path.rfind('/') + 1); // npos + 1 is 0
    std::ifstream file;
    if (is_readable(path, kMostBytes)) {
        file.open(path);
    } else if (is_readable(here, kMostBytes)) {
        file.open(here);
    }
    std::vector<std::string> lines;
    for (std::string line; std::getline(file, line);) {
        lines.push_back(printable(without_blanks(line)));
    }
    return lines;
}

std::string lower(std::string text) {
    std::transform(text.begin(), text.end(), text.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return text;
}

/// The words by which a line may call an operation of this kind; the usual ones are in its name.
std::initializer_list<const char*> words_for(unsigned op) {
    static constexpr std::initializer_list<const char*> kNone{};
    static constexpr std::initializer_list<const char*> kWait{"notify wait", "event wait"};
    static constexpr std::initializer_list<const char*> kMeeting{
        "sync all", "sync team", "deallocate", "allocate", "end team", "change team", "critical"};
    static constexpr std::initializer_list<const char*> kReduce{"co_sum", "co_min", "co_max",
                                                                "co_reduce"};
    static constexpr std::initializer_list<const char*> kLock{"critical", "lock"};
    static constexpr std::initializer_list<const char*> kUnlock{"end critical", "unlock"};
    static constexpr std::initializer_list<const char*> kOwn{
        "event post", "event query", "sync images", "co_broadcast", "form team", "sync memory"};
    switch (op) {
    case ARAUTO_RECORDED_WAIT:
        return kWait;
    case ARAUTO_RECORDED_BARRIER:
    case ARAUTO_RECORDED_ALLOCATE:
    case ARAUTO_RECORDED_FREE:
        return kMeeting;
    case ARAUTO_RECORDED_REDUCE:
    case ARAUTO_RECORDED_REDUCE_ALL:
        return kReduce;
    case ARAUTO_RECORDED_LOCK:
        return kLock;
    case ARAUTO_RECORDED_UNLOCK:
        return kUnlock;
    case ARAUTO_RECORDED_EVENT_POST:
    case ARAUTO_RECORDED_QUERY:
    case ARAUTO_RECORDED_SYNC_RANKS:
    case ARAUTO_RECORDED_BROADCAST:
    case ARAUTO_RECORDED_TEAM:
    case ARAUTO_RECORDED_FLUSH:
        return kOwn;
    default:
        return kNone;
    }
}

/// The innermost call with a line, else with a name.
os::SourceLocation first_known(std::span<const os::SourceLocation> calls) {
    const auto with_line =
        std::find_if(calls.begin(), calls.end(), [](const auto& call) { return call.line > 0; });
    if (with_line != calls.end()) {
        return *with_line;
    }
    const auto named = std::find_if(calls.begin(), calls.end(),
                                    [](const auto& call) { return !call.procedure.empty(); });
    return named != calls.end() ? *named : os::SourceLocation{};
}

bool is_c(const std::string& path) {
    const size_t dot = std::min(path.rfind('.'), path.size());
    const std::string ending = path.substr(dot);
    return ending == ".c" || ending == ".cc" || ending == ".cpp" || ending == ".cxx" ||
           ending == ".h" || ending == ".hpp" || ending == ".py";
}

/// The call of the library in a line of C: "arauto_put".
std::string call_in(const std::string& source) {
    size_t start = std::min(source.find("arauto_"), source.find("MPI"));
    if (start == std::string::npos) {
        return "";
    }
    const auto end = std::find_if(source.begin() + static_cast<ptrdiff_t>(start), source.end(),
                                  [](unsigned char c) { return std::isalnum(c) == 0 && c != '_'; });
    return {source.begin() + static_cast<ptrdiff_t>(start), end};
}

} // namespace

std::string Line::place() const {
    os::SourceLocation location;
    location.path = path;
    location.line = number;
    const std::string text = os::line_of(location);
    if (procedure == "_start" || procedure == "_caf_init") {
        return "the start of the program";
    }
    return printable(!text.empty()        ? text
                     : !procedure.empty() ? "procedure " + procedure
                                          : "an unknown line");
}

Lines::Lines(const Trace& trace) : by_place_(trace.places.size()) {
    unknown_ = add({});
    std::map<std::string, std::vector<uint32_t>> of_modules; // places
    for (uint32_t i = 0; i < trace.places.size(); ++i) {
        of_modules[trace.places[i].module].push_back(i);
    }
    std::map<std::string, std::vector<std::string>> sources;
    for (const auto& [module, places] : of_modules) {
        std::vector<uint64_t> offsets;
        for (const uint32_t place : places) {
            for (const uint64_t offset : trace.places[place].offsets) {
                offsets.push_back(offset - 1); // in the call, not behind it
            }
        }
        std::vector<os::SourceLocation> found;
        if (is_readable(module, INT64_MAX)) {
            found = os::find_source_lines(module, offsets);
        }
        found.resize(offsets.size());
        size_t next = 0;
        for (size_t i = 0; i < places.size(); ++i) {
            const size_t count = trace.places[places[i]].offsets.size();
            const os::SourceLocation location = first_known({found.data() + next, count});
            next += count;
            Line line{location.path, location.line, location.procedure, ""};
            if (line.number > 0) {
                const auto [at, is_new] = sources.try_emplace(line.path);
                if (is_new) {
                    at->second = lines_of_file(line.path);
                }
                const auto index = static_cast<size_t>(line.number) - 1;
                line.source = index < at->second.size() ? at->second[index] : "";
            }
            by_place_[places[i]] = add(line);
        }
    }
}

uint32_t Lines::add(const Line& line) {
    const std::string key = line.number > 0 ? line.path + ":" + std::to_string(line.number)
                                            : "procedure " + line.procedure;
    const auto [at, is_new] = known_.emplace(key, static_cast<uint32_t>(lines_.size()));
    if (is_new) {
        lines_.push_back(line);
    }
    return at->second;
}

std::string Lines::statement(uint32_t line, unsigned op) const {
    const Line& here = lines_[line];
    if (is_c(here.path)) {
        const std::string call = call_in(here.source);
        return call.empty() ? recorded_text(op).name : call;
    }
    const std::string text = lower(here.source);
    for (const char* const words : words_for(op)) {
        if (text.find(words) != std::string::npos) {
            return boot::with_arguments(words, here.source);
        }
    }
    return recorded_text(op).name;
}

} // namespace arauto::tools::insight
