// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Records of an engine. Sizes are powers of two times 64 bytes, and freed records are reused first.
// Fresh memory comes from the owner's heap, so only the owner allocates. The holder of the engine's
// lock frees records.
#include "epoch/engine.hpp"

#include <algorithm>

namespace arauto::core {
namespace {

constexpr size_t kChunkBytesMax = size_t{4} << 20;

[[gnu::cold]] bool add_chunk(Epochs& epochs, size_t bytes) noexcept {
    const size_t wanted = std::max(epochs.next_chunk_bytes, bytes);
    void* memory = nullptr;
    if (this_rank().own_heap.allocate_local(wanted, &memory) < 0) {
        return false;
    }
    epochs.chunks.push_back(memory);
    epochs.next_chunk_bytes = std::min(epochs.next_chunk_bytes * 2, kChunkBytesMax);
    epochs.mine->bump = epochs.offset_of(memory);
    epochs.mine->bump_end = epochs.mine->bump + wanted;
    return true;
}

} // namespace

JobOffset allocate_fresh(Epochs& epochs, unsigned which) noexcept {
    EngineCell& cell = *epochs.mine;
    const size_t bytes = size_t{64} << which;
    if (cell.bump_end - cell.bump < bytes && !add_chunk(epochs, bytes)) {
        return 0;
    }
    const JobOffset offset = cell.bump;
    cell.bump += bytes;
    return offset;
}

} // namespace arauto::core
