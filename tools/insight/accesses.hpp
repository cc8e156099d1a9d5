// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Which images have accessed the memory of which, and when.
#pragma once

#include "trace.hpp"

#include <algorithm>
#include <cstdint>
#include <map>
#include <span>
#include <vector>

namespace arauto::tools::insight {

/// A put, get or atomic operation. Of a section the bytes are counted from its start on, since a
/// record does not tell its end.
struct Access {
    double time;
    uint64_t first; // offset in the target's heap
    uint64_t end;
    bool is_write;
};

/// The time of an image in which it may have accessed memory.
struct Span {
    uint32_t image; // its index
    double from;
    double until;
};

class Accesses {
  public:
    explicit Accesses(const Trace& trace);

    /// Whether all records of an image are there.
    [[nodiscard]] bool is_whole(uint32_t image) const { return is_whole_[image]; }
    /// Those in the memory of the rank, in the order of time.
    [[nodiscard]] std::span<const Access> in(const Span& span, uint32_t target) const;
    /// `visit(target, access)` for all of a span, in the order of time.
    template <typename Visit> void visit(const Span& span, Visit visit) const {
        const std::vector<Targeted>& all = by_time_[span.image];
        auto at = std::lower_bound(
            all.begin(), all.end(), span.from,
            [](const Targeted& each, double time) { return each.access.time < time; });
        for (; at != all.end() && at->access.time < span.until; ++at) {
            visit(at->target, at->access);
        }
    }
    /// Whether the later of two images could miss data, or destroy it, if it did not wait for the
    /// earlier one: one accesses memory of the other, or both access the same memory of a third.
    [[nodiscard]] bool may_pass(const Span& earlier, const Span& later) const;
    /// Whether one of the two accesses memory of the other, in either span.
    [[nodiscard]] bool touches(const Span& span, uint32_t other) const {
        return !in(span, rank_of_[other]).empty();
    }

  private:
    struct Targeted {
        uint32_t target;
        Access access;
    };

    [[nodiscard]] bool share_memory(const Span& earlier, const Span& later) const;

    std::vector<std::map<uint32_t, std::vector<Access>>> by_target_; // of each image
    std::vector<std::vector<Targeted>> by_time_; // of each image
    std::vector<uint32_t> rank_of_;
    std::vector<bool> is_whole_;
};

} // namespace arauto::tools::insight
