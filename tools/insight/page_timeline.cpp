// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The timeline of the page (page.hpp): the 50 ms in which images wait longest.
#include "markup.hpp"
#include "page.hpp"
#include "text.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace arauto::tools::insight {
namespace {

constexpr double kWindow = 0.05;
constexpr size_t kMostRows = 24;
constexpr size_t kMostArrows = 100;
constexpr int kColumns = 300; // what is shorter than one of them is drawn together
constexpr int kNamed = 100; // what is longer than this part of the window says what it is
constexpr double kLeft = 90; // of the drawing, for names
constexpr double kWidth = 900; // of the window
constexpr double kRight = 32; // where the text of the last time ends
constexpr double kTop = 26; // for the axis
constexpr double kRowHeight = 26;
constexpr double kBarHeight = 18;

constexpr size_t kActivities = 4;
constexpr std::array<const char*, kActivities> kClasses{"computes", "moves", "waits", "ended"};

/// How many threads wait, integrated over time.
class Waiting {
  public:
    explicit Waiting(const std::vector<ThreadRow>& rows) {
        for (const ThreadRow& row : rows) {
            for (const Stretch& stretch : row.stretches) {
                if (stretch.activity == Activity::waits) {
                    steps_.push_back({stretch.begin, 1, 0});
                    steps_.push_back({stretch.end, -1, 0});
                }
            }
        }
        std::sort(steps_.begin(), steps_.end(),
                  [](const Step& a, const Step& b) { return a.time < b.time; });
        double sum = 0;
        int64_t level = 0;
        double before = 0;
        for (Step& step : steps_) {
            sum += static_cast<double>(level) * (step.time - before);
            level += step.change;
            before = step.time;
            step.level = level;
            step.sum = sum;
        }
    }

    [[nodiscard]] double until(double time) const {
        const auto behind =
            std::upper_bound(steps_.begin(), steps_.end(), time,
                             [](double value, const Step& step) { return value < step.time; });
        if (behind == steps_.begin()) {
            return 0;
        }
        const Step& step = *(behind - 1);
        return step.sum + static_cast<double>(step.level) * (time - step.time);
    }

    /// The start of the part of this length with most waiting: it begins with a wait, or ends with
    /// one.
    [[nodiscard]] double worst_start(double last_start, double length) const {
        double best = 0;
        double most = -1;
        for (const Step& step : steps_) {
            const double start =
                std::clamp(step.change > 0 ? step.time : step.time - length, 0.0, last_start);
            const double waited = until(start + length) - until(start);
            if (waited > most) {
                most = waited;
                best = start;
            }
        }
        return best;
    }

  private:
    struct Step {
        double time;
        int64_t change;
        double sum; // up to here
        int64_t level = 0; // from here on
    };
    std::vector<Step> steps_;
};

class Timeline {
  public:
    Timeline(const Analysis& analysis, const std::vector<ThreadRow>& rows)
        : analysis_(analysis), trace_(analysis.trace), rows_(rows),
          window_(worst_window(rows, trace_.seconds, kWindow)) {
        for (const Release& release : analysis.releases) {
            const Where& waiter = release.waiter;
            const Event& wait =
                trace_.images[waiter.image].threads[waiter.thread].events[waiter.event];
            if (wait.end >= window_.begin && release.from <= window_.end &&
                wait.end - wait.begin >= window_.length() / kNamed) {
                named_releases_[{waiter.image, waiter.thread, waiter.event}] = &release;
            }
        }
    }
    [[nodiscard]] std::string part();

  private:
    using Key = std::array<uint32_t, 3>;

