// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See what_if.hpp.
#include "what_if.hpp"

#include "replay.hpp"
#include "text.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <set>

namespace arauto::tools::insight {
namespace {

constexpr size_t kMostImages = 16; // with a line of their own

std::string in_quotes(std::string_view word) {
    return "'" + printable(std::string(word)) + "'";
}

template <typename Number> bool parse_whole(std::string_view text, Number& number_out) {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number_out);
    return error == std::errc() && end == text.data() + text.size() && !text.empty();
}

/// The lines at which images wait for each other, or end a wait.
class Synchronisations {
  public:
    explicit Synchronisations(const Analysis& analysis) : analysis_(analysis) {
        for (const Dependency& each : analysis.matches.dependencies) {
            const uint32_t line = line_of(each.waiter);
            all_.insert(line);
            all_.insert(line_of(each.releaser));
            if (analysis.trace.at(each.waiter).op == ARAUTO_RECORDED_SYNC_RANKS) {
                may_be_pairs_.insert(line);
            }
        }
        for (const Gathering& each : analysis.matches.gatherings) {
            for (const Where& member : each.members) {
                all_.insert(line_of(member));
                if (analysis.trace.at(member).op == ARAUTO_RECORDED_BARRIER) {
                    may_be_pairs_.insert(line_of(member));
                }
                if (each.exchanges) {
                    known_.insert(line_of(member));
                }
            }
        }
    }

    /// @param place  "heat.f90:42", or "42" where only one file has a synchronisation at such a
    /// line
    [[nodiscard]] std::string find(std::string_view place, uint32_t& line_out) const {
        std::vector<uint32_t> found;
        int number = 0;
        const bool is_number = parse_whole(place, number);
        for (const uint32_t line : all_) {
            const Line& at = analysis_.lines.at(line);
            if (is_number ? at.number == number : at.place() == place) {
                found.push_back(line);
            }
        }
        if (found.empty()) {
            return "no " + analysis_.trace.noun + " waits for another one at " + in_quotes(place) +
                   ": name a line as the report does, like heat.f90:42";
        }
        if (found.size() > 1) {
            return "several files wait at a line " + std::string(place) + ": say " +
                   analysis_.lines.at(found[0]).place() + " or " +
                   analysis_.lines.at(found[1]).place();
        }
        line_out = found.front();
        return "";
    }
    /// Why the meetings of a line cannot wait for partners alone; empty: they can.
    [[nodiscard]] std::string fault_of_pairs(uint32_t line) const {
        const std::string place = analysis_.lines.at(line).place();
        if (!may_be_pairs_.contains(line)) {
            return "=pairs is for sync all, sync team and sync images, which " + place + " is not";
        }
        const bool is_of_pairs = std::any_of(
            analysis_.matches.dependencies.begin(), analysis_.matches.dependencies.end(),
            [this, line](const auto& each) { return line_of(each.waiter) == line; });
        return is_of_pairs || known_.contains(line)
                   ? ""
                   : "the trace does not tell between which " + analysis_.trace.noun +
                         "s data passes around " + place;
    }

  private:
    [[nodiscard]] uint32_t line_of(const Where& where) const {
        return analysis_.lines.of(analysis_.trace.at(where).place);
    }

