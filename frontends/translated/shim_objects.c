/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * Objects that cannot be arguments of type(*), and are therefore described by Fortran code of the
 * module.
 */
#include "shim_calls.h"
#include "translated_control.h"

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

/* The elements lie as described, the part of each as `one` says of the first. */
static translated_array_t parts_of(const Description* elements, const CFI_cdesc_t* one) {
    const translated_array_t first = convert(one);
    translated_array_t parts = described(elements);
    parts.base = first.base;
    parts.element_class = first.element_class;
    parts.element_kind = first.element_kind;
    parts.section.element_bytes = first.section.element_bytes;
    return parts;
}

void SHIM(put_parts)(const Description* elements,
                     CFI_cdesc_t* one,
                     int32_t image,
                     CFI_cdesc_t* value,
                     int32_t* stat) {
    const translated_array_t to = parts_of(elements, one);
    const translated_array_t from = convert(value);
    translated_put(&to, image, &from, stat);
}

void SHIM(get_parts)(
    CFI_cdesc_t* to, int32_t image, const Description* elements, CFI_cdesc_t* one, int32_t* stat) {
    const translated_array_t here = convert(to);
    const translated_array_t there = parts_of(elements, one);
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

void* SHIM(shadow_any)(const Description* a, int32_t image, const int32_t* may_fail) {
    const translated_array_t object = described(a);
    return translated_shadow(&object, image, may_fail != NULL && *may_fail != 0);
}

void SHIM(reduction_begins_any)(const Description* a,
                                const int32_t* result_image,
                                int32_t* stat,
                                CFI_cdesc_t* errmsg) {
    const translated_errors_t errors = errors_of(stat, errmsg);
    const translated_array_t array = described(a);
    translated_reduction_begins(&array, result_image != NULL ? *result_image : 0, &errors);
}

int32_t SHIM(reduction_next_any)(const Description* left, const Description* right) {
    const translated_array_t one = described(left);
    const translated_array_t other = described(right);
    return translated_reduction_next(&one, &other);
}

void SHIM(reduction_ends_any)(const Description* a, int32_t* stat, CFI_cdesc_t* errmsg) {
    const translated_errors_t errors = errors_of(stat, errmsg);
    const translated_array_t array = described(a);
    translated_reduction_ends(&array, &errors);
}

/* Compilers pass what type(*) takes without a copy here, which they do not elsewhere. */
Description SHIM(describe)(CFI_cdesc_t* a) {
    Description description = {
        (int64_t)(intptr_t)a->base_addr, (int64_t)a->elem_len, a->rank, {0}, {0}};
    for (int i = 0; i < a->rank && i < ANY_RANK_MAX; ++i) {
        description.extent[i] = a->dim[i].extent > 0 ? a->dim[i].extent : 0;
        description.stride[i] = a->dim[i].sm;
    }
    return description;
}
