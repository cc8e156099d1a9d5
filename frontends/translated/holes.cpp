// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See holes.hpp.
#include "holes.hpp"

namespace arauto::translated {

void Holes::add(uintptr_t place, size_t bytes) {
    if (bytes == 0) {
        return;
    }
    auto next = by_place_.lower_bound(place);
    if (next != by_place_.end() && next->first == place + bytes) {
        bytes += next->second;
        by_size_.erase({next->second, next->first});
        next = by_place_.erase(next);
    }
    if (next != by_place_.begin()) {
        const auto before = std::prev(next);
        if (before->first + before->second == place) {
            place = before->first;
            bytes += before->second;
            by_size_.erase({before->second, before->first});
            by_place_.erase(before);
        }
    }
    by_place_.emplace(place, bytes);
    by_size_.emplace(bytes, place);
}

std::optional<uintptr_t> Holes::take(size_t bytes, size_t unit, size_t offset) {
    for (auto hole = by_size_.lower_bound({bytes, 0}); hole != by_size_.end(); ++hole) {
        const auto [room, place] = *hole;
        const uintptr_t start = (place - offset + unit - 1) / unit * unit + offset;
        const size_t skipped = start - place;
        if (skipped > room - bytes) {
            continue; // the first that is longer by `unit` is long enough
        }
        by_size_.erase(hole);
        by_place_.erase(place);
        add(place, skipped);
        add(start + bytes, room - bytes - skipped);
        return start;
    }
    return std::nullopt;
}

} // namespace arauto::translated
