// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See copy.hpp.
#include "base/copy.hpp"

#include "base/record.hpp"

#include <cstdint>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace arauto {

constinit CopyTimes* g_copy_times = nullptr;

namespace {

#if defined(__SSE2__)

/// Whether `rep movsb` would be slow, and a copy from the end would be right: the start of `from`
/// does not lie in `to`. From a MiB on glibc has other stores, which pass the caches.
bool is_slow_forward(const void* to, const void* from, size_t bytes) noexcept {
    constexpr size_t kMost = size_t{1} << 20;
    constexpr uintptr_t kPage = 4096;
    constexpr uintptr_t kAheadMost = 31;
    const uintptr_t ahead = reinterpret_cast<uintptr_t>(to) - reinterpret_cast<uintptr_t>(from);
    const uintptr_t behind = uintptr_t{0} - ahead;
    return ahead % kPage - 1 < kAheadMost && bytes < kMost && behind >= bytes;
}

void copy_from_end(void* to, const void* from, size_t bytes) noexcept {
    constexpr size_t kStep = 4 * sizeof(__m128i); // all loads of a step precede its stores
    auto* const target = static_cast<std::byte*>(to);
    const auto* const source = static_cast<const std::byte*>(from);
    size_t left = bytes;
    for (; left >= kStep; left -= kStep) {
        const auto* const in = reinterpret_cast<const __m128i*>(source + left - kStep);
        auto* const out = reinterpret_cast<__m128i*>(target + left - kStep);
        const __m128i first = _mm_loadu_si128(in);
        const __m128i second = _mm_loadu_si128(in + 1);
        const __m128i third = _mm_loadu_si128(in + 2);
        const __m128i fourth = _mm_loadu_si128(in + 3);
        _mm_storeu_si128(out + 3, fourth);
        _mm_storeu_si128(out + 2, third);
        _mm_storeu_si128(out + 1, second);
        _mm_storeu_si128(out, first);
    }
    std::memmove(target, source, left);
}

#endif

} // namespace

void CopyTimer::begin() noexcept {
    if (arauto_thread.is_in_measured_wait == 0) {
        since_ns_ = now_ns();
    }
}

void CopyTimer::add() const noexcept {
    const auto ns = static_cast<uint64_t>(now_ns() - since_ns_);
    const auto more = [](std::atomic<uint64_t>& sum, uint64_t by) {
        sum.fetch_add(by, std::memory_order_relaxed); // relaxed because of CopyTimes
    };
    more(g_copy_times->copies, 1);
    more(g_copy_times->bytes, bytes_);
    more(g_copy_times->ns, ns);
}

void copy_long(void* to, const void* from, size_t bytes) noexcept {
    const CopyTimer timer(bytes);
#if defined(__SSE2__)
    if (is_slow_forward(to, from, bytes)) [[unlikely]] {
        copy_from_end(to, from, bytes);
        return;
    }
#endif
    std::memmove(to, from, bytes);
}

} // namespace arauto
