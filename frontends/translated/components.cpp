// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See components.hpp. Chunks of the heap are divided as the C library divides its memory: 8 bytes
// before each block hold its length, and blocks lie at multiples of 16. So short components take no
// more memory than elsewhere, and several of them lie in memory like other arrays.
#include "components.hpp"

#include "coarray/placement.hpp"
#include "holes.hpp"
#include "state.hpp"

#include "arauto/segment.h"
#include "arauto/spi/segment.h"

#include <algorithm>
#include <mutex>
#include <optional>
#include <vector>

namespace arauto::translated {
namespace {

using coarray::kLongOffset;
using coarray::kPageBytes;

constexpr size_t kUnit = 16; // of blocks and their distances
constexpr size_t kHead = 8;
constexpr size_t kBlockMin = 2 * kUnit; // the C library's as well
constexpr size_t kMappedBytes = size_t{128} << 10U; // from there on it maps blocks one by one
/// Each chunk is as long as all before it, so that they are few however much is allocated, and at
/// least this, so that images which allocate somewhat different components have the coarrays that
/// follow at one distance.
constexpr size_t kChunkMin = size_t{1} << 20;

struct Chunk {
    uintptr_t start;
    size_t bytes;
};

} // namespace

struct Components {
    std::mutex guard;
    Holes holes;
    std::vector<Chunk> chunks;
    size_t bytes = 0; // of all chunks
};

namespace {

Components& components() noexcept {
    return g_state.components.get();
}

/// A block begins where its head does, 8 bytes before a multiple of 16.
bool add_chunk(Components& all, size_t bytes) {
    void* memory = nullptr;
    if (arauto_memory_allocate(bytes, &memory) < 0) {
        return false;
    }
    const Chunk chunk{reinterpret_cast<uintptr_t>(memory) + kHead, bytes - kUnit};
    all.chunks.push_back(chunk);
    all.holes.add(chunk.start, chunk.bytes);
    all.bytes += bytes;
    return true;
}

std::optional<uintptr_t> cut(Components& all, size_t bytes) {
    return bytes < kMappedBytes ? all.holes.take(bytes)
                                : all.holes.take(bytes, kPageBytes, kLongOffset - kHead);
}

size_t& head_of(uintptr_t block) noexcept {
    return *reinterpret_cast<size_t*>(block); // its head
}

bool is_in(const Components& all, uintptr_t block) noexcept {
    return std::any_of(all.chunks.begin(), all.chunks.end(),
                       [&](const Chunk& chunk) { return block - chunk.start < chunk.bytes; });
}

} // namespace

void* take_component(size_t bytes) {
    if (bytes > kComponentBytesMax) {
        return nullptr;
    }
    Components& all = components();
    const std::lock_guard lock(all.guard);
    const size_t whole = std::max((bytes + kHead + kUnit - 1) / kUnit * kUnit, kBlockMin);
    std::optional<uintptr_t> block = cut(all, whole);
    if (!block) {
        const size_t needed = whole + kPageBytes + kUnit; // wherever the chunk begins
        size_t wanted = std::max({needed, kChunkMin, all.bytes});
        while (!add_chunk(all, wanted)) {
            if (wanted == needed) {
                return nullptr;
            }
            wanted = std::max(needed, wanted / 2);
        }
        block = cut(all, whole);
    }
    head_of(*block) = whole;
    return reinterpret_cast<void*>(*block + kHead);
}

void give_back_component(void* memory) {
    Components& all = components();
    const std::lock_guard lock(all.guard);
    const uintptr_t block = reinterpret_cast<uintptr_t>(memory) - kHead;
    all.holes.add(block, head_of(block));
}

size_t component_bytes(const void* memory) noexcept {
    Components& all = components();
    const std::lock_guard lock(all.guard);
    const uintptr_t block = reinterpret_cast<uintptr_t>(memory) - kHead;
    return is_in(all, block) ? head_of(block) - kHead : 0;
}

} // namespace arauto::translated
