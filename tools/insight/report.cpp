// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See report.hpp.
#include "report.hpp"

#include "text.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <sys/stat.h>
#include <utility>

namespace arauto::tools::insight {
namespace {

constexpr double kPercent = 100;
constexpr size_t kMostImages = 16; // with a line of their own

/// Breaks a text between words; lines behind the first begin with `indent`.
std::string wrapped(const std::string& words, const std::string& indent) {
    constexpr size_t kWidth = 100;
    std::string out;
    std::string line;
    for (size_t at = 0; at < words.size();) {
        const size_t end = std::min(words.find(' ', at + 1), words.size());
        if (line.size() + end - at > kWidth && line.size() > indent.size()) {
            out += line + "\n";
            line = indent;
            at += words[at] == ' ' ? 1U : 0U;
        }
        line += words.substr(at, end - at);
        at = end;
    }
    return out + line + "\n";
}

std::string seconds(double value) {
    return text(value < 0.1 ? "%.4f s" : "%.2f s", value); // NOLINT: both are literals
}

/// One report: what all parts of it need.
class Report {
  public:
    Report(const Analysis& analysis, const ReportOptions& options)
        : trace_(analysis.trace), lines_(analysis.lines), matches_(analysis.matches),
          all_findings_(analysis.findings), operations_(analysis.operations), even_(analysis.even),
          options_(options), summary_(sum_up(trace_, lines_, options.image)),
          all_s_(summary_.all().all) {}

    [[nodiscard]] std::string head() const;
    [[nodiscard]] std::string images() const;
    [[nodiscard]] std::string imbalance() const;
    [[nodiscard]] std::vector<FindingText> texts(size_t most) const;
    [[nodiscard]] std::string findings(size_t most, bool shows_source) const;
    [[nodiscard]] std::string table(size_t most) const;
    [[nodiscard]] std::vector<OperationText> operation_texts(size_t most) const;
    [[nodiscard]] std::string operations(size_t most) const;
    [[nodiscard]] std::string clocks() const;
    [[nodiscard]] std::string remarks() const;

  private:
    [[nodiscard]] bool is_wanted(uint32_t line) const {
        return options_.line.empty() || lines_.at(line).place() == options_.line;
    }
    [[nodiscard]] std::string name(uint32_t rank) const {
        return trace_.noun + " " + std::to_string(rank + trace_.first_number);
    }
    [[nodiscard]] double seconds_of(const Finding& finding) const {
        return options_.image < 0 ? finding.seconds
                                  : finding.by_image[static_cast<size_t>(options_.image)];
    }
    [[nodiscard]] std::string neighbours(uint32_t line) const;
    [[nodiscard]] std::string sentence(const Finding& finding) const;
    [[nodiscard]] std::string activity(const Finding& finding) const;
    [[nodiscard]] std::string waiters(const Finding& finding) const;
    /// A suggestion with what it gains; nothing if that is less than 1 %.
    [[nodiscard]] std::string with_gain(const Prediction& prediction,
                                        const std::string& words) const {
        const std::string gain = gain_text(prediction, trace_.seconds);
        return prediction.is_made && gain.empty() ? "" : words + gain;
    }

