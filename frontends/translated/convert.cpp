// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Assignment between elements of different types: what an intrinsic assignment of Fortran does, one
// element at a time. Elements of one type need none of it.
#include "coarray/wide_types.hpp"
#include "runtime.hpp"

#include <algorithm>
#include <complex>
#include <cstring>

namespace arauto::translated {
namespace {

using coarray::Integer16;
using coarray::Real16;

/// The widest of each class holds every value of its class.
struct Value {
    Integer16 integer = 0;
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

/// Element class and kind, where bytes alone do not tell.
struct Type {
    int32_t element_class;
    int32_t kind;
    size_t bytes;
};

Type type_of(const translated_array_t& array) noexcept {
    return {array.element_class, array.element_kind, array.section.element_bytes};
}

Integer16 load_integer(const char* from, size_t bytes) noexcept {
    switch (bytes) {
    case 1:
        return load<int8_t>(from);
    case 2:
        return load<int16_t>(from);
    case 4:
        return load<int32_t>(from);
    case 8:
        return load<int64_t>(from);
    default:
        return load<Integer16>(from);
    }
}

void store_integer(char* to, size_t bytes, Integer16 value) noexcept {
    std::memcpy(to, &value, std::min<size_t>(bytes, 16)); // little-endian: the low bytes
}

/// Kinds 10 and 16 both take 16 bytes.
Real16 load_real(const char* from, size_t bytes, int32_t kind) noexcept {
    switch (bytes) {
    case 4:
        return load<float>(from);
    case 8:
        return load<double>(from);
    default:
        return kind == 16 ? load<Real16>(from) : Real16{load<long double>(from)};
    }
}

void store_real(char* to, size_t bytes, int32_t kind, Real16 value) noexcept {
    switch (bytes) {
    case 4:
        return store(to, static_cast<float>(value));
    case 8:
        return store(to, static_cast<double>(value));
    default:
        return kind == 16 ? store(to, value) : store(to, static_cast<long double>(value));
    }
}

Value load_value(const char* from, const Type& type) noexcept {
    Value value;
    if (type.element_class == TRANSLATED_INTEGER || type.element_class == TRANSLATED_LOGICAL) {
        value.integer = load_integer(from, type.bytes);
        value.real = static_cast<Real16>(value.integer);
        return value;
    }
    const bool is_complex = type.element_class == TRANSLATED_COMPLEX;
    const size_t bytes = is_complex ? type.bytes / 2 : type.bytes;
    value.real = load_real(from, bytes, type.kind);
    value.imaginary = is_complex ? load_real(from + bytes, bytes, type.kind) : Real16{0};
    value.integer = static_cast<Integer16>(value.real);
    return value;
}

void store_value(char* to, const Type& type, const Value& value) noexcept {
    if (type.element_class == TRANSLATED_INTEGER || type.element_class == TRANSLATED_LOGICAL) {
        store_integer(to, type.bytes, value.integer);
    } else if (type.element_class == TRANSLATED_REAL) {
        store_real(to, type.bytes, type.kind, value.real);
    } else {
        store_real(to, type.bytes / 2, type.kind, value.real);
        store_real(to + type.bytes / 2, type.bytes / 2, type.kind, value.imaginary);
    }
}

bool is_wide(const Type& type) noexcept {
    return type.kind == 4;
}

/// Characters of one byte and of four; a character that does not fit becomes a question mark.
void convert_text(char* to, const Type& a, const char* from, const Type& b) noexcept {
    const size_t to_width = is_wide(a) ? 4 : 1;
    const size_t from_width = is_wide(b) ? 4 : 1;
    const size_t length = a.bytes / to_width;
    for (size_t i = 0; i < length; ++i) {
        uint32_t letter = ' ';
        if (i < b.bytes / from_width) {
            letter = from_width == 4 ? load<uint32_t>(from + 4 * i) : load<uint8_t>(from + i);
        }
        if (to_width == 4) {
            store(to + 4 * i, letter);
        } else {
            store(to + i, letter < 256 ? static_cast<uint8_t>(letter) : uint8_t{'?'});
        }
    }
}

void convert_one(char* to, const Type& a, const char* from, const Type& b) {
    if (a.element_class != TRANSLATED_CHARACTER) {
        store_value(to, a, load_value(from, b));
    } else if (is_wide(a) || is_wide(b)) {
        convert_text(to, a, from, b);
    } else {
        const size_t length = std::min(a.bytes, b.bytes);
        std::memmove(to, from, length);
        std::memset(to + length, ' ', a.bytes - length);
    }
}

bool is_number(int32_t kind) noexcept {
    return kind == TRANSLATED_INTEGER || kind == TRANSLATED_REAL || kind == TRANSLATED_COMPLEX;
}

int64_t displacement(const arauto_dim_t& dim, int64_t at) noexcept {
    return dim.index != nullptr ? dim.index[at] : at * dim.stride;
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
           to.section.element_bytes != from.section.element_bytes ||
           to.element_kind != from.element_kind;
}

void convert_elements(const translated_array_t& to, const translated_array_t& from) {
    check_classes(to, from);
    const int rank = to.section.rank;
    const Type to_type = type_of(to);
    const Type from_type = type_of(from);
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
            target += displacement(to.section.dim[i], at[i]);
            source += displacement(from.section.dim[i], at[i]);
        }
        convert_one(target, to_type, source, from_type);
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
