// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Parts of the page (page.hpp) with a column for each image: its time, where it waits, and its
// partners.
#include "markup.hpp"
#include "page.hpp"
#include "summary.hpp"
#include "text.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace arauto::tools::insight {
namespace {

constexpr double kWidth = 1000; // of a drawing
constexpr double kPercent = 100;

/// "image 3", "images 9 to 16": a group of images whose ranks follow each other.
std::string name_of(const Trace& trace, uint32_t first_rank, uint32_t last_rank) {
    const std::string first = std::to_string(first_rank + trace.first_number);
    return first_rank == last_rank ? trace.noun + " " + first
                                   : trace.noun + "s " + first + " to " +
                                         std::to_string(last_rank + trace.first_number);
}

/// The numbers alone: "3", "9-16".
std::string numbers_of(const Trace& trace, uint32_t first_rank, uint32_t last_rank) {
    const std::string first = std::to_string(first_rank + trace.first_number);
    return first_rank == last_rank ? first
                                   : first + "-" + std::to_string(last_rank + trace.first_number);
}

/// A group of the images of the trace, by their indices.
struct Range {
    uint32_t first_rank;
    uint32_t last_rank;
};
Range range_of(const Trace& trace, const Groups& groups, size_t group) {
    return {trace.images[groups.first(group)].rank, trace.images[groups.first(group + 1) - 1].rank};
}

std::string share(double value) {
    return text("class=\"heat\" fill-opacity=\"%.2f\"", value);
}

/// A colour's strength, from which text on it must be light.
constexpr double kStrong = 0.55;

/// A cell of a map. @param part  of the strongest colour
std::string cell(const Box& box, double part, const std::string& title, const std::string& words) {
    constexpr double kBaseline = 4;
    std::string out = rectangle({box.x + 1, box.y + 1, box.width - 2, box.height - 2},
                                share(std::clamp(part, 0.04, 1.0)), title);
    if (!words.empty()) {
        out += label_at(box.x + box.width / 2, box.y + box.height / 2 + kBaseline,
                        part > kStrong ? "class=\"cell on\"" : "class=\"cell\"", words);
    }
    return out;
}

/// Seconds that each group of images waits in one operation at one line.
struct WaitRow {
    std::string name;
    std::vector<double> seconds;
    double all = 0;
};

class WaitMap {
  public:
    static constexpr size_t kMostColumns = 64;

    explicit WaitMap(const Analysis& analysis)
        : trace_(analysis.trace), lines_(analysis.lines),
          groups_(trace_.images.size(), kMostColumns) {
        for (size_t i = 0; i < trace_.images.size(); ++i) {
            add_image(i);
        }
        for (auto& [key, row] : rows_) {
            const auto [line, op] = key;
            row.name = op == ARAUTO_RECORDED_NONE
                           ? "the end of the program"
                           : lines_.statement(line, op) + ", " + lines_.at(line).place();
        }
    }

    [[nodiscard]] const Groups& groups() const { return groups_; }
    /// Those in which images wait longest, first.
    [[nodiscard]] std::vector<WaitRow> rows() const {
        std::vector<WaitRow> out;
        for (const auto& [key, row] : rows_) {
            out.push_back(row);
        }
        std::stable_sort(out.begin(), out.end(),
                         [](const WaitRow& a, const WaitRow& b) { return a.all > b.all; });
        return out;
    }

  private:
    void add(uint32_t line, uint16_t op, size_t image, double seconds) {
        if (seconds <= 0) {
            return;
        }
        WaitRow& row = rows_[{line, op}];
        row.seconds.resize(groups_.size());
        row.seconds[groups_.of(image)] += seconds;
        row.all += seconds;
    }
    void add_image(size_t index) {
        const Image& image = trace_.images[index];
        for (const Thread& thread : image.threads) {
            for (const Total& total : thread.totals) {
                if (recorded_text(total.op).kind != RecordedText::Kind::transfer) {
                    add(lines_.of(total.place), total.op, index, total.seconds);
                }
            }
            const Event* const open = thread.open_call();
            if (open != nullptr && !open->is_behind() &&
                !open->is_of(RecordedText::Kind::transfer)) {
                add(lines_.of(open->place), open->op, index, image.end - open->begin);
            }
        }
        if (image.state == static_cast<uint32_t>(boot::ImageState::stopped)) {
            add(lines_.of(kNoPlace), ARAUTO_RECORDED_NONE, index, trace_.seconds - image.end);
        }
    }

    const Trace& trace_;
    const Lines& lines_;
    Groups groups_;
    std::map<std::pair<uint32_t, uint16_t>, WaitRow> rows_;
};

/// Bytes between ranks, in groups.
class Traffic {
  public:
    static constexpr size_t kMostGroups = 32;

    explicit Traffic(const Trace& trace)
        : trace_(trace), groups_(std::max(trace.images_of_job, 1U), kMostGroups),
          bytes_(groups_.size() * groups_.size()), calls_(bytes_.size()) {
        for (const Image& image : trace.images) {
            for (const Thread& thread : image.threads) {
                for (const Event& event : thread.events) {
                    if (event.is_of(RecordedText::Kind::transfer)) {
                        add(image.rank, event);
                    }
                }
            }
        }
    }

