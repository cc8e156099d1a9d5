// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The program's malloc: while a coarray is allocated, memory comes from where other images reach
// it; else from the C library. So ALLOCATE, with all that it can say, stays the compiler's.
#include "attached.hpp"
#include "runtime.hpp"
#include "together.hpp"

#include <atomic>
#include <cerrno>
#include <cstring>
#include <malloc.h>

extern "C" {
void* __libc_malloc(size_t bytes) noexcept;
void* __libc_calloc(size_t count, size_t bytes) noexcept;
void* __libc_realloc(void* memory, size_t bytes) noexcept;
void* __libc_memalign(size_t alignment, size_t bytes) noexcept;
void __libc_free(void* memory) noexcept;
}

namespace {

thread_local int allocations = 0; // open pairs of allocation_begins and _ends

/// All that was ever given lies between the two: what most calls of free look at.
constinit std::atomic<uintptr_t> lowest{UINTPTR_MAX};
constinit std::atomic<uintptr_t> highest{0};

bool may_be_ours(const void* memory) noexcept {
    const auto address = reinterpret_cast<uintptr_t>(memory);
    return address >= lowest.load(std::memory_order_relaxed) &&
           address <= highest.load(std::memory_order_relaxed);
}

/// Stands before each of our blocks; `block` is what the core knows it by.
struct Head {
    void* block;
    size_t bytes;
};
constexpr size_t kHead = 64; // keeps the alignment
/// From this length on blocks begin 16 bytes behind the start of a page, as the C library's do, so
/// that loops meet coarrays as they meet other arrays. Where the places of several differed by a
/// few cache lines loops took up to 1.13 of the time (processors tell loads from earlier stores by
/// their place in a page at first), and 1.04 at multiples of 64 bytes.
constexpr size_t kLong = size_t{64} << 10U;
constexpr size_t kPage = 4096;
constexpr size_t kLongHead = sizeof(Head);
static_assert(kLongHead == 16);

void widen(uintptr_t address) noexcept {
    uintptr_t low = lowest.load(std::memory_order_relaxed);
    while (address < low && !lowest.compare_exchange_weak(low, address)) {
    }
    uintptr_t high = highest.load(std::memory_order_relaxed);
    while (address > high && !highest.compare_exchange_weak(high, address)) {
    }
}

/// Null when there is no room.
void* allocate(size_t bytes, bool is_like_malloc) noexcept {
    const bool is_long = is_like_malloc && bytes >= kLong;
    const int open = allocations;
    allocations = 0; // the runtime's own needs are private
    const bool fits = bytes < SIZE_MAX - kHead - 2 * kPage;
    const size_t whole = bytes + kHead + (is_long ? kPage : 0);
    void* block = fits ? arauto::translated::take_together(whole) : nullptr;
    const bool given = block != nullptr || (fits && arauto_memory_allocate(whole, &block) >= 0);
    allocations = open;
    if (!given) {
        errno = ENOMEM;
        return nullptr;
    }
    auto head = reinterpret_cast<uintptr_t>(block);
    head = is_long ? (head + kPage - 1) & ~(kPage - 1) : head;
    *reinterpret_cast<Head*>(head) = {block, bytes}; // NOLINT: within the block
    void* memory =
        reinterpret_cast<char*>(head) + (is_long ? kLongHead : kHead); // NOLINT: likewise
    widen(reinterpret_cast<uintptr_t>(memory));
    return memory;
}

/// Of a block of ours: short ones lie at multiples of 64 bytes.
Head* head_of(void* memory) noexcept {
    const bool is_long = reinterpret_cast<uintptr_t>(memory) % kPage == kLongHead;
    return reinterpret_cast<Head*>(static_cast<char*>(memory) - // NOLINT: a head stands there
                                   (is_long ? kLongHead : kHead));
}

void* block_of(void* memory) noexcept {
    return head_of(memory)->block;
}

bool is_block(void* block) noexcept {
    return arauto_memory_is_ours(block) != 0 || arauto::translated::is_taken_together(block);
}

bool is_ours(void* memory) noexcept {
    if (!may_be_ours(memory)) [[likely]] {
        return false;
    }
    const auto address = reinterpret_cast<uintptr_t>(memory);
    if (address % kPage != kLongHead) {
        return address % kHead == 0 && is_block(static_cast<char*>(memory) - kHead);
    }
    void* block = block_of(memory); // may be read, since it lies in the same page
    const auto start = reinterpret_cast<uintptr_t>(block);
    return start < address && address - start <= kPage + kLongHead && is_block(block);
}

void release(void* memory) noexcept {
    if (arauto::translated::attachments_exist.load(std::memory_order_relaxed)) [[unlikely]] {
        arauto::translated::forget_attached(memory, static_cast<Head*>(block_of(memory))->bytes);
    }
    arauto::translated::remove_region(reinterpret_cast<uintptr_t>(memory));
    if (arauto::translated::is_taken_together(block_of(memory))) {
        arauto::translated::give_back(block_of(memory));
    } else {
        static_cast<void>(arauto_memory_free(block_of(memory)));
    }
}

} // namespace

extern "C" {

TRANSLATED_API void* malloc(size_t bytes) noexcept {
    return allocations == 0 ? __libc_malloc(bytes) : allocate(bytes, true);
}

TRANSLATED_API void free(void* memory) noexcept {
    if (is_ours(memory)) [[unlikely]] {
        release(memory);
        return;
    }
    // A component that a coarray has allocated may have an event attached.
    if (arauto::translated::attachments_exist.load(std::memory_order_relaxed)) [[unlikely]] {
        arauto::translated::forget_attached(memory, malloc_usable_size(memory));
    }
    __libc_free(memory);
}

TRANSLATED_API void* calloc(size_t count, size_t bytes) noexcept {
    if (allocations == 0) {
        return __libc_calloc(count, bytes);
    }
    if (bytes != 0 && count > SIZE_MAX / bytes) {
        errno = ENOMEM;
        return nullptr;
    }
    void* memory = allocate(count * bytes, true);
    return memory != nullptr ? std::memset(memory, 0, count * bytes) : nullptr;
}

TRANSLATED_API void* realloc(void* memory, size_t bytes) noexcept {
    if (allocations == 0 && !is_ours(memory)) {
        return __libc_realloc(memory, bytes);
    }
    if (memory == nullptr) {
        return malloc(bytes);
    }
    if (!is_ours(memory)) { // its size is the C library's: it stays there
        return __libc_realloc(memory, bytes);
    }
    void* moved = allocate(bytes, true);
    if (moved != nullptr) {
        const size_t old = head_of(memory)->bytes;
        std::memcpy(moved, memory, old < bytes ? old : bytes);
        release(memory);
    }
    return moved;
}

/// Blocks of ours are aligned to 64 bytes; who asks for more gets private memory.
TRANSLATED_API void* aligned_alloc(size_t alignment, size_t bytes) noexcept {
    return allocations == 0 || alignment > kHead ? __libc_memalign(alignment, bytes)
                                                 : allocate(bytes, false);
}

TRANSLATED_API int posix_memalign(void** memory_out, size_t alignment, size_t bytes) noexcept {
    void* memory = aligned_alloc(alignment, bytes);
    if (memory == nullptr) {
        return ENOMEM;
    }
    *memory_out = memory;
    return 0;
}

} // extern "C"

void translated_allocation_begins() {
    ++allocations;
}

void translated_allocation_ends() {
    --allocations;
}
