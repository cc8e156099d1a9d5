/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * Assignments to other images in WHERE and FORALL. A mask becomes a list of the elements that it
 * selects. FORALL evaluates everything before it assigns: values are kept here until all are known.
 */
#include "shim_calls.h"

#include <stdlib.h>

static int is_true(const char* logical) {
    return *logical != 0; /* little-endian: the low byte decides */
}

static int64_t count_elements(const arauto_section_t* section) {
    int64_t count = 1;
    for (int i = 0; i < section->rank; ++i) {
        count *= section->dim[i].extent;
    }
    return count;
}

/** Moves `at` to the next element of the shape. */
static void step(const arauto_section_t* shape, int64_t* at) {
    for (int i = 0; i < shape->rank; ++i) {
        if (++at[i] < shape->dim[i].extent) {
            return;
        }
        at[i] = 0;
    }
}

static int64_t displacement(const arauto_section_t* section, const int64_t* at) {
    int64_t bytes = 0;
    for (int i = 0; i < section->rank; ++i) {
        const arauto_dim_t* dim = &section->dim[i];
        bytes += dim->index != NULL ? dim->index[at[i]] : at[i] * dim->stride;
    }
    return bytes;
}

/** An array of rank 1 with `count` elements of the same type as `like`. */
static translated_array_t list_like(const translated_array_t* like, void* base, int64_t count) {
    translated_array_t list = *like;
    list.base = base;
    list.section.rank = 1;
    list.section.dim[0].extent = count;
    list.section.dim[0].stride = (int64_t)like->section.element_bytes;
    list.section.dim[0].index = NULL;
    return list;
}

void SHIM(put_masked)(
    CFI_cdesc_t* a, int32_t image, CFI_cdesc_t* value, CFI_cdesc_t* mask, int32_t* stat) {
    const translated_array_t to = convert(a);
    const translated_array_t from = convert(value);
    const translated_array_t chosen = convert(mask);
    const int64_t all = count_elements(&to.section);
    const size_t bytes = from.section.element_bytes;
    int64_t* displacements = malloc((size_t)(all > 0 ? all : 1) * sizeof *displacements);
    char* values = malloc((size_t)(all > 0 ? all : 1) * (bytes > 0 ? bytes : 1));
    int64_t at[ARAUTO_DIM_MAX] = {0};
    int64_t count = 0;
    for (int64_t i = 0; displacements != NULL && values != NULL && i < all; ++i) {
        if (is_true((const char*)chosen.base + displacement(&chosen.section, at))) {
            displacements[count] = displacement(&to.section, at);
            memcpy(values + (size_t)count++ * bytes,
                   (const char*)from.base + displacement(&from.section, at), bytes);
        }
        step(&to.section, at);
    }
    translated_array_t elements = list_like(&to, to.base, count);
    elements.section.dim[0].index = displacements;
    const translated_array_t packed = list_like(&from, values, count);
    translated_put(&elements, image, &packed, stat);
    free(values);
    free(displacements);
}

typedef struct Waiting {
    struct Waiting* next;
    translated_array_t to;
    translated_array_t value;
    int32_t image;
} Waiting;

static _Thread_local Waiting* first_waiting;
static _Thread_local Waiting** last_waiting;

/** The value is copied, packed. */
void SHIM(put_later)(CFI_cdesc_t* a, int32_t image, CFI_cdesc_t* value) {
    const translated_array_t from = convert(value);
    const int64_t all = count_elements(&from.section);
    const size_t bytes = from.section.element_bytes;
    Waiting* waiting = malloc(sizeof *waiting + (size_t)all * bytes);
    if (waiting == NULL) {
        translated_error_stop(1, "FORALL: no memory", 17);
        return;
    }
    char* values = (char*)(waiting + 1);
    int64_t at[ARAUTO_DIM_MAX] = {0};
    waiting->next = NULL;
    waiting->to = convert(a);
    waiting->value = from;
    waiting->value.base = values;
    waiting->image = image;
    int64_t stride = (int64_t)bytes;
    for (int i = 0; i < from.section.rank; ++i) {
        waiting->value.section.dim[i].stride = stride;
        waiting->value.section.dim[i].index = NULL;
        stride *= from.section.dim[i].extent;
    }
    for (int64_t i = 0; i < all; ++i) {
        memcpy(values + (size_t)i * bytes, (const char*)from.base + displacement(&from.section, at),
               bytes);
        step(&from.section, at);
    }
    if (first_waiting == NULL) {
        last_waiting = &first_waiting;
    }
    *last_waiting = waiting;
    last_waiting = &waiting->next;
}

void SHIM(put_now)(void) {
    while (first_waiting != NULL) {
        Waiting* waiting = first_waiting;
        first_waiting = waiting->next;
        translated_put(&waiting->to, waiting->image, &waiting->value, NULL);
        free(waiting);
    }
}

/* Pure procedures cannot call c_f_pointer. Both compilers keep the address first in what they pass
 * for a pointer, and a name for each pointer of a statement. */
#define POINT(n)                                                                                   \
    void arauto_point##n##_(void** pointer, void* const* address) {                                \
        *pointer = *address;                                                                       \
    }
POINT(1)
POINT(2)
POINT(3)
POINT(4)
POINT(5)
POINT(6)
POINT(7)
POINT(8)

void* SHIM(pure_shadow)(CFI_cdesc_t* a, int32_t image, const int32_t* may_fail) {
    const translated_array_t object = convert(a);
    return translated_shadow(&object, image, may_fail != NULL && *may_fail != 0);
}
