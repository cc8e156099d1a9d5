// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// A trace as one page of HTML, which needs no other file, no network and no script. Its size has a
// bound, whatever the trace has: it says what was left out.
#pragma once

#include "report.hpp"
#include "stretches.hpp"
#include "summary.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace arauto::tools::insight {

inline constexpr std::string_view kPageStart{"<!DOCTYPE html>\n<!-- arauto doctor -->\n"};

/// It begins with `kPageStart`.
/// @param most  causes and lines
[[nodiscard]] std::string page_of(const Analysis& analysis, size_t most);

/// A thread with its time, as the parts of the page need it.
struct ThreadRow {
    uint32_t image = 0; // indices
    uint32_t thread = 0;
    std::vector<Stretch> stretches;
};

/// A part of the run.
struct Window {
    double begin = 0;
    double end = 0;

    [[nodiscard]] double length() const { return end - begin; }
};

/// The part of this length in which threads wait longest, together.
[[nodiscard]] Window
worst_window(const std::vector<ThreadRow>& rows, double seconds, double length);

/// Images or ranks, in at most so many groups of neighbours.
class Groups {
  public:
    Groups(size_t count, size_t most) : count_(count), groups_(count < most ? count : most) {}

    [[nodiscard]] size_t size() const { return groups_; }
    [[nodiscard]] size_t of(size_t index) const { return index * groups_ / count_; }
    [[nodiscard]] size_t first(size_t group) const {
        return (group * count_ + groups_ - 1) / groups_;
    }
    [[nodiscard]] size_t members(size_t group) const { return first(group + 1) - first(group); }
    [[nodiscard]] bool is_one_each() const { return groups_ == count_; }

  private:
    size_t count_;
    size_t groups_;
};

// Parts of the page.
[[nodiscard]] std::string timeline_part(const Analysis& analysis,
                                        const std::vector<ThreadRow>& rows);
[[nodiscard]] std::string images_part(const Analysis& analysis, const Summary& summary);
[[nodiscard]] std::string waiting_part(const Analysis& analysis);
[[nodiscard]] std::string partners_part(const Analysis& analysis, const Summary& summary);

} // namespace arauto::tools::insight
