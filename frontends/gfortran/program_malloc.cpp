// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See program_malloc.hpp. Each thread keeps a few free blocks of each short length for itself, in
// lists without a lock; the BlockHeap behind them has one. Not for signal handlers. A child that
// the program forks shares the heap with it, so that it takes memory from the C library, and leaves
// alone what it frees of the heap. Compiled with -fno-builtin, or calloc would call itself.
#include "program_malloc.hpp"

#include "coarray/block_heap.hpp"
#include "coarray/libc_malloc.hpp"
#include "image_memory.hpp"
#include "private_ranges.hpp"
#include "registry.hpp"

#include "arauto/spi/info.h"
#include "arauto/spi/segment.h"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <malloc.h>
#include <pthread.h>
#include <type_traits>
#include <utility>

namespace arauto::gfortran {
namespace {

using coarray::BlockHeap;
using coarray::BlockHeapHead;
using coarray::Chain;
using coarray::kBlockUnit;
using coarray::kClassBytes;
using coarray::kShortBytesMax;
using coarray::kSizeClasses;
using coarray::kSlabBytes;
using coarray::SlabHead;
using coarray::SlabKind;

/// Addresses, all 0 until blocks are given. Relaxed because a thread that frees a block has got its
/// address by synchronising with the thread that took it.
struct BlockRanges {
    std::atomic<uintptr_t> start{0}; // of the blocks of this image
    std::atomic<size_t> bytes{0};
    std::atomic<uintptr_t> heaps{0}; // of all images
    std::atomic<size_t> all_bytes{0};
    // Blocks are given. PAIR program_malloc.open: once the heap of blocks is ready, before it is
    // used
    std::atomic<bool> is_open{false};
};

/// The state of this module.
struct ProgramMalloc {
    BlockRanges ranges;
    alignas(64) BlockHeap heap; // behind the caches; its lock is not beside what each free reads
    pthread_key_t key = 0; // its destructor gives the cache of a thread back
};
static_assert(std::is_trivially_destructible_v<ProgramMalloc>); // programs free until their end
constinit ProgramMalloc g_malloc;

/// Free blocks of one length.
struct Bin {
    Chain free;
    uint32_t most;
};

/// One thread's.
struct Cache {
    Bin bins[kSizeClasses];
};

/// The state that this module keeps for a thread.
struct ThreadMalloc {
    Cache* cache = nullptr;
    const void* kept = nullptr; // see keep_when_reallocated
    bool gave_new = false; // our realloc has given a new block
    bool has_ended = false; // its cache has been given back
};
constinit thread_local ThreadMalloc t_malloc;

/// How many blocks of a length move at once: few of the longer ones.
constexpr uint32_t batch_of(unsigned size_class) noexcept {
    constexpr size_t kBytes = size_t{16} << 10U;
    return static_cast<uint32_t>(std::clamp<size_t>(kBytes / kClassBytes[size_class], 4, 32));
}

bool is_own(const void* memory) noexcept {
    return reinterpret_cast<uintptr_t>(memory) -
               g_malloc.ranges.start.load(std::memory_order_relaxed) < // see BlockRanges
           g_malloc.ranges.bytes.load(std::memory_order_relaxed);
}

bool is_in_heaps(const void* memory) noexcept {
    return reinterpret_cast<uintptr_t>(memory) -
               g_malloc.ranges.heaps.load(std::memory_order_relaxed) < // see BlockRanges
           g_malloc.ranges.all_bytes.load(std::memory_order_relaxed);
}

bool is_open() noexcept {
    // PAIR program_malloc.open: look
    return g_malloc.ranges.is_open.load(std::memory_order_acquire);
}

/// Gives a part of a bin back to the heap.
void give_back(Bin& bin, uint32_t count) noexcept {
    Chain given;
    for (; given.count < count; ++given.count) {
        void* const block = bin.free.first;
        bin.free.first = *static_cast<void**>(block);
        *static_cast<void**>(block) = given.first;
        given.first = block;
    }
    bin.free.count -= count;
    g_malloc.heap.give_short(given);
}

void end_cache(void* cache) noexcept {
    auto* const ended = static_cast<Cache*>(cache);
    t_malloc.cache = nullptr;
    t_malloc.has_ended = true; // blocks that other destructors free go to the heap at once
    for (Bin& bin : ended->bins) {
        if (is_open()) {
            give_back(bin, bin.free.count);
        }
    }
    __libc_free(cache);
}

/// Null when this thread is to have none.
Cache* make_cache() noexcept {
    if (t_malloc.has_ended) {
        return nullptr;
    }
    t_malloc.has_ended = true; // what pthread_setspecific may allocate comes from the heap directly
    auto* const cache = static_cast<Cache*>(__libc_calloc(1, sizeof(Cache)));
    if (cache == nullptr || pthread_setspecific(g_malloc.key, cache) != 0) {
        __libc_free(cache);
        return nullptr;
    }
    for (unsigned at = 0; at < kSizeClasses; ++at) {
        cache->bins[at].most = 2 * batch_of(at);
    }
    t_malloc.has_ended = false;
    t_malloc.cache = cache;
    return cache;
}

/// The program's memory is private from here on, as far as others know.
void note_private_block() noexcept {
    if (ImageMemory* const own = own_image_memory(); own != nullptr) {
        // relaxed because who gets the block's address synchronises with this image
        own->has_private_blocks.store(1, std::memory_order_relaxed);
    }
}

/// Null when the heap is full.
void* take_short(size_t bytes) noexcept {
    const unsigned size_class = coarray::size_class_of(bytes);
    Cache* const cache = t_malloc.cache != nullptr ? t_malloc.cache : make_cache();
    if (cache == nullptr) {
        return g_malloc.heap.take_short(size_class, 1).first;
    }
    Bin& bin = cache->bins[size_class];
    if (bin.free.first == nullptr) {
        bin.free = g_malloc.heap.take_short(size_class, batch_of(size_class));
        if (bin.free.first == nullptr) {
            return nullptr;
        }
    }
    void* const block = bin.free.first;
    bin.free.first = *static_cast<void**>(block);
    --bin.free.count;
    return block;
}

struct Block {
    void* memory = nullptr; // null: take it from the C library
    bool is_zero = false;
};

/// @param alignment  at most BlockHeap::kLargestAlignment
Block take(size_t bytes, size_t alignment) noexcept {
    Block block;
    if (!is_open()) {
        return block;
    }
    constexpr size_t kLine = 64; // slabs of blocks begin so
    if (alignment > kBlockUnit && alignment <= kLine) {
        // Lengths from 256 bytes on, and powers of two, are multiples of it.
        size_t power = kLine;
        while (power < bytes && power < 4 * kLine) {
            power *= 2;
        }
        bytes = std::max(bytes, power);
        alignment = kBlockUnit;
        block.memory = bytes <= kShortBytesMax ? take_short(bytes) : nullptr;
        alignment = kLine;
    } else if (alignment <= kBlockUnit && bytes <= kShortBytesMax) {
        block.memory = take_short(bytes);
    }
    if (block.memory == nullptr) {
        block.memory = g_malloc.heap.take_long(bytes, alignment, block.is_zero);
    }
    if (block.memory == nullptr) {
        note_private_block();
    }
    return block;
}

[[gnu::noinline]] void* allocate(size_t bytes) noexcept {
    void* const memory = take(bytes, kBlockUnit).memory;
    return memory != nullptr ? memory : __libc_malloc(bytes);
}

void* allocate_aligned(size_t alignment, size_t bytes) noexcept {
    void* memory = nullptr;
    if (alignment <= BlockHeap::kLargestAlignment) {
        memory = take(bytes, std::max(alignment, kBlockUnit)).memory;
    } else if (is_open()) {
        note_private_block();
    }
    return memory != nullptr ? memory : __libc_memalign(alignment, bytes);
}

/// The blocks of the image whose heap has this address; null when it has none there.
BlockHeapHead* blocks_around(const void* memory) noexcept {
    const arauto_heaps_t heaps = arauto_heaps();
    const size_t offset = static_cast<size_t>(static_cast<const std::byte*>(memory) -
                                              static_cast<std::byte*>(heaps.first));
    const auto rank = static_cast<int>(offset / heaps.stride);
    const ImageMemory* const there = image_memory_of(rank);
    // PAIR image_memory.blocks: look
    const uint64_t start =
        there != nullptr ? there->blocks_offset.load(std::memory_order_acquire) : 0;
    if (start == 0 || offset % heaps.stride < start + kSlabBytes) {
        return nullptr;
    }
    return reinterpret_cast<BlockHeapHead*>(static_cast<std::byte*>(heaps.first) +
                                            static_cast<size_t>(rank) * heaps.stride + start);
}

/// Frees memory of a heap that is not one of this image's blocks.
void free_elsewhere(void* memory) noexcept {
    if (!is_open()) {
        return; // in a child
    }
    if (arauto_memory_is_ours(memory) != 0) {
        static_cast<void>(arauto_memory_free(memory));
    } else if (BlockHeapHead* const head = blocks_around(memory); head != nullptr) {
        coarray::return_block(*head, memory);
    } else if (memory_around(memory).start != memory) { // a coarray's, when it is deallocated by a
        __libc_free(memory); // pointer, stays; else the C library ends the program with a sentence
    }
}

[[gnu::noinline]] void free_slowly(void* memory) noexcept {
    SlabHead& slab = *coarray::slab_of(memory);
    if (slab.kind == SlabKind::run) {
        g_malloc.heap.give_long(memory);
        return;
    }
    if (slab.kind != SlabKind::blocks) {
        __libc_free(memory); // ends the program with the C library's sentence
        return;
    }
    Cache* const cache = t_malloc.cache != nullptr ? t_malloc.cache : make_cache();
    if (cache == nullptr) {
        *static_cast<void**>(memory) = nullptr;
        g_malloc.heap.give_short({memory, 1});
        return;
    }
    Bin& bin = cache->bins[slab.size_class];
    if (bin.free.count >= bin.most) {
        give_back(bin, bin.most / 2);
    }
    *static_cast<void**>(memory) = bin.free.first;
    bin.free.first = memory;
    ++bin.free.count;
}

/// Bytes of a block of any image; 0: there is none.
size_t bytes_of(const void* memory) noexcept {
    return is_own(memory) || blocks_around(memory) != nullptr ? coarray::usable_bytes(memory) : 0;
}

[[gnu::noinline]] void* reallocate(void* memory, size_t bytes) noexcept {
    if (is_own(memory) && coarray::slab_of(memory)->kind == SlabKind::run &&
        bytes > kShortBytesMax && bytes >= bytes_of(memory) / 2 &&
        g_malloc.heap.grow_long(memory, bytes)) {
        return memory;
    }
    const size_t old = bytes_of(memory);
    if (old == 0) {
        return __libc_realloc(memory, bytes); // ends the program with the C library's sentence
    }
    if (is_own(memory) && bytes <= old && bytes >= old / 2) {
        return memory;
    }
    void* const moved = std::malloc(bytes);
    if (moved != nullptr) {
        std::memcpy(moved, memory, std::min(old, bytes));
        std::free(memory);
    }
    return moved;
}

size_t libc_usable_bytes(void* memory) noexcept {
    static const auto function = reinterpret_cast<size_t (*)(void*)>(
        dlsym(RTLD_NEXT, "malloc_usable_size")); // there is no other name for it
    return function != nullptr && memory != nullptr ? function(memory) : 0;
}

/// Memory of the C library moves to the heap, since it may get addresses that no published range
/// contains.
void* reallocate_from_libc(void* memory, size_t bytes) noexcept {
    const Block block = bytes > 0 ? take(bytes, kBlockUnit) : Block{};
    if (block.memory == nullptr) {
        return __libc_realloc(memory, bytes);
    }
    std::memcpy(block.memory, memory, std::min(libc_usable_bytes(memory), bytes));
    __libc_free(memory);
    return block.memory;
}

/// A child shares the heap with the process that has forked it, and must not give its blocks twice.
void close_in_child() noexcept {
    // relaxed because a child has one thread
    g_malloc.ranges.is_open.store(false, std::memory_order_relaxed);
    g_malloc.ranges.bytes.store(0, std::memory_order_relaxed);
    t_malloc.cache = nullptr;
}

/// A part of the rank's own half; 0 bytes: there is no room.
struct Part {
    std::byte* start = nullptr;
    size_t bytes = 0;
    void* allocated = nullptr;
};

Part allocate_part() noexcept {
    constexpr size_t kLeast = size_t{1} << 20U;
    // Half of the half: components that are registered need room as well.
    for (size_t bytes = arauto_heaps().stride / 4; bytes >= kLeast; bytes /= 2) {
        Part part;
        if (arauto_memory_allocate(bytes, &part.allocated) >= 0) {
            const auto address = reinterpret_cast<uintptr_t>(part.allocated);
            const uintptr_t first = (address + kSlabBytes - 1) / kSlabBytes * kSlabBytes;
            part.start = reinterpret_cast<std::byte*>(first);
            part.bytes = (bytes - (first - address)) / kSlabBytes * kSlabBytes;
            return part;
        }
    }
    return {};
}

/// The functions below are the program's, which no other library's and no sanitizer's are before.
bool is_programs_malloc() noexcept {
    void* volatile probe = std::malloc(kBlockUnit);
    const bool is_ours = is_own(probe);
    std::free(probe);
    return is_ours;
}

/// A file in /dev/shm has often little room, and a touch of a page that does not fit is a crash.
bool is_in_file_system(const void* memory) {
    return name_at(read_maps(), reinterpret_cast<uint64_t>(memory)).starts_with("/dev/shm/");
}

bool open_blocks(ImageMemory& own) {
    const arauto_heaps_t heaps = arauto_heaps();
    if (is_in_file_system(heaps.first)) {
        return false;
    }
    const Part part = allocate_part();
    if (part.bytes == 0 || pthread_key_create(&g_malloc.key, end_cache) != 0 ||
        pthread_atfork(nullptr, nullptr, close_in_child) != 0 ||
        !g_malloc.heap.open(part.start, part.bytes)) {
        return false;
    }
    const auto start = reinterpret_cast<uintptr_t>(part.start);
    const auto first = reinterpret_cast<uintptr_t>(heaps.first);
    BlockRanges& ranges = g_malloc.ranges;
    ranges.heaps.store(first, std::memory_order_relaxed); // see BlockRanges
    ranges.all_bytes.store(static_cast<size_t>(heaps.count) * heaps.stride,
                           std::memory_order_relaxed);
    ranges.start.store(start, std::memory_order_relaxed);
    ranges.bytes.store(part.bytes, std::memory_order_relaxed);
    ranges.is_open.store(true, std::memory_order_release); // PAIR program_malloc.open: open
    if (!is_programs_malloc()) {
        ranges.is_open.store(false, std::memory_order_relaxed); // relaxed because none was given
        static_cast<void>(arauto_memory_free(part.allocated));
        return false;
    }
    // PAIR image_memory.blocks: open
    own.blocks_offset.store((start - first) % heaps.stride, std::memory_order_release);
    return true;
}

} // namespace

bool has_own_realloc() noexcept {
    void* volatile none = nullptr; // or the compiler takes it for malloc
    t_malloc.gave_new = false;
    std::free(std::realloc(none, kBlockUnit));
    return t_malloc.gave_new;
}

const void* keep_when_reallocated(const void* memory) noexcept {
    return std::exchange(t_malloc.kept, memory);
}

void start_program_malloc() {
    ImageMemory* const own = own_image_memory();
    const char* const way = arauto_setting("ARAUTO_ALLOCATION");
    const bool is_wanted = way == nullptr || std::strcmp(way, "libc") != 0;
    if (own != nullptr && (!is_wanted || !open_blocks(*own))) {
        note_private_block();
    }
}

} // namespace arauto::gfortran

