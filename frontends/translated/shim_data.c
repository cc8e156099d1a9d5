/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * The layer between a compiler's array descriptors and translated.h. It is compiled once for each
 * Fortran compiler, with that compiler's own ISO_Fortran_binding.h, because type codes and
 * descriptor layouts differ between compilers.
 */
#include "shim_calls.h"

int32_t SHIM(this_image)(void) {
    return translated_this_image();
}
int32_t SHIM(num_images)(void) {
    return translated_num_images();
}
void SHIM(put)(CFI_cdesc_t* a, int32_t image, CFI_cdesc_t* value, int32_t* stat) {
    const translated_array_t to = convert(a);
    const translated_array_t from = convert(value);
    translated_put(&to, image, &from, stat);
}
void SHIM(pure_put)(CFI_cdesc_t* a, int32_t image, CFI_cdesc_t* value, int32_t* stat) {
    SHIM(put)(a, image, value, stat);
}
void SHIM(put_notify)(
    CFI_cdesc_t* a, int32_t image, CFI_cdesc_t* value, CFI_cdesc_t* notify, int32_t* stat) {
    const translated_array_t to = convert(a);
    const translated_array_t from = convert(value);
    translated_put_notify(&to, image, &from, notify->base_addr, stat);
}
void SHIM(get)(CFI_cdesc_t* to, int32_t image, CFI_cdesc_t* a, int32_t* stat) {
    const translated_array_t here = convert(to);
    const translated_array_t there = convert(a);
    translated_get(&here, image, &there, stat);
}
void SHIM(pure_get)(CFI_cdesc_t* to, int32_t image, CFI_cdesc_t* a, int32_t* stat) {
    SHIM(get)(to, image, a, stat);
}
void* SHIM(shadow)(CFI_cdesc_t* a, int32_t image, const int32_t* may_fail) {
    const translated_array_t object = convert(a);
    return translated_shadow(&object, image, may_fail != NULL && *may_fail != 0);
}
void* SHIM(copy)(CFI_cdesc_t* a, int32_t image) {
    const translated_array_t object = convert(a);
    return translated_copy(&object, image);
}
void SHIM(touch)(CFI_cdesc_t* a) {
    (void)a; /* the compiler cannot know what was changed here */
}
void SHIM(allocation_begins)(void) {
    translated_allocation_begins();
}
void SHIM(allocation_ends)(void) {
    translated_allocation_ends();
}
void SHIM(component_begins)(void) {
    translated_component_begins();
}
void SHIM(component_ends)(void) {
    translated_component_ends();
}
void SHIM(register)(CFI_cdesc_t* a,
                    int32_t corank,
                    const int32_t* lower,
                    const int32_t* upper,
                    int32_t* stat,
                    CFI_cdesc_t* errmsg) {
    const translated_array_t array = convert(a);
    const translated_errors_t errors = errors_of(stat, errmsg);
    translated_register(&array, corank, lower, upper, &errors);
}
int32_t SHIM(image)(int32_t n, const int32_t* at, const int32_t* lower, const int32_t* upper) {
    return translated_image(n, at, lower, upper);
}
void SHIM(cosubscripts)(
    int32_t n, int32_t image, const int32_t* lower, const int32_t* upper, int32_t* out) {
    translated_cosubscripts(n, image, lower, upper, out);
}
int32_t SHIM(last_cobound)(int32_t n, const int32_t* lower, const int32_t* upper, int32_t size) {
    return translated_last_cobound(n, lower, upper, size);
}
void SHIM(cobounds)(CFI_cdesc_t* a, int32_t n, int32_t* lower, int32_t* upper) {
    translated_cobounds(a->base_addr, n, lower, upper);
}
void SHIM(sync_all)(int32_t* stat, CFI_cdesc_t* errmsg) {
    const translated_errors_t errors = errors_of(stat, errmsg);
    translated_sync_all(&errors);
}
void SHIM(sync_every)(int32_t* stat, CFI_cdesc_t* errmsg) {
    const translated_errors_t errors = errors_of(stat, errmsg);
    translated_sync_images(-1, NULL, &errors);
}
void SHIM(sync_images)(CFI_cdesc_t* set, int32_t* stat, CFI_cdesc_t* errmsg) {
    const translated_errors_t errors = errors_of(stat, errmsg);
    const translated_array_t images = convert(set);
    const int64_t count = images.section.rank == 0 ? 1 : images.section.dim[0].extent;
    int32_t list[count > 0 ? count : 1];
    for (int64_t i = 0; i < count; ++i) {
        const char* at = (const char*)images.base +
                         (images.section.rank == 0 ? 0 : i * images.section.dim[0].stride);
        list[i] = (int32_t)integer_at(at, images.section.element_bytes);
    }
    translated_sync_images((int32_t)count, list, &errors);
}
void SHIM(sync_memory)(int32_t* stat, CFI_cdesc_t* errmsg) {
    const translated_errors_t errors = errors_of(stat, errmsg);
    translated_sync_memory(&errors);
}
void SHIM(error_stop_text)(CFI_cdesc_t* text) {
    translated_error_stop(1, text->base_addr, text->elem_len);
}
void SHIM(error_stop_code)(int32_t code, int32_t is_quiet) {
    if (is_quiet) {
        translated_error_stop_quietly(code);
    }
    translated_error_stop(code, NULL, 0);
}
void SHIM(outside_bounds)(const int64_t* subscripts,
                          const int64_t* bounds,
                          int32_t is_there,
                          int32_t dimension,
                          CFI_cdesc_t* object,
                          int32_t image) {
    const translated_subscript_t subscript = {
        .first = subscripts[0],
        .last = subscripts[1],
        .step = subscripts[2],
        .lower = bounds[0],
        .upper = bounds[1],
        .dimension = dimension,
        .cosubscript = image,
    };
    translated_outside_bounds(&subscript, is_there, object->base_addr, object->elem_len);
}
void SHIM(fail_image)(void) {
    translated_fail_image();
}
void SHIM(event_post)(CFI_cdesc_t* event, int32_t image, int32_t* stat, CFI_cdesc_t* errmsg) {
    const translated_errors_t errors = errors_of(stat, errmsg);
    translated_event_post(event->base_addr, image, &errors);
}
void SHIM(event_wait)(CFI_cdesc_t* event, int64_t count, int32_t* stat, CFI_cdesc_t* errmsg) {
    const translated_errors_t errors = errors_of(stat, errmsg);
    translated_event_wait(event->base_addr, count, &errors);
}
int64_t SHIM(event_query)(const void* event, int32_t* stat) {
    return translated_event_query(event, stat);
}
/* Its number in its array, from 1, as far as that is one of one dimension or without gaps. */
static translated_lock_t lock_of(const CFI_cdesc_t* lock, int32_t image, const CFI_cdesc_t* array) {
    translated_lock_t named = {lock->base_addr, 1, image, 0};
    if (array != NULL) {
        const CFI_index_t step = array->rank == 1 ? array->dim[0].sm : (CFI_index_t)array->elem_len;
        const ptrdiff_t offset = (const char*)lock->base_addr - (const char*)array->base_addr;
        named.number = step != 0 ? offset / step + 1 : 1;
    }
    return named;
}
void SHIM(lock)(CFI_cdesc_t* lock,
                int32_t image,
                CFI_cdesc_t* acquired,
                int32_t* stat,
                CFI_cdesc_t* errmsg,
                CFI_cdesc_t* of) {
    const translated_errors_t errors = errors_of(stat, errmsg);
    const translated_lock_t named = lock_of(lock, image, of);
    int32_t taken = 0;
    translated_lock(&named, acquired != NULL ? &taken : NULL, &errors);
    if (acquired != NULL) {
        memset(acquired->base_addr, 0, acquired->elem_len);
        *(char*)acquired->base_addr = (char)taken; /* little-endian; true is 1 */
    }
}
void SHIM(unlock)(
    CFI_cdesc_t* lock, int32_t image, int32_t* stat, CFI_cdesc_t* errmsg, CFI_cdesc_t* of) {
    const translated_errors_t errors = errors_of(stat, errmsg);
    const translated_lock_t named = lock_of(lock, image, of);
    translated_unlock(&named, &errors);
}
void SHIM(critical)(int64_t construct, int32_t* stat, CFI_cdesc_t* errmsg) {
    const translated_errors_t errors = errors_of(stat, errmsg);
    translated_critical(construct, &errors);
}
void SHIM(end_critical)(int64_t construct) {
    translated_end_critical(construct);
}
/* An integer of any kind; one of 16 bytes is longer than the value. */
static void set_integer(void* at, size_t bytes, int64_t value) {
    const size_t count = bytes < sizeof value ? bytes : sizeof value;
    memset(at, value < 0 ? -1 : 0, bytes);
    memcpy(at, &value, count);
}
/* `old` may be of another kind than the variable. */
void SHIM(atomic)(CFI_cdesc_t* variable,
                  int32_t image,
                  int32_t operation,
                  CFI_cdesc_t* value,
                  CFI_cdesc_t* compare,
                  CFI_cdesc_t* old,
                  int32_t* stat) {
    const translated_cell_t cell = {variable->base_addr, image, (int32_t)variable->elem_len};
    const int64_t operand = value != NULL ? integer_at(value->base_addr, value->elem_len) : 0;
    const int64_t expected =
        compare != NULL ? integer_at(compare->base_addr, compare->elem_len) : 0;
    int64_t before = 0;
    translated_atomic(&cell, operation, &operand, &expected, old != NULL ? &before : NULL, stat);
    if (old != NULL && (stat == NULL || *stat == 0)) {
        before = integer_at((const char*)&before, variable->elem_len);
        set_integer(old->base_addr, old->elem_len, before);
    }
}
#define COLLECTIVE(name, operation)                                                                \
    void SHIM(co_##name)(CFI_cdesc_t * a, const int32_t* result_image, int32_t* stat,              \
                         CFI_cdesc_t* errmsg) {                                                    \
        const translated_errors_t errors = errors_of(stat, errmsg);                                \
        const translated_array_t array = convert(a);                                               \
        const int32_t image = result_image != NULL ? *result_image : 0;                            \
        translated_reduce(&array, operation, image, &errors);                                      \
    }                                                                                              \
    void SHIM(co_##name##_into)(CFI_cdesc_t * source, CFI_cdesc_t * result,                        \
                                const int32_t* result_image) {                                     \
        const translated_errors_t errors = {NULL, NULL, 0};                                        \
        const translated_array_t from = convert(source);                                           \
        const translated_array_t to = convert(result);                                             \
        translated_assign(&to, &from);                                                             \
        translated_reduce(&to, operation, result_image != NULL ? *result_image : 0, &errors);      \
    }
COLLECTIVE(sum, 0)
COLLECTIVE(product, 1)
COLLECTIVE(min, 2)
COLLECTIVE(max, 3)
void SHIM(broadcast)(CFI_cdesc_t* a, int32_t image, int32_t* stat, CFI_cdesc_t* errmsg) {
    const translated_errors_t errors = errors_of(stat, errmsg);
    const translated_array_t array = convert(a);
    translated_broadcast(&array, image, &errors);
}
