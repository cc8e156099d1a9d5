// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See private_ranges.hpp.
#include "private_ranges.hpp"

#include <algorithm>
#include <charconv>
#include <fcntl.h>
#include <optional>
#include <unistd.h>

namespace arauto::gfortran {
namespace {

constexpr uint64_t kMiB = uint64_t{1} << 20U;
/// The system chooses the address of a stack at random within 16 GiB. If stacks were assumed to be
/// longer than this, many pairs of images would count as unsafe where the limit is high.
constexpr uint64_t kStackMax = 1024 * kMiB;
/// The program's malloc is not there, so that only libraries use it.
constexpr uint64_t kBreakGrowth = 256 * kMiB;
constexpr uint64_t kClose = kMiB;

struct Line {
    PrivateRange range;
    std::string_view rights; // "rw-p"
    std::string_view name; // of the file, or as "[stack]"; may be empty
};

std::string_view take_word(std::string_view& text) noexcept {
    text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
    const std::string_view word = text.substr(0, text.find(' '));
    text.remove_prefix(word.size());
    return word;
}

std::optional<Line> parse(std::string_view text) noexcept {
    Line line{};
    const std::string_view addresses = take_word(text);
    const char* const end = addresses.data() + addresses.size();
    const auto start = std::from_chars(addresses.data(), end, line.range.start, 16);
    if (start.ec != std::errc{} || start.ptr == end || *start.ptr != '-' ||
        std::from_chars(start.ptr + 1, end, line.range.end, 16).ec != std::errc{}) {
        return std::nullopt;
    }
    line.rights = take_word(text);
    for (int skipped = 0; skipped < 3; ++skipped) { // offset, device, inode
        take_word(text);
    }
    text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
    line.name = text;
    return line.rights.size() == 4 ? std::optional(line) : std::nullopt;
}

/// The next line, which is taken off the text.
std::optional<Line> take_line(std::string_view& maps) noexcept {
    const size_t length = std::min(maps.find('\n'), maps.size());
    const std::optional<Line> line = parse(maps.substr(0, length));
    maps.remove_prefix(std::min(length + 1, maps.size()));
    return line;
}

/// Not what the system gives every process, nor what is reserved only, nor shared memory.
bool is_private_memory(const Line& line) noexcept {
    return line.rights[3] == 'p' && line.rights.substr(0, 3) != "---" &&
           !line.name.starts_with("[v");
}

PrivateRange with_growth(const Line& line, uint64_t stack_limit) noexcept {
    PrivateRange range = line.range;
    if (line.name == "[stack]") {
        const uint64_t grown = range.end - std::min({stack_limit, kStackMax, range.end});
        range.start = std::min(range.start, grown);
    } else if (line.name == "[heap]") {
        range.end += kBreakGrowth;
    }
    return range;
}

} // namespace

std::string_view name_at(std::string_view maps, uint64_t address) noexcept {
    while (!maps.empty()) {
        const std::optional<Line> line = take_line(maps);
        if (line && address >= line->range.start && address < line->range.end) {
            return line->name;
        }
    }
    return {};
}

std::string read_maps() {
    std::string text;
    const int file = open("/proc/self/maps", O_RDONLY | O_CLOEXEC);
    char part[8192];
    for (ssize_t bytes = 0; file >= 0 && (bytes = read(file, part, sizeof part)) > 0;) {
        text.append(part, static_cast<size_t>(bytes));
    }
    if (file >= 0) {
        close(file);
    }
    return text;
}

Ranges private_ranges(std::string_view maps, uint64_t stack_limit) {
    Ranges found;
    while (!maps.empty()) {
        const std::optional<Line> line = take_line(maps);
        if (line && is_private_memory(*line)) {
            found.push_back(with_growth(*line, stack_limit));
        }
    }
    std::sort(found.begin(), found.end(),
              [](const PrivateRange& a, const PrivateRange& b) { return a.start < b.start; });
    Ranges joined;
    for (const PrivateRange& range : found) {
        if (!joined.empty() && range.start <= joined.back().end + kClose) {
            joined.back().end = std::max(joined.back().end, range.end);
        } else {
            joined.push_back(range);
        }
    }
    return joined;
}

bool overlap(const Ranges& a, const Ranges& b) noexcept {
    auto left = a.begin();
    auto right = b.begin();
    while (left != a.end() && right != b.end()) {
        if (left->start < right->end && right->start < left->end) {
            return true;
        }
        ++(left->end < right->end ? left : right);
    }
    return false;
}

Ranges parts_outside(PrivateRange range, const Ranges& taken) {
    Ranges parts;
    for (const PrivateRange& each : taken) {
        if (each.start > range.start && each.start < range.end) {
            parts.push_back({range.start, each.start});
        }
        if (each.start < range.end) {
            range.start = std::max(range.start, std::min(each.end, range.end));
        }
    }
    if (range.start < range.end) {
        parts.push_back(range);
    }
    return parts;
}

void add_range(Ranges& ranges, PrivateRange range) {
    const auto behind = std::find_if(ranges.begin(), ranges.end(), [&](const PrivateRange& each) {
        return each.start >= range.end;
    });
    ranges.insert(behind, range);
}

} // namespace arauto::gfortran
