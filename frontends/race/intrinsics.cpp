// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Calls of libgfortran that read or write arrays of the program: the linker sends them here
// (--wrap), they are told, and the library does them. Only programs in Fortran link this.
#include "touch.hpp"

#include <cstddef>

namespace {

using arauto::race::touch_range;

/// The descriptor of an array, of gfortran 8 and later.
struct Dimension {
    ptrdiff_t stride; // in elements
    ptrdiff_t lower;
    ptrdiff_t upper;
};
struct Array {
    void* base;
    size_t offset;
    size_t element_bytes;
    int version;
    signed char rank;
    signed char type;
    short attribute;
    ptrdiff_t span; // bytes from an element to that which is one stride on
    Dimension dimensions[15];
};

ptrdiff_t extent_of(const Dimension& dimension) {
    return dimension.upper < dimension.lower ? 0 : dimension.upper - dimension.lower + 1;
}

/// All elements, as contiguous rows where they are.
void touch_array(const Array* array, arauto_race_access_t access, const void* caller) {
    if (array == nullptr || array->base == nullptr || array->rank < 0 || array->rank > 15) {
        return;
    }
    const size_t rank = static_cast<size_t>(array->rank);
    const auto unit = array->span != 0 ? array->span : static_cast<ptrdiff_t>(array->element_bytes);
    for (size_t i = 0; i < rank; ++i) {
        if (extent_of(array->dimensions[i]) == 0) {
            return;
        }
    }
    const bool has_rows = rank > 0 && array->dimensions[0].stride == 1 &&
                          unit == static_cast<ptrdiff_t>(array->element_bytes);
    const size_t first = has_rows ? 1 : 0;
    const size_t bytes =
        array->element_bytes *
        (has_rows ? static_cast<size_t>(extent_of(array->dimensions[0])) : size_t{1});
    ptrdiff_t index[15] = {};
    const auto* at = static_cast<const char*>(array->base);
    for (;;) {
        touch_range(at, bytes, access, caller);
        size_t i = first;
        for (; i < rank; ++i) {
            const Dimension& each = array->dimensions[i];
            at += each.stride * unit;
            if (++index[i] < extent_of(each)) {
                break;
            }
            at -= extent_of(each) * each.stride * unit;
            index[i] = 0;
        }
        if (i == rank) {
            return;
        }
    }
}

} // namespace

// Each takes as many words as any of these has arguments, and hands all of them on.
#define ARRAY_OF_ONE(NAME)                                                                         \
    [[gnu::weak]] void __real__gfortran_##NAME(Array*, Array*, Array*, void*, void*, void*);       \
    void __wrap__gfortran_##NAME(Array* result, Array* first, Array* second, void* fourth,         \
                                 void* fifth, void* sixth) {                                       \
        const void* const caller = __builtin_return_address(0);                                    \
        touch_array(first, ARAUTO_RACE_READ, caller);                                              \
        touch_array(result, ARAUTO_RACE_WRITE, caller);                                            \
        __real__gfortran_##NAME(result, first, second, fourth, fifth, sixth);                      \
    }
#define ARRAY_OF_TWO(NAME)                                                                         \
    [[gnu::weak]] void __real__gfortran_##NAME(Array*, Array*, Array*, void*, void*, void*);       \
    void __wrap__gfortran_##NAME(Array* result, Array* first, Array* second, void* fourth,         \
                                 void* fifth, void* sixth) {                                       \
        const void* const caller = __builtin_return_address(0);                                    \
        touch_array(first, ARAUTO_RACE_READ, caller);                                              \
        touch_array(second, ARAUTO_RACE_READ, caller);                                             \
        touch_array(result, ARAUTO_RACE_WRITE, caller);                                            \
        __real__gfortran_##NAME(result, first, second, fourth, fifth, sixth);                      \
    }
#define TRANSFER(NAME, BYTES)                                                                      \
    [[gnu::weak]] void __real__gfortran_transfer_##NAME(void*, void*, int);                        \
    void __wrap__gfortran_transfer_##NAME(void* transfer, void* value, int kind) {                 \
        touch_range(value, static_cast<size_t>(BYTES), ARAUTO_RACE_WRITE,                          \
                    __builtin_return_address(0));                                                  \
        __real__gfortran_transfer_##NAME(transfer, value, kind);                                   \
    }                                                                                              \
    [[gnu::weak]] void __real__gfortran_transfer_##NAME##_write(void*, void*, int);                \
    void __wrap__gfortran_transfer_##NAME##_write(void* transfer, void* value, int kind) {         \
        touch_range(value, static_cast<size_t>(BYTES), ARAUTO_RACE_READ,                           \
                    __builtin_return_address(0));                                                  \
        __real__gfortran_transfer_##NAME##_write(transfer, value, kind);                           \
    }
#define FORTRAN(NAME)
#define C(NAME)

