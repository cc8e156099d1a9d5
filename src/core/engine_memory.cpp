// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Records of an engine: sizes are powers of two times 64 bytes, what was given back is used again
// first. Fresh memory comes from the owner's heap, so only the owner allocates; whoever holds the
// engine's lock gives back.
#include "core/engine.hpp"

#include <algorithm>
#include <bit>

namespace arauto::core {
namespace {

constexpr size_t kChunkBytesMax = size_t{4} << 20;

unsigned class_of(size_t bytes) noexcept {
    return bytes <= 64 ? 0 : static_cast<unsigned>(std::bit_width(bytes - 1)) - 6;
}

[[gnu::cold]] bool add_chunk(Epochs& epochs, size_t bytes) noexcept {
    const size_t wanted = std::max(epochs.next_chunk_bytes, bytes);
    void* memory = nullptr;
    if (allocate_local(wanted, &memory) < 0) {
        return false;
    }
    epochs.chunks.push_back(memory);
    epochs.next_chunk_bytes = std::min(epochs.next_chunk_bytes * 2, kChunkBytesMax);
    epochs.mine->bump = epochs.place_of(memory);
    epochs.mine->bump_end = epochs.mine->bump + wanted;
    return true;
}

} // namespace

Place allocate_record(Epochs& epochs, size_t bytes) noexcept {
    EngineCell& cell = *epochs.mine;
    const unsigned which = class_of(bytes);
    Place& unused = cell.unused[which];
    if (unused != 0) [[likely]] {
        const Place place = unused;
        unused = epochs.at<Place>(place);
        return place;
    }
    const size_t rounded = size_t{64} << which;
    if (cell.bump_end - cell.bump < rounded && !add_chunk(epochs, rounded)) {
        return 0;
    }
    const Place place = cell.bump;
    cell.bump += rounded;
    return place;
}

void release_record(const Engine& engine, Place place, size_t bytes) noexcept {
    Place& unused = engine.cell.unused[class_of(bytes)];
    engine.at<Place>(place) = unused;
    unused = place;
}

} // namespace arauto::core
