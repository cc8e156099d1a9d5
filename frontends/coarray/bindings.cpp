// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See bindings.hpp. Entries are contiguous; a removed entry is replaced by the last. Beside the
// table, in private memory, are the events' addresses and the chains of a hash table that finds
// equal bindings.
#include "bindings.hpp"

#include "arauto/spi/runtime.h"
#include "arauto/spi/segment.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <utility>

namespace arauto::coarray {
namespace {

constexpr size_t kFirstCapacity = 16;
constexpr uint32_t kNone = UINT32_MAX;

/// The part of an entry that only its owner needs.
struct Private {
    const void* event;
    uint32_t hash;
    uint32_t next; // in the chain of entries with the same bucket
};

/// Memory for `capacity` bindings.
struct Room {
    size_t capacity = 0; // a power of two
    BindingEntry* entries = nullptr; // of arauto_memory_allocate
    Private* privates = nullptr;
    uint32_t* buckets = nullptr; // `capacity` of them
};

/// All addresses that have ever been bound lie in it, so that most calls of free() ask no more.
/// Changed under the mutex; relaxed because a thread that frees memory has synchronised with the
/// one that has attached an event to it.
class Bounds {
  public:
    void widen(uintptr_t address) noexcept {
        low_.store(std::min(low_.load(std::memory_order_relaxed), address),
                   std::memory_order_relaxed);
        high_.store(std::max(high_.load(std::memory_order_relaxed), address),
                    std::memory_order_relaxed);
    }
    [[nodiscard]] bool overlap(uintptr_t start, uintptr_t end) const noexcept {
        return start <= high_.load(std::memory_order_relaxed) &&
               end > low_.load(std::memory_order_relaxed);
    }

