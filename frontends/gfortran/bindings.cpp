// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See bindings.hpp. Entries are contiguous; a removed entry is replaced by the last. Beside the
// table, in private memory, are the events' addresses and the chains of a hash table that finds
// equal bindings.
#include "bindings.hpp"

#include "coarray/binding_table.hpp"

#include "arauto/atomic.h"
#include "arauto/runtime.h"
#include "arauto/spi/runtime.h"
#include "arauto/spi/segment.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>

namespace arauto::gfortran {
namespace {

using coarray::TableChange;

/// The gate where that of the job is out of reach.
constexpr std::atomic<uint32_t> kOpenGate{1};

constexpr size_t kFirstCapacity = 16;
constexpr uint32_t kNone = UINT32_MAX;

/// The part of an entry that only its owner needs.
struct Private {
    const void* event;
    uint32_t hash;
    uint32_t next; // in the chain of entries with the same bucket
};

} // namespace

/// Changed under the mutex only. `entries` is read by other images meanwhile.
struct BindingTable {
    std::mutex mutex;
    BindingEntry* entries = nullptr; // of arauto_memory_allocate
    Private* privates = nullptr;
    uint32_t* buckets = nullptr; // `capacity` of them
    size_t count = 0;
    size_t capacity = 0; // a power of two
};

namespace {

BindingTable& table() {
    return g_state.bindings.table.get();
}

BindingHeader& own_header() noexcept {
    return *g_state.bindings.own_header;
}

/// The caller holds the mutex.
TableChange change_own() noexcept {
    return TableChange(own_header().generation);
}

/// relaxed because the generation orders them
void publish(const BindingTable& t) noexcept {
    BindingHeader& own = own_header();
    own.table.store(reinterpret_cast<uint64_t>(t.entries), std::memory_order_relaxed);
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
    return t.buckets[t.privates[at].hash & (t.capacity - 1)];
}

void chain(BindingTable& t, size_t at) noexcept {
    uint32_t& bucket = bucket_of(t, at);
    t.privates[at].next = bucket;
    bucket = static_cast<uint32_t>(at);
}

void unchain(BindingTable& t, size_t at) noexcept {
    uint32_t* link = &bucket_of(t, at);
    while (*link != at) {
        link = &t.privates[*link].next;
    }
    *link = t.privates[at].next;
}

/// The index of the binding, or kNone.
uint32_t
find(const BindingTable& t, const void* event, Access access, const Footprint& section) noexcept {
    if (t.count == 0) {
        return kNone;
    }
    const uint32_t hash = hash_of(event, access, section);
    uint32_t at = t.buckets[hash & (t.capacity - 1)];
    while (at != kNone &&
           (t.privates[at].event != event || !is_same(t.entries[at], access, section))) {
        at = t.privates[at].next;
    }
    return at;
}

/// Makes room for one more. @return false when there is no memory; nothing has changed then
bool grow(BindingTable& t) noexcept {
    if (t.count < t.capacity) {
        return true;
    }
    const size_t capacity = std::max(kFirstCapacity, 2 * t.capacity);
    void* entries = nullptr;
    auto* const privates = static_cast<Private*>(std::malloc(capacity * sizeof(Private)));
    auto* const buckets = static_cast<uint32_t*>(std::malloc(capacity * sizeof(uint32_t)));
    if (privates == nullptr || buckets == nullptr || capacity >= kNone ||
        arauto_memory_allocate(capacity * sizeof(BindingEntry), &entries) < 0) {
        std::free(privates);
        std::free(buckets);
        return false;
    }
    BindingEntry* const old = t.entries;
    if (t.count > 0) {
        std::memcpy(entries, old, t.count * sizeof(BindingEntry));
        std::memcpy(privates, t.privates, t.count * sizeof(Private));
    }
    std::free(t.privates);
    std::free(t.buckets);
    t.privates = privates;
    t.buckets = buckets;
    t.capacity = capacity;
    std::fill_n(t.buckets, capacity, kNone);
    for (size_t i = 0; i < t.count; ++i) {
        chain(t, i);
    }
    const TableChange change = change_own();
    t.entries = static_cast<BindingEntry*>(entries);
    publish(t);
    // Others may still read it: they see that the generation has changed.
    static_cast<void>(arauto_memory_free(old));
    return true;
}

/// Counts this image among those with bindings, or no longer. False when the gate is out of reach.
bool count_at_gate(bool has_bindings) noexcept {
    auto* const rank0 = static_cast<BindingHeader*>(arauto_segment_pointer(binding_segment(), 0));
    if (rank0 != nullptr) { // also when that image has failed
        // PAIR bindings.gate: behind the table that makes the others look
        rank0->gate.fetch_add(has_bindings ? 1 : UINT32_MAX, std::memory_order_acq_rel);
        return true;
    }
    return arauto_atomic_fetch(binding_segment(), 0, offsetof(BindingHeader, gate), 4,
                               ARAUTO_ATOMIC_ADD, has_bindings ? 1 : UINT32_MAX, nullptr) >= 0;
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

void free_further_dims(const BindingEntry& entry) noexcept {
    static_cast<void>(arauto_memory_free(reinterpret_cast<void*>(entry.more))); // null when 0
}

/// The caller then calls leave_gate_if_empty.
void remove_at(BindingTable& t, size_t at) noexcept {
    const TableChange change = change_own();
    free_further_dims(t.entries[at]);
    unchain(t, at);
    const size_t last = t.count - 1;
    if (at != last) {
        unchain(t, last);
        t.entries[at] = t.entries[last];
        t.privates[at] = t.privates[last];
        chain(t, at);
    }
    --t.count;
    publish(t);
}

void leave_gate_if_empty(const BindingTable& t) noexcept {
    if (t.count == 0) {
        static_cast<void>(count_at_gate(false)); // or the others look in vain from now on
    }
}

/// Removes all for which `is_meant(index)`. From the end, so that the one moved has been asked.
template <class Predicate> size_t remove_all(BindingTable& t, Predicate is_meant) noexcept {
    const size_t before = t.count;
    for (size_t i = t.count; i-- > 0;) {
        if (is_meant(i)) {
            remove_at(t, i);
        }
    }
    if (before > t.count) {
        leave_gate_if_empty(t);
    }
    return before - t.count;
}

} // namespace

arauto_status_t start_bindings() noexcept {
    BindingsState& bindings = g_state.bindings;
    const arauto_status_t status = arauto_segment_declare(sizeof(BindingHeader), &bindings.segment);
    if (status < 0) {
        return status;
    }
    bindings.own_header = static_cast<BindingHeader*>(arauto_segment_base(bindings.segment));
    const auto* const rank0 =
        static_cast<const BindingHeader*>(arauto_segment_pointer(bindings.segment, 0));
    // A table that cannot be read here is requested before each put.
    bindings.gate = rank0 != nullptr ? &rank0->gate : &kOpenGate;
    return status;
}

Bound add_binding(const Binding& binding) noexcept {
    BindingTable& t = table();
    const std::lock_guard<std::mutex> guard(t.mutex);
    const Footprint& section = binding.section;
    if (find(t, binding.event, binding.access, section) != kNone) {
        return Bound::twice;
    }
    uint64_t more = 0;
    if (!grow(t) || !store_further_dims(section, &more)) {
        return Bound::no_memory;
    }
    const size_t at = t.count;
    t.privates[at] = {binding.event, hash_of(binding.event, binding.access, section), kNone};
    {
        const TableChange change = change_own();
        t.entries[at] = {.low = section.low,
                         .run = section.run,
                         .slot = binding.slot,
                         .access = static_cast<uint32_t>(binding.access),
                         .dims = section.dims,
                         .first = {0, 0},
                         .more = more};
        if (section.dims > 0) {
            t.entries[at].first = {section.dim[0].extent, section.dim[0].stride};
        }
        ++t.count;
        publish(t);
    }
    chain(t, at);
    if (t.count == 1 && !count_at_gate(true)) {
        remove_at(t, 0);
        return Bound::no_gate;
    }
    return Bound::done;
}

size_t remove_binding(const void* event, const Footprint& section) noexcept {
    BindingTable& t = table();
    const std::lock_guard<std::mutex> guard(t.mutex);
    size_t removed = 0;
    for (const Access access : {Access::put, Access::get}) {
        const uint32_t at = find(t, event, access, section);
        if (at != kNone) {
            remove_at(t, at);
            leave_gate_if_empty(t);
            ++removed;
        }
    }
    return removed;
}

size_t remove_bindings_of_events(const void* start, const void* end) noexcept {
    BindingTable& t = table();
    const std::lock_guard<std::mutex> guard(t.mutex);
    const auto first = reinterpret_cast<uintptr_t>(start);
    const size_t bytes = reinterpret_cast<uintptr_t>(end) - first;
    return remove_all(t, [&](size_t i) {
        return reinterpret_cast<uintptr_t>(t.privates[i].event) - first < bytes;
    });
}

void remove_bindings_in(const void* start, const void* end) noexcept {
    if (arauto_is_initialized() == 0 || binding_count() == 0) {
        return;
    }
    BindingTable& t = table();
    const std::lock_guard<std::mutex> guard(t.mutex);
    const int64_t first = own_displacement(reinterpret_cast<uintptr_t>(start));
    const int64_t last = own_displacement(reinterpret_cast<uintptr_t>(end));
    static_cast<void>(remove_all(
        t, [&](size_t i) { return t.entries[i].low >= first && t.entries[i].low < last; }));
}

std::mutex& binding_mutex() noexcept {
    return table().mutex;
}

size_t binding_count() noexcept {
    // relaxed because it is a number for sentences, or only this thread has made a binding that
    // matters
    const BindingHeader* const own = g_state.bindings.own_header;
    return own != nullptr ? own->count.load(std::memory_order_relaxed) : 0;
}

} // namespace arauto::gfortran