    const Trace& trace_;
    const Lines& lines_;
    const Matches& matches_;
    const std::vector<Finding>& all_findings_;
    const std::vector<Operations>& operations_;
    const Prediction& even_;
    const ReportOptions& options_;
    Summary summary_;
    double all_s_;
};

std::string Report::head() const {
    const Times all = summary_.all();
    const auto share = [&](double part) { return all.all > 0 ? kPercent * part / all.all : 0; };
    const std::string of = options_.image >= 0
                               ? name(trace_.images[static_cast<size_t>(options_.image)].rank)
                               : std::to_string(trace_.images.size()) + " " + trace_.noun +
                                     (trace_.images.size() == 1 ? "" : "s");
    return "arauto: trace of " + of +
           text(" in %s: computed %.1f %%, moved data %.1f %%, waited %.1f %%\n",
                seconds(trace_.seconds).c_str(), share(all.computed()), share(all.moved),
                share(all.waited));
}

std::string Report::images() const {
    std::string out = text("  %-10s %13s %13s %13s\n", trace_.noun.c_str(), "computed (s)",
                           "moved (s)", "waited (s)");
    const auto row = [](const std::string& label, const Times& times) {
        return text("  %-10s %13.4f %13.4f %13.4f\n", label.c_str(), times.computed(), times.moved,
                    times.waited);
    };
    std::vector<size_t> shown;
    for (size_t i = 0; i < trace_.images.size(); ++i) {
        if (options_.image < 0 || i == static_cast<size_t>(options_.image)) {
            shown.push_back(i);
        }
    }
    const auto label = [this](size_t i) {
        return std::to_string(trace_.number_of(trace_.images[i]));
    };
    if (shown.size() <= kMostImages) {
        for (const size_t i : shown) {
            out += row(label(i), summary_.images[i]);
        }
        return out;
    }
    const auto [least, most] =
        std::minmax_element(shown.begin(), shown.end(), [this](size_t a, size_t b) {
            return summary_.images[a].computed() < summary_.images[b].computed();
        });
    const Times all = summary_.all();
    const auto count = static_cast<double>(shown.size());
    return out + row(label(*least) + " (least)", summary_.images[*least]) +
           row("mean", {all.all / count, all.moved / count, all.waited / count}) +
           row(label(*most) + " (most)", summary_.images[*most]);
}

/// Whether one image computes more than the others.
std::string Report::imbalance() const {
    constexpr double kMuchMore = 1.1; // than the mean
    if (options_.image >= 0 || trace_.images.size() < 2) {
        return "";
    }
    const auto most =
        static_cast<size_t>(std::max_element(summary_.images.begin(), summary_.images.end(),
                                             [](const Times& a, const Times& b) {
                                                 return a.computed() < b.computed();
                                             }) -
                            summary_.images.begin());
    double mean = 0;
    for (const Times& times : summary_.images) {
        mean += times.computed() / static_cast<double>(summary_.images.size());
    }
    const double longest = summary_.images[most].computed();
    return longest > kMuchMore * mean && longest - mean > kLeastShare * trace_.seconds
               ? "  " + name(trace_.images[most].rank) +
                     text(" computes %.1f times as long as the mean", longest / mean) +
                     with_gain(even_, ": share its work.") + "\n"
               : "";
}

/// "image 3", "images 2, 3 and 4", "7 images".
std::string Report::waiters(const Finding& finding) const {
    constexpr size_t kMostNamed = 4;
    std::vector<uint32_t> numbers;
    for (size_t i = 0; i < finding.by_image.size(); ++i) {
        if (finding.by_image[i] > 0 &&
            (options_.image < 0 || i == static_cast<size_t>(options_.image))) {
            numbers.push_back(trace_.number_of(trace_.images[i]));
        }
    }
    if (numbers.size() > kMostNamed) {
        return std::to_string(numbers.size()) + " " + trace_.noun + "s";
    }
    std::string out = trace_.noun + (numbers.size() == 1 ? " " : "s ");
    for (size_t i = 0; i < numbers.size(); ++i) {
        out += i == 0 ? "" : i + 1 == numbers.size() ? " and " : ", ";
        out += std::to_string(numbers[i]);
    }
    return out;
}

/// The activity of the image that was waited for.
std::string Report::activity(const Finding& finding) const {
    const Meanwhile& meanwhile = finding.meanwhile;
    const double all = meanwhile.computed + meanwhile.moved + meanwhile.waited;
    std::string out;
    const auto add = [&](double part, const std::string& what) {
        constexpr double kWorthTelling = 0.1;
        if (all > 0 && part >= kWorthTelling * all) {
            out += (out.empty() ? " Meanwhile it " : ", ") + what + " for " + seconds(part);
        }
    };
    const std::string from = lines_.at(meanwhile.from).place();
    const std::string to = lines_.at(meanwhile.to).place();
    add(meanwhile.computed, meanwhile.from == lines_.of(kNoPlace)
                                ? "computes, before " + to
                                : "computes, mostly between " + from + " and " + to);
    add(meanwhile.moved, "moves data");
    add(meanwhile.waited, "waits itself, mostly at " + lines_.at(meanwhile.waits_at).place());
    return out.empty() ? out : out + ".";
}

/// The images that meetings of a line are enough for.
std::string Report::neighbours(uint32_t line) const {
    const auto at = matches_.neighbours.find(line);
    if (at == matches_.neighbours.end()) {
        return "";
    }
    std::string out = " Data passes only between each " + trace_.noun + " and ";
    if (at->second.distances.empty()) {
        out += std::to_string(at->second.most) + " others at most";
    }
    for (size_t i = 0; i < at->second.distances.size(); ++i) {
        out += i == 0 ? "" : i + 1 == at->second.distances.size() ? " and " : ", ";
        out += text("%+d", at->second.distances[i]);
    }
    return out + ".";
}

std::string Report::sentence(const Finding& finding) const {
    const Meanwhile& meanwhile = finding.meanwhile;
    const bool is_indirect = meanwhile.waited > meanwhile.computed + meanwhile.moved;
    const auto advice = [&](const char* words) {
        return activity(finding) + (is_indirect ? " Its own wait is the one to look at."
                                                : with_gain(finding.prediction, words));
    };
    const std::string culprit = finding.culprit != UINT32_MAX ? name(finding.culprit) : "";
    const std::string there = lines_.at(finding.culprit_line).place();
    switch (finding.pattern) {
    case Pattern::late_post:
        return culprit + " posts late, at " + there + "." +
               advice(" Post right behind the last put.");
    case Pattern::late_notified:
        return "the notified put of " + culprit + " at " + there + " begins late." +
               advice(" Send in pieces as they are ready, and wait for them with until_count.");
    case Pattern::late_receiver:
        return culprit + " makes room late, at " + there + ": a put there follows, and no data " +
               "came with the post." +
               advice(" Let it have a second buffer, and put into the two in turn.");
    case Pattern::all_meet:
        return culprit + " comes last, and exchanges nothing with those that wait." +
               neighbours(finding.line) +
               with_gain(finding.prediction,
                         " Wait for these alone, by sync images, events or notify=.");
    case Pattern::late_partner:
        return culprit + " comes late, at " + there + "." +
               advice(" Give it less to do before, or tell by an event what is ready.");
    case Pattern::needless:
        return culprit + " comes late, at " + there +
               ", and no data passes from before that to behind this line." +
               with_gain(finding.prediction,
                         " An event post, or notify=, tells those alone that need it.");
    case Pattern::contention:
        return culprit + " has the lock until " + there + "." +
               (finding.is_of_updates()
                    ? " It only fetches a number and puts it back." +
                          with_gain(finding.prediction, " atomic_fetch_add needs no lock.")
                    : advice(" Do less while it is locked."));
    case Pattern::imbalance:
        return finding.op == ARAUTO_RECORDED_NONE
                   ? culprit + " ends last." +
                         with_gain(finding.prediction, " Share the work more evenly.")
                   : culprit + " comes last." + advice(" Share the work more evenly.");
    case Pattern::late_root:
        return culprit + ", which has the value, comes late." +
               advice(" Share the work more evenly.");
    case Pattern::early_root:
        return "the root comes before " + culprit + "." + advice("");
    case Pattern::unmatched:
        return "the call that ended it left no record here.";
    case Pattern::open:
        return "it had not ended when the program did.";
    }
    return "";
}

std::vector<FindingText> Report::texts(size_t most) const {
    std::vector<FindingText> out;
    for (const Finding& finding : all_findings_) {
        const double wait_s = seconds_of(finding);
        if (out.size() == most || !is_wanted(finding.line)) {
            continue;
        }
        if (wait_s < kLeastShare * all_s_ || wait_s <= 0) {
            continue;
        }
        const bool is_end = finding.op == ARAUTO_RECORDED_NONE;
        out.push_back({&finding,
                       is_end ? "the end of the program" : lines_.at(finding.line).place(),
                       is_end ? "" : lines_.statement(finding.line, finding.op), waiters(finding),
                       wait_s, wait_s / all_s_, sentence(finding)});
    }
    return out;
}

std::string Report::findings(size_t most, bool shows_source) const {
    std::string out;
    for (const FindingText& each : texts(most)) {
        const Line& line = lines_.at(each.finding->line);
        const bool is_one = each.waiters.starts_with(trace_.noun + " ");
        out += wrapped("  " + each.place + (each.statement.empty() ? "" : "  " + each.statement) +
                           ": " + each.waiters + (is_one ? " waits " : " wait ") +
                           seconds(each.seconds) +
                           text(" (%.1f %% of all time): ", kPercent * each.share) + each.sentence,
                       "      ");
        if (shows_source && !line.source.empty() && !each.statement.empty()) {
            out += "      " + std::to_string(line.number) + " | " + line.source + "\n";
        }
    }
    return out.empty() ? "  no wait with a known cause takes 1 % of the time\n" : out;
}

std::string Report::table(size_t most) const {
    std::string out = text("  %10s %12s %14s %10s %7s  %s\n", "time (s)", "calls", "bytes", "waits",
                           (trace_.noun + "s").c_str(), "operation and line");
    size_t shown = 0;
    size_t left = 0;
    for (const LineSum& sum : summary_.lines) {
        if (!is_wanted(sum.line)) {
            continue;
        }
        if (shown == most) {
            ++left;
            continue;
        }
        ++shown;
        const std::string time = sum.seconds > 0 ? text("%.4f", sum.seconds) : "-"; // not timed
        out += text("  %10s %12llu %14llu %10llu %7u  ", time.c_str(),
                    static_cast<unsigned long long>(sum.calls),
                    static_cast<unsigned long long>(sum.bytes),
                    static_cast<unsigned long long>(sum.waits), sum.images) +
               lines_.statement(sum.line, sum.op) + ", " + lines_.at(sum.line).place() + "\n";
    }
    return left > 0 ? out + text("  and %zu more; --top N shows more of them\n", left) : out;
}

/// "10000 calls, 8 bytes each, 512 bytes apart".
std::string sentence_of(const Operations& sum, const Lines& lines) {
    const auto each = static_cast<double>(sum.bytes) / static_cast<double>(sum.calls);
    std::string out =
        text("%llu calls of %.0f bytes", static_cast<unsigned long long>(sum.calls), each);
    switch (sum.habit) {
    case Habit::element_by_element:
        out += sum.stride != 0
                   ? text(", %lld bytes from one to the next", static_cast<long long>(sum.stride))
                   : "";
        return out + ", one element each.";
    case Habit::serialised_gets:
        return out + ", each of which waits for the one before.";
    case Habit::put_then_post:
        return out + ", each with a post behind it, at " + lines.at(sum.post_line).place() + ".";
    case Habit::private_memory:
        return out + ", each by a system call: the memory is the other process's own.";
    }
    return out;
}

/// A way to have fewer of them.
const char* advice_for(Habit habit) {
    switch (habit) {
    case Habit::element_by_element:
        return " Copy the section in one statement.";
    case Habit::serialised_gets:
        return " Get one section, or let the owner put.";
    case Habit::put_then_post:
        return " A put with notify= is both.";
    case Habit::private_memory:
        return " Allocate it as a coarray, or as an allocatable component of one.";
    }
    return "";
}

/// Operations that could be fewer, where they take 1 % of the time.
std::vector<OperationText> Report::operation_texts(size_t most) const {
    std::vector<OperationText> out;
    for (const Operations& sum : operations_) {
        if (out.size() < most && is_wanted(sum.line) && sum.seconds > 0 &&
            sum.seconds >= kLeastShare * all_s_) {
            out.push_back(
                {&sum, lines_.at(sum.line).place(), lines_.statement(sum.line, sum.op),
                 sum.seconds / all_s_,
                 sentence_of(sum, lines_) + with_gain(sum.prediction, advice_for(sum.habit))});
        }
    }
    return out;
}

std::string Report::operations(size_t most) const {
    std::string out;
    for (const OperationText& each : operation_texts(most)) {
        out += wrapped("  " + each.place + "  " + each.statement + ": " +
                           seconds(each.sum->seconds) + " in all. " + each.sentence,
                       "      ");
    }
    return out;
}

/// How well the times of several nodes fit together.
std::string Report::clocks() const {
    constexpr double kUsOfSecond = 1e6;
    const Clocks& all = trace_.clocks;
    if (all.nodes < 2) {
        return "";
    }
    std::string joined = text("  The clocks of %u nodes are joined, to %.0f us", all.nodes,
                              std::ceil(all.uncertainty * kUsOfSecond));
    if (all.shifts > 0) {
        joined +=
            text("; %llu times a node was shifted so that no release lies behind its wait, by "
                 "%.0f us at most",
                 static_cast<unsigned long long>(all.shifts),
                 std::ceil(all.longest_shift * kUsOfSecond));
    }
    std::string out = wrapped(joined + ".", "      ");
    if (all.unknown > 0) {
        out += text("  The clocks of %u nodes were not compared: their times may be wrong.\n",
                    all.unknown);
    }
    if (all.late > 0) {
        out += text("  %llu releases lie behind the waits that they have ended: times of different "
                    "nodes do not fit together.\n",
                    static_cast<unsigned long long>(all.late));
    }
    return out;
}

/// The limits of what is known.
std::string Report::remarks() const {
    std::string out;
    if (trace_.images.size() < trace_.images_of_job) {
        out += text("  These are the records of %zu of %u %ss: the others have not begun, or have "
                    "left none.\n",
                    trace_.images.size(), trace_.images_of_job, trace_.noun.c_str());
    }
    out += clocks();
    if (summary_.overwritten > 0) {
        out +=
            text("  Sums are of the whole run. Causes are of its last part: %llu of %llu records "
                 "were written over (--trace-size keeps more).\n",
                 static_cast<unsigned long long>(summary_.overwritten),
                 static_cast<unsigned long long>(summary_.overwritten + summary_.records));
    }
    if (summary_.lost > 0) {
        out += text("  %llu calls are missing in all of this: more threads or lines than there was "
                    "room for.\n",
                    static_cast<unsigned long long>(summary_.lost));
    }
    if (summary_.unplaced > 0) {
        out += text("  The lines of %llu calls are not known: there are more than there was room "
                    "for.\n",
                    static_cast<unsigned long long>(summary_.unplaced));
    }
    for (const Image& image : trace_.images) {
        if (image.signal != 0) {
            out += "  " + name(image.rank) + text(" was killed by signal %d", image.signal);
            for (const Thread& thread : image.threads) {
                if (thread.is_in_call && !thread.events.empty()) {
                    const Event& last = thread.events.back();
                    const uint32_t line = lines_.of(last.place);
                    out += ", in " + lines_.statement(line, last.op) + " at " +
                           lines_.at(line).place();
                }
            }
            out += ".\n";
        }
    }
    for (const Module& module : trace_.modules) {
        constexpr int64_t kNsOfSecond = 1'000'000'000;
        struct stat facts{};
        if (stat(module.path.c_str(), &facts) != 0) {
            out +=
                "  The file " + printable(module.path) + " is not here: its lines are not known.\n";
        } else if (static_cast<uint64_t>(facts.st_size) != module.bytes ||
                   facts.st_mtim.tv_sec * kNsOfSecond + facts.st_mtim.tv_nsec !=
                       module.changed_ns) {
            out += "  The file " + printable(module.path) +
                   " has changed since the run: its lines may be wrong.\n";
        }
    }
    return out;
}

} // namespace

std::string activity_of(const PathPart& part, const Lines& lines) {
    const uint32_t nowhere = lines.of(kNoPlace);
    const std::string from = lines.at(part.from).place();
    const std::string to = lines.at(part.to).place();
    switch (part.kind) {
    case PathPart::Kind::computes:
        return part.from == nowhere ? "computes, before " + to
               : part.to == nowhere ? "computes, after " + from
                                    : "computes between " + from + " and " + to;
    case PathPart::Kind::moves:
        return "moves data at " + from;
    case PathPart::Kind::waits:
        return "waits, or is on its way on, at " + from;
    }
    return "";
}

std::string
path_text(const Trace& trace, const Lines& lines, const std::vector<PathPart>& path, size_t most) {
    std::string out = text("  %10s %7s  %s\n", "time (s)", "share", "activity");
    for (const PathPart& part : path) {
        if (most == 0 || part.seconds < kLeastShare * trace.seconds) {
            break;
        }
        --most;
        out += text("  %10.4f %5.1f %%  ", part.seconds, kPercent * part.seconds / trace.seconds) +
               trace.noun + text(" %u ", trace.number_of(trace.images[part.image])) +
               activity_of(part, lines) + "\n";
    }
    return out;
}

std::string gain_text(const Prediction& prediction, double measured_s) {
    if (!prediction.is_made || prediction.seconds > (1 - kLeastShare) * measured_s) {
        return "";
    }
    const int digits = measured_s < 0.1 ? 5 : measured_s < 10 ? 3 : 1; // NOLINT: of both
    return text(" Replayed so: %.*f s -> %.*f s.", digits, measured_s, digits, prediction.seconds);
}

std::vector<FindingText> texts_of(const Analysis& analysis, const ReportOptions& options) {
    return Report(analysis, options).texts(options.top);
}

std::vector<OperationText> operation_texts_of(const Analysis& analysis,
                                              const ReportOptions& options) {
    return Report(analysis, options).operation_texts(options.top);
}

std::string remarks_on(const Analysis& analysis) {
    const ReportOptions options;
    return Report(analysis, options).remarks();
}

std::string report(const Analysis& analysis, const ReportOptions& options) {
    const Report text_of(analysis, options);
    std::vector<PathPart> path = analysis.critical_path;
    std::erase_if(path, [&options](const PathPart& part) {
        return options.image >= 0 && part.image != static_cast<size_t>(options.image);
    });
    return text_of.head() + text_of.images() + text_of.imbalance() + "Causes of waits\n" +
           text_of.findings(options.top, true) + text_of.operations(options.top) +
           "Critical path: the end of the program has waited for\n" +
           path_text(analysis.trace, analysis.lines, path, std::min(options.top, kMostPathParts)) +
           "Calls by line\n" + text_of.table(options.top) + text_of.remarks();
}

std::string short_report(const Analysis& analysis, const std::string& file) {
    constexpr size_t kMostFindings = 3;
    constexpr size_t kMostLines = 5;
    const ReportOptions options;
    const Report text_of(analysis, options);
    std::string out = text_of.head() + text_of.findings(kMostFindings, true) +
                      text_of.operations(1) + text_of.table(kMostLines) + text_of.remarks();
    constexpr size_t kMostRows = 24;
    size_t end = 0;
    for (size_t row = 0; row < kMostRows && end < out.size(); ++row) {
        end = std::min(out.find('\n', end), out.size() - 1) + 1;
    }
    out.resize(end);
    return out + "arauto: the trace is in " + file + "; 'arauto doctor " + file + "' shows more\n";
}

} // namespace arauto::tools::insight
