// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Finds out which bytes of a part an accessor touches. Only the accessor knows them, so it is run
// on other memory that looks like the part, whose bytes it copies or overwrites. For coarrays
// without pointers, and only where an image has attached events to memory, since it takes as long
// as several copies of the part.
#pragma once

#include "accessed.hpp"
#include "assignment_side.hpp"

#include <vector>

namespace arauto::gfortran {

class TouchedBytes {
  public:
    /// @param rank  whose part is accessed
    TouchedBytes(const Accessed& object, int rank) noexcept;
    TouchedBytes(const TouchedBytes&) = delete;
    TouchedBytes& operator=(const TouchedBytes&) = delete;

    void find_written(const LocalValue& value);
    void find_read(const LocalValue& value);

    /// Valid as long as this object.
    [[nodiscard]] const AssignmentSide& side() const noexcept { return side_; }

  private:
    void describe(const std::vector<bool>& is_touched);

    const Accessed& object_;
    AssignmentSide side_{};
    std::vector<int64_t> offsets_; // of pieces of one length
};

} // namespace arauto::gfortran
