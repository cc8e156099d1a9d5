/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * For implementers of front-ends: locks declared before main.
 */
#pragma once

#include "arauto/lock.h"

#if defined(__cplusplus)
extern "C" {
#endif

/** Makes an array of locks over the world team without communication, as arauto_segment_declare
 * makes a segment; unlocked at first.
 *  @param count  locks, the same on all ranks
 *  @error  as arauto_segment_declare */
ARAUTO_EXPORT arauto_status_t arauto_lock_declare(size_t count,
                                                  arauto_lock_h* lock_out) ARAUTO_NOEXCEPT;

#if defined(__cplusplus)
}
#endif
