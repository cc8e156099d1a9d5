// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See events.hpp. Addresses come from arenas that are never touched, cut into granules; a table
// beside each arena names the owner of every granule. A look-up is then a subtraction and a load.
#include "events.hpp"

#include "state.hpp"

#include "arauto/notify.h"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <mutex>

namespace arauto::gfortran {
namespace {

constexpr size_t kGranuleBytes = 64 * kEventBytes; // a scalar event takes one
constexpr size_t kFirstArenaBytes = size_t{1} << 20;

using Arena = EventsState::Arena;
using Owner = std::atomic<const Coarray*>;

} // namespace

/// Free granules, by address; changed under the mutex.
struct FreeRanges {
    std::mutex mutex;
    std::map<uintptr_t, size_t> bytes;
};

namespace {

size_t rounded_bytes(const Coarray& coarray) noexcept {
    const size_t bytes = std::max<size_t>(coarray.bytes, 1) * kEventBytes;
    return (bytes + kGranuleBytes - 1) / kGranuleBytes * kGranuleBytes;
}

/// @return false when memory is exhausted, or the table of arenas
bool add_arena(FreeRanges& ranges, size_t bytes_min) noexcept {
    // relaxed because only holders of the mutex write it
    const int number = g_state.events.arena_count.load(std::memory_order_relaxed);
    if (number == EventsState::kArenasMax) {
        return false;
    }
    const size_t bytes = std::max(bytes_min, kFirstArenaBytes << std::min(number, 12));
    // Zeroed, since the compiler may give the program's events initial values, which are ignored.
    void* const memory = std::calloc(bytes, 1);
    auto* const owners = static_cast<Owner*>(std::calloc(bytes / kGranuleBytes, sizeof(Owner)));
    if (memory == nullptr || owners == nullptr) {
        std::free(memory);
        std::free(owners);
        return false;
    }
    const auto start = reinterpret_cast<uintptr_t>(memory);
    g_state.events.arenas[number] = {start, bytes, owners};
    ranges.bytes[start] = bytes;
    // PAIR arenas.count: the arena's fields before it is counted
    g_state.events.arena_count.store(number + 1, std::memory_order_release);
    return true;
}

/// The arena that has the address, or NULL.
const Arena* arena_of(uintptr_t address) noexcept {
    // PAIR arenas.count: counted, then its fields
    const int count = g_state.events.arena_count.load(std::memory_order_acquire);
    for (int i = 0; i < count; ++i) {
        const Arena& arena = g_state.events.arenas[i];
        if (address - arena.start < arena.bytes) {
            return &arena;
        }
    }
    return nullptr;
}

void set_owner(uintptr_t start, size_t bytes, const Coarray* owner) noexcept {
    const Arena* const arena = arena_of(start);
    if (arena == nullptr) {
        return; // cannot be: the address was cut from one
    }
    Owner* const first = arena->owners + (start - arena->start) / kGranuleBytes;
    for (size_t i = 0; i < bytes / kGranuleBytes; ++i) {
        // PAIR events.owner: the coarray's fields before its address can be looked up
        first[i].store(owner, std::memory_order_release);
    }
}

/// Cuts `bytes` off the first free range that has them; 0 when none has.
uintptr_t cut(FreeRanges& ranges, size_t bytes) noexcept {
    for (auto range = ranges.bytes.begin(); range != ranges.bytes.end(); ++range) {
        if (range->second >= bytes) {
            const auto [start, length] = *range;
            ranges.bytes.erase(range);
            if (length > bytes) {
                ranges.bytes[start + bytes] = length - bytes;
            }
            return start;
        }
    }
    return 0;
}

/// Joins a range with the free ones on both sides, though never across the border of an arena.
void join(FreeRanges& ranges, uintptr_t start, size_t bytes) noexcept {
    const Arena* const arena = arena_of(start);
    auto next = ranges.bytes.lower_bound(start);
    if (next != ranges.bytes.end() && next->first == start + bytes &&
        arena_of(next->first) == arena) {
        bytes += next->second;
        next = ranges.bytes.erase(next);
    }
    if (next != ranges.bytes.begin()) {
        const auto before = std::prev(next);
        if (before->first + before->second == start && arena_of(before->first) == arena) {
            before->second += bytes;
            return;
        }
    }
    ranges.bytes[start] = bytes;
}

} // namespace

void take_addresses(Coarray& coarray) noexcept {
    const size_t bytes = rounded_bytes(coarray);
    FreeRanges& ranges = g_state.events.free_ranges.get();
    const std::lock_guard<std::mutex> guard(ranges.mutex);
    uintptr_t start = cut(ranges, bytes);
    if (start == 0 && add_arena(ranges, bytes)) {
        start = cut(ranges, bytes);
    }
    if (start != 0) {
        coarray.memory = reinterpret_cast<void*>(start); // only its address is used
        set_owner(start, bytes, &coarray);
    }
}

void return_addresses(const Coarray& coarray) noexcept {
    if (coarray.memory == nullptr) {
        return;
    }
    const auto start = reinterpret_cast<uintptr_t>(coarray.memory);
    const size_t bytes = rounded_bytes(coarray);
    FreeRanges& ranges = g_state.events.free_ranges.get();
    const std::lock_guard<std::mutex> guard(ranges.mutex);
    set_owner(start, bytes, nullptr);
    join(ranges, start, bytes);
}

EventElement find_event(const void* address) noexcept {
    const auto at = reinterpret_cast<uintptr_t>(address);
    const Arena* const arena = arena_of(at);
    if (arena == nullptr) {
        return {nullptr, 0};
    }
    // PAIR events.owner: looked up, then its fields
    const Coarray* const owner =
        arena->owners[(at - arena->start) / kGranuleBytes].load(std::memory_order_acquire);
    if (owner == nullptr) {
        return {nullptr, 0};
    }
    const uintptr_t offset = at - reinterpret_cast<uintptr_t>(owner->memory);
    const size_t index = offset / kEventBytes;
    if (offset % kEventBytes != 0 || index >= owner->bytes) {
        return {nullptr, 0};
    }
    return {owner, index};
}

void learn_slots(Coarray& coarray) noexcept {
    const size_t last = coarray.bytes - 1;
    uint64_t first_offset = 0;
    uint64_t second_offset = 0;
    uint64_t last_offset = 0;
    if (coarray.bytes == 0 || ask_slot({&coarray, 0}, &first_offset) < 0 ||
        ask_slot({&coarray, std::min<size_t>(1, last)}, &second_offset) < 0 ||
        ask_slot({&coarray, last}, &last_offset) < 0) {
        return;
    }
    const uint64_t stride = second_offset - first_offset;
    if (last_offset == first_offset + last * stride) {
        coarray.slot_offset = first_offset;
        coarray.slot_stride = stride;
    }
}

arauto_status_t ask_slot(const EventElement& event, uint64_t* offset_out) noexcept {
    arauto_slot_t slot{};
    const arauto_status_t status = arauto_notify_slot(event.coarray->event, event.index, &slot);
    if (status >= 0) {
        *offset_out = slot.offset;
    }
    return status;
}

} // namespace arauto::gfortran
