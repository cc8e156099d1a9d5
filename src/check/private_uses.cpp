// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See private_uses.hpp.
#include "check/private_uses.hpp"

#include "check/word.hpp"

#include <algorithm>

namespace arauto::check {
namespace {

bool is_write(Access access) noexcept {
    return access == Access::write || access == Access::atomic_write;
}

// A thread that reads both words of the range while they change may miss an access of that instant.

uint64_t look(const uint64_t& word) noexcept {
    return __atomic_load_n(&word, __ATOMIC_RELAXED); // relaxed because of the above
}

} // namespace

RaceFound
PrivateUses::find_conflict(const Toucher& who, uint64_t first, uint64_t end) const noexcept {
    const uint64_t earliest = first - std::min(first, longest_);
    for (auto at = uses_.lower_bound(earliest); at != uses_.end() && at->first < end; ++at) {
        const Use& use = at->second;
        const bool conflicts = is_write(use.access) || is_write(who.access);
        if (use.end > first && conflicts && !have_same_stamp(use.stamp, who.stamp)) {
            return {make_word(use.stamp, use.site, kMaskMost), use.access,
                    std::max(first, at->first), std::min(end, use.end)};
        }
    }
    return {};
}

void PrivateUses::show_range() noexcept {
    const uint64_t first = uses_.empty() ? 0 : uses_.begin()->first;
    if (uses_.empty()) {
        longest_ = 0;
        end_ = 0;
    }
    __atomic_store_n(&view_.pending_first, first, __ATOMIC_RELAXED);
    __atomic_store_n(&view_.pending_bytes, end_ - first, __ATOMIC_RELAXED);
}

void PrivateUses::add(const Toucher& who, uint64_t first, uint64_t bytes) {
    RaceFound found;
    {
        const std::lock_guard<std::mutex> guard(mutex_);
        found = find_conflict(who, first, first + bytes);
        uses_.emplace(first, Use{first + bytes, who.stamp, who.site, who.access});
        longest_ = std::max(longest_, bytes);
        end_ = std::max(end_, first + bytes);
        show_range();
    }
    if (found.word != 0) {
        races_.note_private(who, found, 0);
    }
}

void PrivateUses::remove(const Toucher& who, uint64_t first) noexcept {
    const std::lock_guard<std::mutex> guard(mutex_);
    const auto [begin, end] = uses_.equal_range(first);
    const auto use = std::find_if(begin, end, [&](const auto& each) {
        return have_same_stamp(each.second.stamp, who.stamp) && each.second.access == who.access;
    });
    if (use != end) {
        uses_.erase(use);
        show_range();
    }
}

bool PrivateUses::may_touch(uint64_t first, uint64_t bytes) const noexcept {
    const uint64_t from = look(view_.pending_first);
    const uint64_t size = look(view_.pending_bytes);
    return size != 0 && (first - from < size || from - first < bytes);
}

void PrivateUses::touch(const Toucher& who, uint64_t first, uint64_t bytes) noexcept {
    RaceFound found;
    {
        const std::lock_guard<std::mutex> guard(mutex_);
        found = find_conflict(who, first, first + bytes);
    }
    if (found.word != 0) {
        constexpr uint64_t kWidest = 16;
        races_.note_private(who, found, bytes <= kWidest ? static_cast<uint32_t>(bytes) : 0);
    }
}

} // namespace arauto::check
