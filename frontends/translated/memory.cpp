// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The program's malloc. While a coarray, or a component of one, is allocated, memory comes from a
// heap that other images can access; else from the C library. So the compiler's own ALLOCATE is
// used, with all its options.
#include "attached.hpp"
#include "coarray/libc_malloc.hpp"
#include "coarray/placement.hpp"
#include "components.hpp"
#include "runtime.hpp"
#include "state.hpp"
#include "together.hpp"

#include "arauto/spi/segment.h"

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <malloc.h>

using namespace arauto::translated;
namespace coarray = arauto::coarray;

namespace {

using coarray::kLongBytes;
using coarray::kLongOffset;
using coarray::kPageBytes;

/// See ThreadState::allocations.
constexpr int kCoarray = 1 << 16;

/// While one exists what this thread allocates is private: the runtime's own needs are.
class Private {
  public:
    Private() noexcept : open_(t_state.allocations) { t_state.allocations = 0; }
    ~Private() { t_state.allocations = open_; }
    Private(const Private&) = delete;
    Private& operator=(const Private&) = delete;

  private:
    const int open_;
};

bool may_be_ours(const void* memory) noexcept {
    const auto address = reinterpret_cast<uintptr_t>(memory);
    // relaxed because the address came by synchronisation; see MemoryState
    return address >= g_state.memory.lowest.load(std::memory_order_relaxed) &&
           address <= g_state.memory.highest.load(std::memory_order_relaxed);
}

/// The head of each block of this heap; `block` is its address for the runtime.
struct Head {
    void* block;
    size_t bytes;
};
constexpr size_t kHead = 64; // keeps the alignment
static_assert(kLongOffset == sizeof(Head));

void widen(uintptr_t address) noexcept {
    auto& [lowest, highest] = g_state.memory;
    uintptr_t low = lowest.load(std::memory_order_relaxed);
    while (address < low && !lowest.compare_exchange_weak(low, address)) {
    }
    uintptr_t high = highest.load(std::memory_order_relaxed);
    while (address > high && !highest.compare_exchange_weak(high, address)) {
    }
}

/// Null when there is no room.
void* allocate(size_t bytes, bool is_like_malloc) noexcept {
    const Private own;
    const bool is_long = is_like_malloc && bytes >= kLongBytes;
    const bool fits = bytes < SIZE_MAX - kHead - 2 * kPageBytes;
    const size_t whole = bytes + kHead + (is_long ? kPageBytes : 0);
    void* block = fits ? take_together(whole) : nullptr;
    const bool given = block != nullptr || (fits && arauto_memory_allocate(whole, &block) >= 0);
    if (!given) {
        std::snprintf(t_state.allocation_fault, kSentenceBytes, "%s",
                      fits ? arauto_last_error() : "there is no room for so many bytes");
        errno = ENOMEM;
        return nullptr;
    }
    auto head = reinterpret_cast<uintptr_t>(block);
    head = is_long ? (head + kPageBytes - 1) & ~(kPageBytes - 1) : head;
    *reinterpret_cast<Head*>(head) = {block, bytes};
    void* memory = reinterpret_cast<char*>(head) + (is_long ? kLongOffset : kHead);
    widen(reinterpret_cast<uintptr_t>(memory));
    return memory;
}

/// Never fails for want of room in the heap.
void* allocate_component(size_t bytes) noexcept {
    const Private own;
    void* memory = take_component(bytes);
    if (memory == nullptr) {
        return __libc_malloc(bytes);
    }
    widen(reinterpret_cast<uintptr_t>(memory));
    return memory;
}

/// While something is being allocated.
[[gnu::noinline]] void* allocate_shared(size_t bytes) noexcept {
    return t_state.allocations < kCoarray ? allocate_component(bytes) : allocate(bytes, true);
}

/// The head of a block of ours: short ones lie at multiples of 64 bytes.
Head* head_of(void* memory) noexcept {
    const bool is_long = reinterpret_cast<uintptr_t>(memory) % kPageBytes == kLongOffset;
    return reinterpret_cast<Head*>(static_cast<char*>(memory) - // its head
                                   (is_long ? kLongOffset : kHead));
}

void* block_of(void* memory) noexcept {
    return head_of(memory)->block;
}

bool is_block(void* block) noexcept {
    return arauto_memory_is_ours(block) != 0 || is_taken_together(block);
}

/// May be asked of what may_be_ours.
bool is_coarray(void* memory) noexcept {
    const auto address = reinterpret_cast<uintptr_t>(memory);
    if (address % kPageBytes != kLongOffset) {
        return address % kHead == 0 && is_block(static_cast<char*>(memory) - kHead);
    }
    void* block = block_of(memory); // may be read, since it lies in the same page
    const auto start = reinterpret_cast<uintptr_t>(block);
    return start < address && address - start <= kPageBytes + kLongOffset && is_block(block);
}

void forget(void* memory, size_t bytes) noexcept {
    if (g_state.attached.is_used.load(std::memory_order_relaxed)) [[unlikely]] {
        coarray::remove_bindings_in(memory, static_cast<char*>(memory) + bytes);
    }
}

/// False when it is the C library's after all.
[[gnu::noinline]] bool release(void* memory) noexcept {
    const Private own;
    if (const size_t bytes = component_bytes(memory); bytes > 0) {
        forget(memory, bytes);
        give_back_component(memory);
        return true;
    }
    if (!is_coarray(memory)) {
        return false;
    }
    forget(memory, head_of(memory)->bytes);
    remove_region(reinterpret_cast<uintptr_t>(memory));
    if (is_taken_together(block_of(memory))) {
        give_back(block_of(memory));
    } else {
        static_cast<void>(arauto_memory_free(block_of(memory)));
    }
    return true;
}

/// Keeps memory for which may_be_ours() holds in the heap, as far as there is room.
[[gnu::noinline]] void* move(void* memory, size_t bytes) noexcept {
    const size_t component = component_bytes(memory);
    if (component == 0 && !is_coarray(memory)) {
        return __libc_realloc(memory, bytes);
    }
    void* moved = component > 0 ? allocate_component(bytes) : allocate(bytes, true);
    if (moved != nullptr) {
        const size_t old = component > 0 ? component : head_of(memory)->bytes;
        std::memcpy(moved, memory, old < bytes ? old : bytes);
        release(memory);
    }
    return moved;
}

} // namespace

