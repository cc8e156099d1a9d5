/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * Shared by the files shim*.c, each of which is compiled once for each Fortran compiler, with that
 * compiler's own ISO_Fortran_binding.h.
 */
#pragma once

#include "translated.h"

#include <ISO_Fortran_binding.h>
#include <string.h>

#define SHIM(name) arauto_shim_##name

static inline int class_of(CFI_type_t type) {
#if defined(CFI_type_Integer)
    switch (type & CFI_type_mask) { /* gfortran keeps class and kind apart */
    case CFI_type_Integer:
        return TRANSLATED_INTEGER;
    case CFI_type_Logical:
        return TRANSLATED_LOGICAL;
    case CFI_type_Real:
        return TRANSLATED_REAL;
    case CFI_type_Complex:
        return TRANSLATED_COMPLEX;
    case CFI_type_Character:
        return TRANSLATED_CHARACTER;
    default:
        return TRANSLATED_OTHER;
    }
#else
    if (type == CFI_type_float || type == CFI_type_double || type == CFI_type_long_double) {
        return TRANSLATED_REAL;
    }
    if (type == CFI_type_float_Complex || type == CFI_type_double_Complex ||
        type == CFI_type_long_double_Complex) {
        return TRANSLATED_COMPLEX;
    }
    if (type == CFI_type_int8_t || type == CFI_type_int16_t || type == CFI_type_int32_t ||
        type == CFI_type_int64_t) {
        return TRANSLATED_INTEGER;
    }
#if defined(CFI_type_int128_t)
    if (type == CFI_type_int128_t) {
        return TRANSLATED_INTEGER;
    }
#endif
#if defined(CFI_type_extended_double) /* LLVM's */
    if (type == CFI_type_extended_double || type == CFI_type_float128) {
        return TRANSLATED_REAL;
    }
    if (type == CFI_type_extended_double_Complex || type == CFI_type_float128_Complex) {
        return TRANSLATED_COMPLEX;
    }
#endif
#if defined(CFI_type_char32_t)
    if (type == CFI_type_char32_t) {
        return TRANSLATED_CHARACTER;
    }
#endif
#if defined(CFI_type_int_least8_t)
    if (type == CFI_type_int_least8_t || type == CFI_type_int_least16_t ||
        type == CFI_type_int_least32_t || type == CFI_type_int_least64_t ||
        type == CFI_type_int_fast8_t || type == CFI_type_int_fast16_t ||
        type == CFI_type_int_fast32_t || type == CFI_type_int_fast64_t) {
        return TRANSLATED_INTEGER;
    }
#endif
    if (type == CFI_type_char) {
        return TRANSLATED_CHARACTER;
    }
    if (type == CFI_type_Bool) {
        return TRANSLATED_LOGICAL;
    }
    return TRANSLATED_OTHER;
#endif
}

/** The kind where the number of bytes does not decide it: wide characters and IEEE's binary128. */
static inline int kind_of(CFI_type_t type) {
#if defined(CFI_type_Integer)
    const int kind = type >> CFI_type_kind_shift;
    const int is_wide = (type & CFI_type_mask) == CFI_type_Character && kind == 4;
    return is_wide || kind == 16 ? kind : 0;
#else
#if defined(CFI_type_char32_t)
    if (type == CFI_type_char32_t) {
        return 4;
    }
#endif
#if defined(CFI_type_float128)
    if (type == CFI_type_float128 || type == CFI_type_float128_Complex) {
        return 16;
    }
#endif
    return 0;
#endif
}

static inline translated_array_t convert(const CFI_cdesc_t* from) {
    translated_array_t array;
    array.base = from->base_addr;
    array.element_class = class_of(from->type);
    array.element_kind = kind_of(from->type);
    array.section.rank = from->rank;
    array.section.reserved = 0;
    array.section.element_bytes = from->elem_len;
    array.section.offset = 0;
    for (int i = 0; i < from->rank; ++i) {
        const CFI_index_t extent = from->dim[i].extent;
        array.section.dim[i].extent = extent > 0 ? extent : 0;
        array.section.dim[i].stride = from->dim[i].sm;
        array.section.dim[i].index = NULL;
    }
    return array;
}

static inline translated_errors_t errors_of(int32_t* stat, const CFI_cdesc_t* errmsg) {
    const translated_errors_t errors = {stat, errmsg != NULL ? errmsg->base_addr : NULL,
                                        errmsg != NULL ? errmsg->elem_len : 0};
    return errors;
}

/* Loads of one width each: a short value in a long one that is read whole took 20 ns. */
static inline int64_t integer_at(const char* at, size_t bytes) {
    switch (bytes) {
    case sizeof(int8_t):
        return *(const int8_t*)at;
    case sizeof(int16_t):
        return *(const int16_t*)at;
    case sizeof(int32_t):
        return *(const int32_t*)at;
    default:
        return *(const int64_t*)at;
    }
}
