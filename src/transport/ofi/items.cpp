// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See items.hpp.
#include "transport/ofi/items.hpp"

#include <utility>

namespace arauto::transport::ofi {
namespace {

// Messages that may be under way.
constexpr size_t kSmall = 128;
constexpr size_t kLarge = 8;
constexpr size_t kSmallReplies = 64;
constexpr size_t kLargeReplies = 8;
constexpr size_t kReceives = 32;
constexpr size_t kRows = 8;
constexpr size_t kAccesses = 1024; // operations under way of a caller, at most

size_t bytes_in(FreeList free_list) noexcept {
    switch (free_list) {
    case FreeList::bare:
        return 0;
    case FreeList::small:
    case FreeList::small_reply:
        return kSmallBytes;
    case FreeList::row:
        return kRowBytes;
    case FreeList::large:
    case FreeList::large_reply:
    case FreeList::none:
        break;
    }
    return kMessageBytes;
}

FreeList list_for(Use use, size_t bytes) noexcept {
    const bool is_small = bytes <= kSmallBytes;
    switch (use) {
    case Use::access:
        return bytes == 0 ? FreeList::bare : FreeList::row;
    case Use::request:
        return is_small ? FreeList::small : FreeList::large;
    default:
        return is_small ? FreeList::small_reply : FreeList::large_reply;
    }
}

} // namespace

size_t Items::memory_bytes() noexcept {
    return (kSmall + kSmallReplies) * kSmallBytes +
           (kLarge + kLargeReplies + kReceives) * kMessageBytes + kRows * kRowBytes;
}

Items::~Items() {
    for (const MessageMemory& each : memory_) {
        if (each.region != nullptr) {
            fi_close(&each.region->fid);
        }
    }
}

void Items::open(MessageMemory memory) {
    std::byte* at = memory.bytes.get();
    const auto fill = [&](FreeList free_list, size_t count, std::vector<Item*>& list) {
        for (size_t i = 0; i < count; ++i) {
            list.push_back(&add(free_list, at, memory.region));
            at += bytes_in(free_list);
        }
    };
    const auto fill_list = [&](FreeList free_list, size_t count) {
        fill(free_list, count, free_lists_[static_cast<size_t>(free_list)]);
    };
    fill_list(FreeList::small, kSmall);
    fill_list(FreeList::large, kLarge);
    fill_list(FreeList::small_reply, kSmallReplies);
    fill_list(FreeList::large_reply, kLargeReplies);
    fill_list(FreeList::row, kRows);
    fill(FreeList::none, kReceives, receives_);
    memory_.push_back(std::move(memory));
}

Item& Items::add(FreeList free_list, std::byte* message, fid_mr* region) {
    items_.push_back(std::make_unique<Item>());
    Item& item = *items_.back();
    item.index = static_cast<uint32_t>(items_.size() - 1);
    item.free_list = free_list;
    item.message = message;
    item.region = region;
    return item;
}

Item* Items::take_receive() noexcept {
    if (receives_.empty()) {
        return nullptr;
    }
    Item* const item = receives_.back();
    receives_.pop_back();
    item->use = Use::receive;
    return item;
}

Item* Items::take(Use use, size_t bytes, size_t* held) noexcept {
    const FreeList free_list = list_for(use, bytes);
    std::vector<Item*>& list = free_lists_[static_cast<size_t>(free_list)];
    if (list.empty() && free_list == FreeList::bare &&
        items_.size() < kAccesses + stuck_accesses_) {
        list.push_back(&add(free_list, nullptr, nullptr));
    }
    const bool is_counted = held != nullptr && free_list == FreeList::small;
    if (list.empty() || (is_counted && *held >= list.size())) {
        return nullptr;
    }
    Item* const item = list.back();
    list.pop_back();
    item->held = is_counted ? held : nullptr;
    if (is_counted) {
        ++*held;
    }
    item->use = use;
    serial_ += serial_ == UINT32_MAX ? 2 : 1; // 0 is no number
    item->serial = serial_;
    item->ticket = 0;
    item->local = nullptr;
    item->old = nullptr;
    item->is_sent = false;
    item->is_replied = false;
    item->is_about_region = false;
    item->has_late_signal = false;
    item->status = ARAUTO_OK;
    item->runs.clear();
    item->sentence.clear();
    return item;
}

void Items::give_back(Item& item) noexcept {
    if (item.held != nullptr) {
        --*item.held;
        item.held = nullptr;
    }
    item.serial = 0;
    free_lists_[static_cast<size_t>(item.free_list)].push_back(&item);
}

Item* Items::find(uint64_t reply_ticket) noexcept {
    const auto index = static_cast<uint32_t>(reply_ticket);
    const auto serial = static_cast<uint32_t>(reply_ticket >> 32);
    Item* const item = index < items_.size() ? items_[index].get() : nullptr;
    return item != nullptr && serial != 0 && item->serial == serial ? item : nullptr;
}

size_t Items::memory_bytes_of(const Item& stuck) noexcept {
    return bytes_in(stuck.free_list);
}

void Items::replace(const Item& stuck, MessageMemory memory) {
    if (stuck.free_list == FreeList::bare) {
        ++stuck_accesses_;
        return;
    }
    Item& item = add(stuck.free_list, memory.bytes.get(), memory.region);
    memory_.push_back(std::move(memory));
    give_back(item);
}

} // namespace arauto::transport::ofi
