// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The source lines of a trace's places, and the statements there.
#pragma once

#include "trace.hpp"

#include <map>
#include <string>
#include <vector>

namespace arauto::tools::insight {

struct Line {
    std::string path; // of the source; empty: not known
    int number = 0;
    std::string procedure;
    std::string source; // the text of the line, without blanks around it; empty: it was not found

    /// "heat.f90:42", "procedure step", or "an unknown line".
    [[nodiscard]] std::string place() const;
};

/// All lines of a trace. Two places of one line, as of a loop that was unrolled, are one line.
class Lines {
  public:
    explicit Lines(const Trace& trace);

    /// The number of a place's line.
    [[nodiscard]] uint32_t of(uint32_t place) const {
        return place < by_place_.size() ? by_place_[place] : unknown_;
    }
    [[nodiscard]] const Line& at(uint32_t line) const { return lines_[line]; }
    [[nodiscard]] uint32_t count() const { return static_cast<uint32_t>(lines_.size()); }
    /// "sync all", "event wait (came)": the operation in the words of the line, where it has some.
    [[nodiscard]] std::string statement(uint32_t line, unsigned op) const;

  private:
    uint32_t add(const Line& line);

    std::vector<Line> lines_;
    std::vector<uint32_t> by_place_;
    std::map<std::string, uint32_t> known_; // by path and number, or procedure
    uint32_t unknown_ = 0;
};

} // namespace arauto::tools::insight
