// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See arrivals.hpp.
#include "transport/ofi/arrivals.hpp"

namespace arauto::transport::ofi {

bool Arrivals::take(uint32_t sequence, Item& item) {
    if (sequence == taken_) [[likely]] {
        ++taken_;
        return true;
    }
    early_.emplace(sequence, &item);
    return false;
}

Item* Arrivals::take_next() noexcept {
    const auto next = early_.empty() ? early_.end() : early_.find(taken_);
    if (next == early_.end()) {
        return nullptr;
    }
    Item* const item = next->second;
    early_.erase(next);
    ++taken_;
    return item;
}

Item* Arrivals::drop() noexcept {
    if (early_.empty()) {
        return nullptr;
    }
    Item* const item = early_.begin()->second;
    early_.erase(early_.begin());
    return item;
}

} // namespace arauto::transport::ofi
