// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See accessor_table.hpp.
#include "accessor_table.hpp"

#include "coarray.hpp"
#include "state.hpp"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <dlfcn.h>
#include <iterator>
#include <mutex>
#include <unordered_map>

constinit std::atomic<arauto_element_accessor_t*>
    arauto_gfortran_accessors[arauto::gfortran::kAccessorChunksMax]{};

namespace arauto::gfortran {

struct Accessors {
    std::mutex mutex; // guards what follows, but the contents of chunks that were given out
    std::unordered_multimap<int, int> indices; // by hash
    size_t count = 0;
};

namespace {

/// Accessors are added before main, and statements of destructors use them.
Accessors& accessors() {
    return g_state.accessors.get();
}

uintptr_t address_of(AccessorFunction function) noexcept {
    return reinterpret_cast<uintptr_t>(function);
}

/// Where the library or program that contains an address begins; null when it is in none.
const void* library_of(uintptr_t address) noexcept {
    Dl_info info;
    return dladdr(reinterpret_cast<const void*>(address), &info) != 0 ? info.dli_fbase : nullptr;
}

/// Whether the statement rather means `one` than `other`.
bool is_nearer(uintptr_t one, uintptr_t other, uintptr_t statement) noexcept {
    const void* const library = library_of(statement);
    const bool has_one = library_of(one) == library;
    if (has_one != (library_of(other) == library)) {
        return has_one;
    }
    if ((one < statement) != (other < statement)) {
        return one < statement;
    }
    return one > other;
}

void check_is_known(int hash, bool is_known) noexcept {
    if (!is_known) {
        fail({},
             "the accessor %d is unknown: a file of the program was compiled by another version "
             "of gfortran than this library serves",
             hash);
    }
}

} // namespace

AccessorName name_of_accessor(int index) noexcept {
    const AccessorEntry& entry = accessor_entry(index);
    return {entry.hash, entry.ordinal};
}

int find_named(const AccessorName& name) {
    Accessors& all = accessors();
    const std::lock_guard guard(all.mutex);
    const auto [first, last] = all.indices.equal_range(name.hash);
    const auto found = std::find_if(first, last, [&](const auto& one) {
        return accessor_entry(one.second).ordinal == name.ordinal;
    });
    return found != last ? found->second : -1;
}

AccessorDigest digest_of_accessors() {
    Accessors& all = accessors();
    const std::lock_guard guard(all.mutex);
    uint64_t digest = 0xcbf29ce484222325U; // FNV-1a
    for (size_t i = 0; i < all.count; ++i) {
        const auto hash = static_cast<uint32_t>(accessor_entry(static_cast<int>(i)).hash);
        digest = (digest ^ hash) * 0x100000001b3U;
    }
    return {static_cast<int64_t>(digest >> 1), all.count};
}

void add_accessor(int hash, AccessorFunction function) {
    Accessors& all = accessors();
    const std::lock_guard guard(all.mutex);
    const size_t at = all.count;
    if (at == kAccessorChunk * kAccessorChunksMax) {
        fail({}, "the program has more than %zu coindexed objects, which is the most there can be",
             at);
    }
    std::atomic<AccessorEntry*>& slot = arauto_gfortran_accessors[at / kAccessorChunk];
    // relaxed because the mutex is held
    AccessorEntry* chunk = slot.load(std::memory_order_relaxed);
    if (chunk == nullptr) {
        chunk = new AccessorEntry[kAccessorChunk]{};
    }
    chunk[at % kAccessorChunk] = {function, hash, static_cast<int32_t>(all.indices.count(hash))};
    slot.store(chunk, std::memory_order_release); // PAIR accessor.chunk: fill
    all.indices.emplace(hash, static_cast<int>(at));
    ++all.count;
}

int find_accessor(int hash, const void* statement) {
    Accessors& all = accessors();
    const std::lock_guard guard(all.mutex);
    const auto [first, last] = all.indices.equal_range(hash);
    check_is_known(hash, first != last);
    if (std::next(first) == last) {
        return first->second; // without a question to the loader, whose lock a dlopen may hold
    }
    const auto at = reinterpret_cast<uintptr_t>(statement);
    return std::min_element(first, last,
                            [at](const auto& one, const auto& other) {
                                return is_nearer(address_of(accessor_at(one.second)),
                                                 address_of(accessor_at(other.second)), at);
                            })
        ->second;
}

int find_moved_accessor(int hash, const void* statement) {
    Accessors& all = accessors();
    const std::lock_guard guard(all.mutex);
    const auto [first, last] = all.indices.equal_range(hash);
    check_is_known(hash, first != last);
    if (std::next(first) == last) {
        return first->second;
    }
    const void* const library = library_of(reinterpret_cast<uintptr_t>(statement));
    const auto is_there = [library](const auto& one) {
        return library_of(address_of(accessor_at(one.second))) == library;
    };
    const auto found = std::find_if(first, last, is_there);
    check_is_known(hash, found != last);
    const auto other = std::find_if(std::next(found), last, is_there);
    if (other != last) {
        fail({},
             "two coindexed objects of the program have the same number %d in gfortran's code, and "
             "-flto has moved the procedures %p and %p by whose addresses they would be "
             "distinguished; "
             "link without -flto, or give one of the variables or modules another name",
             hash, reinterpret_cast<void*>(accessor_at(found->second)),
             reinterpret_cast<void*>(accessor_at(other->second)));
    }
    return found->second;
}

} // namespace arauto::gfortran
