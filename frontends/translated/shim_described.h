/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * An array described by Fortran code: its address and the spacing of its elements.
 */
#pragma once

#include "shim.h"

enum { ANY_RANK_MAX = 7 };

/** The type of the same name in the module has these components. */
typedef struct {
    int64_t base;
    int64_t bytes;
    int64_t rank;
    int64_t extent[ANY_RANK_MAX];
    int64_t stride[ANY_RANK_MAX];
} Description;

static inline translated_array_t described(const Description* from) {
    translated_array_t array;
    array.base = (void*)(intptr_t)from->base;
    array.element_class = TRANSLATED_OTHER;
    array.element_kind = 0;
    array.section.rank = (int32_t)from->rank;
    array.section.reserved = 0;
    array.section.element_bytes = (size_t)from->bytes;
    array.section.offset = 0;
    for (int i = 0; i < array.section.rank; ++i) {
        array.section.dim[i].extent = from->extent[i];
        array.section.dim[i].stride = from->stride[i];
        array.section.dim[i].index = NULL;
    }
    return array;
}
