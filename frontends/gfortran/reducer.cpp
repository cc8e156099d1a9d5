// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See reducer.hpp.
#include "reducer.hpp"

#include "section.hpp"

#include "arauto/collective.h"

#include <algorithm>
#include <cstring>

namespace arauto::gfortran {
namespace {

template <typename T> T load(const void* from, size_t i) noexcept {
    T value;
    std::memcpy(&value, static_cast<const std::byte*>(from) + i * sizeof(T), sizeof(T));
    return value;
}

/// How much speaks for REAL(10) (positive) or REAL(16) (negative) in one 16-byte value. The
/// extended format always sets the leading bit of a number that is not zero, and leaves six bytes
/// unused, most often zero; a REAL(16) whose upper six bytes are zero would be smaller than
/// 1e-4900.
int evidence(const std::byte* value) noexcept {
    const auto low = load<uint64_t>(value, 0);
    const auto high = load<uint64_t>(value, 1);
    const uint64_t exponent = high & 0x7fff;
    const uint64_t padding = high >> 16;
    if (low == 0 && high == 0) {
        return 0;
    }
    if (padding == 0) {
        return 8;
    }
    if (exponent != 0 && (low >> 63) == 0) {
        return -8; // no processor makes such an extended number
    }
    // One in 32 of the REAL(16) with arbitrary digits looks like an extended number of common size.
    constexpr uint64_t kBias = 0x3fff;
    constexpr uint64_t kCommon = 0x400;
    if ((low >> 63) != 0 && exponent > kBias - kCommon && exponent < kBias + kCommon) {
        return 6;
    }
    const uint64_t quad_exponent = (high >> 48) & 0x7fff;
    return quad_exponent > kBias - kCommon && quad_exponent < kBias + kCommon ? -2 : 1;
}

} // namespace

arauto_section_t section_of_argument(const Descriptor& array) noexcept {
    arauto_section_t section;
    describe(section, array);
    const bool has_no_span = array.rank == 1 && array.dim[0].lower == 1 &&
                             array.dim[0].stride == 1 &&
                             array.offset != static_cast<size_t>(-1); // as others have it then
    if (has_no_span) {
        section.dim[0].stride = static_cast<int64_t>(array.element_bytes);
    }
    return section;
}

bool are_extended(arauto_team_h team, const Descriptor& array) noexcept {
    const bool is_asked = (array.type == kTypeReal && array.element_bytes == 16) ||
                          (array.type == kTypeComplex && array.element_bytes == 32);
    if (!is_asked) {
        return false;
    }
    // A few elements of each image are enough: it is the same variable on all.
    constexpr size_t kAsked = 4;
    int64_t votes = 0;
    const ptrdiff_t step = array.rank > 0 ? byte_stride(array, 0) : 0;
    const size_t along = array.rank > 0 ? static_cast<size_t>(extent_of(array.dim[0])) : 1;
    const size_t asked = element_count(array) > 0 ? std::min(along, kAsked) : 0;
    for (size_t i = 0; i < asked; ++i) {
        const auto* element =
            static_cast<const std::byte*>(array.base) + static_cast<ptrdiff_t>(i) * step;
        for (size_t part = 0; part < array.element_bytes; part += 16) {
            votes += evidence(element + part);
        }
    }
    // A failure here shows again in the reduction that follows.
    static_cast<void>(arauto_reduce(team, &votes, 1, ARAUTO_INT64, ARAUTO_SUM, ARAUTO_ALL_RANKS));
    return votes > 0;
}

int kind_of(arauto_team_h team, const Descriptor& array, int length) noexcept {
    if (array.type == kTypeCharacter) {
        return length > 0 && array.element_bytes / static_cast<size_t>(length) == 4 ? 4 : 1;
    }
    return are_extended(team, array) ? 10 : 16; // for others the bytes are enough
}

} // namespace arauto::gfortran
