// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See reducer.hpp.
#include "reducer.hpp"

#include "wide_types.hpp"

#include <cstring>

namespace arauto::coarray {
namespace {

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

template <typename T> void multiply(void*, void* inout, const void* in, size_t count) {
    for (size_t i = 0; i < count; ++i) {
        store(inout, i, static_cast<T>(load<T>(inout, i) * load<T>(in, i)));
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

template <typename T> void multiply_complex(void*, void* inout, const void* in, size_t count) {
    for (size_t i = 0; i < count; ++i) {
        const auto a = load<ComplexOf<T>>(inout, i);
        const auto b = load<ComplexOf<T>>(in, i);
        store(inout, i,
              ComplexOf<T>{a.real * b.real - a.imaginary * b.imaginary,
                           a.real * b.imaginary + a.imaginary * b.real});
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
    switch (operation) {
    case Operation::sum:
        return {.combine = add<Wrapping>};
    case Operation::product:
        return {.combine = multiply<Wrapping>};
    case Operation::minimum:
        return {.combine = keep_smaller<T>};
    default:
        return {.combine = keep_larger<T>};
    }
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

Reducer choose_real(const Element& element, Operation operation) noexcept {
    switch (element.bytes) {
    case 4:
        return builtin(ARAUTO_FLOAT);
    case 8:
        return builtin(ARAUTO_DOUBLE);
    case 16:
        return element.kind == 10 ? builtin(ARAUTO_LONG_DOUBLE) : own<Real16>(operation);
    default:
        return {};
    }
}

Reducer choose_complex(const Element& element, Operation operation) noexcept {
    if (operation != Operation::sum && operation != Operation::product) {
        return {};
    }
    switch (element.bytes) {
    case 8:
        return builtin(ARAUTO_COMPLEX_FLOAT);
    case 16:
        return builtin(ARAUTO_COMPLEX_DOUBLE);
    case 32:
        if (element.kind == 10) {
            return builtin(ARAUTO_COMPLEX_LONG_DOUBLE);
        }
        return {.combine =
                    operation == Operation::sum ? add_complex<Real16> : multiply_complex<Real16>};
    default:
        return {};
    }
}

Reducer choose_character(const Element& element, Operation operation) noexcept {
    Reducer reducer;
    reducer.context = element.bytes;
    if (operation == Operation::minimum) {
        reducer.combine =
            element.kind == 4 ? keep_character<uint32_t, -1> : keep_character<uint8_t, -1>;
    } else if (operation == Operation::maximum) {
        reducer.combine =
            element.kind == 4 ? keep_character<uint32_t, 1> : keep_character<uint8_t, 1>;
    }
    return reducer;
}

} // namespace

Reducer choose_reducer(const Element& element, Operation operation) noexcept {
    switch (element.type) {
    case Class::integer:
        return choose_integer(element.bytes, operation);
    case Class::real:
        return choose_real(element, operation);
    case Class::complex:
        return choose_complex(element, operation);
    case Class::character:
        return choose_character(element, operation);
    default:
        return {};
    }
}

} // namespace arauto::coarray