using namespace arauto::gfortran;

#define MALLOC_EXPORT extern "C" __attribute__((visibility("default")))

MALLOC_EXPORT void* malloc(size_t bytes) noexcept {
    Cache* const cache = t_malloc.cache;
    if (cache != nullptr && bytes <= kShortBytesMax) [[likely]] {
        Chain& free = cache->bins[arauto::coarray::size_class_of(bytes)].free;
        if (free.first != nullptr) [[likely]] {
            void* const block = free.first;
            free.first = *static_cast<void**>(block);
            --free.count;
            return block;
        }
    }
    // In a program whose coarrays have no pointers no blocks are given.
    return is_open() ? allocate(bytes) : __libc_malloc(bytes);
}

MALLOC_EXPORT void free(void* memory) noexcept {
    if (is_own(memory)) [[likely]] {
        const SlabHead& slab = *arauto::coarray::slab_of(memory);
        Cache* const cache = t_malloc.cache;
        if (cache != nullptr && slab.kind == SlabKind::blocks) [[likely]] {
            Bin& bin = cache->bins[slab.size_class];
            if (bin.free.count < bin.most) [[likely]] {
                *static_cast<void**>(memory) = bin.free.first;
                bin.free.first = memory;
                ++bin.free.count;
                return;
            }
        }
        free_slowly(memory);
    } else if (is_in_heaps(memory)) {
        free_elsewhere(memory);
    } else {
        __libc_free(memory);
    }
}

