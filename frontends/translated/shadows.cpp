// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Shadows: copies of other images' objects, whose descriptors give the addresses of their
// components there. Only its owner allocates or deallocates a component, in a segment that is
// ordered with this image's. So a copy is valid until this image's next image control statement,
// and longer while the owner watches the object (watches.hpp). Mapped objects are not copied: their
// descriptors are read in place, and so are this image's own, which may change within a segment.
#include "access.hpp"
#include "coarray/segment_boundary.hpp"
#include "quick.hpp"
#include "runtime.hpp"
#include "watches.hpp"

#include "arauto/spi/rma.h"
#include "arauto/spi/segment.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <new>

namespace arauto::translated {

namespace {

constexpr uint32_t kVainMax = 4;

void* object_of(const Shadow& shadow) noexcept {
    return shadow.memory + 1;
}

std::atomic<uint64_t>* words_of_this_thread() noexcept {
    void* memory = nullptr;
    constexpr size_t kBytes = kShadows * sizeof(std::atomic<uint64_t>);
    std::atomic<uint64_t>*& valid = t_state.shadows_valid;
    if (valid == nullptr && arauto_memory_allocate(kBytes, &memory) >= 0) {
        valid = new (memory) std::atomic<uint64_t>[kShadows]; // never freed: an owner may be late
    }
    return valid;
}

std::atomic<uint64_t>& valid_of(const Shadow& shadow) noexcept {
    return t_state.shadows_valid[&shadow - t_state.shadows];
}

/// The one that was used longest ago: a statement may hold several.
Shadow& take_shadow(size_t bytes) noexcept {
    Shadow* const shadows = t_state.shadows;
    Shadow& shadow =
        *std::min_element(shadows, shadows + kShadows, [](const Shadow& one, const Shadow& other) {
            return one.used < other.used;
        });
    if (shadow.room < bytes) {
        std::free(shadow.memory);
        shadow.memory = static_cast<WatchReply*>(std::malloc(sizeof(WatchReply) + bytes));
        shadow.room = bytes;
    }
    shadow.rank = Shadow::kNobody;
    shadow.used = ++t_state.shadow_uses;
    return shadow;
}

Shadow* find_shadow(int rank, uint64_t address, size_t bytes) noexcept {
    Shadow* const shadows = t_state.shadows;
    Shadow* const found = std::find_if(shadows, shadows + kShadows, [&](const Shadow& shadow) {
        return shadow.address == address && shadow.rank == rank && shadow.bytes == bytes;
    });
    return found != shadows + kShadows ? found : nullptr;
}

/// Whether the shadow is valid in this segment.
bool holds(Shadow& shadow, uint64_t segment) noexcept {
    shadow.used = ++t_state.shadow_uses;
    if (shadow.segment == segment) {
        return true;
    }
    // PAIR watches.valid: look, in a segment behind the owner's
    if (!shadow.is_watched || valid_of(shadow).load(std::memory_order_acquire) == 0) {
        return false;
    }
    shadow.has_served = true;
    return true;
}

/// One whose components come and go is read in each segment, since watching it does not pay.
arauto_status_t read(Shadow& shadow) noexcept {
    if (shadow.is_watched) {
        shadow.vain = shadow.has_served ? 0 : shadow.vain + 1;
    }
    shadow.is_watched = shadow.has_served = false;
    const bool may_watch = is_unmapped(shadow.rank) && shadow.vain < kVainMax &&
                           may_be_watched(shadow.rank, shadow.address, shadow.bytes) &&
                           words_of_this_thread() != nullptr;
    if (may_watch) {
        // PAIR watches.valid: raise, before the owner knows of it
        valid_of(shadow).store(1, std::memory_order_release);
        const arauto_status_t status = ask_for_copy(shadow.rank, shadow.address, shadow.bytes,
                                                    valid_of(shadow), shadow.memory);
        if (status != ARAUTO_ERR_RANK) {
            shadow.is_watched = status >= 0 && shadow.memory->is_watched != 0;
            return status;
        }
        shadow.vain = kVainMax; // it is of this node, but not mapped (ARAUTO_DIRECT=off)
    }
    // Pending puts are not carried out: no put changes the address of a component.
    return arauto_get_at(shadow.rank, shadow.address, object_of(shadow), shadow.bytes);
}

/// Stands for an object that does not exist; valid as long as a copy is.
void* object_without_components(size_t bytes) noexcept {
    const Shadow& shadow = take_shadow(bytes);
    return std::memset(object_of(shadow), 0, bytes);
}

/// The object itself where this process has it, else null.
void* object_here(int rank, uint64_t address) noexcept {
    void* here = nullptr;
    if (rank == arauto_rank()) {
        here = reinterpret_cast<void*>(address); // an address of this process
    } else if (!g_state.quick.failures_are_handled.load(std::memory_order_relaxed) ||
               !is_failed(rank)) {
        static_cast<void>(arauto_is_shared_at(rank, address, &here));
    }
    return here;
}

} // namespace
} // namespace arauto::translated

using namespace arauto::translated;
namespace coarray = arauto::coarray;

void* translated_shadow(const translated_array_t* a, int32_t image, int32_t may_fail) {
    const size_t bytes = a->section.element_bytes;
    int32_t fault = 0;
    const Errors errors{may_fail != 0 ? &fault : nullptr};
    const int rank = rank_of_access(image, errors, kRead);
    const uint64_t address = rank >= 0 ? coarray_address(a->base, image, rank, errors, kRead) : 0;
    if (address == 0) {
        return object_without_components(bytes);
    }
    if (void* here = object_here(rank, address); here != nullptr) {
        return here;
    }
    const uint64_t segment = coarray::segment_number();
    Shadow* shadow = find_shadow(rank, address, bytes);
    if (shadow != nullptr && holds(*shadow, segment)) {
        return object_of(*shadow);
    }
    if (shadow == nullptr) {
        shadow = &take_shadow(bytes);
        shadow->is_watched = shadow->has_served = false;
        shadow->vain = 0;
        shadow->rank = rank;
        shadow->address = address;
        shadow->bytes = bytes;
    }
    shadow->segment = segment;
    report_get(errors, read(*shadow), rank);
    if (fault != 0) {
        shadow->rank = Shadow::kNobody; // what was read, if anything, is not kept
        return object_without_components(bytes);
    }
    return object_of(*shadow);
}

void* translated_copy(const translated_array_t* a, int32_t image) {
    const int rank = rank_of_access(image, {}, kRead);
    const uint64_t address = coarray_address(a->base, image, rank, {}, kRead);
    const Shadow& shadow = take_shadow(a->section.element_bytes);
    report_get({}, read_bytes({rank, address, true}, object_of(shadow), a->section.element_bytes),
               rank);
    return object_of(shadow);
}