    [[nodiscard]] double x_of(double time) const {
        return kLeft + kWidth * (std::clamp(time, window_.begin, window_.end) - window_.begin) /
                           std::max(window_.length(), 1e-12);
    }
    [[nodiscard]] std::string name_of(uint32_t image, uint32_t thread) const {
        return trace_.noun + " " + std::to_string(trace_.number_of(trace_.images[image])) +
               (thread > 0 ? ", thread " + std::to_string(thread + 1) : "");
    }
    [[nodiscard]] double waited_in_window(const ThreadRow& row) const;
    [[nodiscard]] std::map<std::pair<uint32_t, uint32_t>, double> blame() const;
    void choose_rows();
    [[nodiscard]] std::string axis() const;
    [[nodiscard]] std::string bar(const ThreadRow& row, double y) const;
    [[nodiscard]] std::string title_of(const ThreadRow& row, const Stretch& stretch) const;
    [[nodiscard]] std::string arrows() const;

    const Analysis& analysis_;
    const Trace& trace_;
    const std::vector<ThreadRow>& rows_;
    Window window_;
    std::map<Key, const Release*> named_releases_; // of waits whose bars have titles
    std::vector<const ThreadRow*> shown_;
    std::map<std::pair<uint32_t, uint32_t>, size_t> position_; // of image and thread
    size_t left_out_ = 0; // rows
};

double Timeline::waited_in_window(const ThreadRow& row) const {
    double sum = 0;
    for (const Stretch& stretch : row.stretches) {
        if (stretch.activity == Activity::waits) {
            sum += std::max(0.0, std::min(stretch.end, window_.end) -
                                     std::max(stretch.begin, window_.begin));
        }
    }
    return sum;
}

/// How long others have waited in the window for each thread, by image and thread.
std::map<std::pair<uint32_t, uint32_t>, double> Timeline::blame() const {
    std::map<std::pair<uint32_t, uint32_t>, double> sums;
    for (const Release& release : analysis_.releases) {
        sums[{release.releaser.image, release.releaser.thread}] += std::max(
            0.0, std::min(release.until, window_.end) - std::max(release.from, window_.begin));
    }
    return sums;
}

void Timeline::choose_rows() {
    std::map<std::pair<uint32_t, uint32_t>, double> blamed = blame();
    std::vector<std::pair<double, const ThreadRow*>> all;
    for (const ThreadRow& row : rows_) {
        const auto in_window = [this](const Stretch& stretch) {
            return stretch.begin < window_.end && stretch.end > window_.begin;
        };
        if (std::any_of(row.stretches.begin(), row.stretches.end(), in_window)) {
            all.emplace_back(waited_in_window(row) + blamed[{row.image, row.thread}], &row);
        }
    }
    std::stable_sort(all.begin(), all.end(),
                     [](const auto& a, const auto& b) { return a.first > b.first; });
    left_out_ = all.size() > kMostRows ? all.size() - kMostRows : 0;
    all.resize(all.size() - left_out_);
    for (const auto& [seconds, row] : all) {
        shown_.push_back(row);
    }
    std::sort(shown_.begin(), shown_.end()); // as in the trace: they lie in one vector
    for (size_t i = 0; i < shown_.size(); ++i) {
        position_[{shown_[i]->image, shown_[i]->thread}] = i;
    }
}

/// Marks at whole milliseconds, or parts of them.
std::string Timeline::axis() const {
    constexpr double kMostMarks = 10;
    constexpr double kTen = 10;
    double step = std::pow(kTen, std::floor(std::log10(window_.length() / kMostMarks)));
    for (const double factor : {2.0, 2.5, 2.0, 1.0}) { // 1, 2, 5, 10
        if (window_.length() / step <= kMostMarks) {
            break;
        }
        step *= factor;
    }
    const double bottom = kTop + kRowHeight * static_cast<double>(shown_.size());
    std::string out;
    const double first = std::ceil(window_.begin / step);
    for (int i = 0; i <= static_cast<int>(kMostMarks); ++i) {
        const double time = (first + i) * step;
        if (time > window_.end) {
            break;
        }
        out += text("<path class=\"grid\" d=\"M%.1f %.0fV%.0f\"/>\n", x_of(time), kTop - 4, bottom);
        out += label_at(x_of(time), kTop - 10, "class=\"small middle\"",
                        text("%.*f ms", step < 1e-3 ? 3 : 0, time * 1e3));
    }
    return out;
}

/// The number of a call's line, and the image that has ended its wait.
std::string Timeline::title_of(const ThreadRow& row, const Stretch& stretch) const {
    static constexpr std::array<const char*, kActivities> kVerbs{"computes", "moves data", "waits",
                                                                 "has ended"};
    std::string out = name_of(row.image, row.thread) + " " +
                      kVerbs[static_cast<size_t>(stretch.activity)] + " for " +
                      duration(stretch.end - stretch.begin);
    const Thread& thread = trace_.images[row.image].threads[row.thread];
    if (stretch.activity == Activity::has_ended || stretch.event >= thread.events.size()) {
        return out;
    }
    const Event& event = thread.events[stretch.event];
    const uint32_t line = analysis_.lines.of(event.place);
    const std::string call =
        analysis_.lines.statement(line, event.op) + ", " + analysis_.lines.at(line).place();
    if (stretch.activity == Activity::computes) {
        return out + ", before " + call;
    }
    out += ": " + call;
    const auto known = named_releases_.find({row.image, row.thread, stretch.event});
    if (known != named_releases_.end()) {
        const Where& by = known->second->releaser;
        const Event& releaser = trace_.images[by.image].threads[by.thread].events[by.event];
        const uint32_t there = analysis_.lines.of(releaser.place);
        out += "; until " + name_of(by.image, by.thread) + " came to " +
               analysis_.lines.statement(there, releaser.op) + ", " +
               analysis_.lines.at(there).place();
    }
    return out;
}

/// Short stretches one behind the other, which are drawn as one box that is divided by their
/// shares.
class ShortOnes {
  public:
    void add(double begin, double end, Activity activity) {
        if (is_empty()) {
            begin_ = begin;
        }
        end_ = end;
        share_[static_cast<size_t>(activity)] += end - begin;
    }
    [[nodiscard]] bool is_empty() const { return end_ <= begin_; }
    [[nodiscard]] double width() const { return end_ - begin_; }
    /// Adds boxes to the paths of the activities. @param y  of the bar
    void flush(double y, std::array<std::string, kActivities>& paths) {
        double top = y;
        for (size_t i = 0; i < kActivities && !is_empty(); ++i) {
            const double height = kBarHeight * share_[i] / width();
            if (height > 0) {
                paths[i] +=
                    text("M%.1f %.1fh%.1fv%.1fh%.1fz", begin_, top, width(), height, -width());
            }
            top += height;
        }
        *this = {};
    }