  private:
    std::atomic<uintptr_t> low_{UINTPTR_MAX};
    std::atomic<uintptr_t> high_{0};
};

} // namespace

/// `entries` is read by other images, and by threads of this one, while it changes.
struct BindingTable {
    Bounds events;
    Bounds sections; // where they start
    std::mutex adding; // held while a binding is added and announced
    // Guards what follows. The runtime is never called, and nothing freed, while it is held: the
    // runtime's threads free memory with its locks held, and free() may ask for this one.
    std::mutex mutex;
    Room room;
    size_t count = 0;
};

namespace {

BindingTable& table() {
    return g_state.bindings.table.get();
}

BindingHeader& own_header() noexcept {
    return *g_state.bindings.own_header;
}

/// Between its construction and its end this image may change its table, which others read without
/// a lock. They take what they have read when the generation was even before and is the same
/// behind.
class TableChange {
  public:
    /// The caller holds the mutex.
    TableChange() noexcept
        // relaxed because only the holder of the mutex writes it
        : generation_(own_header().generation), even_(generation_.load(std::memory_order_relaxed)) {
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

/// The address of this image at a displacement.
uintptr_t own_address(int64_t displacement) noexcept {
    return reinterpret_cast<uintptr_t>(g_state.bindings.own_header) +
           static_cast<uintptr_t>(displacement);
}

/// relaxed because the generation orders them
void publish(const BindingTable& t) noexcept {
    BindingHeader& own = own_header();
    own.table.store(reinterpret_cast<uint64_t>(t.room.entries), std::memory_order_relaxed);
    own.count.store(t.count, std::memory_order_relaxed);
    own.base.store(reinterpret_cast<uint64_t>(&own), std::memory_order_relaxed);
}

uint32_t hash_of(const void* event, Access access, const Footprint& section) noexcept {
    uint64_t hash = reinterpret_cast<uintptr_t>(event) + static_cast<uint32_t>(access);
    for (const int64_t word :
         {section.low, section.run, section.dims > 0 ? section.dim[0].stride : 0}) {
        hash = (hash ^ static_cast<uint64_t>(word)) * 0x9e3779b97f4a7c15ULL;
        hash ^= hash >> 29;
    }
    return static_cast<uint32_t>(hash >> 16);
}

const BindingDim* further_dims(const BindingEntry& entry) noexcept {
    return reinterpret_cast<const BindingDim*>(entry.more);
}

bool is_same(const BindingEntry& entry, Access access, const Footprint& section) noexcept {
    if (entry.low != section.low || entry.run != section.run || entry.dims != section.dims ||
        entry.access != static_cast<uint32_t>(access)) {
        return false;
    }
    for (int32_t i = 0; i < section.dims; ++i) {
        const BindingDim& dim = i == 0 ? entry.first : further_dims(entry)[i - 1];
        if (dim.extent != section.dim[i].extent || dim.stride != section.dim[i].stride) {
            return false;
        }
    }
    return true;
}

uint32_t& bucket_of(BindingTable& t, size_t at) noexcept {
    return t.room.buckets[t.room.privates[at].hash & (t.room.capacity - 1)];
}

void chain(BindingTable& t, size_t at) noexcept {
    uint32_t& bucket = bucket_of(t, at);
    t.room.privates[at].next = bucket;
    bucket = static_cast<uint32_t>(at);
}

void unchain(BindingTable& t, size_t at) noexcept {
    uint32_t* link = &bucket_of(t, at);
    while (*link != at) {
        link = &t.room.privates[*link].next;
    }
    *link = t.room.privates[at].next;
}

/// The index of the binding, or kNone.
uint32_t
find(const BindingTable& t, const void* event, Access access, const Footprint& section) noexcept {
    if (t.count == 0) {
        return kNone;
    }
    const uint32_t hash = hash_of(event, access, section);
    uint32_t at = t.room.buckets[hash & (t.room.capacity - 1)];
    while (at != kNone &&
           (t.room.privates[at].event != event || !is_same(t.room.entries[at], access, section))) {
        at = t.room.privates[at].next;
    }
    return at;
}

void free_room(const Room& room) noexcept {
    std::free(room.privates);
    std::free(room.buckets);
    static_cast<void>(arauto_memory_free(room.entries)); // others see that the generation changed
}

/// @return false when there is no memory
bool allocate_room(Room& room, size_t capacity) noexcept {
    void* entries = nullptr;
    room.capacity = capacity;
    room.privates = static_cast<Private*>(std::malloc(capacity * sizeof(Private)));
    room.buckets = static_cast<uint32_t*>(std::malloc(capacity * sizeof(uint32_t)));
    const bool is_there = room.privates != nullptr && room.buckets != nullptr && capacity < kNone &&
                          arauto_memory_allocate(capacity * sizeof(BindingEntry), &entries) >= 0;
    room.entries = static_cast<BindingEntry*>(entries);
    return is_there;
}

/// @param room  larger; gets the smaller one of before
void move_into(BindingTable& t, Room& room) noexcept {
    if (t.count > 0) {
        std::memcpy(room.entries, t.room.entries, t.count * sizeof(BindingEntry));
        std::memcpy(room.privates, t.room.privates, t.count * sizeof(Private));
    }
    std::fill_n(room.buckets, room.capacity, kNone);
    const TableChange change;
    std::swap(t.room, room);
    for (size_t i = 0; i < t.count; ++i) {
        chain(t, i);
    }
    publish(t);
}

/// The dimensions behind the first, in memory that others read; 0 when there are none.
/// @return false when there is no memory
bool store_further_dims(const Footprint& section, uint64_t* address_out) noexcept {
    *address_out = 0;
    if (section.dims < 2) {
        return true;
    }
    const auto further = static_cast<size_t>(section.dims - 1);
    void* memory = nullptr;
    if (arauto_memory_allocate(further * sizeof(BindingDim), &memory) < 0) {
        return false;
    }
    auto* const dims = static_cast<BindingDim*>(memory);
    for (size_t i = 0; i < further; ++i) {
        dims[i] = {section.dim[i + 1].extent, section.dim[i + 1].stride};
    }
    *address_out = reinterpret_cast<uint64_t>(memory);
    return true;
}

/// Addresses of further dimensions that are to be freed, each with the next in its first word.
using Dropped = uint64_t;

void drop_further_dims(uint64_t address, Dropped& dropped) noexcept {
    if (address != 0) {
        *reinterpret_cast<uint64_t*>(address) = dropped; // others see that the generation changed
        dropped = address;
    }
}

void free_dropped(Dropped dropped) noexcept {
    while (dropped != 0) {
        auto* const memory = reinterpret_cast<uint64_t*>(dropped);
        dropped = *memory;
        static_cast<void>(arauto_memory_free(memory));
    }
}

void remove_at(BindingTable& t, size_t at, Dropped& dropped) noexcept {
    const TableChange change;
    drop_further_dims(t.room.entries[at].more, dropped);
    unchain(t, at);
    const size_t last = t.count - 1;
    if (at != last) {
        unchain(t, last);
        t.room.entries[at] = t.room.entries[last];
        t.room.privates[at] = t.room.privates[last];
        chain(t, at);
    }
    --t.count;
    publish(t);
}

struct Removed {
    size_t count;
    bool has_left_none; // but there were some
};

/// Removes what `remove(table, dropped)` does, under the mutex.
template <class Remove> Removed remove_silently(Remove remove) noexcept {
    BindingTable& t = table();
    Dropped dropped = 0;
    size_t before = 0;
    size_t after = 0;
    {
        const std::lock_guard<std::mutex> guard(t.mutex);
        before = t.count;
        remove(t, dropped);
        after = t.count;
    }
    free_dropped(dropped);
    return {before - after, before > 0 && after == 0};
}

/// @return how many
template <class Remove> size_t remove_some(Remove remove) noexcept {
    const Removed removed = remove_silently(remove);
    if (removed.has_left_none) {
        static_cast<void>(g_state.bindings.announce(false)); // or others look in vain from now on
    }
    return removed.count;
}

/// Removes all for which `is_meant(index)`. From the end, so that the one moved has been asked.
template <class Predicate> size_t remove_all(Predicate is_meant) noexcept {
    return remove_some([&](BindingTable& t, Dropped& dropped) {
        for (size_t i = t.count; i-- > 0;) {
            if (is_meant(t, i)) {
                remove_at(t, i, dropped);
            }
        }
    });
}

/// The table has room.
void append(BindingTable& t, const Binding& binding, uint64_t more) noexcept {
    const Footprint& section = binding.section;
    const size_t at = t.count;
    t.room.privates[at] = {binding.event, hash_of(binding.event, binding.access, section), kNone};
    t.events.widen(reinterpret_cast<uintptr_t>(binding.event));
    t.sections.widen(own_address(section.low));
    const TableChange change;
    t.room.entries[at] = {.low = section.low,
                          .run = section.run,
                          .slot = binding.slot,
                          .access = static_cast<uint32_t>(binding.access),
                          .dims = section.dims,
                          .first = {0, 0},
                          .more = more};
    if (section.dims > 0) {
        t.room.entries[at].first = {section.dim[0].extent, section.dim[0].stride};
    }
    ++t.count;
    publish(t);
    chain(t, at);
}

/// The capacity that the next binding needs; 0: there is room.
size_t missing_capacity(BindingTable& t) noexcept {
    const std::lock_guard<std::mutex> guard(t.mutex);
    return t.count < t.room.capacity ? 0 : std::max(kFirstCapacity, 2 * t.room.capacity);
}

} // namespace

arauto_status_t start_bindings(bool (*announce)(bool has_bindings) noexcept) noexcept {
    BindingsState& bindings = g_state.bindings;
    bindings.announce = announce;
    const arauto_status_t status = arauto_segment_declare(sizeof(BindingHeader), &bindings.segment);
    if (status >= 0) {
        bindings.own_header = static_cast<BindingHeader*>(arauto_segment_base(bindings.segment));
    }
    return status;
}

Bound add_binding(const Binding& binding) noexcept {
    BindingTable& t = table();
    const std::lock_guard<std::mutex> adding(t.adding);
    Room room;
    uint64_t more = 0;
    const size_t capacity = missing_capacity(t); // until it is added here, only less is needed
    if ((capacity > 0 && !allocate_room(room, capacity)) ||
        !store_further_dims(binding.section, &more)) {
        free_room(room);
        return Bound::no_memory;
    }
    bool is_there = false;
    bool is_first = false;
    {
        const std::lock_guard<std::mutex> guard(t.mutex);
        is_there = find(t, binding.event, binding.access, binding.section) != kNone;
        if (!is_there && t.count == t.room.capacity) {
            move_into(t, room);
        }
        if (!is_there) {
            append(t, binding, more);
        }
        is_first = !is_there && t.count == 1;
    }
    free_room(room);
    if (is_there) {
        static_cast<void>(arauto_memory_free(reinterpret_cast<void*>(more))); // null when 0
        return Bound::twice;
    }
    if (is_first && !g_state.bindings.announce(true)) {
        remove_silently([&](BindingTable& table, Dropped& dropped) {
            const uint32_t at = find(table, binding.event, binding.access, binding.section);
            if (at != kNone) {
                remove_at(table, at, dropped);
            }
        });
        return Bound::unannounced;
    }
    return Bound::done;
}

size_t remove_binding(const void* event, const Footprint& section) noexcept {
    return remove_some([&](BindingTable& t, Dropped& dropped) {
        for (const Access access : {Access::put, Access::get}) {
            if (const uint32_t at = find(t, event, access, section); at != kNone) {
                remove_at(t, at, dropped);
            }
        }
    });
}

size_t remove_bindings_of(const void* event) noexcept {
    return remove_all(
        [&](const BindingTable& t, size_t i) { return t.room.privates[i].event == event; });
}

void remove_bindings_in(const void* start, const void* end) noexcept {
    if (arauto_is_initialized() == 0 || binding_count() == 0) {
        return;
    }
    const auto first = reinterpret_cast<uintptr_t>(start);
    const auto last = reinterpret_cast<uintptr_t>(end);
    if (!table().events.overlap(first, last) && !table().sections.overlap(first, last)) {
        return;
    }
    remove_all([&](const BindingTable& t, size_t i) {
        return reinterpret_cast<uintptr_t>(t.room.privates[i].event) - first < last - first ||
               own_address(t.room.entries[i].low) - first < last - first;
    });
}

size_t binding_count() noexcept {
    // relaxed because it is a number for sentences, or only this thread has made a binding that
    // matters
    const BindingHeader* const own = g_state.bindings.own_header;
    return own != nullptr ? own->count.load(std::memory_order_relaxed) : 0;
}

} // namespace arauto::coarray
