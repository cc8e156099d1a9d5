// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See race_report.hpp. The images have written the races, and this believes none of their numbers.
#include "race_report.hpp"

#include "command.hpp"
#include "insight/lines.hpp"
#include "insight/text.hpp"
#include "insight/trace.hpp"

#include "arauto/spi/trace.h"
#include "base/record.hpp"
#include "boot/report_file.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <map>
#include <unistd.h>
#include <utility>
#include <vector>

namespace arauto::tools {
namespace {

constexpr uint32_t kShown = 20;
constexpr const char* kNothing = "arauto: nothing was checked";

/// The copy of a record.
struct Race {
    uint32_t heap;
    uint64_t first;
    uint64_t end;
    uint64_t object;
    uint64_t object_bytes;
    uint32_t width;
    uint32_t heard;
    uint32_t heard_of_carrier;
    bool is_private;
    boot::RaceSide sides[2];
    std::string name;
};

std::vector<Race> read_races(const boot::CheckArea& area) {
    std::vector<Race> races;
    for (uint32_t i = 0; i < boot::count_races(area); ++i) {
        const boot::RaceRecord& record = area.race[i];
        if (!boot::is_whole(record)) {
            continue;
        }
        // relaxed because the images have ended
        races.push_back(
            {record.heap,
             record.first.load(std::memory_order_relaxed),
             record.end.load(std::memory_order_relaxed),
             record.object,
             record.object_bytes,
             record.width,
             record.heard,
             record.heard_of_carrier,
             record.is_private != 0,
             {record.sides[0], record.sides[1]},
             insight::printable({record.name, strnlen(record.name, sizeof record.name)})});
    }
    return races;
}

/// The lines of the sites that races name.
class Sites {
  public:
    Sites(const boot::CheckArea& area, const std::vector<Race>& races)
        : counts_from_0_(area.counts_from_0 != 0) {
        for (const Race& race : races) {
            for (const uint32_t site :
                 {race.sides[0].site, race.sides[1].site, race.heard, race.heard_of_carrier}) {
                add(area, site);
            }
        }
        insight::Trace trace;
        trace.places = places_;
        lines_ = insight::Lines(trace);
    }

    /// "image 1", as the program counts them.
    [[nodiscard]] std::string image(uint32_t rank) const {
        return counts_from_0_ ? "rank " + std::to_string(rank)
                              : "image " + std::to_string(rank + 1);
    }
    [[nodiscard]] const insight::Line& line(uint32_t site) const {
        return lines_.at(lines_.of(place_of(site)));
    }
    /// "heat.f90:26 (sync all)"
    [[nodiscard]] std::string call(uint32_t site) const {
        const auto at = known_.find(site);
        const std::string statement =
            at == known_.end() ? ""
                               : lines_.statement(lines_.of(at->second.first), at->second.second);
        return line(site).place() + (statement.empty() ? "" : " (" + statement + ")");
    }
    /// Bytes of a load or store there; 0: not known.
    [[nodiscard]] uint64_t width(uint32_t site) const {
        const auto at = widths_.find(site);
        return at == widths_.end() ? 0 : at->second;
    }

  private:
    [[nodiscard]] uint32_t place_of(uint32_t site) const {
        const auto at = known_.find(site);
        return at == known_.end() ? insight::kNoPlace : at->second.first;
    }
    void add(const boot::CheckArea& area, uint32_t site) {
        if (site == 0 || site >= boot::CheckArea::kSites) {
            return;
        }
        // relaxed because the images have ended
        const boot::CheckSite found =
            boot::unpack_site(area.site[site].load(std::memory_order_relaxed));
        if (found.module >= boot::CheckArea::kModules) {
            return;
        }
        const char* const module = area.module[found.module];
        const auto place = static_cast<uint32_t>(places_.size());
        if (known_.try_emplace(site, place, found.op).second) {
            const bool is_access = found.op == ARAUTO_RECORDED_NONE && found.width != 0;
            widths_[site] = is_access ? uint64_t{1} << (found.width - 1) : 0;
            places_.push_back({{module, strnlen(module, sizeof area.module[0])}, {found.offset}});
        }
    }

