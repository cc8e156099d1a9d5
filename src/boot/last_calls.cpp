// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See last_calls.hpp.
#include "boot/last_calls.hpp"

#include "base/log.hpp"
#include "boot/flight.hpp"
#include "boot/statement.hpp"
#include "boot/trace_ring.hpp"
#include "os/source_location.hpp"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <iterator>
#include <map>
#include <span>
#include <unistd.h>
#include <utility>

namespace arauto::boot {
namespace {

/// A call, and how many there were of it in a row.
struct Call {
    uint64_t ticks; // of the last of them
    uint32_t site;
    uint16_t op;
    uint16_t flags;
    uint32_t peer;
    uint64_t argument;
    uint64_t times;
    bool is_under_way;
};

/// The last calls of one thread, the latest first.
std::vector<Call> calls_of(const RingView& view, size_t most) {
    std::vector<Call> calls;
    for (uint64_t number = view.end; number > view.begin; --number) {
        const Record& record = view.at(number - 1);
        if (record.op == ARAUTO_RECORDED_SYNC_RANKS && (record.flags & kRecordBehind) != 0) {
            continue; // one partner of the call before it
        }
        const Call call{
            .ticks = record.ticks.load(std::memory_order_relaxed), // relaxed because it has ended
            .site = record.site,
            .op = record.op,
            .flags = record.flags,
            .peer = record.peer,
            .argument = record.argument,
            .times = 1,
            .is_under_way = view.is_in_call && number == view.end};
        if (!calls.empty() && !calls.back().is_under_way && calls.back().site == call.site &&
            calls.back().op == call.op && calls.back().peer == call.peer) {
            ++calls.back().times;
        } else if (calls.size() == most) {
            break;
        } else {
            calls.push_back(call);
        }
    }
    return calls;
}

/// Those of all threads, the oldest first.
std::vector<Call> calls_of(const TraceArea& area, uint64_t first, size_t most) {
    std::vector<Call> calls;
    for (uint32_t thread = 0; thread < TraceArea::kRings; ++thread) {
        // relaxed because the process has ended
        if (area.ring[thread].state.load(std::memory_order_relaxed) != kRingFresh) {
            const std::vector<Call> own = calls_of(view_ring(area, thread, first), most);
            calls.insert(calls.end(), own.begin(), own.end());
        }
    }
    std::ranges::stable_sort(calls, std::ranges::greater(), &Call::ticks);
    calls.resize(std::min(calls.size(), most));
    std::ranges::reverse(calls);
    return calls;
}

/// The lines of an image's calls. They are found for all its calls at once.
class CallLines {
  public:
    CallLines(const TraceArea& area, const std::vector<Call>& calls) {
        std::map<std::string, std::vector<std::pair<uint32_t, uint64_t>>> wanted; // by module
        for (const Call& call : calls) {
            for (const auto& [module, offset] : places_of(area, call.site)) {
                wanted[module].emplace_back(call.site, offset - 1); // in the call, not behind it
            }
        }
        for (const auto& [module, places] : wanted) {
            std::vector<uint64_t> offsets;
            for (const auto& [site, offset] : places) {
                offsets.push_back(offset);
            }
            std::vector<os::SourceLocation> found = os::find_source_lines(module, offsets);
            found.resize(offsets.size());
            for (size_t i = 0; i < found.size(); ++i) {
                os::SourceLocation& known = lines_[places[i].first];
                if (known.line == 0) { // the innermost that has a line
                    known = found[i];
                }
            }
        }
    }
    [[nodiscard]] os::SourceLocation of(uint32_t site) const {
        const auto found = lines_.find(site);
        return found != lines_.end() ? found->second : os::SourceLocation{};
    }

  private:
    using Place = std::pair<std::string, uint64_t>;

    static std::vector<Place> places_of(const TraceArea& area, uint32_t site) {
        // relaxed because the process has ended
        const uint32_t modules =
            std::min<uint32_t>(area.modules.load(std::memory_order_relaxed), TraceArea::kModules);
        const auto path = [&](uint32_t module) {
            const TraceModule& found = area.module[module];
            return std::string(found.path, strnlen(found.path, sizeof found.path));
        };
        std::vector<Place> places;
        if (site != 0 && (site & kSiteInTable) == 0 && modules > 0) {
            places.emplace_back(path(0), site);
        }
        const uint32_t index = site & ~kSiteInTable;
        if ((site & kSiteInTable) != 0 && index < TraceArea::kSites &&
            area.site[index].module < modules) {
            for (const uint64_t offset : area.site[index].offset) {
                if (offset != 0) {
                    places.emplace_back(path(area.site[index].module), offset);
                }
            }
        }
        return places;
    }

