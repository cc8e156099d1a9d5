/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * For implementers of front-ends: notifications declared before main, and taking all of a count.
 */
#pragma once

#include "arauto/notify.h"

#if defined(__cplusplus)
extern "C" {
#endif

/** Makes an array of counting slots over the world team without communication, as
 * arauto_segment_declare makes a segment; counts start at 0.
 *  @param count  slots, the same on all ranks
 *  @error  as arauto_segment_declare */
ARAUTO_EXPORT arauto_status_t arauto_notify_declare(size_t count,
                                                    arauto_notify_h* notify_out) ARAUTO_NOEXCEPT;

/** Takes all untaken notifications of slot `index` of this rank. Never blocks.
 *  @param count_out  how many were taken
 *  @error  ARAUTO_ERR_ARGUMENT, ARAUTO_ERR_RANGE (no such slot) */
ARAUTO_EXPORT arauto_status_t arauto_notify_take(arauto_notify_h notify,
                                                 size_t index,
                                                 uint64_t* count_out) ARAUTO_NOEXCEPT;

#if defined(__cplusplus)
}
#endif
