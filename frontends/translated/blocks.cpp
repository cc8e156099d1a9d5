// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The accesses of translated code without descriptors: an address on this image, an image, and a
// number of bytes that are contiguous on both sides.
#include "access.hpp"
#include "pending.hpp"
#include "quick.hpp"

#include "arauto/rma.h"
#include "arauto/spi/copy.h"

#include <cstring>

namespace arauto::translated {
namespace {

/// A value that the compiler has in a register or its temporary: one move where it has 4 or 8
/// bytes. Source and target may overlap on this image.
[[gnu::always_inline]] inline void move(void* to, const void* from, size_t bytes) noexcept {
    if (bytes == sizeof(uint64_t)) {
        std::memcpy(to, from, sizeof(uint64_t));
    } else if (bytes == sizeof(uint32_t)) {
        std::memcpy(to, from, sizeof(uint32_t));
    } else {
        arauto_copy_bytes(to, from, bytes);
    }
}

/// Whether bytes of this image's own are both read and written. The runtime copies through another
/// mapping of the same memory, so it cannot see that.
bool overlap(int rank, const void* a, const void* b, size_t bytes) noexcept {
    const auto first = reinterpret_cast<uintptr_t>(a);
    const auto second = reinterpret_cast<uintptr_t>(b);
    return rank == arauto_rank() && first - second + bytes - 1 < 2 * bytes - 1;
}

[[gnu::noinline]] void
put_generally(const void* a, int32_t image, const void* value, size_t bytes) noexcept {
    if (bytes == 0) {
        return; // a section without elements may begin anywhere
    }
    image = image_number(image, a);
    if (char* direct = direct_ptr(a, bytes, image); direct != nullptr) {
        move(direct, value, bytes);
        return;
    }
    const int rank = rank_of_access(image, {}, kWrite);
    if (is_absent(a) && is_put_to_failed(rank, {})) {
        return;
    }
    const uint64_t address = coarray_address(a, image, rank, {}, kWrite);
    std::vector<char> read_before;
    if (overlap(rank, a, value, bytes)) {
        const auto* from = static_cast<const char*>(value);
        read_before.assign(from, from + bytes);
        value = read_before.data();
    }
    report_put({}, write_bytes({rank, address, false}, value, bytes), rank);
}

[[gnu::noinline]] void
get_generally(void* to, int32_t image, const void* a, size_t bytes) noexcept {
    if (bytes == 0) {
        return;
    }
    image = image_number(image, a);
    if (const char* direct = direct_ptr(a, bytes, image); direct != nullptr) {
        move(to, direct, bytes);
        return;
    }
    const int rank = rank_of_access(image, {}, kRead);
    const uint64_t address = coarray_address(a, image, rank, {}, kRead);
    if (!overlap(rank, a, to, bytes)) {
        report_get({}, read_bytes({rank, address, false}, to, bytes), rank);
        return;
    }
    std::vector<char> read_before(bytes);
    report_get({}, read_bytes({rank, address, false}, read_before.data(), bytes), rank);
    std::memcpy(to, read_before.data(), bytes);
}

/// Left and right of an assignment, where the translator does not know whether they fit.
[[gnu::cold]] void refuse_sizes(const void* a,
                                int32_t image,
                                const char* action,
                                coarray::ElementCounts counts) noexcept {
    const int rank = rank_of_access(image_number(image, a), {}, action);
    coarray::refuse_counts({}, coarray::rank_to_image(rank), action, counts);
}

} // namespace
} // namespace arauto::translated

using namespace arauto::translated;

void translated_put_block(const void* a, int32_t image, const void* value, int64_t bytes) {
    const size_t length = bytes > 0 ? static_cast<size_t>(bytes) : 0;
    if (char* direct = direct_ptr(a, length, image); direct != nullptr) [[likely]] {
        move(direct, value, length);
        return;
    }
    put_generally(a, image, value, length);
}

void translated_get_block(void* to, int32_t image, const void* a, int64_t bytes) {
    const size_t length = bytes > 0 ? static_cast<size_t>(bytes) : 0;
    if (!has_late_puts()) [[likely]] {
        if (const char* direct = direct_ptr(a, length, image); direct != nullptr) [[likely]] {
            move(to, direct, length);
            return;
        }
    }
    get_generally(to, image, a, length);
}

void translated_put_sized(const void* a,
                          int32_t image,
                          const void* value,
                          int64_t elements,
                          int64_t given,
                          int64_t width) {
    if (elements != given) [[unlikely]] {
        refuse_sizes(a, image, kWrite, {static_cast<size_t>(elements), static_cast<size_t>(given)});
    }
    translated_put_block(a, image, value, elements * width);
}

void translated_get_sized(
    void* to, int32_t image, const void* a, int64_t elements, int64_t given, int64_t width) {
    if (elements != given) [[unlikely]] {
        refuse_sizes(a, image, kRead, {static_cast<size_t>(elements), static_cast<size_t>(given)});
    }
    translated_get_block(to, image, a, elements * width);
}

void translated_put_word(const void* a, int32_t image, const void* value, int64_t bytes) {
    translated_put_block(a, image, value, bytes);
}

void translated_get_word(void* to, int32_t image, const void* a, int64_t bytes) {
    translated_get_block(to, image, a, bytes);
}

void* translated_near(const void* a, int32_t image, int64_t bytes) {
    if (bytes <= 0 || has_late_puts()) {
        return nullptr;
    }
    int rank = -1;
    char* const direct = direct_ptr(a, static_cast<size_t>(bytes), image, &rank);
    return rank == arauto_rank() ? nullptr : direct;
}

void* translated_near_one(const void* a, int32_t image, int64_t bytes) {
    return translated_near(a, image, bytes);
}