  private:
    double begin_ = 0;
    double end_ = 0;
    std::array<double, kActivities> share_{};
};

std::string Timeline::bar(const ThreadRow& row, double y) const {
    constexpr double kColumn = kWidth / kColumns;
    constexpr double kNamedWidth = kWidth / kNamed;
    std::array<std::string, kActivities> paths;
    std::string named;
    ShortOnes run;
    const auto first =
        std::lower_bound(row.stretches.begin(), row.stretches.end(), window_.begin,
                         [](const Stretch& stretch, double time) { return stretch.end <= time; });
    for (auto at = first; at != row.stretches.end() && at->begin < window_.end; ++at) {
        const double begin = x_of(at->begin);
        const double end = x_of(at->end);
        if (end - begin < kColumn) {
            run.add(begin, end, at->activity);
            if (run.width() >= kColumn) {
                run.flush(y, paths);
            }
            continue;
        }
        run.flush(y, paths);
        if (end - begin >= kNamedWidth) {
            const std::string style =
                std::string("class=\"") + kClasses[static_cast<size_t>(at->activity)] + '"';
            named += rectangle({begin, y, end - begin, kBarHeight}, style, title_of(row, *at));
        } else {
            ShortOnes alone;
            alone.add(begin, end, at->activity);
            alone.flush(y, paths);
        }
    }
    run.flush(y, paths);
    for (size_t i = 0; i < kActivities; ++i) {
        if (!paths[i].empty()) {
            named += std::string("<path class=\"") + kClasses[i] + "\" d=\"" + paths[i] + "\"/>\n";
        }
    }
    return named;
}

/// From the images that have ended the longest waits to those that have waited.
std::string Timeline::arrows() const {
    std::vector<const Release*> chosen;
    for (const Release& release : analysis_.releases) {
        const bool is_in = release.until >= window_.begin && release.until <= window_.end;
        if (is_in && position_.contains({release.waiter.image, release.waiter.thread}) &&
            position_.contains({release.releaser.image, release.releaser.thread})) {
            chosen.push_back(&release);
        }
    }
    const auto last = chosen.begin() + static_cast<long>(std::min(chosen.size(), kMostArrows));
    std::partial_sort(chosen.begin(), last, chosen.end(), [](const Release* a, const Release* b) {
        return a->until - a->from > b->until - b->from;
    });
    chosen.erase(last, chosen.end());
    std::string out;
    for (const Release* const release : chosen) {
        const auto middle = [this](const Where& where) {
            const auto row = static_cast<double>(position_.at({where.image, where.thread}));
            return kTop + kRowHeight * row + kBarHeight / 2;
        };
        const double x = x_of(release->until);
        const double from = middle(release->releaser);
        const double until = middle(release->waiter);
        const double tip = until > from ? -5 : 5;
        out += text("<path class=\"arrow\" d=\"M%.1f %.1fV%.1f\"/>", x, from, until + tip);
        out += text("<circle class=\"tip\" cx=\"%.1f\" cy=\"%.1f\" r=\"2.5\"/>", x, from);
        out += text("<path class=\"tip\" d=\"M%.1f %.1fl-3.5 %.1fh7z\"/>\n", x, until, tip * 1.4);
    }
    return out;
}

std::string Timeline::part() {
    if (window_.length() <= 0) {
        return "<p>The trace has no time in it.</p>\n";
    }
    choose_rows();
    double waited = 0;
    for (const ThreadRow& row : rows_) {
        waited += waited_in_window(row);
    }
    std::string out = axis();
    for (size_t i = 0; i < shown_.size(); ++i) {
        const double y = kTop + kRowHeight * static_cast<double>(i);
        out += label_at(kLeft - 8, y + kBarHeight - 4, "class=\"end\"",
                        name_of(shown_[i]->image, shown_[i]->thread));
        out += bar(*shown_[i], y);
    }
    out += arrows();
    const double height = kTop + kRowHeight * static_cast<double>(shown_.size()) + 2;
    std::string words =
        "<p>" + text("From %.3f s to %.3f s: in these ", window_.begin, window_.end) +
        escaped(duration(window_.length())) + " " + escaped(trace_.noun) + "s wait longest, " +
        escaped(duration(waited)) +
        " together. A mark with an arrow is the call that has ended a wait. What is shorter than " +
        escaped(duration(window_.length() / kColumns)) +
        " is drawn together: the height of a colour is its share.";
    if (left_out_ > 0) {
        words += text(" The %zu rows that wait or are waited for longest are shown; %zu others "
                      "are left out.",
                      shown_.size(), left_out_);
    }
    return words + "</p>\n" +
           drawing(kLeft + kWidth + kRight, height, "What each image did, from left to right", out);
}

} // namespace

Window worst_window(const std::vector<ThreadRow>& rows, double seconds, double length) {
    const double last_start = std::max(0.0, seconds - length);
    const double start = Waiting(rows).worst_start(last_start, length);
    return {start, std::min(start + length, seconds)};
}

std::string timeline_part(const Analysis& analysis, const std::vector<ThreadRow>& rows) {
    return Timeline(analysis, rows).part();
}

} // namespace arauto::tools::insight
