// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Words in the heap of any rank, by which protocols communicate. Every rank's heap has an address
// in this process. Where the heap is not mapped, that address is only a name, from which the word's
// rank and offset are computed, and the operation goes through the network. It then happens in the
// target's process, sequentially consistent with the operations of its own node. Protocols wait for
// the effects of their words, so flush_except() does not wait for them.
//
// On one node each of these is the operation itself and a check of a pointer. The callers carry the
// labels of pairs.
#pragma once

#include "remote/far_put.hpp"
#include "remote/post.hpp"
#include "runtime/wait.hpp"

#include <type_traits>

namespace arauto::core {

/// Operations on a word of a far rank's heap. Those that return a value wait for it; when the rank
/// is lost they return 0, and the caller checks its state.
[[nodiscard]] uint64_t
far_atomic(int rank, uint64_t offset, const transport::Atomic& atomic) noexcept;
/// Reads a word, even after its rank has died: then any living process of its node reads it. 0: no
/// process lives there.
[[nodiscard]] uint64_t far_load_lasting(int rank, uint64_t offset, uint8_t width) noexcept;

namespace word {

struct WordAddress {
    int rank;
    uint64_t offset; // in its heap
};

[[nodiscard]] inline WordAddress address_of_word(const void* at) noexcept {
    const Rank& self = this_rank();
    const auto offset = static_cast<uint64_t>(static_cast<const std::byte*>(at) - self.heap(0));
    return {static_cast<int>(offset / self.heap_stride), offset % self.heap_stride};
}

[[nodiscard]] inline bool is_mapped(const void* at) noexcept {
    return this_rank().network == nullptr || !is_far(address_of_word(at).rank);
}

[[nodiscard]] inline bool is_lost(int rank) noexcept {
    return learn_state(rank) == boot::ImageState::failed;
}

template <typename T> [[nodiscard]] constexpr uint64_t to_bits(T value) noexcept {
    static_assert(sizeof(T) == 4 || sizeof(T) == 8);
    return static_cast<uint64_t>(value);
}

template <typename T>
[[nodiscard]] T far(const std::atomic<T>& word,
                    transport::AtomicOp op,
                    uint64_t operand,
                    uint64_t compare = 0) noexcept {
    const WordAddress address = address_of_word(&word);
    return static_cast<T>(
        far_atomic(address.rank, address.offset, {op, sizeof(T), operand, compare, nullptr}));
}

/// `order` is the memory order on one node.
template <typename T>
[[nodiscard]] inline T load(const std::atomic<T>& word,
                            std::memory_order order = std::memory_order_seq_cst) noexcept {
    if (is_mapped(&word)) [[likely]] {
        return word.load(order);
    }
    return far(word, transport::AtomicOp::load, 0);
}

/// Loads a word, also when its rank has died: then a living process of its node reads it. 0: there
/// is no such process.
template <typename T> [[nodiscard]] inline T load_lasting(const std::atomic<T>& word) noexcept {
    if (is_mapped(&word)) [[likely]] {
        return word.load(std::memory_order_seq_cst);
    }
    const WordAddress address = address_of_word(&word);
    return static_cast<T>(far_load_lasting(address.rank, address.offset, sizeof(T)));
}

template <typename T>
inline void
store(std::atomic<T>& word, T value, std::memory_order order = std::memory_order_seq_cst) noexcept {
    if (is_mapped(&word)) [[likely]] {
        word.store(value, order);
        return;
    }
    const WordAddress address = address_of_word(&word);
    far_signal(address.rank,
               {transport::AtomicOp::store, sizeof(T), address.offset, to_bits(value)}, false);
}

/// Raises a count that only grows, and has one writer at a time, to `value`. To another node the
/// message goes along with data, or alone as a short one.
inline void raise(std::atomic<uint64_t>& count,
                  uint64_t value,
                  std::memory_order order = std::memory_order_seq_cst) noexcept {
    if (is_mapped(&count)) [[likely]] {
        count.store(value, order);
        return;
    }
    const WordAddress address = address_of_word(&count);
    far_signal(address.rank, {transport::AtomicOp::max, sizeof value, address.offset, value},
               false);
}

/// Adds; the old value is not returned.
template <typename T> inline void add(std::atomic<T>& word, T value) noexcept {
    if (is_mapped(&word)) [[likely]] {
        word.fetch_add(value, std::memory_order_seq_cst);
        return;
    }
    const WordAddress address = address_of_word(&word);
    far_signal(address.rank, {transport::AtomicOp::add, sizeof(T), address.offset, to_bits(value)},
               false);
}

template <typename T> [[nodiscard]] inline T fetch_add(std::atomic<T>& word, T value) noexcept {
    if (is_mapped(&word)) [[likely]] {
        return word.fetch_add(value, std::memory_order_seq_cst);
    }
    return far(word, transport::AtomicOp::add, to_bits(value));
}

/// A store that has happened when this returns, unless the word's rank is lost.
template <typename T> [[nodiscard]] inline T exchange(std::atomic<T>& word, T value) noexcept {
    if (is_mapped(&word)) [[likely]] {
        return word.exchange(value, std::memory_order_seq_cst);
    }
    return far(word, transport::AtomicOp::swap, to_bits(value));
}

template <typename T>
[[nodiscard]] inline bool compare_exchange(std::atomic<T>& word, T& expected, T desired) noexcept {
    if (is_mapped(&word)) [[likely]] {
        return word.compare_exchange_strong(expected, desired, std::memory_order_seq_cst);
    }
    const T before =
        far(word, transport::AtomicOp::compare_swap, to_bits(desired), to_bits(expected));
    // At a lost rank it counts as done, or a caller that retries would do so for ever.
    if (before == expected || is_lost(address_of_word(&word).rank)) {
        return true;
    }
    expected = before;
    return false;
}

/// Stores to a word of `rank`, and wakes that rank.
template <typename T> inline void store_and_ring(int rank, std::atomic<T>& word, T value) noexcept {
    store(word, value);
    ring(rank);
}

/// Stores to a count of `rank` that only grows, and wakes that rank.
inline void store_count_and_ring(int rank, std::atomic<uint64_t>& count, uint64_t value) noexcept {
    raise(count, value);
    ring(rank);
}

} // namespace word
} // namespace arauto::core
