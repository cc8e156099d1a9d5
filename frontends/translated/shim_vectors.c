/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * Vector subscripts: the section spans the whole of such a dimension, and a list of subscripts,
 * counted from its first element, is passed beside it. Compilers pass a copy of the elements for a
 * vector subscript, whose address differs from that of the elements.
 */
#include "shim_calls.h"

#include <stdlib.h>

enum { VECTORS = 7 }; /* ranks above have no vectors */

typedef struct {
    const CFI_cdesc_t* at[VECTORS]; /* NULL: no vector in this dimension */
} Vectors;

static int64_t vector_element(const CFI_cdesc_t* vector, int64_t i) {
    const char* at = (const char*)vector->base_addr + i * vector->dim[0].sm;
    return integer_at(at, vector->elem_len);
}

/** Displacements of one dimension's elements; `extent` and `stride` are of the whole dimension.
 * NULL when a subscript names no element, which `stat` reports. */
static int64_t*
displacements(const CFI_cdesc_t* vector, const arauto_dim_t* whole, int dimension, int32_t* stat) {
    const int64_t count = vector->dim[0].extent > 0 ? vector->dim[0].extent : 0;
    int64_t* list = malloc((size_t)(count > 0 ? count : 1) * sizeof *list);
    for (int64_t i = 0; list != NULL && i < count; ++i) {
        const int64_t at = vector_element(vector, i);
        if (at < 0 || at >= whole->extent) {
            translated_bad_subscript(dimension, at, whole->extent, stat);
            free(list);
            return NULL;
        }
        list[i] = at * whole->stride;
    }
    return list;
}

/** False when a subscript names no element. */
static int apply(translated_array_t* array, const Vectors* vectors, int32_t* stat) {
    int is_right = 1;
    for (int i = 0; i < array->section.rank && i < VECTORS; ++i) {
        const CFI_cdesc_t* vector = vectors->at[i];
        if (vector != NULL) {
            arauto_dim_t* dim = &array->section.dim[i];
            dim->index = displacements(vector, dim, i + 1, stat);
            dim->extent = vector->dim[0].extent > 0 ? vector->dim[0].extent : 0;
            is_right = is_right && dim->index != NULL;
        }
    }
    return is_right;
}

static void drop(translated_array_t* array) {
    for (int i = 0; i < array->section.rank; ++i) {
        free((void*)array->section.dim[i].index);
    }
}

void SHIM(put_at)(CFI_cdesc_t* a,
                  int32_t image,
                  CFI_cdesc_t* value,
                  CFI_cdesc_t* at1,
                  CFI_cdesc_t* at2,
                  CFI_cdesc_t* at3,
                  CFI_cdesc_t* at4,
                  CFI_cdesc_t* at5,
                  CFI_cdesc_t* at6,
                  CFI_cdesc_t* at7,
                  int32_t* stat) {
    const Vectors vectors = {{at1, at2, at3, at4, at5, at6, at7}};
    translated_array_t to = convert(a);
    const translated_array_t from = convert(value);
    if (apply(&to, &vectors, stat)) {
        translated_put(&to, image, &from, stat);
    }
    drop(&to);
}

void SHIM(pure_put_at)(CFI_cdesc_t* a,
                       int32_t image,
                       CFI_cdesc_t* value,
                       CFI_cdesc_t* at1,
                       CFI_cdesc_t* at2,
                       CFI_cdesc_t* at3,
                       CFI_cdesc_t* at4,
                       CFI_cdesc_t* at5,
                       CFI_cdesc_t* at6,
                       CFI_cdesc_t* at7,
                       int32_t* stat) {
    SHIM(put_at)(a, image, value, at1, at2, at3, at4, at5, at6, at7, stat);
}

void SHIM(get_at)(CFI_cdesc_t* to,
                  int32_t image,
                  CFI_cdesc_t* a,
                  CFI_cdesc_t* at1,
                  CFI_cdesc_t* at2,
                  CFI_cdesc_t* at3,
                  CFI_cdesc_t* at4,
                  CFI_cdesc_t* at5,
                  CFI_cdesc_t* at6,
                  CFI_cdesc_t* at7,
                  int32_t* stat) {
    const Vectors vectors = {{at1, at2, at3, at4, at5, at6, at7}};
    const translated_array_t here = convert(to);
    translated_array_t there = convert(a);
    if (apply(&there, &vectors, stat)) {
        translated_get(&here, image, &there, stat);
    }
    drop(&there);
}

/* The elements one after the other, whatever the rank: the caller gives them their shape. */
void SHIM(get_packed)(CFI_cdesc_t* to,
                      int32_t image,
                      const Description* a,
                      CFI_cdesc_t* at1,
                      CFI_cdesc_t* at2,
                      CFI_cdesc_t* at3,
                      CFI_cdesc_t* at4,
                      CFI_cdesc_t* at5,
                      CFI_cdesc_t* at6,
                      CFI_cdesc_t* at7) {
    const Vectors vectors = {{at1, at2, at3, at4, at5, at6, at7}};
    translated_array_t there = described(a);
    apply(&there, &vectors, NULL);
    const translated_array_t result = convert(to);
    there.element_class = result.element_class;
    there.element_kind = result.element_kind;
    translated_array_t here = there;
    here.base = result.base;
    int64_t stride = (int64_t)here.section.element_bytes;
    for (int i = 0; i < here.section.rank; ++i) {
        here.section.dim[i].index = NULL;
        here.section.dim[i].stride = stride;
        stride *= here.section.dim[i].extent;
    }
    translated_get(&here, image, &there, NULL);
    drop(&there);
}
