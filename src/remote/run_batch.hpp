// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Collects the runs of one access to unmapped memory into few posted operations: one system call
// for 1000 runs takes a tenth of the time of 1000 calls. Runs to be read may have small gaps
// between them: the gaps are then read too, and dropped here.
#pragma once

#include "remote/post.hpp"

namespace arauto::core {

class RunBatch {
  public:
    RunBatch(Direction direction, int peer, transport::Space space) noexcept;

    /// The next run; moves the collected runs when there is no room for it. Does nothing after
    /// a failure.
    void add(Run run) noexcept;

    /// Moves the runs that are left. @return the first failure
    [[nodiscard]] Status finish() noexcept;

  private:
    static constexpr size_t kRunsMax = 1024;
    static constexpr size_t kBounceBytes = 16384;

    /// A run to be read, with the gap before it, is read with its neighbour up to this size:
    /// copying that many bytes twice takes as long as one more run does. Shorter than a page, a gap
    /// lies on the same pages as the runs at its ends: nothing is touched that the access does not
    /// touch.
    static constexpr uint64_t kJoinMax = 512;

    /// Runs that are moved as one: [low, high) at the peer.
    struct Stretch {
        uint64_t low;
        uint64_t high;
        size_t first; // of its runs
        size_t count;
    };

    void add_piece(const Run& run) noexcept;
    [[nodiscard]] bool continues(const Run& run) const noexcept;
    [[nodiscard]] bool is_near(const Run& run) const noexcept;
    [[nodiscard]] size_t bounce_growth(const Run& run) const noexcept;
    void extend(const Run& run) noexcept;
    void move() noexcept;
    void scatter(const Stretch& stretch, const std::byte* bounce) const noexcept;

    const Direction direction_;
    const int peer_;
    const transport::Space space_;
    const bool may_read_gaps_;
    const RunLimits limits_;
    Status status_ = ARAUTO_OK;
    size_t bytes_ = 0; // of all stretches
    size_t bounced_ = 0; // bytes of those with several runs
    size_t run_count_ = 0;
    size_t stretch_count_ = 0;
    Run runs_[kRunsMax];
    Stretch stretches_[kRunsMax];
};

} // namespace arauto::core