    const Analysis& analysis_;
    std::set<uint32_t> all_;
    std::set<uint32_t> may_be_pairs_;
    std::set<uint32_t> known_; // lines of meetings between whose members data passes as is known
};

/// "image3*0.8"
std::string parse_factor(std::string_view change, const Analysis& analysis, Edit& edit_out) {
    constexpr double kMostFactor = 1e6;
    const Trace& trace = analysis.trace;
    const size_t star = change.find('*');
    uint32_t number = 0;
    if (!change.starts_with(trace.noun) ||
        !parse_whole(change.substr(trace.noun.size(), star - trace.noun.size()), number)) {
        return in_quotes(change) + " names no " + trace.noun + ": write " + trace.noun + "3*0.8";
    }
    const auto at = std::find_if(trace.images.begin(), trace.images.end(), [&](const Image& image) {
        return trace.number_of(image) == number;
    });
    if (at == trace.images.end()) {
        return "there is no " + trace.noun + text(" %u in the trace", number);
    }
    const std::string_view factor = change.substr(star + 1);
    if (!parse_whole(factor, edit_out.factor) || !std::isfinite(edit_out.factor) ||
        edit_out.factor < 0 || edit_out.factor > kMostFactor) {
        return "the factor " + in_quotes(factor) + " is no number from 0 to a million";
    }
    edit_out.kind = Edit::Kind::scaled;
    edit_out.image = static_cast<uint32_t>(at - trace.images.begin());
    return "";
}

std::string parse_change(std::string_view change,
                         const Synchronisations& known,
                         const Analysis& analysis,
                         Edit& edit_out) {
    const size_t equals = change.rfind('=');
    if (equals == std::string_view::npos) {
        return change.find('*') != std::string_view::npos
                   ? parse_factor(change, analysis, edit_out)
                   : in_quotes(change) + " is no change: write LINE=none, LINE=pairs or " +
                         analysis.trace.noun + "3*0.8";
    }
    const std::string_view kind = change.substr(equals + 1);
    if (kind != "none" && kind != "pairs") {
        return in_quotes(change) + " is no change: behind = stands none or pairs";
    }
    edit_out.kind = kind == "none" ? Edit::Kind::none : Edit::Kind::pairs;
    const std::string fault = known.find(change.substr(0, equals), edit_out.line);
    return fault.empty() && edit_out.kind == Edit::Kind::pairs ? known.fault_of_pairs(edit_out.line)
                                                               : fault;
}

/// Seconds that an image has waited, in calls that are no transfers.
double waited_in(const Image& image) {
    double sum = 0;
    for (const Thread& thread : image.threads) {
        for (const Event& event : thread.events) {
            if (!event.is_of(RecordedText::Kind::transfer) && !event.is_behind()) {
                sum += event.end - event.begin;
            }
        }
    }
    return sum;
}

std::string table_of_images(const Trace& measured, const Trace& then) {
    std::string out = text("  %-10s %13s %13s   %13s %13s\n", measured.noun.c_str(), "ends at (s)",
                           "waits (s)", "then ends (s)", "waits (s)");
    for (size_t i = 0; i < measured.images.size() && i < kMostImages; ++i) {
        out += text("  %-10u %13.4f %13.4f   %13.4f %13.4f\n",
                    measured.number_of(measured.images[i]), measured.images[i].end,
                    waited_in(measured.images[i]), then.images[i].end, waited_in(then.images[i]));
    }
    return measured.images.size() <= kMostImages
               ? out
               : out + text("  and %zu more\n", measured.images.size() - kMostImages);
}

/// The waits that stay as they were, since it is not known for what they are.
std::string remark_on_others(const Analysis& analysis) {
    double seconds = 0;
    for (const Match& match : analysis.matches.all) {
        seconds += match.is_known() ? 0 : match.until - match.from;
    }
    constexpr double kPercent = 100;
    const double all = analysis.trace.seconds * static_cast<double>(analysis.trace.images.size());
    return seconds >= kLeastShare * all
               ? text("  Waits whose cause is not known stay as they were: %.1f %% of the time.\n",
                      kPercent * seconds / all)
               : "";
}

} // namespace

Changes parse_changes(std::string_view text, const Analysis& analysis) {
    const Synchronisations known(analysis);
    Changes changes;
    for (size_t at = 0; at <= text.size() && changes.fault.empty();) {
        const size_t end = std::min(text.find(',', at), text.size());
        Edit edit;
        changes.fault = parse_change(text.substr(at, end - at), known, analysis, edit);
        changes.edits.push_back(edit);
        at = end + 1;
    }
    return changes;
}

std::string
what_if_report(const Analysis& analysis, const std::vector<Edit>& edits, std::string_view words) {
    constexpr size_t kMostParts = 10;
    constexpr double kPercent = 100;
    const Trace& trace = analysis.trace;
    const Schedule schedule(trace, analysis.lines, analysis.matches);
    const Replayed replayed = replay(schedule, edits);
    const Rerun rerun = rerun_of(schedule, replayed);
    const double less = trace.seconds > 0 ? kPercent * (1 - replayed.seconds / trace.seconds) : 0.0;
    return text("arauto: replay of %zu ", trace.images.size()) + trace.noun +
           (trace.images.size() == 1 ? "" : "s") + " with " + printable(std::string(words)) +
           text(": %.4f s -> %.4f s (%.1f %% %s)\n", trace.seconds, replayed.seconds,
                std::abs(less), less >= 0 ? "less" : "more") +
           table_of_images(trace, rerun.trace) +
           "Critical path then: the end of the program has waited for\n" +
           path_text(rerun.trace, analysis.lines,
                     find_critical_path(rerun.trace, analysis.lines, rerun.matches), kMostParts) +
           remark_on_others(analysis);
}

} // namespace arauto::tools::insight
