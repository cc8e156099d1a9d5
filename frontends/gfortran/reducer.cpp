// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See reducer.hpp.
#include "reducer.hpp"

#include <algorithm>
#include <cstring>

namespace arauto::gfortran {
namespace {

using Real16 = __float128;
__extension__ typedef __int128 Integer16;
__extension__ typedef unsigned __int128 Wrapping16;

template <typename T> struct ComplexOf {
    T real;
    T imaginary;
};

template <typename T> T load(const void* from, size_t i) noexcept {
    T value;
    std::memcpy(&value, static_cast<const std::byte*>(from) + i * sizeof(T), sizeof(T));
    return value;
}
template <typename T> void store(void* to, size_t i, const T& value) noexcept {
    std::memcpy(static_cast<std::byte*>(to) + i * sizeof(T), &value, sizeof(T));
}

template <typename T> void add(void*, void* inout, const void* in, size_t count) {
    for (size_t i = 0; i < count; ++i) {
        store(inout, i, static_cast<T>(load<T>(inout, i) + load<T>(in, i)));
    }
}

template <typename T> void add_complex(void*, void* inout, const void* in, size_t count) {
    for (size_t i = 0; i < count; ++i) {
        auto a = load<ComplexOf<T>>(inout, i);
        const auto b = load<ComplexOf<T>>(in, i);
        a.real += b.real;
        a.imaginary += b.imaginary;
        store(inout, i, a);
    }
}

/// A NaN loses against a number.
template <typename T> void keep_smaller(void*, void* inout, const void* in, size_t count) {
    for (size_t i = 0; i < count; ++i) {
        const T a = load<T>(inout, i);
        const T b = load<T>(in, i);
        store(inout, i, b < a || a != a ? b : a);
    }
}

template <typename T> void keep_larger(void*, void* inout, const void* in, size_t count) {
    for (size_t i = 0; i < count; ++i) {
        const T a = load<T>(inout, i);
        const T b = load<T>(in, i);
        store(inout, i, b > a || a != a ? b : a);
    }
}

/// Characters compare by code, as unsigned numbers; elements of a reduction have equal lengths.
template <typename Character>
int compare(const std::byte* a, const std::byte* b, size_t bytes) noexcept {
    for (size_t i = 0; i < bytes / sizeof(Character); ++i) {
        const auto x = load<Character>(a, i);
        const auto y = load<Character>(b, i);
        if (x != y) {
            return x < y ? -1 : 1;
        }
    }
    return 0;
}

/// @param context  address of the bytes of an element
template <typename Character, int kSign>
void keep_character(void* context, void* inout, const void* in, size_t count) {
    const size_t bytes = *static_cast<const size_t*>(context);
    auto* a = static_cast<std::byte*>(inout);
    const auto* b = static_cast<const std::byte*>(in);
    for (size_t i = 0; i < count; ++i, a += bytes, b += bytes) {
        if (compare<Character>(b, a, bytes) * kSign > 0) {
            std::memcpy(a, b, bytes);
        }
    }
}

Reducer builtin(arauto_type_t type) noexcept {
    return {.is_builtin = true, .type = type};
}

template <typename T, typename Wrapping = T> Reducer own(Operation operation) noexcept {
    Reducer reducer;
    switch (operation) {
    case Operation::sum:
        reducer.combine = add<Wrapping>;
        break;
    case Operation::minimum:
        reducer.combine = keep_smaller<T>;
        break;
    case Operation::maximum:
        reducer.combine = keep_larger<T>;
        break;
    }
    return reducer;
}

Reducer choose_integer(size_t bytes, Operation operation) noexcept {
    switch (bytes) {
    case 1:
        return builtin(ARAUTO_INT8);
    case 2:
        return builtin(ARAUTO_INT16);
    case 4:
        return builtin(ARAUTO_INT32);
    case 8:
        return builtin(ARAUTO_INT64);
    case 16:
        return own<Integer16, Wrapping16>(operation);
    default:
        return {};
    }
}

Reducer choose_real(size_t bytes, Operation operation, bool is_extended) noexcept {
    switch (bytes) {
    case 4:
        return builtin(ARAUTO_FLOAT);
    case 8:
        return builtin(ARAUTO_DOUBLE);
    case 16:
        return is_extended ? builtin(ARAUTO_LONG_DOUBLE) : own<Real16>(operation);
    default:
        return {};
    }
}

Reducer choose_complex(size_t bytes, Operation operation, bool is_extended) noexcept {
    Reducer reducer;
    if (operation != Operation::sum) {
        return reducer;
    }
    switch (bytes) {
    case 8:
        return builtin(ARAUTO_COMPLEX_FLOAT);
    case 16:
        return builtin(ARAUTO_COMPLEX_DOUBLE);
    case 32:
        reducer.combine = is_extended ? add_complex<long double> : add_complex<Real16>;
        break;
    default:
        break;
    }
    return reducer;
}

Reducer choose_character(size_t bytes, Operation operation, int length) noexcept {
    Reducer reducer;
    reducer.context = bytes;
    const bool is_wide = length > 0 && bytes / static_cast<size_t>(length) == 4;
    if (operation == Operation::minimum) {
        reducer.combine = is_wide ? keep_character<uint32_t, -1> : keep_character<uint8_t, -1>;
    } else if (operation == Operation::maximum) {
        reducer.combine = is_wide ? keep_character<uint32_t, 1> : keep_character<uint8_t, 1>;
    }
    if (bytes == 0) {
        reducer.combine = nullptr;
    }
    return reducer;
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
    // Of the REAL(16) with arbitrary digits one in 32 looks like an extended number of common size.
    constexpr uint64_t kBias = 0x3fff;
    constexpr uint64_t kCommon = 0x400;
    if ((low >> 63) != 0 && exponent > kBias - kCommon && exponent < kBias + kCommon) {
        return 6;
    }
    const uint64_t quad_exponent = (high >> 48) & 0x7fff;
    return quad_exponent > kBias - kCommon && quad_exponent < kBias + kCommon ? -2 : 1;
}

} // namespace

Reducer choose_reducer(const Descriptor& array,
                       Operation operation,
                       bool is_extended,
                       int length) noexcept {
    switch (array.type) {
    case kTypeInteger:
        return choose_integer(array.element_bytes, operation);
    case kTypeReal:
        return choose_real(array.element_bytes, operation, is_extended);
    case kTypeComplex:
        return choose_complex(array.element_bytes, operation, is_extended);
    case kTypeCharacter:
        return choose_character(array.element_bytes, operation, length);
    default:
        return {};
    }
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

} // namespace arauto::gfortran
