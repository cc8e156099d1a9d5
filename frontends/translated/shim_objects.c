/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * Objects that the module's Fortran has described, because they may be no arguments of type(*).
 */
#include "shim.h"

enum { ANY_RANK_MAX = 7 };

/** As in the module. */
typedef struct {
    int64_t base;
    int64_t bytes;
    int64_t rank;
    int64_t extent[ANY_RANK_MAX];
    int64_t stride[ANY_RANK_MAX];
} Description;

static translated_array_t described(const Description* from) {
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

int64_t SHIM(address_of)(const void* a) {
    return (int64_t)(intptr_t)a;
}

void SHIM(put_any)(const Description* a, int32_t image, const Description* value, int32_t* stat) {
    const translated_array_t to = described(a);
    const translated_array_t from = described(value);
    translated_put(&to, image, &from, stat);
}

void SHIM(get_any)(const Description* to, int32_t image, const Description* a, int32_t* stat) {
    const translated_array_t here = described(to);
    const translated_array_t there = described(a);
    translated_get(&here, image, &there, stat);
}

void SHIM(touch_any)(const Description* a) {
    (void)a; /* the compiler cannot know what was changed here */
}

void SHIM(register_any)(const Description* a,
                        int32_t corank,
                        const int32_t* lower,
                        const int32_t* upper,
                        int32_t* stat,
                        CFI_cdesc_t* errmsg) {
    const translated_errors_t errors = errors_of(stat, errmsg);
    const translated_array_t array = described(a);
    translated_register(&array, corank, lower, upper, &errors);
}

void SHIM(broadcast_any)(const Description* a, int32_t image, int32_t* stat, CFI_cdesc_t* errmsg) {
    const translated_errors_t errors = errors_of(stat, errmsg);
    const translated_array_t array = described(a);
    translated_broadcast(&array, image, &errors);
}

void* SHIM(shadow_any)(const Description* a, int32_t image) {
    const translated_array_t object = described(a);
    return translated_shadow(&object, image);
}
