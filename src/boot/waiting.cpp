// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See waiting.hpp.
#include "boot/waiting.hpp"

#include "base/log.hpp"
#include "boot/statement.hpp"
#include "os/source_location.hpp"

#include <algorithm>
#include <array>
#include <cstring>

namespace arauto::boot {
namespace {

constexpr size_t kRunsMax = 8; // of neighbours that are listed

/// "image 3", "images 1, 3 to 8".
std::string list(const std::vector<int>& images) {
    std::string text = images.size() == 1 ? "image " : "images ";
    size_t runs = 0;
    for (size_t first = 0; first < images.size(); ++runs) {
        size_t last = first;
        while (last + 1 < images.size() && images[last + 1] == images[last] + 1) {
            ++last;
        }
        if (runs == kRunsMax) {
            return text + " and " + std::to_string(images.size() - first) + " more";
        }
        text += (runs == 0 ? "" : ", ") + std::to_string(images[first]);
        if (last > first) {
            text += (last > first + 1 ? " to " : ", ") + std::to_string(images[last]);
        }
        first = last + 1;
    }
    return text;
}

using Kind = ImagesInState::Kind;

constexpr size_t kMostStates = 24; // with a line of their own
constexpr size_t kMostDetails = 4; // of images in one statement; with more, none is shown
// States of images that do not wait.
constexpr const char* kRuns = "not in a wait of Arauto";
constexpr const char* kStopped = "stopped";
constexpr const char* kFailed = "failed";
constexpr const char* kAbsent = "not started yet";

/// Where images wait, or that they do not.
std::string statement_of(const ImagesInState& state) {
    switch (state.kind) {
    case Kind::begins_to_wait:
        return "a wait that has just begun";
    case Kind::runs:
        return kRuns;
    case Kind::stopped:
        return kStopped;
    case Kind::failed:
        return kFailed;
    case Kind::absent:
        return kAbsent;
    default:
        break;
    }
    return statement_and_place(os::find_source_location(state.frames));
}

/// "; has 1, needs 3 from image 2 with tag 7 (4 others have arrived)".
std::string text_of_matches(const WaitDetail& detail, const std::vector<int>& sources) {
    std::string text =
        "; has " + std::to_string(detail.has) + ", needs " + std::to_string(detail.needs) +
        " from " + (sources.empty() ? "any image" : list(sources)) + " with " +
        (detail.tag == WaitDetail::kAnyTag ? "any tag" : "tag " + std::to_string(detail.tag));
    if (detail.others == 1) {
        text += " (another has arrived)";
    } else if (detail.others > 1) {
        text += " (" + std::to_string(detail.others) + " others have arrived)";
    }
    return text;
}

/// "; has 1, needs 3", "; has 0, needs 1; 2 at image 4", "; for image 3", "; image 1 holds it", ";
/// behind image 1", or nothing.
std::string text_of(const WaitDetail& detail) {
    std::vector<int> images;
    for (uint32_t i = 0; i < std::min(detail.ranks_all, WaitDetail::kRanksMax); ++i) {
        images.push_back(detail.ranks[i] + 1);
    }
    std::sort(images.begin(), images.end());
    if (detail.kind == WaitDetail::Kind::count) {
        const std::string counts =
            "; has " + std::to_string(detail.has) + ", needs " + std::to_string(detail.needs);
        return images.empty()
                   ? counts
                   : counts + "; " + std::to_string(detail.others) + " at " + list(images);
    }
    if (detail.kind == WaitDetail::Kind::matches) {
        return text_of_matches(detail, images);
    }
    if (images.empty()) {
        return "";
    }
    const size_t more = detail.ranks_all - images.size();
    const std::string all =
        list(images) + (more == 0 ? "" : " and " + std::to_string(more) + " more");
    switch (detail.kind) {
    case WaitDetail::Kind::ranks:
    case WaitDetail::Kind::fence:
        return "; for " + all;
    case WaitDetail::Kind::posts:
        return "; for " + all + " to post";
    case WaitDetail::Kind::completions:
        return "; for " + all + " to complete";
    case WaitDetail::Kind::lock:
        return "; for the lock of " + all;
    case WaitDetail::Kind::holder:
        return "; " + all + " holds it";
    case WaitDetail::Kind::predecessor:
        return "; behind " + all;
    default:
        return "";
    }
}

constexpr int64_t kSecondNs = 1'000'000'000;

void print(const std::vector<std::string>& lines) {
    for (const std::string& line : lines) {
        log(LogLevel::warn, "  %s", line.c_str());
    }
}

/// The members of a line's meeting that have not come. None where there is no meeting, or where the
/// state of one is not known.
std::vector<int> missing_of(const StateLine& line, const std::vector<StateLine>& all) {
    std::vector<int> missing;
    for (const StateLine& other : all) {
        for (const int image : line.meeting != 0 ? other.images : std::vector<int>()) {
            const bool is_member = line.members.empty() ||
                                   std::ranges::find(line.members, image) != line.members.end();
            if (is_member && other.text == kNoAnswer) {
                return {};
            }
            if (is_member && other.meeting != line.meeting) {
                missing.push_back(image);
            }
        }
    }
    std::sort(missing.begin(), missing.end());
    return missing;
}

/// Makes a line of the images in a meeting, unless not all its members are known.
void add_meeting(const WaitDetail& detail, StateLine& line) {
    if (detail.kind != WaitDetail::Kind::meeting || detail.ranks_all > WaitDetail::kRanksMax) {
        return;
    }
    line.meeting = std::max<uint64_t>(mixed(detail.needs, detail.has), 1);
    for (uint32_t i = 0; i < detail.ranks_all; ++i) {
        line.members.push_back(detail.ranks[i] + 1);
    }
}

bool are_in_one_statement(const ImagesInState& a, const ImagesInState& b) {
    return a.kind == b.kind && std::memcmp(&a.frames, &b.frames, sizeof a.frames) == 0;
}

} // namespace

ImagesInState::Kind kind_of(const ImageBlock& block, ShownWait& wait_out) noexcept {
    // PAIR job.changes: look at states
    switch (block.state.load(std::memory_order_acquire)) {
    case ImageState::stopped:
        return Kind::stopped;
    case ImageState::failed:
        return Kind::failed;
    case ImageState::absent:
        return Kind::absent;
    default:
        break;
    }
    // relaxed because it is a snapshot
    if (block.waiting.load(std::memory_order_relaxed) == 0) {
        return Kind::runs;
    }
    return read_wait(block.wait_card, wait_out) ? Kind::waits : Kind::begins_to_wait;
}

std::vector<ImagesInState> look_at_states(SomeBlocks blocks) {
    std::vector<ImagesInState> states;
    for (size_t i = 0; i < blocks.size(); ++i) {
        ShownWait wait;
        const Kind kind = kind_of(blocks[i], wait);
        const ImagesInState own{kind, wait.frames, wait.detail, {}};
        auto same = std::find_if(states.begin(), states.end(), [&](const ImagesInState& state) {
            return are_in_one_statement(state, own) && state.detail == own.detail;
        });
        if (same == states.end()) {
            same = states.insert(states.end(), own);
        }
        same->images.push_back(blocks.rank(i) + 1);
    }
    return states;
}

std::vector<StateLine> describe(const std::vector<ImagesInState>& states) {
    struct Statement {
        const ImagesInState* first;
        std::string text;
        size_t details;
    };
    std::vector<Statement> statements;
    const auto find_statement = [&](const ImagesInState& state) {
        return std::find_if(statements.begin(), statements.end(), [&](const Statement& statement) {
            return are_in_one_statement(*statement.first, state);
        });
    };
    for (const ImagesInState& state : states) {
        if (const auto statement = find_statement(state); statement != statements.end()) {
            ++statement->details;
        } else {
            const bool has_own = statements.size() < kMostStates;
            statements.push_back({&state, has_own ? statement_of(state) : "in other states", 1});
        }
    }
    std::vector<StateLine> lines;
    for (const ImagesInState& state : states) {
        const auto statement = find_statement(state);
        const bool has_detail =
            statement->details <= kMostDetails &&
            statement - statements.begin() < static_cast<ptrdiff_t>(kMostStates);
        const std::string text = statement->text + (has_detail ? text_of(state.detail) : "");
        StateLine own{.text = text, .images = {}};
        if (has_detail) {
            add_meeting(state.detail, own);
        }
        auto same = std::find_if(lines.begin(), lines.end(), [&](const StateLine& line) {
            return line.text == text && line.meeting == own.meeting;
        });
        if (same == lines.end()) {
            same = lines.insert(lines.end(), own);
        }
        same->images.insert(same->images.end(), state.images.begin(), state.images.end());
    }
    return lines;
}

std::vector<std::string> joined(std::span<const StateLine> lines, std::span<const int> only) {
    std::vector<StateLine> merged;
    for (const StateLine& line : lines) {
        auto same = std::find_if(merged.begin(), merged.end(), [&](const StateLine& other) {
            return other.text == line.text && other.meeting == line.meeting;
        });
        if (same == merged.end()) {
            same = merged.insert(merged.end(), line);
        } else {
            same->images.insert(same->images.end(), line.images.begin(), line.images.end());
        }
    }
    for (StateLine& line : merged) {
        std::sort(line.images.begin(), line.images.end());
    }
    std::sort(merged.begin(), merged.end(), [](const StateLine& a, const StateLine& b) {
        return a.images.front() < b.images.front();
    });
    std::vector<std::string> texts;
    for (const StateLine& line : merged) {
        const std::vector<int> missing = missing_of(line, merged);
        std::vector<int> images = line.images;
        std::erase_if(images, [&](int image) {
            return !only.empty() && std::ranges::find(only, image) == only.end();
        });
        if (images.empty()) {
            continue;
        }
        texts.push_back(list(images) + ": " + line.text +
                        (missing.empty() ? "" : "; for " + list(missing)));
    }
    return texts;
}

std::vector<std::string> lines_of(const std::vector<ImagesInState>& states) {
    return joined(describe(states));
}

bool is_line_of_wait(const std::string& line) {
    return std::ranges::none_of(
        std::array{kRuns, kStopped, kFailed, kAbsent},
        [&](const char* state) { return line.ends_with(std::string(": ") + state); });
}

void report_standstill(int64_t lasted_ns, const std::vector<std::string>& lines) {
    log(LogLevel::warn, "nothing has moved for %lld s, and all images wait:",
        static_cast<long long>(lasted_ns / kSecondNs));
    print(lines);
}

void report_stuck(int64_t lasted_ns,
                  const std::vector<int>& images,
                  const std::vector<std::string>& lines) {
    log(LogLevel::warn,
        images.size() == 1 ? "%s has waited for %lld s, and no image can end that:"
                           : "%s have waited for %lld s for each other, and no image can end that:",
        list(images).c_str(), static_cast<long long>(lasted_ns / kSecondNs));
    print(lines);
}

uint64_t standstill(SomeBlocks blocks) noexcept {
    uint64_t number = 1;
    bool waits = false;
    for (size_t i = 0; i < blocks.size(); ++i) {
        ShownWait wait;
        const Kind kind = kind_of(blocks[i], wait);
        if (kind == Kind::runs || kind == Kind::begins_to_wait || kind == Kind::absent) {
            return 0;
        }
        waits = waits || kind == Kind::waits;
        number = mixed(number, static_cast<uint64_t>(wait.since_ns)) + static_cast<uint64_t>(kind);
    }
    return waits ? std::max<uint64_t>(number, 1) : 0;
}

std::string describe_waiting(std::span<const ImageBlock> blocks) {
    std::vector<int> waiting;
    std::vector<int> working;
    for (size_t rank = 0; rank < blocks.size(); ++rank) {
        const ImageBlock& block = blocks[rank];
        // PAIR job.changes: look at states
        if (block.state.load(std::memory_order_acquire) == ImageState::running) {
            // relaxed because it is a snapshot
            const bool waits = block.waiting.load(std::memory_order_relaxed) > 0;
            (waits ? waiting : working).push_back(static_cast<int>(rank) + 1);
        }
    }
    if (waiting.empty()) {
        return "";
    }
    const std::string verb = waiting.size() == 1 ? " waits" : " wait";
    if (working.empty()) {
        return list(waiting) + verb + ", and no other runs";
    }
    std::string process;
    if (working.size() == 1) {
        const ImageBlock& block = blocks[static_cast<size_t>(working[0]) - 1];
        // relaxed because `state` orders it
        process = " (process " + std::to_string(block.pid.load(std::memory_order_relaxed)) + ")";
    }
    return list(waiting) + verb + ", " + list(working) + process +
           (working.size() == 1 ? " does not" : " do not");
}

} // namespace arauto::boot