    std::map<uint32_t, os::SourceLocation> lines_; // by site
};

constexpr const char* kWaitWords[] = {"notify wait"};
constexpr const char* kMeetingWords[] = {"sync team", "end team", "change team"};
constexpr const char* kReduceWords[] = {"co_sum", "co_min", "co_max"};
constexpr const char* kLockWords[] = {"critical"};
constexpr const char* kUnlockWords[] = {"end critical"};

/// The words for an operation that a line of Fortran may have instead of the usual one.
std::span<const char* const> words_for(uint16_t op) {
    switch (op) {
    case ARAUTO_RECORDED_WAIT:
        return kWaitWords;
    case ARAUTO_RECORDED_BARRIER:
        return kMeetingWords;
    case ARAUTO_RECORDED_REDUCE:
    case ARAUTO_RECORDED_REDUCE_ALL:
        return kReduceWords;
    case ARAUTO_RECORDED_LOCK:
        return kLockWords;
    case ARAUTO_RECORDED_UNLOCK:
        return kUnlockWords;
    default:
        return {};
    }
}

/// "; to image 2, 80 bytes".
std::string partner_of(const Call& call) {
    constexpr int kOffsetBits = 40;
    const std::string image = "image " + std::to_string(call.peer + 1);
    const uint64_t above = call.argument >> kOffsetBits;
    const std::string amount =
        ", " + std::to_string(above) + ((call.flags & kRecordPages) != 0 ? " pages" : " bytes");
    switch (call.op) {
    case ARAUTO_RECORDED_PUT:
    case ARAUTO_RECORDED_PUT_SECTION:
        return "; to " + image + amount;
    case ARAUTO_RECORDED_GET:
    case ARAUTO_RECORDED_GET_SECTION:
        return "; from " + image + amount;
    case ARAUTO_RECORDED_POST:
    case ARAUTO_RECORDED_EVENT_POST:
    case ARAUTO_RECORDED_TAG_POST:
        return "; to " + image;
    case ARAUTO_RECORDED_ATOMIC:
    case ARAUTO_RECORDED_LOCK:
    case ARAUTO_RECORDED_UNLOCK:
        return "; at " + image;
    case ARAUTO_RECORDED_SYNC_RANKS:
        return call.peer != kNoPeer ? "; with " + image : "";
    default:
        return "";
    }
}

/// "0.31 s", "4.2 ms", "12 us".
std::string text_of_time(double seconds) {
    char text[32];
    if (seconds >= 0.1) {
        std::snprintf(text, sizeof text, "%.2f s", seconds);
    } else if (seconds >= 1e-3) {
        std::snprintf(text, sizeof text, "%.1f ms", seconds * 1e3);
    } else {
        std::snprintf(text, sizeof text, "%.0f us", seconds * 1e6);
    }
    return text;
}

/// Ticks as seconds, by two pairs of ticks and time.
double seconds_per_tick(const JobHeader& header) noexcept {
    constexpr double kSecondNs = 1e9;
    const uint64_t ticks = read_ticks(header.trace_has_counter != 0) - header.trace_ticks;
    const auto ns = static_cast<double>(now_ns() - header.trace_ns);
    return ticks > 0 ? ns / kSecondNs / static_cast<double>(ticks) : 0.0;
}

} // namespace

std::vector<std::string>
last_calls(const JobHeader& header, const Traces& traces, int rank, size_t most) {
    const TraceArea& area = traces.area(rank);
    const std::vector<Call> calls = calls_of(area, traces.records, most);
    const CallLines lines(area, calls);
    const double tick = seconds_per_tick(header);
    // relaxed because the process has ended, or this is a snapshot
    const uint64_t ended = area.ended.load(std::memory_order_relaxed);
    const uint64_t end = ended != 0 ? ended : read_ticks(header.trace_has_counter != 0);
    std::vector<std::string> texts;
    for (const Call& call : calls) {
        const os::SourceLocation location = lines.of(call.site);
        const std::string place =
            location.procedure == "_caf_init" ? "the start of the program" : os::text_of(location);
        const double before = end > call.ticks ? static_cast<double>(end - call.ticks) * tick : 0.0;
        const bool is_earlier = (call.flags & kRecordEarlier) != 0;
        texts.push_back(std::string(call.is_under_way ? "not ended, begun " : "") +
                        (is_earlier ? "at most " : "") + text_of_time(before) + " before: " +
                        statement_named(recorded_text(call.op).name, words_for(call.op), location) +
                        (place.empty() ? "" : ", " + place) + partner_of(call) +
                        (call.times > 1 ? " (" + std::to_string(call.times) + " times)" : ""));
    }
    return texts;
}

void write_flight(JobHeader* header, const Traces& traces, int images) noexcept {
    constexpr size_t kCalls = 100;
    const Result<bool> wanted = is_wanted(kFlight);
    if (traces.first == nullptr || !wanted.ok() || !wanted.value) {
        return;
    }
    std::string text(kFlightMagic);
    for (int rank = 0; rank < images; ++rank) {
        text += "image " + std::to_string(rank + 1) + ", before its end:\n";
        for (const std::string& line : last_calls(*header, traces, rank, kCalls)) {
            text += "  " + line + "\n";
        }
    }
    std::string name = file_of(kFlight);
    if (name.empty()) {
        name = "arauto-flight." + std::to_string(getpid()) + ".txt";
    }
    const std::string fault = write_report({name, is_flight}, text);
    if (fault.empty()) {
        log(LogLevel::error, "the last calls of each image are in %s", name.c_str());
    } else {
        log(LogLevel::error, "%s are lost: the file %s %s", kFlight.subject, name.c_str(),
            fault.c_str());
    }
}

} // namespace arauto::boot
