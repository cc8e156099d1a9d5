/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * For implementers of front-ends: failures of a layer above this library, and names of statuses.
 */
#pragma once

#include "arauto/status.h"

#if defined(__cplusplus)
extern "C" {
#endif

/** Makes `sentence` the text that arauto_last_error() gives in this thread: for a layer above this
 * API that refuses a call itself.
 *  @param status  what is returned
 *  @param sentence  copied, up to 511 bytes; NULL: an empty text
 *  @return `status` */
ARAUTO_EXPORT arauto_status_t arauto_error_set(arauto_status_t status,
                                               const char* sentence) ARAUTO_NOEXCEPT;

/** Name of a status, for instance "ARAUTO_ERR_RANK"; "unknown status" for any other number.
 *  @param status  any number */
ARAUTO_EXPORT const char* arauto_status_name(arauto_status_t status) ARAUTO_NOEXCEPT;

/** The source line from which this thread has called this library, for a sentence with which the
 * program ends: "heat.f90:42 (in step)", "procedure step" without debug information, or an empty
 * text. The setting ARAUTO_LINES=off makes it always empty.
 *  @param text  gets the source line, cut to `bytes` with its final 0
 *  @return the length of the text
 *  @cost  milliseconds: another program reads the debug information */
ARAUTO_EXPORT size_t arauto_source_location(char* text, size_t bytes) ARAUTO_NOEXCEPT;

/** The static variable of the program that this thread executes whose pointer or descriptor holds
 * `memory`, as its source names it, for a sentence: "grid" for a Fortran coarray of a main program
 * or a module, or one with SAVE. Empty where none is known, or where several hold it; always with
 * ARAUTO_LINES=off.
 *  @param memory  the start of a coarray of this image
 *  @param text  gets the name, cut to `bytes` with its final 0
 *  @return the length of the text
 *  @cost  milliseconds: another program reads the symbols */
ARAUTO_EXPORT size_t arauto_variable_name(const void* memory,
                                          char* text,
                                          size_t bytes) ARAUTO_NOEXCEPT;

/** Whether the end of this process by a fault, or by exit() with a status, is reported with the
 * calls that led there, so that the library of a language need not print a backtrace of its own:
 * one of our launchers has started it, and the setting ARAUTO_LINES is on.
 *  @return 1 or 0; 0 before arauto_init */
ARAUTO_EXPORT int arauto_calls_are_reported(void) ARAUTO_NOEXCEPT;

#if defined(__cplusplus)
}
#endif
