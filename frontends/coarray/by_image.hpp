// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// A table with an entry for each image of the job. An entry is made at its first use, with some of
// its neighbours, so that a process that accesses few of many images has a small table.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <type_traits>

namespace arauto::coarray {

/// Entries begin as zeros and stay where they are. Empty until the first make().
template <typename T> class ByImage {
    static_assert(std::is_trivially_destructible_v<T>);

  public:
    /// NULL: it has not been asked for yet.
    [[nodiscard]] T* find(int rank) const noexcept {
        if (groups_ == nullptr) [[unlikely]] {
            return nullptr;
        }
        T* const group = groups_[static_cast<unsigned>(rank) / kGroup];
        return group == nullptr ? nullptr : group + static_cast<unsigned>(rank) % kGroup;
    }

    /// The entry of one of so many images; NULL when there is no memory for it.
    [[nodiscard]] T* make(int rank, int count) noexcept {
        if (groups_ == nullptr) {
            const auto groups = (static_cast<unsigned>(count) + kGroup - 1) / kGroup;
            groups_ = static_cast<T**>(std::calloc(groups, sizeof(T*)));
            count_ = groups_ == nullptr ? 0 : groups;
        }
        if (groups_ == nullptr) {
            return nullptr;
        }
        T*& group = groups_[static_cast<unsigned>(rank) / kGroup];
        if (group == nullptr) {
            // NOLINTNEXTLINE(bugprone-sizeof-expression): T may be a pointer
            group = static_cast<T*>(std::calloc(kGroup, sizeof(T)));
        }
        return group == nullptr ? nullptr : group + static_cast<unsigned>(rank) % kGroup;
    }

    /// Visits all entries that have been made.
    template <typename Visit> void visit(Visit what) const noexcept {
        for (unsigned i = 0; i < count_ * kGroup; ++i) {
            if (T* const entry = find(static_cast<int>(i)); entry != nullptr) {
                what(*entry);
            }
        }
    }

    void clear() noexcept {
        for (unsigned i = 0; i < count_; ++i) {
            std::free(groups_[i]);
        }
        std::free(groups_);
        groups_ = nullptr;
        count_ = 0;
    }

    /// The memory of the table.
    [[nodiscard]] size_t bytes() const noexcept {
        size_t sum = count_ * sizeof(T*);
        for (unsigned i = 0; i < count_; ++i) {
            sum += groups_[i] == nullptr ? 0 : kGroup * sizeof(T);
        }
        return sum;
    }

  private:
    static constexpr unsigned kGroup = 16; // entries that come together

    T** groups_ = nullptr;
    unsigned count_ = 0;
};

} // namespace arauto::coarray
