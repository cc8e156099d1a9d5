// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The order of a thread's stores, non-temporal ones included, and an early fetch of a line that it
// will write.
#pragma once

#include <cstddef>

namespace arauto {

/// Orders all earlier plain stores of this thread, non-temporal ones included, before all later
/// ones. PAIR program.order: data, before their notification
inline void store_fence() noexcept {
#if defined(__x86_64__)
    __builtin_ia32_sfence();
#else
    __atomic_thread_fence(__ATOMIC_RELEASE);
#endif
}

/// Orders earlier stores before a delivery that is a sequentially consistent operation: on x86 that
/// is a locked instruction, which waits for non-temporal stores by itself. An sfence in front of it
/// made a put with its event take 1.55 hand-overs instead of 1.4.
/// PAIR program.order: data, before their notification
inline void order_before_delivery() noexcept {
#if defined(__x86_64__)
    __asm__ volatile("" ::: "memory");
#else
    __atomic_thread_fence(__ATOMIC_RELEASE);
#endif
}

/// Asks early for a line that will be written: to take it from a rank that has read it takes half a
/// hand-over.
inline void fetch_to_write(const std::byte* address) noexcept {
#if defined(__x86_64__)
    // Written out, since compilers turn their own form into a fetch for reading unless an option
    // says that the processor has this instruction; where it has not, it does nothing.
    __asm__ volatile("prefetchw %0" : : "m"(*address));
#else
    __builtin_prefetch(address, 1);
#endif
}

} // namespace arauto
