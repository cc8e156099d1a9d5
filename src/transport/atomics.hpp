// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Atomic operations on mapped memory. Only this file turns widths and operations into instructions.
#pragma once

#include "transport/contract.hpp"

#include <algorithm>
#include <atomic>
#include <type_traits>

namespace arauto::transport {

/// Applies `atomic` to the integer at `at`, which is aligned to its width. Sequentially consistent:
/// Fortran gives atomics no order, but programs that hand over data by them expect one, and on x86
/// the stronger order costs nothing for read-modify-write. Returns the value before.
/// PAIR program.atomic: atomics of other ranks on the same integer
template <typename Word>
[[gnu::always_inline]] inline uint64_t apply_as(const Atomic& atomic, std::byte* at) noexcept {
    using Signed = std::make_signed_t<Word>;
    std::atomic_ref<Word> cell(*reinterpret_cast<Word*>(at));
    const Word operand = static_cast<Word>(atomic.operand);
    switch (atomic.op) {
    case AtomicOp::load:
        return cell.load(std::memory_order_seq_cst);
    case AtomicOp::store:
        cell.store(operand, std::memory_order_seq_cst);
        return operand;
    case AtomicOp::add:
        return cell.fetch_add(operand, std::memory_order_seq_cst);
    case AtomicOp::bit_and:
        return cell.fetch_and(operand, std::memory_order_seq_cst);
    case AtomicOp::bit_or:
        return cell.fetch_or(operand, std::memory_order_seq_cst);
    case AtomicOp::bit_xor:
        return cell.fetch_xor(operand, std::memory_order_seq_cst);
    case AtomicOp::swap:
        return cell.exchange(operand, std::memory_order_seq_cst);
    case AtomicOp::compare_swap: {
        Word expected = static_cast<Word>(atomic.compare);
        cell.compare_exchange_strong(expected, operand, std::memory_order_seq_cst);
        return expected;
    }
    case AtomicOp::min:
    case AtomicOp::max: {
        Word before =
            cell.load(std::memory_order_relaxed); // relaxed because the exchange below orders
        for (;;) {
            const Signed a = static_cast<Signed>(before);
            const Signed b = static_cast<Signed>(operand);
            const Signed next = atomic.op == AtomicOp::min ? std::min(a, b) : std::max(a, b);
            if (cell.compare_exchange_weak(before, static_cast<Word>(next),
                                           std::memory_order_seq_cst)) {
                return before;
            }
        }
    }
    }
    return 0;
}

[[gnu::always_inline]] inline uint64_t apply(const Atomic& atomic, std::byte* at) noexcept {
    switch (atomic.width) {
    case 1:
        return apply_as<uint8_t>(atomic, at);
    case 2:
        return apply_as<uint16_t>(atomic, at);
    case 4:
        return apply_as<uint32_t>(atomic, at);
    default:
        return apply_as<uint64_t>(atomic, at);
    }
}

} // namespace arauto::transport
