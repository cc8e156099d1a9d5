// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The functions that gcc and clang call in place of atomic operations, which are done here. All of
// them are sequentially consistent, which every order that a program asks for allows.
#include "touch.hpp"

using arauto::race::touch_any;

namespace {

constexpr int kOrder = __ATOMIC_SEQ_CST; // PAIR program.atomics: as the program asks, or stronger

__extension__ using Wide = __int128;

#if defined(__x86_64__)
[[gnu::target("cx16")]] Wide swap_if_same(volatile Wide* memory, Wide expected, Wide wanted) {
    return __sync_val_compare_and_swap(memory, expected, wanted);
}

/// Replaces the value by `change(value)`. @return the value before
template <typename Change> Wide change_wide(volatile Wide* memory, Change change) {
    Wide known = swap_if_same(memory, 0, 0);
    for (;;) {
        const Wide found = swap_if_same(memory, known, change(known));
        if (found == known) {
            return found;
        }
        known = found;
    }
}
#endif

} // namespace

#define ARAUTO_FETCH(BITS, TYPE, NAME)                                                             \
    TYPE __tsan_atomic##BITS##_fetch_##NAME(volatile TYPE* memory, TYPE value, int) {              \
        touch_any(memory, sizeof(TYPE), ARAUTO_RACE_ATOMIC_WRITE);                                 \
        return __atomic_fetch_##NAME(memory, value, kOrder);                                       \
    }

#define ARAUTO_ATOMICS(BITS, TYPE)                                                                 \
    TYPE __tsan_atomic##BITS##_load(const volatile TYPE* memory, int) {                            \
        touch_any(memory, sizeof(TYPE), ARAUTO_RACE_ATOMIC_READ);                                  \
        return __atomic_load_n(memory, kOrder);                                                    \
    }                                                                                              \
    void __tsan_atomic##BITS##_store(volatile TYPE* memory, TYPE value, int) {                     \
        touch_any(memory, sizeof(TYPE), ARAUTO_RACE_ATOMIC_WRITE);                                 \
        __atomic_store_n(memory, value, kOrder);                                                   \
    }                                                                                              \
    TYPE __tsan_atomic##BITS##_exchange(volatile TYPE* memory, TYPE value, int) {                  \
        touch_any(memory, sizeof(TYPE), ARAUTO_RACE_ATOMIC_WRITE);                                 \
        return __atomic_exchange_n(memory, value, kOrder);                                         \
    }                                                                                              \
    ARAUTO_FETCH(BITS, TYPE, add)                                                                  \
    ARAUTO_FETCH(BITS, TYPE, sub)                                                                  \
    ARAUTO_FETCH(BITS, TYPE, and)                                                                  \
    ARAUTO_FETCH(BITS, TYPE, or)                                                                   \
    ARAUTO_FETCH(BITS, TYPE, xor)                                                                  \
    ARAUTO_FETCH(BITS, TYPE, nand)                                                                 \
    bool __tsan_atomic##BITS##_compare_exchange_strong(volatile TYPE* memory, TYPE* expected,      \
                                                       TYPE value, int, int) {                     \
        touch_any(memory, sizeof(TYPE), ARAUTO_RACE_ATOMIC_WRITE);                                 \
        return __atomic_compare_exchange_n(memory, expected, value, false, kOrder, kOrder);        \
    }                                                                                              \
    bool __tsan_atomic##BITS##_compare_exchange_weak(volatile TYPE* memory, TYPE* expected,        \
                                                     TYPE value, int, int) {                       \
        touch_any(memory, sizeof(TYPE), ARAUTO_RACE_ATOMIC_WRITE);                                 \
        return __atomic_compare_exchange_n(memory, expected, value, true, kOrder, kOrder);         \
    }                                                                                              \
    TYPE __tsan_atomic##BITS##_compare_exchange_val(volatile TYPE* memory, TYPE expected,          \
                                                    TYPE value, int, int) {                        \
        touch_any(memory, sizeof(TYPE), ARAUTO_RACE_ATOMIC_WRITE);                                 \
        __atomic_compare_exchange_n(memory, &expected, value, false, kOrder, kOrder);              \
        return expected;                                                                           \
    }

#define ARAUTO_FETCH_WIDE(NAME, CHANGED)                                                           \
    Wide __tsan_atomic128_##NAME(volatile Wide* memory, [[maybe_unused]] Wide value, int) {        \
        touch_any(memory, sizeof(Wide), ARAUTO_RACE_ATOMIC_WRITE);                                 \
        return change_wide(memory, [=](Wide old) -> Wide { return CHANGED; });                     \
    }

extern "C" {

ARAUTO_ATOMICS(8, uint8_t)
ARAUTO_ATOMICS(16, uint16_t)
ARAUTO_ATOMICS(32, uint32_t)
ARAUTO_ATOMICS(64, uint64_t)

#if defined(__x86_64__)
Wide __tsan_atomic128_load(const volatile Wide* memory, int) {
    touch_any(memory, sizeof(Wide), ARAUTO_RACE_ATOMIC_READ);
    return swap_if_same(const_cast<volatile Wide*>(memory), 0, 0);
}
void __tsan_atomic128_store(volatile Wide* memory, Wide value, int) {
    touch_any(memory, sizeof(Wide), ARAUTO_RACE_ATOMIC_WRITE);
    static_cast<void>(change_wide(memory, [=](Wide) { return value; }));
}
ARAUTO_FETCH_WIDE(exchange, (static_cast<void>(old), value))
ARAUTO_FETCH_WIDE(fetch_add, old + value)
ARAUTO_FETCH_WIDE(fetch_sub, old - value)
ARAUTO_FETCH_WIDE(fetch_and, old& value)
ARAUTO_FETCH_WIDE(fetch_or, old | value)
ARAUTO_FETCH_WIDE(fetch_xor, old ^ value)
ARAUTO_FETCH_WIDE(fetch_nand, ~(old& value))
Wide __tsan_atomic128_compare_exchange_val(
    volatile Wide* memory, Wide expected, Wide value, int, int) {
    touch_any(memory, sizeof(Wide), ARAUTO_RACE_ATOMIC_WRITE);
    return swap_if_same(memory, expected, value);
}
bool __tsan_atomic128_compare_exchange_strong(
    volatile Wide* memory, Wide* expected, Wide value, int, int) {
    touch_any(memory, sizeof(Wide), ARAUTO_RACE_ATOMIC_WRITE);
    const Wide found = swap_if_same(memory, *expected, value);
    const bool is_same = found == *expected;
    *expected = found;
    return is_same;
}
bool __tsan_atomic128_compare_exchange_weak(
    volatile Wide* memory, Wide* expected, Wide value, int first, int second) {
    return __tsan_atomic128_compare_exchange_strong(memory, expected, value, first, second);
}
#endif

void __tsan_atomic_thread_fence(int) {
    __atomic_thread_fence(kOrder);
}
void __tsan_atomic_signal_fence(int) {
    __atomic_signal_fence(kOrder);
}

} // extern "C"
