// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// One process's view of an epochs object: where its members keep their cells, and which epochs this
// process has open. A process that steps another member's engine does so through its own view.
#pragma once

#include "epoch/epoch_wire.hpp"
#include "team/segment.hpp"

#include <atomic>
#include <vector>

namespace arauto::check {
struct EpochObject;
}

struct arauto_epochs {
    // Read by every call: constant.
    std::byte* base = nullptr; // of the job's mapping
    std::byte* cells0 = nullptr; // the cell that the first rank of the job would have
    uint64_t stride = 0;
    const int32_t* members = nullptr; // ranks in the job; null: they are the same
    int rank = 0;
    int size = 1;
    arauto::core::EngineCell* mine = nullptr;
    arauto::core::EngineCell* first = nullptr; // of the team's first member; for its gate
    arauto::core::EngineCell* near_first = nullptr; // of the first member on this node
    bool is_spread = false; // over several nodes: each engine is its owner's alone then
    arauto::core::Pair* pairs = nullptr; // of this member

    // The open epochs; written by the owner's calls alone.
    arauto::core::JobOffset start = 0;
    arauto::core::JobOffset post = 0;
    arauto::core::JobOffset everyone = 0; // the record of an open fence or lock_all
    uint32_t locks = 0;
    bool is_fenced = false;
    bool is_fence_used = false; // it has operations
    uint8_t reorder = 0;

    void* context = nullptr;
    arauto::core::Segment* segment = nullptr;
    arauto::core::Team* team = nullptr;
    std::vector<void*> chunks; // of memory for records
    size_t next_chunk_bytes = size_t{16} << 10;
    std::atomic<int> next_to_help{0}; // several threads may wait and test at once
    int fence_round = 0; // of a node leader: rounds of its fence that are complete
    bool is_round_sent = false;
    arauto::check::EpochObject* told = nullptr; // to the race checker; null: it is not checked

    [[nodiscard]] int to_world(int member) const noexcept {
        return members != nullptr ? members[member] : member;
    }
    [[nodiscard]] arauto::core::EngineCell& cell(int member) const noexcept {
        return *reinterpret_cast<arauto::core::EngineCell*>(
            cells0 + arauto::boot::heap_distance(to_world(member), stride));
    }
    template <typename Record>
    [[nodiscard]] Record& at(arauto::core::JobOffset offset) const noexcept {
        return *reinterpret_cast<Record*>(base + offset);
    }
    [[nodiscard]] arauto::core::JobOffset offset_of(const void* record) const noexcept {
        return static_cast<arauto::core::JobOffset>(static_cast<const std::byte*>(record) - base);
    }
    /// Nothing is deferred, queued or closed and incomplete: no other process touches this engine,
    /// and the owner needs no lock.
    [[nodiscard]] bool is_idle() const noexcept {
        return mine->pending.load(std::memory_order_acquire) == 0; // PAIR engine.pending: look
    }
};

namespace arauto::core {

using Epochs = ::arauto_epochs;

/// A list of ranks in the team, checked by the caller.
struct RankList {
    const int* ranks;
    int count;
};

} // namespace arauto::core
