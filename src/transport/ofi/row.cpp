// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See row.hpp.
#include "transport/ofi/row.hpp"

namespace arauto::transport::ofi {

bool Row::joins(const Operation& operation,
                const fi_rma_iov& there,
                const Habit& habit) const noexcept {
    const bool follows = last_ == operation.remote.peer;
    if (operation.bytes == 0) {
        return follows && item_ != nullptr;
    }
    if (!operation.is_tracked || pieces_max_ == 0) {
        return false;
    }
    if (item_ == nullptr) {
        return operation.signal == nullptr && operation.bytes <= kRowBytes &&
               (habit.expects_more || (follows && operation.bytes <= kJoinedMax));
    }
    return follows && operation.bytes <= kJoinedMax &&
           (operation.signal == nullptr || put_.fits(there));
}

void Row::begin(Item& item, Habit& habit) noexcept {
    is_speculative_ = last_ != item.peer;
    item_ = &item;
    put_.begin(item.message, kRowBytes, pieces_max_);
    last_ = item.peer;
    habit_ = &habit;
}

void Row::append(const Operation& operation, const fi_rma_iov& there) noexcept {
    if (operation.bytes == 0) {
        return;
    }
    if (put_.bytes() > 0) {
        is_speculative_ = false;
    }
    put_.append(operation.local, there);
    ++puts_;
}

Item& Row::release() noexcept {
    Item& item = *item_;
    item_ = nullptr;
    last_ = -1;
    return item;
}

void Row::end(End why) noexcept {
    if (why == End::fence) {
        note_combinable(-1);
    } else if (why == End::full) {
        is_speculative_ = false;
    } else if (item_ != nullptr && is_speculative_) {
        habit_->expects_more = false;
    }
    last_ = -1;
}

void Row::note_combinable(int peer) noexcept {
    if (item_ == nullptr && last_ >= 0 && (peer < 0 || peer == last_)) {
        habit_->expects_more = true;
    }
}

void Row::note_alone(int peer, Habit& habit) noexcept {
    if (item_ == nullptr) {
        last_ = peer;
        habit_ = &habit;
    }
}

bool Row::has_stopped_growing() noexcept {
    const bool has_stopped = item_ != nullptr && seen_ == puts_;
    seen_ = puts_;
    return has_stopped;
}

} // namespace arauto::transport::ofi
