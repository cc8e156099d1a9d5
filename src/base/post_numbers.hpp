// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The numbers of notifications between nodes in a traced job: an origin counts those that it has
// sent to each slot, and the target those that have come from each origin. So a number says which
// post an arrival belongs to.
#pragma once

#include <cstdint>
#include <mutex>
#include <unordered_map>

namespace arauto {

class PostNumbers {
  public:
    /// The number of one more, counted from 1.
    /// @param rank  the target, or at the target the origin
    /// @param offset  of the slot in its heap
    [[nodiscard]] uint32_t next(int rank, uint64_t offset) noexcept {
        constexpr int kRankShift = 40;
        const std::lock_guard guard(mutex_);
        return ++counts_[static_cast<uint64_t>(rank) << kRankShift | offset];
    }

  private:
    std::mutex mutex_;
    std::unordered_map<uint64_t, uint32_t> counts_;
};

} // namespace arauto
