// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The parts that the front-ends' tables of attached events have in common: the generation under
// which an image changes its table, and the indexes that others make of their copies of it. Where a
// table lies, how it grows and how others learn that there is one differ.
#pragma once

#include "attached.hpp"
#include "binding_index.hpp"

#include <atomic>
#include <cstdint>

namespace arauto::coarray {

/// Between its construction and its end an image may change its table, which others read without a
/// lock. They take what they have read when the generation was even before and is the same behind.
class TableChange {
  public:
    /// @param generation  of the table; the caller holds its mutex
    explicit TableChange(std::atomic<uint64_t>& generation) noexcept
        // relaxed because only the holder of the mutex writes it
        : generation_(generation), even_(generation.load(std::memory_order_relaxed)) {
        // PAIR bindings.generation: odd before any change
        generation_.store(even_ + 1, std::memory_order_relaxed);
        std::atomic_thread_fence(std::memory_order_release);
    }
    ~TableChange() {
        // PAIR bindings.generation: even behind every change
        generation_.store(even_ + 2, std::memory_order_release);
    }
    TableChange(const TableChange&) = delete;
    TableChange& operator=(const TableChange&) = delete;

  private:
    std::atomic<uint64_t>& generation_;
    const uint64_t even_;
};

/// One image's bindings, as another image finds them: one index for each kind of access.
struct BindingIndexes {
    BindingIndex puts;
    BindingIndex gets;

    [[nodiscard]] BindingIndex& of(Access access) noexcept {
        return access == Access::put ? puts : gets;
    }
    [[nodiscard]] const BindingIndex& of(Access access) const noexcept {
        return access == Access::put ? puts : gets;
    }
    /// Once all bindings have been added.
    void finish() {
        puts.finish();
        gets.finish();
    }
};

} // namespace arauto::coarray