const char* arauto::translated::fault_of_allocation() noexcept {
    return t_state.allocation_fault;
}

extern "C" {

TRANSLATED_API void* malloc(size_t bytes) noexcept {
    return t_state.allocations == 0 ? __libc_malloc(bytes) : allocate_shared(bytes);
}

TRANSLATED_API void free(void* memory) noexcept {
    if (may_be_ours(memory) && release(memory)) [[unlikely]] {
        return;
    }
    // A component that a coarray has allocated may have an event attached.
    if (g_state.attached.is_used.load(std::memory_order_relaxed)) [[unlikely]] {
        coarray::remove_bindings_in(memory,
                                    static_cast<char*>(memory) + malloc_usable_size(memory));
    }
    __libc_free(memory);
}

TRANSLATED_API void* calloc(size_t count, size_t bytes) noexcept {
    if (t_state.allocations == 0) {
        return __libc_calloc(count, bytes);
    }
    if (bytes != 0 && count > SIZE_MAX / bytes) {
        errno = ENOMEM;
        return nullptr;
    }
    void* memory = allocate_shared(count * bytes);
    return memory != nullptr ? std::memset(memory, 0, count * bytes) : nullptr;
}

TRANSLATED_API void* realloc(void* memory, size_t bytes) noexcept {
    if (memory == nullptr) {
        return malloc(bytes);
    }
    // Memory of the C library stays there.
    return may_be_ours(memory) ? move(memory, bytes) : __libc_realloc(memory, bytes);
}

/// Coarrays are aligned to 64 bytes; a caller that asks for more, or for anything in components,
/// gets private memory.
TRANSLATED_API void* aligned_alloc(size_t alignment, size_t bytes) noexcept {
    return t_state.allocations < kCoarray || alignment > kHead ? __libc_memalign(alignment, bytes)
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
    t_state.allocation_fault[0] = '\0';
    t_state.allocations += kCoarray;
}

void translated_allocation_ends() {
    t_state.allocations -= kCoarray;
}

void translated_component_begins() {
    ++t_state.allocations;
}

void translated_component_ends() {
    --t_state.allocations;
}
