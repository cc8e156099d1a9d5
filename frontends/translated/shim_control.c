/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * Teams, failed images and the compiler's own STAT_ values: the layer above translated_control.h.
 */
#include "shim_calls.h"
#include "translated_control.h"

/* The values of this compiler's ISO_FORTRAN_ENV; defined in the module. */
extern const int32_t arauto_stat_values[TRANSLATED_STATS];

__attribute__((constructor)) static void pass_stats(void) {
    translated_set_stats(arauto_stat_values);
    static int inside = 1; /* in this object's data */
    translated_object_loaded(&inside);
}

void SHIM(form_team)(
    int64_t number, int64_t* team, const int32_t* new_index, int32_t* stat, CFI_cdesc_t* errmsg) {
    const translated_errors_t errors = errors_of(stat, errmsg);
    translated_form_team(number, team, new_index != NULL ? *new_index : 0, &errors);
}
void SHIM(change_team)(const int64_t* team, int32_t* stat, CFI_cdesc_t* errmsg) {
    const translated_errors_t errors = errors_of(stat, errmsg);
    translated_change_team(team, &errors);
}
void SHIM(end_team)(int32_t* stat, CFI_cdesc_t* errmsg) {
    const translated_errors_t errors = errors_of(stat, errmsg);
    translated_end_team(&errors);
}
void SHIM(sync_team)(const int64_t* team, int32_t* stat, CFI_cdesc_t* errmsg) {
    const translated_errors_t errors = errors_of(stat, errmsg);
    translated_sync_team(team, &errors);
}
int64_t SHIM(get_team)(int32_t level) {
    return translated_get_team(level);
}
int32_t SHIM(team_number)(const int64_t* team) {
    return translated_team_number(team);
}
int32_t SHIM(team_size)(const int64_t* team) {
    return translated_team_size(team);
}
int32_t SHIM(team_image)(const int64_t* team) {
    return translated_team_image(team);
}
int32_t SHIM(sibling_size)(int64_t number) {
    return translated_sibling_size(number);
}
int32_t SHIM(image_of_team)(int32_t image, const int64_t* team) {
    return translated_image_of_team(image, team);
}
int32_t SHIM(image_of_sibling)(int32_t image, int64_t number) {
    return translated_image_of_sibling(image, number);
}
int32_t SHIM(image_status)(int32_t image, const int64_t* team) {
    return translated_image_status(image, team);
}
int32_t SHIM(images_in_state)(const int64_t* team, int32_t is_failed, int32_t* out, int32_t room) {
    return translated_images_in_state(team, is_failed, out, room);
}
int32_t SHIM(must_free)(CFI_cdesc_t* a) {
    return a->base_addr != NULL ? translated_must_free(a->base_addr) : 0;
}
int32_t SHIM(must_undo)(void) {
    return translated_must_undo();
}
void SHIM(deallocation_begins)(void) {
    translated_deallocation_begins();
}
void SHIM(deallocation_ends)(int32_t* stat, CFI_cdesc_t* errmsg) {
    const translated_errors_t errors = errors_of(stat, errmsg);
    translated_deallocation_ends(&errors);
}
void SHIM(scope_ends)(void) {
    translated_scope_ends();
}
void SHIM(reduction_begins)(CFI_cdesc_t* a,
                            const int32_t* result_image,
                            int32_t* stat,
                            CFI_cdesc_t* errmsg) {
    const translated_errors_t errors = errors_of(stat, errmsg);
    const translated_array_t array = convert(a);
    translated_reduction_begins(&array, result_image != NULL ? *result_image : 0, &errors);
}
int32_t SHIM(reduction_next)(CFI_cdesc_t* left, CFI_cdesc_t* right) {
    const translated_array_t one = convert(left);
    const translated_array_t other = convert(right);
    return translated_reduction_next(&one, &other);
}
void SHIM(reduction_ends)(CFI_cdesc_t* a, int32_t* stat, CFI_cdesc_t* errmsg) {
    const translated_errors_t errors = errors_of(stat, errmsg);
    const translated_array_t array = convert(a);
    translated_reduction_ends(&array, &errors);
}
int64_t SHIM(run_seed)(void) {
    return translated_run_seed();
}

static translated_attachment_t
attachment_of(const CFI_cdesc_t* data, int32_t is_component, const CFI_cdesc_t* access) {
    const translated_attachment_t attachment = {
        convert(data), access != NULL ? access->base_addr : NULL,
        access != NULL ? access->elem_len : 0, is_component, 0};
    return attachment;
}

void SHIM(event_attach)(const void* event,
                        CFI_cdesc_t* data,
                        int32_t is_component,
                        int32_t* stat,
                        CFI_cdesc_t* access) {
    const translated_errors_t errors = errors_of(stat, NULL);
    const translated_attachment_t attachment = attachment_of(data, is_component, access);
    translated_event_attach(event, &attachment, &errors);
}
void SHIM(event_detach)(const void* event, CFI_cdesc_t* data, int32_t is_component, int32_t* stat) {
    const translated_errors_t errors = errors_of(stat, NULL);
    if (data == NULL) {
        translated_event_detach(event, NULL, &errors);
    } else {
        const translated_attachment_t attachment = attachment_of(data, is_component, NULL);
        translated_event_detach(event, &attachment, &errors);
    }
}
int32_t SHIM(task)(int32_t first, int32_t last, int32_t step) {
    return translated_task(first, last, step);
}