    [[nodiscard]] const Groups& groups() const { return groups_; }
    [[nodiscard]] uint64_t bytes(size_t from, size_t to) const {
        return bytes_[from * groups_.size() + to];
    }
    [[nodiscard]] uint64_t calls(size_t from, size_t to) const {
        return calls_[from * groups_.size() + to];
    }
    [[nodiscard]] uint64_t most() const { return *std::max_element(bytes_.begin(), bytes_.end()); }
    [[nodiscard]] std::string name(size_t group) const {
        return name_of(trace_, first(group), last(group));
    }
    [[nodiscard]] std::string numbers(size_t group) const {
        return numbers_of(trace_, first(group), last(group));
    }

  private:
    void add(uint32_t rank, const Event& event) {
        if (rank >= trace_.images_of_job || event.peer >= trace_.images_of_job) {
            return; // no rank of this job
        }
        const bool comes =
            event.op == ARAUTO_RECORDED_GET || event.op == ARAUTO_RECORDED_GET_SECTION;
        const size_t from = groups_.of(comes ? event.peer : rank);
        const size_t to = groups_.of(comes ? rank : event.peer);
        bytes_[from * groups_.size() + to] += event.bytes();
        ++calls_[from * groups_.size() + to];
    }
    [[nodiscard]] uint32_t first(size_t group) const {
        return static_cast<uint32_t>(groups_.first(group));
    }
    [[nodiscard]] uint32_t last(size_t group) const { return first(group + 1) - 1; }

    const Trace& trace_;
    Groups groups_;
    std::vector<uint64_t> bytes_;
    std::vector<uint64_t> calls_;
};

/// The sum of the times of a group, each image the mean.
Times mean_of(const Summary& summary, const Groups& groups, size_t group) {
    Times sum;
    for (size_t i = groups.first(group); i < groups.first(group + 1); ++i) {
        sum.all += summary.images[i].all;
        sum.moved += summary.images[i].moved;
        sum.waited += summary.images[i].waited;
    }
    const auto members = static_cast<double>(groups.members(group));
    return {sum.all / members, sum.moved / members, sum.waited / members};
}

std::string in_groups(const Trace& trace, const Groups& groups) {
    return groups.is_one_each() ? ""
                                : text("%zu groups of neighbouring ", groups.size()) +
                                      escaped(trace.noun) + "s are shown, each with its mean.";
}

} // namespace

std::string images_part(const Analysis& analysis, const Summary& summary) {
    constexpr size_t kMostRows = 32;
    constexpr double kLeft = 130;
    constexpr double kBar = 620;
    constexpr double kRow = 24;
    constexpr double kTop = 20;
    const Trace& trace = analysis.trace;
    if (trace.images.empty()) {
        return "";
    }
    const Groups groups(trace.images.size(), kMostRows);
    double longest = 0;
    for (size_t i = 0; i < groups.size(); ++i) {
        longest = std::max(longest, mean_of(summary, groups, i).all);
    }
    std::string out =
        label_at(kLeft + kBar + 10, 14, "class=\"small\"", "computed / moved / waited");
    for (size_t i = 0; i < groups.size(); ++i) {
        const Times times = mean_of(summary, groups, i);
        const auto [first, last] = range_of(trace, groups, i);
        const double y = kTop + kRow * static_cast<double>(i);
        out += label_at(kLeft - 8, y + 16, "class=\"end\"", name_of(trace, first, last));
        double x = kLeft;
        const auto add = [&](double seconds, const char* style, const char* verb) {
            const double width = longest > 0 ? kBar * std::max(0.0, seconds) / longest : 0;
            if (seconds > 0) {
                out += rectangle({x, y + 3, width, kRow - 6}, std::string("class=\"") + style + '"',
                                 name_of(trace, first, last) + " " + verb + " for " +
                                     duration(seconds));
            }
            x += width;
        };
        add(times.computed(), "computes", "computes");
        add(times.moved, "moves", "moves data");
        add(times.waited, "waits", "waits");
        out += label_at(kLeft + kBar + 10, y + 16, "class=\"small\"",
                        duration(times.computed()) + " / " + duration(times.moved) + " / " +
                            duration(times.waited));
    }
    const std::string remark = in_groups(trace, groups);
    return (remark.empty() ? "" : "<p>" + remark + "</p>\n") +
           drawing(kWidth, kTop + kRow * static_cast<double>(groups.size()), "Time of each image",
                   out);
}

