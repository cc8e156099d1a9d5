/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * The functions of the files shim*.c, as the module `arauto_translated` calls them.
 * `make bindings` writes it from translator/coarray_translator/shim_table.py.
 */
/* clang-format off */
#pragma once

#include "shim_described.h"

void arauto_shim_put(CFI_cdesc_t* a, int32_t image, CFI_cdesc_t* value, int32_t* stat);
void arauto_shim_put_notify(CFI_cdesc_t* a, int32_t image, CFI_cdesc_t* value, CFI_cdesc_t* notify,
    int32_t* stat);
void arauto_shim_get(CFI_cdesc_t* to, int32_t image, CFI_cdesc_t* a, int32_t* stat);
void arauto_shim_pure_get(CFI_cdesc_t* to, int32_t image, CFI_cdesc_t* a, int32_t* stat);
void arauto_shim_put_masked(CFI_cdesc_t* a, int32_t image, CFI_cdesc_t* value, CFI_cdesc_t* mask,
    int32_t* stat);
void arauto_shim_put_later(CFI_cdesc_t* a, int32_t image, CFI_cdesc_t* value);
void arauto_shim_put_now(void);
void arauto_shim_pure_put(CFI_cdesc_t* a, int32_t image, CFI_cdesc_t* value, int32_t* stat);
void arauto_shim_put_at(CFI_cdesc_t* a, int32_t image, CFI_cdesc_t* value, CFI_cdesc_t* at1,
    CFI_cdesc_t* at2, CFI_cdesc_t* at3, CFI_cdesc_t* at4, CFI_cdesc_t* at5, CFI_cdesc_t* at6,
    CFI_cdesc_t* at7, int32_t* stat);
void arauto_shim_pure_put_at(CFI_cdesc_t* a, int32_t image, CFI_cdesc_t* value, CFI_cdesc_t* at1,
    CFI_cdesc_t* at2, CFI_cdesc_t* at3, CFI_cdesc_t* at4, CFI_cdesc_t* at5, CFI_cdesc_t* at6,
    CFI_cdesc_t* at7, int32_t* stat);
void arauto_shim_get_at(CFI_cdesc_t* to, int32_t image, CFI_cdesc_t* a, CFI_cdesc_t* at1,
    CFI_cdesc_t* at2, CFI_cdesc_t* at3, CFI_cdesc_t* at4, CFI_cdesc_t* at5, CFI_cdesc_t* at6,
    CFI_cdesc_t* at7, int32_t* stat);
void arauto_shim_get_packed(CFI_cdesc_t* to, int32_t image, const Description* a, CFI_cdesc_t* at1,
    CFI_cdesc_t* at2, CFI_cdesc_t* at3, CFI_cdesc_t* at4, CFI_cdesc_t* at5, CFI_cdesc_t* at6,
    CFI_cdesc_t* at7);
void* arauto_shim_shadow(CFI_cdesc_t* a, int32_t image, const int32_t* may_fail);
void* arauto_shim_copy(CFI_cdesc_t* a, int32_t image);
void arauto_shim_touch(CFI_cdesc_t* a);
void* arauto_shim_pure_shadow(CFI_cdesc_t* a, int32_t image, const int32_t* may_fail);
void arauto_shim_allocation_begins(void);
void arauto_shim_allocation_ends(void);
void arauto_shim_component_begins(void);
void arauto_shim_component_ends(void);
void arauto_shim_register(CFI_cdesc_t* a, int32_t corank, const int32_t* lower, const int32_t*
    upper, int32_t* stat, CFI_cdesc_t* errmsg);
int32_t arauto_shim_must_undo(void);
int32_t arauto_shim_must_free(CFI_cdesc_t* a);
void arauto_shim_scope_ends(void);
void arauto_shim_deallocation_begins(void);
void arauto_shim_deallocation_ends(int32_t* stat, CFI_cdesc_t* errmsg);
int32_t arauto_shim_this_image(void);
int32_t arauto_shim_num_images(void);
int32_t arauto_shim_image(int32_t n, const int32_t* at, const int32_t* lower, const int32_t* upper);
void arauto_shim_cosubscripts(int32_t n, int32_t image, const int32_t* lower, const int32_t* upper,
    int32_t* at);
int32_t arauto_shim_last_cobound(int32_t n, const int32_t* lower, const int32_t* upper, int32_t
    images);
void arauto_shim_cobounds(CFI_cdesc_t* a, int32_t n, int32_t* lower, int32_t* upper);
void arauto_shim_fail_image(void);
int32_t arauto_shim_image_status(int32_t image, const int64_t* team);
int32_t arauto_shim_images_in_state(const int64_t* team, int32_t is_failed, int32_t* images, int32_t
    room);
int32_t arauto_shim_task(int32_t first, int32_t last, int32_t step);
int64_t arauto_shim_run_seed(void);
void arauto_shim_sync_all(int32_t* stat, CFI_cdesc_t* errmsg);
void arauto_shim_sync_every(int32_t* stat, CFI_cdesc_t* errmsg);
void arauto_shim_sync_images(CFI_cdesc_t* images, int32_t* stat, CFI_cdesc_t* errmsg);
void arauto_shim_sync_memory(int32_t* stat, CFI_cdesc_t* errmsg);
void arauto_shim_error_stop_text(CFI_cdesc_t* text);
void arauto_shim_error_stop_code(int32_t code, int32_t is_quiet);
void arauto_shim_event_post(CFI_cdesc_t* event, int32_t image, int32_t* stat, CFI_cdesc_t* errmsg);
void arauto_shim_event_wait(CFI_cdesc_t* event, int64_t count, int32_t* stat, CFI_cdesc_t* errmsg);
int64_t arauto_shim_event_query(const void* event, int32_t* stat);
void arauto_shim_lock(CFI_cdesc_t* lock, int32_t image, CFI_cdesc_t* acquired_lock, int32_t* stat,
    CFI_cdesc_t* errmsg, CFI_cdesc_t* of);