    bool counts_from_0_;
    std::map<uint32_t, std::pair<uint32_t, uint32_t>> known_; // site: place, operation
    std::map<uint32_t, uint64_t> widths_;
    std::vector<insight::Place> places_;
    insight::Lines lines_{insight::Trace{}};
};

std::string numbered(uint64_t first, uint64_t last, const char* noun) {
    return first == last
               ? std::string(noun) + " " + std::to_string(first)
               : std::string(noun) + "s " + std::to_string(first) + " to " + std::to_string(last);
}

/// "`halo` of image 2, elements 1 to 10 of 8 bytes"
std::string place_of(const Sites& sites, const Race& race) {
    const uint64_t bytes = race.end - race.first;
    if (race.is_private) {
        return "private memory of " + sites.image(race.heap) + ", " + std::to_string(bytes) +
               (bytes == 1 ? " byte" : " bytes");
    }
    if (race.object_bytes == 0 || race.first < race.object) {
        return "memory of " + sites.image(race.heap) + ", " + std::to_string(bytes) +
               (bytes == 1 ? " byte" : " bytes") + " at offset " + std::to_string(race.first) +
               " of its heap";
    }
    const uint64_t from = race.first - race.object;
    const uint64_t to = race.end - race.object;
    const std::string name =
        race.name.empty() ? "an allocation of " + std::to_string(race.object_bytes) + " bytes"
                          : "`" + race.name + "`";
    const std::string where = name + " of " + sites.image(race.heap) + ", ";
    uint64_t width = race.width;
    for (const boot::RaceSide& side : race.sides) {
        width = width != 0 ? width : sites.width(side.site);
    }
    if (width != 0 && from % width == 0 && bytes % width == 0) {
        return where + numbered(from / width + 1, to / width, "element") + " of " +
               std::to_string(width) + (width == 1 ? " byte" : " bytes");
    }
    return where + numbered(from + 1, to, "byte");
}

const char* verb_of(const boot::RaceSide& side) {
    if (side.is_unwritten != 0) {
        return "writes nothing to it";
    }
    if (side.is_freed != 0) {
        return "deallocates";
    }
    switch (static_cast<boot::CheckAccess>(side.access)) {
    case boot::CheckAccess::read:
        return "reads";
    case boot::CheckAccess::write:
        return "writes";
    case boot::CheckAccess::atomic_read:
        return "reads it by an atomic";
    case boot::CheckAccess::atomic_write:
        return "changes it by an atomic";
    }
    return "uses";
}

std::string side_text(const Sites& sites, const boot::RaceSide& side, size_t width) {
    const insight::Line& line = sites.line(side.site);
    std::string text = "  " + sites.image(side.rank) + " " + verb_of(side);
    text.resize(std::max(text.size(), width), ' ');
    text += "  " + line.place();
    if (!line.source.empty()) {
        text += "   " + line.source;
    }
    return text + "\n";
}

bool is_fortran(const std::string& path) {
    const size_t dot = std::min(path.rfind('.'), path.size());
    const std::string ending = path.substr(dot);
    return ending.empty() || ending[1] == 'f' || ending[1] == 'F';
}

bool is_pending(const boot::RaceSide& side) {
    return side.part == static_cast<uint8_t>(boot::CheckPart::pending);
}

std::string advice(const Sites& sites, const Race& race) {
    const boot::RaceSide& first = race.sides[0];
    const boot::RaceSide& second = race.sides[1];
    const bool reads_fortran = is_fortran(sites.line(second.site).path);
    if (first.is_unwritten != 0) {
        return "no image has written to it since it was allocated: give it a value first, and "
               "order that";
    }
    if (first.is_freed != 0) {
        return sites.image(second.rank) + " uses memory that " + sites.image(first.rank) +
               " has deallocated:\n  use it before, or deallocate it later";
    }
    if (is_pending(first) || is_pending(second)) {
        const boot::RaceSide& pending = is_pending(first) ? first : second;
        const std::string end = "a flush, unlock, complete, fence or the wait for its request";
        return "the operation of " + sites.image(pending.rank) + " at " +
               sites.line(pending.site).place() + " is under way until " + end + ":\n  put " +
               (first.rank == second.rank ? "that between"
                                          : "that between, and then what the other waits for: a "
                                            "fence, barrier or message");
    }
    if (first.part == static_cast<uint8_t>(boot::CheckPart::carrier)) {
        return "the notification that comes with it has not been waited for:\n  " +
               sites.image(second.rank) + " must wait for it first (" +
               (reads_fortran ? "notify wait" : "arauto_notify_wait") + ")";
    }
    const std::string means =
        reads_fortran ? "sync images, an event or notify=" : "a barrier or a notification";
    if (first.part == static_cast<uint8_t>(boot::CheckPart::puts) && race.heard_of_carrier != 0 &&
        race.heard_of_carrier != race.heard) {
        return "ordered on one machine at most: the notification that " + sites.image(second.rank) +
               " has taken at " + sites.call(race.heard_of_carrier) +
               "\n  tells of its own put alone, and others may come later over a network: use " +
               (reads_fortran ? "event post" : "arauto_notify_post") + " behind them";
    }
    if (race.heard == 0) {
        return sites.image(second.rank) + " has heard nothing of " + sites.image(first.rank) +
               " so far:\n  put " + means + " between";
    }
    return sites.image(second.rank) + " has last heard of " + sites.image(first.rank) + " at " +
           sites.call(race.heard) + ", which does not order this access:\n  put " + means +
           " between";
}

const char* sentence_on(boot::CheckEnd end) {
    switch (end) {
    case boot::CheckEnd::none:
        return nullptr;
    case boot::CheckEnd::arena_full:
        return "there was no room for further events, locks and teams";
    case boot::CheckEnd::chunks_full:
        return "too many accesses to the same places were unordered";
    case boot::CheckEnd::clocks_full:
        return "an image has posted or met others more than 134 million times";
    }
    return "its memory is damaged";
}

std::string remarks(const boot::CheckArea& area) {
    std::string text;
    // relaxed, here and below, because the images have ended
    const uint32_t attached = area.attached.load(std::memory_order_relaxed);
    if (area.spread.load(std::memory_order_relaxed) != 0) {
        return std::string(kNothing) +
               ": a job over several nodes cannot be checked yet; run it on one machine\n";
    }
    if (attached == 0) {
        return std::string(kNothing) + ": no image has started Arauto\n";
    }
    if (area.instrumented.load(std::memory_order_relaxed) < attached) {
        text +=
            "arauto: only accesses to other images were checked, not the program's own loads and "
            "stores: compile it with --check=race ('arauto fc --check=race')\n";
    }
    if (area.unseen.load(std::memory_order_relaxed) > 0) {
        text += "arauto: only accesses to other images were checked, not the program's own loads "
                "and stores: other memory of the program is where the checker needs its own\n";
    }
    if (const char* const why = sentence_on(area.end.load(std::memory_order_relaxed))) {
        text += std::string("arauto: checking has ended before the program: ") + why + "\n";
    }
    return text;
}

bool is_unwritten(const Race& race) {
    return race.sides[0].is_unwritten != 0;
}

std::string text_of(const Sites& sites, const Race& race) {
    if (is_unwritten(race)) {
        return "arauto: a read of " + place_of(sites, race) + ", to which nothing was written\n" +
               side_text(sites, race.sides[1], 0) + "  " + advice(sites, race) + "\n";
    }
    size_t width = 0;
    for (const boot::RaceSide& side : race.sides) {
        width = std::max(width, 3 + sites.image(side.rank).size() + std::strlen(verb_of(side)));
    }
    return "arauto: race on " + place_of(sites, race) + "\n" +
           side_text(sites, race.sides[0], width) + side_text(sites, race.sides[1], width) + "  " +
           advice(sites, race) + "\n";
}

/// "heat.f90:29" may also be written with folders ahead of it.
bool is_suppressed(const Sites& sites,
                   const Race& race,
                   const std::vector<std::string>& suppressed) {
    return std::any_of(suppressed.begin(), suppressed.end(), [&](const std::string& each) {
        return (!race.name.empty() && each == race.name) ||
               std::any_of(race.sides, race.sides + 2, [&](const boot::RaceSide& side) {
                   const insight::Line& line = sites.line(side.site);
                   const std::string whole = line.path + ":" + std::to_string(line.number);
                   return !line.path.empty() &&
                          (whole == each || line.place() == each || whole.ends_with("/" + each));
               });
    });
}

/// How a run has ended, for programs.
struct Ends {
    const std::string& remarks; // lines
    size_t suppressed;
    bool has_broken_off;
};

std::string json_of(const Sites& sites, const Race& race) {
    const auto side = [&](const boot::RaceSide& each) {
        const insight::Line& line = sites.line(each.site);
        return "{\"image\": " + std::to_string(each.rank + 1) +
               ", \"does\": " + insight::quoted(verb_of(each)) +
               ", \"file\": " + insight::quoted(line.path) +
               ", \"line\": " + std::to_string(line.number) +
               ", \"statement\": " + insight::quoted(line.source) + "}";
    };
    return "{\"object\": " + insight::quoted(race.name) +
           ", \"image\": " + std::to_string(race.heap + 1) +
           ", \"place\": " + insight::quoted(place_of(sites, race)) +
           ", \"bytes\": " + std::to_string(race.end - race.first) + ", \"sides\": [" +
           side(race.sides[0]) + ", " + side(race.sides[1]) +
           "], \"advice\": " + insight::quoted(advice(sites, race)) + "}";
}

std::string json_of(const Sites& sites, const std::vector<Race>& races, const Ends& ends) {
    std::string text = "{\"version\": 1, \"races\": [";
    for (const Race& race : races) {
        text += (&race == races.data() ? "\n  " : ",\n  ") + json_of(sites, race);
    }
    return text + "],\n \"suppressed\": " + std::to_string(ends.suppressed) +
           ", \"broken_off\": " + (ends.has_broken_off ? "true" : "false") +
           ", \"remarks\": " + insight::quoted(ends.remarks) + "}\n";
}

} // namespace

bool read_suppressions(const std::string& file, std::vector<std::string>& lines) {
    std::ifstream input(file);
    if (!input) {
        return false;
    }
    constexpr const char* kBlanks = " \t\r";
    for (std::string line; std::getline(input, line);) {
        line.erase(std::min(line.find('#'), line.size()));
        const size_t first = line.find_first_not_of(kBlanks);
        if (first != line.npos) {
            lines.push_back(line.substr(first, line.find_last_not_of(kBlanks) + 1 - first));
        }
    }
    return !input.bad();
}

namespace {

struct RaceReport {
    std::string text;
    std::string json;
    bool has_races = false; // that are not suppressed
};

RaceReport race_report(const boot::CheckArea& area,
                       bool has_broken_off,
                       const std::vector<std::string>& suppressed) {
    std::vector<Race> races = read_races(area);
    const Sites sites(area, races);
    const size_t all = races.size();
    std::erase_if(races, [&](const Race& race) { return is_suppressed(sites, race, suppressed); });
    const size_t untold = all - races.size();
    std::string text;
    for (size_t i = 0; i < std::min<size_t>(races.size(), kShown); ++i) {
        const Race& race = races[i];
        text += text_of(sites, race);
    }
    const std::string end = remarks(area);
    if (end.starts_with(kNothing)) {
        return {end, json_of(sites, races, {end, untold, has_broken_off}), false};
    }
    const auto unwritten = static_cast<size_t>(std::count_if(
        races.begin(), races.end(), [](const Race& race) { return is_unwritten(race); }));
    text += "arauto: " +
            boot::races_found(static_cast<uint32_t>(races.size() - unwritten), has_broken_off) +
            (unwritten > 0
                 ? ", and " + std::to_string(unwritten) + (unwritten == 1 ? " read" : " reads") +
                       " of what nothing was written to"
                 : "") +
            (races.size() > kShown ? ", of which " + std::to_string(kShown) + " are shown" : "") +
            (untold > 0 ? ", besides " + std::to_string(untold) + " suppressed" : "") + "\n";
    return {text + end, json_of(sites, races, {end, untold, has_broken_off}), !races.empty()};
}

} // namespace

bool print_races(const boot::CheckArea& area, bool has_broken_off, const RaceOutput& output) {
    const RaceReport report = race_report(area, has_broken_off, output.suppressed);
    boot::write_all(STDERR_FILENO, report.text);
    if (!output.json_file.empty()) {
        std::ofstream file(output.json_file);
        if (!(file << report.json) || !file.flush()) {
            complain(0, "check: '%s' cannot be written: %s", output.json_file.c_str(),
                     std::strerror(errno));
        }
    }
    return report.has_races;
}

} // namespace arauto::tools