std::string waiting_part(const Analysis& analysis) {
    constexpr size_t kMostRows = 20;
    constexpr size_t kMostNumbers = 10; // columns with numbers in their cells
    constexpr double kLeft = 360;
    constexpr double kRow = 28;
    constexpr double kTop = 24;
    constexpr double kWidestColumn = 90;
    const Trace& trace = analysis.trace;
    if (trace.images.empty()) {
        return "";
    }
    const WaitMap map(analysis);
    std::vector<WaitRow> rows = map.rows();
    if (rows.empty()) {
        return "<p>No wait was longer than a few looks at memory.</p>\n";
    }
    const size_t left = rows.size() - std::min(rows.size(), kMostRows);
    rows.resize(rows.size() - left);
    const Groups& groups = map.groups();
    const auto mean = [&groups](const WaitRow& row, size_t group) {
        return row.seconds[group] / static_cast<double>(groups.members(group));
    };
    double most = 0;
    for (const WaitRow& row : rows) {
        for (size_t i = 0; i < groups.size(); ++i) {
            most = std::max(most, mean(row, i));
        }
    }
    const double column =
        std::min(kWidestColumn, (kWidth - kLeft) / static_cast<double>(groups.size()));
    std::string out;
    for (size_t i = 0; i < groups.size(); ++i) {
        const size_t step = groups.size() / 16 + 1; // room for a number of three digits
        if (i % step == 0) {
            const auto [first, last] = range_of(trace, groups, i);
            out += label_at(kLeft + column * (static_cast<double>(i) + 0.5), kTop - 8,
                            "class=\"small middle\"", numbers_of(trace, first, last));
        }
    }
    for (size_t k = 0; k < rows.size(); ++k) {
        const double y = kTop + kRow * static_cast<double>(k);
        constexpr size_t kMostLetters = 46;
        out += "<g><title>" + escaped(rows[k].name) + "</title>" +
               text("<text class=\"end\" x=\"%.0f\" y=\"%.1f\">", kLeft - 8, y + 18) +
               escaped(rows[k].name, kMostLetters) + "</text></g>\n";
        for (size_t i = 0; i < groups.size(); ++i) {
            const double seconds = mean(rows[k], i);
            if (seconds <= 0) {
                continue;
            }
            const auto [first, last] = range_of(trace, groups, i);
            out +=
                cell({kLeft + column * static_cast<double>(i), y, column, kRow}, seconds / most,
                     name_of(trace, first, last) + ": " + duration(seconds) + " in " + rows[k].name,
                     groups.size() <= kMostNumbers ? duration(seconds) : "");
        }
    }
    std::string words = "<p>Seconds that each image waits at each line, of the whole run. " +
                        in_groups(trace, groups);
    if (left > 0) {
        words += text(" %zu lines with shorter waits are left out.", left);
    }
    return words + "</p>\n" +
           drawing(kWidth, kTop + kRow * static_cast<double>(rows.size()),
                   "Waiting of each image at each line", out);
}

std::string partners_part(const Analysis& analysis, const Summary& summary) {
    constexpr size_t kMostNumbers = 10; // groups with numbers in their cells
    constexpr double kLeft = 80;
    constexpr double kTop = 44;
    constexpr double kWidestCell = 84;
    constexpr double kCells = 640;
    const Traffic traffic(analysis.trace);
    const uint64_t most = traffic.most();
    if (most == 0) {
        return "<p>No record tells of data that were moved.</p>\n";
    }
    const size_t count = traffic.groups().size();
    const double size = std::min(kWidestCell, kCells / static_cast<double>(count));
    const double height = std::min(size, 34.0);
    std::string out = label_at(kLeft, 14, "class=\"small\"", "to " + analysis.trace.noun);
    out += label_at(kLeft - 10, kTop - 8, "class=\"small end\"", "from");
    const size_t step = count / 16 + 1;
    for (size_t i = 0; i < count; i += step) {
        const auto at = static_cast<double>(i);
        out += label_at(kLeft + size * (at + 0.5), kTop - 8, "class=\"small middle\"",
                        traffic.numbers(i));
        out += label_at(kLeft - 10, kTop + height * (at + 0.5) + 4, "class=\"small end\"",
                        traffic.numbers(i));
    }
    for (size_t from = 0; from < count; ++from) {
        for (size_t to = 0; to < count; ++to) {
            const uint64_t bytes = traffic.bytes(from, to);
            const Box box{kLeft + size * static_cast<double>(to),
                          kTop + height * static_cast<double>(from), size, height};
            if (bytes == 0) {
                continue;
            }
            const double part =
                std::log1p(static_cast<double>(bytes)) / std::log1p(static_cast<double>(most));
            out += cell(box, part,
                        traffic.name(from) + " to " + traffic.name(to) + ": " + bytes_text(bytes) +
                            text(" in %llu calls",
                                 static_cast<unsigned long long>(traffic.calls(from, to))),
                        count <= kMostNumbers ? bytes_text(bytes) : "");
        }
    }
    std::string words = "<p>Bytes that puts, gets and atomic operations have moved from image to "
                        "image; a get moves them from the other image to its own. Colours follow "
                        "the logarithm.";
    if (!traffic.groups().is_one_each()) {
        words += text(" %zu groups of neighbouring images are shown, with their sums.", count);
    }
    if (summary.overwritten > 0) {
        words += text(" These are of the last part of the run: %.0f %% of the records were written "
                      "over.",
                      kPercent * static_cast<double>(summary.overwritten) /
                          static_cast<double>(summary.overwritten + summary.records));
    }
    return words + "</p>\n" +
           drawing(kLeft + kCells + 280, kTop + height * static_cast<double>(count) + 2,
                   "Bytes between images", out);
}

} // namespace arauto::tools::insight
