// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The built-in operations of reductions: one loop per type and operation, made by templates from a
// table.
#include "team/collective.hpp"

#include <complex>
#include <cstring>

namespace arauto::core {
namespace {

// Integers wrap like the hardware's, so the arithmetic is done unsigned.
struct Sum {
    template <typename T> static T of(T a, T b) noexcept { return static_cast<T>(a + b); }
};
struct Product {
    template <typename T> static T of(T a, T b) noexcept { return static_cast<T>(a * b); }
};
// A NaN loses against a number, as in Fortran's MIN and MAX with gfortran.
struct Smaller {
    template <typename T> static T of(T a, T b) noexcept { return b < a || a != a ? b : a; }
};
struct Larger {
    template <typename T> static T of(T a, T b) noexcept { return b > a || a != a ? b : a; }
};

template <typename T, typename Op>
void combine_as(void*, void* inout, const void* in, size_t count) {
    auto* a = static_cast<std::byte*>(inout);
    const auto* b = static_cast<const std::byte*>(in);
    for (size_t i = 0; i < count; ++i) {
        T x;
        T y;
        std::memcpy(&x, a + i * sizeof(T), sizeof(T));
        std::memcpy(&y, b + i * sizeof(T), sizeof(T));
        x = Op::template of<T>(x, y);
        std::memcpy(a + i * sizeof(T), &x, sizeof(T));
    }
}

/// Sums and products of signed integers are those of the unsigned ones of the same width.
template <typename T, typename Wrapping> arauto_combine_t pick(arauto_reduce_op_t op) noexcept {
    switch (op) {
    case ARAUTO_SUM:
        return combine_as<Wrapping, Sum>;
    case ARAUTO_PROD:
        return combine_as<Wrapping, Product>;
    case ARAUTO_MIN:
        return combine_as<T, Smaller>;
    case ARAUTO_MAX:
        return combine_as<T, Larger>;
    }
    return nullptr;
}

template <typename T> arauto_combine_t pick_complex(arauto_reduce_op_t op) noexcept {
    switch (op) {
    case ARAUTO_SUM:
        return combine_as<T, Sum>;
    case ARAUTO_PROD:
        return combine_as<T, Product>;
    default:
        return nullptr;
    }
}

} // namespace

arauto_combine_t builtin_combine(arauto_type_t type, arauto_reduce_op_t op) noexcept {
    switch (type) {
    case ARAUTO_INT8:
        return pick<int8_t, uint8_t>(op);
    case ARAUTO_INT16:
        return pick<int16_t, uint16_t>(op);
    case ARAUTO_INT32:
        return pick<int32_t, uint32_t>(op);
    case ARAUTO_INT64:
        return pick<int64_t, uint64_t>(op);
    case ARAUTO_UINT8:
        return pick<uint8_t, uint8_t>(op);
    case ARAUTO_UINT16:
        return pick<uint16_t, uint16_t>(op);
    case ARAUTO_UINT32:
        return pick<uint32_t, uint32_t>(op);
    case ARAUTO_UINT64:
        return pick<uint64_t, uint64_t>(op);
    case ARAUTO_FLOAT:
        return pick<float, float>(op);
    case ARAUTO_DOUBLE:
        return pick<double, double>(op);
    case ARAUTO_LONG_DOUBLE:
        return pick<long double, long double>(op);
    case ARAUTO_COMPLEX_FLOAT:
        return pick_complex<std::complex<float>>(op);
    case ARAUTO_COMPLEX_DOUBLE:
        return pick_complex<std::complex<double>>(op);
    case ARAUTO_COMPLEX_LONG_DOUBLE:
        return pick_complex<std::complex<long double>>(op);
    }
    return nullptr;
}

size_t type_bytes(arauto_type_t type) noexcept {
    switch (type) {
    case ARAUTO_INT8:
    case ARAUTO_UINT8:
        return 1;
    case ARAUTO_INT16:
    case ARAUTO_UINT16:
        return 2;
    case ARAUTO_INT32:
    case ARAUTO_UINT32:
    case ARAUTO_FLOAT:
        return 4;
    case ARAUTO_INT64:
    case ARAUTO_UINT64:
    case ARAUTO_DOUBLE:
    case ARAUTO_COMPLEX_FLOAT:
        return 8;
    case ARAUTO_LONG_DOUBLE:
        return sizeof(long double);
    case ARAUTO_COMPLEX_DOUBLE:
        return 16;
    case ARAUTO_COMPLEX_LONG_DOUBLE:
        return 2 * sizeof(long double);
    }
    return 0;
}

} // namespace arauto::core