extern "C" {

#include "wrapped.def"

[[gnu::weak]] void* __real__gfortran_internal_pack(Array* array);
[[gnu::weak]] void __real__gfortran_internal_unpack(Array* array, const void* packed);
[[gnu::weak]] void __real__gfortran_transfer_array(void* transfer, Array* array, int, size_t);
[[gnu::weak]] void __real__gfortran_transfer_array_write(void* transfer, Array* array, int, size_t);
[[gnu::weak]] void __real__gfortran_transfer_character(void* transfer, char* text, size_t bytes);
[[gnu::weak]] void
__real__gfortran_transfer_character_write(void* transfer, char* text, size_t bytes);
[[gnu::weak]] int
__real__gfortran_compare_string(size_t, const char* first, size_t, const char* second);
[[gnu::weak]] void __real__gfortran_concat_string(
    size_t, char* to, size_t, const char* first, size_t, const char* second);
[[gnu::weak]] size_t __real__gfortran_string_len_trim(size_t, const char* text);
[[gnu::weak]] size_t
__real__gfortran_string_index(size_t, const char* text, size_t, const char* part, int);
[[gnu::weak]] void __real__gfortran_adjustl(char* to, size_t bytes, const char* from);
[[gnu::weak]] void __real__gfortran_adjustr(char* to, size_t bytes, const char* from);

/// Copies an array that is not contiguous, for a procedure that wants one.
void* __wrap__gfortran_internal_pack(Array* array) {
    void* const packed = __real__gfortran_internal_pack(array);
    if (packed != array->base) {
        touch_array(array, ARAUTO_RACE_READ, __builtin_return_address(0));
    }
    return packed;
}
/// Copies it back.
void __wrap__gfortran_internal_unpack(Array* array, const void* packed) {
    if (packed != array->base) {
        touch_array(array, ARAUTO_RACE_WRITE, __builtin_return_address(0));
    }
    __real__gfortran_internal_unpack(array, packed);
}

void __wrap__gfortran_transfer_character(void* transfer, char* text, size_t bytes) {
    touch_range(text, bytes, ARAUTO_RACE_WRITE, __builtin_return_address(0));
    __real__gfortran_transfer_character(transfer, text, bytes);
}
void __wrap__gfortran_transfer_character_write(void* transfer, char* text, size_t bytes) {
    touch_range(text, bytes, ARAUTO_RACE_READ, __builtin_return_address(0));
    __real__gfortran_transfer_character_write(transfer, text, bytes);
}
void __wrap__gfortran_transfer_array(void* transfer, Array* array, int kind, size_t length) {
    touch_array(array, ARAUTO_RACE_WRITE, __builtin_return_address(0));
    __real__gfortran_transfer_array(transfer, array, kind, length);
}
void __wrap__gfortran_transfer_array_write(void* transfer, Array* array, int kind, size_t length) {
    touch_array(array, ARAUTO_RACE_READ, __builtin_return_address(0));
    __real__gfortran_transfer_array_write(transfer, array, kind, length);
}

int __wrap__gfortran_compare_string(size_t first_bytes,
                                    const char* first,
                                    size_t second_bytes,
                                    const char* second) {
    const void* const caller = __builtin_return_address(0);
    touch_range(first, first_bytes, ARAUTO_RACE_READ, caller);
    touch_range(second, second_bytes, ARAUTO_RACE_READ, caller);
    return __real__gfortran_compare_string(first_bytes, first, second_bytes, second);
}
void __wrap__gfortran_concat_string(size_t bytes,
                                    char* to,
                                    size_t first_bytes,
                                    const char* first,
                                    size_t second_bytes,
                                    const char* second) {
    const void* const caller = __builtin_return_address(0);
    touch_range(first, first_bytes, ARAUTO_RACE_READ, caller);
    touch_range(second, second_bytes, ARAUTO_RACE_READ, caller);
    touch_range(to, bytes, ARAUTO_RACE_WRITE, caller);
    __real__gfortran_concat_string(bytes, to, first_bytes, first, second_bytes, second);
}
size_t __wrap__gfortran_string_len_trim(size_t bytes, const char* text) {
    touch_range(text, bytes, ARAUTO_RACE_READ, __builtin_return_address(0));
    return __real__gfortran_string_len_trim(bytes, text);
}
size_t __wrap__gfortran_string_index(
    size_t bytes, const char* text, size_t part_bytes, const char* part, int from_end) {
    const void* const caller = __builtin_return_address(0);
    touch_range(text, bytes, ARAUTO_RACE_READ, caller);
    touch_range(part, part_bytes, ARAUTO_RACE_READ, caller);
    return __real__gfortran_string_index(bytes, text, part_bytes, part, from_end);
}
void __wrap__gfortran_adjustl(char* to, size_t bytes, const char* from) {
    const void* const caller = __builtin_return_address(0);
    touch_range(from, bytes, ARAUTO_RACE_READ, caller);
    touch_range(to, bytes, ARAUTO_RACE_WRITE, caller);
    __real__gfortran_adjustl(to, bytes, from);
}
void __wrap__gfortran_adjustr(char* to, size_t bytes, const char* from) {
    const void* const caller = __builtin_return_address(0);
    touch_range(from, bytes, ARAUTO_RACE_READ, caller);
    touch_range(to, bytes, ARAUTO_RACE_WRITE, caller);
    __real__gfortran_adjustr(to, bytes, from);
}

} // extern "C"
