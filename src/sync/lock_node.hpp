// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// What a rank that wants a lock writes down in its own heap, and what others may conclude from it,
// also when it has died. Of lock.cpp and lending.cpp alone.
//
// An id names one use of a node: (rank + 1) << 32 | term << kIndexBits | index; 0: none. The term
// is another each time the node is used, so that who was told of an id is never misled by what the
// node has become: what is written for an id that has gone is not meant for the next.
#pragma once

#include "remote/word.hpp"

namespace arauto::core {

enum class NodeState : uint32_t {
    idle = 0,
    waiting = 1, // in the queue
    holding = 2,
    releasing = 3,
    asking = 4, // not in the queue: for a loan, see lending.hpp
    borrowing = 5, // has got it
};

struct alignas(64) LockNode {
    std::atomic<uint64_t> granted; // PAIR lock.granted: its id, set by the predecessor
    std::atomic<uint64_t> previous;
    std::atomic<uint64_t> next; // PAIR lock.next: set by the successor, looked at by the releaser
    std::atomic<uint64_t> user; // PAIR lock.user: id of who uses this place: its own, or a borrower
    std::atomic<uint64_t> asked; // PAIR lock.asked: whose place it asks for
    std::atomic<uint64_t> lock; // whose place may be lent: the lock's address; else 0
    std::atomic<NodeState> state; // read by others only after a death, and near ones
    std::atomic<uint32_t> term;
    std::atomic<uint32_t> loans; // of its place
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
/// The id 0 names no rank, and has not failed.
[[nodiscard]] inline bool has_failed(uint64_t id) noexcept {
    return id != 0 && this_rank().state(rank_of(id)) == boot::ImageState::failed;
}

} // namespace arauto::core
