// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Queue nodes of locks. A rank that wants a lock records its state in a queue node in its own heap,
// where other ranks can read it even after the rank has died. For lock.cpp and cohort.cpp alone.
//
// An id names one use of a queue node: (rank + 1) << 32 | term << kIndexBits | index; 0: none. Each
// use has a new term. A rank that has an old id therefore notices that the node has been reused,
// and a value written for an old id does not apply to the new use.
#pragma once

#include "remote/word.hpp"

namespace arauto::core {

enum class NodeState : uint32_t {
    idle = 0,
    waiting = 1, // in the queue
    holding = 2,
    releasing = 3,
    requesting = 4, // not in the queue: requests a hand-off, see cohort.hpp
    using_other = 5, // not in the queue: has the lock by another rank's queue node
};

struct alignas(64) LockNode {
    std::atomic<uint64_t> granted; // PAIR lock.granted: its id, set by the predecessor
    std::atomic<uint64_t> previous;
    std::atomic<uint64_t> next; // PAIR lock.next: set by the successor, looked at by the releaser
    std::atomic<uint64_t>
        user; // PAIR lock.user: id of its user: the owner's, or of a rank of its node
    std::atomic<uint64_t> requested; // PAIR lock.requested: the queue node that it requests
    std::atomic<uint64_t> lock; // names the lock while it is published or handed off; else 0
    std::atomic<NodeState> state; // read by others only after a death, or on the same node
    std::atomic<uint32_t> term;
    std::atomic<uint32_t> hand_offs; // of this use, within the machine's ranks
};
static_assert(sizeof(LockNode) == 64);

inline constexpr int kIndexBits = 10;
inline constexpr uint32_t kNodes = 1U
                                   << kIndexBits; // locks one rank can hold or wait for at a time
inline constexpr uint32_t kTermMask = (uint32_t{1} << (32 - kIndexBits)) - 1;

[[nodiscard]] inline int rank_of(uint64_t id) noexcept {
    return static_cast<int>(id >> 32) - 1;
}
[[nodiscard]] inline uint32_t index_of(uint64_t id) noexcept {
    return static_cast<uint32_t>(id) & (kNodes - 1);
}
[[nodiscard]] inline uint32_t term_of(uint64_t id) noexcept {
    return static_cast<uint32_t>(id) >> kIndexBits;
}
[[nodiscard]] inline uint64_t id_of(int rank, uint32_t term, uint32_t index) noexcept {
    return static_cast<uint64_t>(rank + 1) << 32 | (term & kTermMask) << kIndexBits | index;
}
[[nodiscard]] inline LockNode& node_of(uint64_t id) noexcept {
    return reinterpret_cast<LockNode*>(this_rank().heap(rank_of(id)) +
                                       this_rank().words.lock_nodes)[index_of(id)];
}
/// False for the id 0, which names no rank.
[[nodiscard]] inline bool has_failed(uint64_t id) noexcept {
    return id != 0 && learn_state(rank_of(id)) == boot::ImageState::failed;
}

} // namespace arauto::core
