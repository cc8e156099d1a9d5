// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Assignment between elements of different types: what an intrinsic assignment of Fortran does, one
// element at a time. Elements of one type need none of it.
#include "runtime.hpp"

#include <algorithm>
#include <complex>
#include <cstring>

namespace arauto::translated {
namespace {

__extension__ using Real16 = __float128;

/// The widest of each class holds every value of its class.
struct Value {
    int64_t integer = 0;
    Real16 real = 0;
    Real16 imaginary = 0;
};

template <class T> T load(const char* from) noexcept {
    T value;
    std::memcpy(&value, from, sizeof value);
    return value;
}

template <class T> void store(char* to, T value) noexcept {
    std::memcpy(to, &value, sizeof value);
}

int64_t load_integer(const char* from, size_t bytes) noexcept {
    switch (bytes) {
    case 1:
        return load<int8_t>(from);
    case 2:
        return load<int16_t>(from);
    case 4:
        return load<int32_t>(from);
    default:
        return load<int64_t>(from);
    }
}

void store_integer(char* to, size_t bytes, int64_t value) noexcept {
    std::memcpy(to, &value, std::min<size_t>(bytes, 8)); // little-endian: the low bytes
}

/// gfortran says 10 for long double, whose elements take 16 bytes as those of kind 16 do; kind 16
/// is not told apart.
Real16 load_real(const char* from, size_t bytes) noexcept {
    switch (bytes) {
    case 4:
        return load<float>(from);
    case 8:
        return load<double>(from);
    default:
        return load<long double>(from);
    }
}

void store_real(char* to, size_t bytes, Real16 value) noexcept {
    switch (bytes) {
    case 4:
        return store(to, static_cast<float>(value));
    case 8:
        return store(to, static_cast<double>(value));
    default:
        return store(to, static_cast<long double>(value));
    }
}

Value load_value(const char* from, int32_t kind, size_t bytes) noexcept {
    Value value;
    if (kind == TRANSLATED_INTEGER || kind == TRANSLATED_LOGICAL) {
        value.integer = load_integer(from, bytes);
        value.real = static_cast<Real16>(value.integer);
    } else if (kind == TRANSLATED_REAL) {
        value.real = load_real(from, bytes);
    } else {
        value.real = load_real(from, bytes / 2);
        value.imaginary = load_real(from + bytes / 2, bytes / 2);
    }
    if (kind == TRANSLATED_REAL || kind == TRANSLATED_COMPLEX) {
        value.integer = static_cast<int64_t>(value.real);
    }
    return value;
}

void store_value(char* to, int32_t kind, size_t bytes, const Value& value) noexcept {
    if (kind == TRANSLATED_INTEGER || kind == TRANSLATED_LOGICAL) {
        store_integer(to, bytes, value.integer);
    } else if (kind == TRANSLATED_REAL) {
        store_real(to, bytes, value.real);
    } else {
        store_real(to, bytes / 2, value.real);
        store_real(to + bytes / 2, bytes / 2, value.imaginary);
    }
}

void convert_one(char* to,
                 const translated_array_t& a,
                 const char* from,
                 const translated_array_t& b) {
    const size_t to_bytes = a.section.element_bytes;
    const size_t from_bytes = b.section.element_bytes;
    if (a.element_class == TRANSLATED_CHARACTER) {
        const size_t length = std::min(to_bytes, from_bytes);
        std::memmove(to, from, length);
        std::memset(to + length, ' ', to_bytes - length);
    } else {
        store_value(to, a.element_class, to_bytes, load_value(from, b.element_class, from_bytes));
    }
}

bool is_number(int32_t kind) noexcept {
    return kind == TRANSLATED_INTEGER || kind == TRANSLATED_REAL || kind == TRANSLATED_COMPLEX;
}

void check_classes(const translated_array_t& to, const translated_array_t& from) {
    const bool fits =
        (is_number(to.element_class) && is_number(from.element_class)) ||
        (to.element_class == from.element_class && to.element_class != TRANSLATED_OTHER);
    if (!fits) {
        fail({}, 1, "assignment: elements of %zu bytes do not fit into elements of %zu bytes",
             from.section.element_bytes, to.section.element_bytes);
    }
}

} // namespace

bool needs_conversion(const translated_array_t& to, const translated_array_t& from) noexcept {
    return to.element_class != from.element_class ||
           to.section.element_bytes != from.section.element_bytes;
}

void convert_elements(const translated_array_t& to, const translated_array_t& from) {
    check_classes(to, from);
    const int rank = to.section.rank;
    int64_t at[ARAUTO_DIM_MAX] = {};
    for (int i = 0; i < rank; ++i) {
        if (to.section.dim[i].extent != from.section.dim[i].extent) {
            fail({}, 1,
                 "assignment: dimension %d has %lld elements on the left and %lld on the right",
                 i + 1, static_cast<long long>(to.section.dim[i].extent),
                 static_cast<long long>(from.section.dim[i].extent));
        }
        if (to.section.dim[i].extent == 0) {
            return;
        }
    }
    for (;;) {
        auto* target = static_cast<char*>(to.base);
        const auto* source = static_cast<const char*>(from.base);
        for (int i = 0; i < rank; ++i) {
            target += at[i] * to.section.dim[i].stride;
            source += at[i] * from.section.dim[i].stride;
        }
        convert_one(target, to, source, from);
        int dim = 0;
        while (dim < rank && ++at[dim] == to.section.dim[dim].extent) {
            at[dim++] = 0;
        }
        if (dim == rank) {
            return;
        }
    }
}

} // namespace arauto::translated