void arauto_shim_unlock(CFI_cdesc_t* lock, int32_t image, int32_t* stat, CFI_cdesc_t* errmsg,
    CFI_cdesc_t* of);
void arauto_shim_critical(int64_t construct, int32_t* stat, CFI_cdesc_t* errmsg);
void arauto_shim_end_critical(int64_t construct);
void arauto_shim_atomic(CFI_cdesc_t* variable, int32_t image, int32_t operation, CFI_cdesc_t* value,
    CFI_cdesc_t* compare, CFI_cdesc_t* old, int32_t* stat);
void arauto_shim_event_attach(const void* event, CFI_cdesc_t* coarray, int32_t is_component,
    int32_t* stat, CFI_cdesc_t* access);
void arauto_shim_event_detach(const void* event, CFI_cdesc_t* coarray, int32_t is_component,
    int32_t* stat);
void arauto_shim_form_team(int64_t number, int64_t* team, const int32_t* new_index, int32_t* stat,
    CFI_cdesc_t* errmsg);
void arauto_shim_change_team(const int64_t* team, int32_t* stat, CFI_cdesc_t* errmsg);
void arauto_shim_end_team(int32_t* stat, CFI_cdesc_t* errmsg);
void arauto_shim_sync_team(const int64_t* team, int32_t* stat, CFI_cdesc_t* errmsg);
int64_t arauto_shim_get_team(int32_t level);
int32_t arauto_shim_team_number(const int64_t* team);
int32_t arauto_shim_team_size(const int64_t* team);
int32_t arauto_shim_team_image(const int64_t* team);
int32_t arauto_shim_sibling_size(int64_t number);
int32_t arauto_shim_image_of_team(int32_t image, const int64_t* team);
int32_t arauto_shim_image_of_sibling(int32_t image, int64_t number);
void arauto_shim_broadcast(CFI_cdesc_t* a, int32_t source_image, int32_t* stat, CFI_cdesc_t*
    errmsg);
void arauto_shim_reduction_begins(CFI_cdesc_t* a, const int32_t* result_image, int32_t* stat,
    CFI_cdesc_t* errmsg);
int32_t arauto_shim_reduction_next(CFI_cdesc_t* left, CFI_cdesc_t* right);
void arauto_shim_reduction_ends(CFI_cdesc_t* a, int32_t* stat, CFI_cdesc_t* errmsg);
void arauto_shim_co_sum(CFI_cdesc_t* a, const int32_t* result_image, int32_t* stat, CFI_cdesc_t*
    errmsg);
void arauto_shim_co_sum_into(CFI_cdesc_t* source, CFI_cdesc_t* result, const int32_t* result_image);
void arauto_shim_co_product(CFI_cdesc_t* a, const int32_t* result_image, int32_t* stat, CFI_cdesc_t*
    errmsg);
void arauto_shim_co_product_into(CFI_cdesc_t* source, CFI_cdesc_t* result, const int32_t*
    result_image);
void arauto_shim_co_min(CFI_cdesc_t* a, const int32_t* result_image, int32_t* stat, CFI_cdesc_t*
    errmsg);
void arauto_shim_co_min_into(CFI_cdesc_t* source, CFI_cdesc_t* result, const int32_t* result_image);
void arauto_shim_co_max(CFI_cdesc_t* a, const int32_t* result_image, int32_t* stat, CFI_cdesc_t*
    errmsg);
void arauto_shim_co_max_into(CFI_cdesc_t* source, CFI_cdesc_t* result, const int32_t* result_image);
int64_t arauto_shim_address_of(const void* a);
Description arauto_shim_describe(CFI_cdesc_t* a);
void arauto_shim_put_any(const Description* a, int32_t image, const Description* value, int32_t*
    stat);
void arauto_shim_get_any(const Description* to, int32_t image, const Description* a, int32_t* stat);
void arauto_shim_put_parts(const Description* elements, CFI_cdesc_t* one, int32_t image,
    CFI_cdesc_t* value, int32_t* stat);
void arauto_shim_get_parts(CFI_cdesc_t* to, int32_t image, const Description* elements, CFI_cdesc_t*
    one, int32_t* stat);
void arauto_shim_touch_any(const Description* a);
void arauto_shim_register_any(const Description* a, int32_t corank, const int32_t* lower, const
    int32_t* upper, int32_t* stat, CFI_cdesc_t* errmsg);
void arauto_shim_broadcast_any(const Description* a, int32_t source_image, int32_t* stat,
    CFI_cdesc_t* errmsg);
void arauto_shim_reduction_begins_any(const Description* a, const int32_t* result_image, int32_t*
    stat, CFI_cdesc_t* errmsg);
int32_t arauto_shim_reduction_next_any(const Description* left, const Description* right);
void arauto_shim_reduction_ends_any(const Description* a, int32_t* stat, CFI_cdesc_t* errmsg);
void* arauto_shim_shadow_any(const Description* a, int32_t image, const int32_t* may_fail);
void arauto_shim_outside_bounds(const int64_t* subscripts, const int64_t* bounds, int32_t is_there,
    int32_t dimension, CFI_cdesc_t* object, int32_t image);