MALLOC_EXPORT void* calloc(size_t count, size_t bytes) noexcept {
    size_t all = 0;
    if (__builtin_mul_overflow(count, bytes, &all)) {
        errno = ENOMEM;
        return nullptr;
    }
    if (all <= kShortBytesMax && is_open()) {
        void* const memory = malloc(all);
        return memory != nullptr ? std::memset(memory, 0, all) : nullptr;
    }
    const Block block = take(all, kBlockUnit);
    if (block.memory == nullptr) {
        return __libc_calloc(count, bytes);
    }
    return block.is_zero ? block.memory : std::memset(block.memory, 0, all);
}

MALLOC_EXPORT void* realloc(void* memory, size_t bytes) noexcept {
    if (memory == nullptr || memory == t_malloc.kept) {
        t_malloc.gave_new = true;
        return malloc(bytes);
    }
    if (!is_in_heaps(memory)) {
        return is_open() ? reallocate_from_libc(memory, bytes) : __libc_realloc(memory, bytes);
    }
    if (bytes == 0) {
        free(memory);
        return nullptr;
    }
    return reallocate(memory, bytes);
}

MALLOC_EXPORT void* memalign(size_t alignment, size_t bytes) noexcept {
    return allocate_aligned(alignment, bytes);
}

MALLOC_EXPORT void* aligned_alloc(size_t alignment, size_t bytes) noexcept {
    return allocate_aligned(alignment, bytes);
}

MALLOC_EXPORT int posix_memalign(void** memory_out, size_t alignment, size_t bytes) noexcept {
    if (alignment < sizeof(void*) || (alignment & (alignment - 1)) != 0) {
        return EINVAL;
    }
    void* const memory = allocate_aligned(alignment, bytes);
    if (memory == nullptr) {
        return ENOMEM;
    }
    *memory_out = memory;
    return 0;
}

MALLOC_EXPORT size_t malloc_usable_size(void* memory) noexcept {
    return is_in_heaps(memory) ? bytes_of(memory) : libc_usable_bytes(memory);
}
