/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * For tools and front-ends: facts about this build and this job (transports, capabilities), and the
 * settings in force.
 */
#pragma once

#include "arauto/status.h"

#if defined(__cplusplus)
extern "C" {
#endif

/** One fact: `group` is "build", "machine", "transport", "setting" or "unknown" (a variable that
 * looks like a setting and is none); `help` may be "". */
typedef void (*arauto_info_visit_t)(
    void* context, const char* group, const char* name, const char* value, const char* help);

/** Visits every fact in a fixed order. Works before arauto_init; does not start a job.
 *  @param visit  called once for each fact
 *  @param context  what it is given */
ARAUTO_EXPORT void arauto_info_visit(arauto_info_visit_t visit, void* context) ARAUTO_NOEXCEPT;

/** Whether every setting has a value that it may have. Works before arauto_init, which refuses to
 * start a job when one has not; where a launcher or an MPI has started the processes, rank 0 warns.
 *  @error  ARAUTO_ERR_ARGUMENT, with a sentence that names the first setting, its value and its
 * range */
ARAUTO_EXPORT arauto_status_t arauto_settings_check(void) ARAUTO_NOEXCEPT;

/** The text of a setting as it is in force, from the environment or its default; NULL when there is
 * no such setting.
 *  @param name  for instance "ARAUTO_HEAP_SIZE" */
ARAUTO_EXPORT const char* arauto_setting(const char* name) ARAUTO_NOEXCEPT;

#if defined(__cplusplus)
}
#endif
