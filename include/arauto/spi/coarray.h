/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * For libraries that coarray programs call beside their compiler's own: what the front-end of that
 * compiler knows. Every coarray front-end defines these; they are weak here, so that a library may
 * ask whether there is one: the address is NULL in programs without coarrays.
 */
#pragma once

#include "arauto/team.h"

#if defined(__cplusplus)
extern "C" {
#endif

/** The current team; NULL before the program has started its runtime. */
ARAUTO_EXPORT __attribute__((weak)) arauto_team_h arauto_coarray_team(void) ARAUTO_NOEXCEPT;

/** Ends a procedure as a statement with STAT= and ERRMSG= ends: `stat` gets the compiler's value
 * for the status, 0 for success, `errmsg` the sentence of the last failure, padded with blanks.
 * Without `stat` a failure ends the program with that sentence.
 *  @param status  of a call of the C API, the last one of this thread when it is a failure
 *  @param procedure  the name with which the sentence begins
 *  @param stat  may be NULL
 *  @param errmsg  may be NULL
 *  @param errmsg_bytes  length of `errmsg` */
ARAUTO_EXPORT __attribute__((weak)) void arauto_coarray_report(arauto_status_t status,
                                                               const char* procedure,
                                                               int32_t* stat,
                                                               char* errmsg,
                                                               size_t errmsg_bytes) ARAUTO_NOEXCEPT;

#if defined(__cplusplus)
}
#endif
