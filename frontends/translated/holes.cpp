// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See holes.hpp.
#include "holes.hpp"

namespace arauto::translated {

void Holes::add(uintptr_t address, size_t bytes) {
    if (bytes == 0) {
        return;
    }
    auto next = by_address_.lower_bound(address);
    if (next != by_address_.end() && next->first == address + bytes) {
        bytes += next->second;
        by_size_.erase({next->second, next->first});
        next = by_address_.erase(next);
    }
    if (next != by_address_.begin()) {
        const auto before = std::prev(next);
        if (before->first + before->second == address) {
            address = before->first;
            bytes += before->second;
            by_size_.erase({before->second, before->first});
            by_address_.erase(before);
        }
    }
    by_address_.emplace(address, bytes);
    by_size_.emplace(bytes, address);
}

std::optional<uintptr_t> Holes::take(size_t bytes, size_t unit, size_t offset) {
    for (auto hole = by_size_.lower_bound({bytes, 0}); hole != by_size_.end(); ++hole) {
        const auto [room, address] = *hole;
        const uintptr_t start = (address - offset + unit - 1) / unit * unit + offset;
        const size_t skipped = start - address;
        if (skipped > room - bytes) {
            continue; // the first that is longer by `unit` is long enough
        }
        by_size_.erase(hole);
        by_address_.erase(address);
        add(address, skipped);
        add(start + bytes, room - bytes - skipped);
        return start;
    }
    return std::nullopt;
}

} // namespace arauto::translated
