/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * For implementers of front-ends and tools: which GCC has compiled an object or a program. The
 * calls of gfortran's coarrays differ between its versions under equal names, so that a linker
 * notices no mixture.
 */
#pragma once

#include "arauto/status.h"

#include <stddef.h>
#include <stdint.h>

#if defined(__cplusplus)
extern "C" {
#endif

/** The major versions of GCC that have compiled an ELF file, if it uses a function of another: bit
 * v of the result for version v. A linked file has those of the objects of the C library too.
 *  @param file  the bytes of an object, a shared library or a program
 *  @param function  the beginning of a name, as in "_gfortran_caf_"
 *  @return 0 when it uses no such function, or does not name its compiler, or is no such file */
ARAUTO_EXPORT uint64_t arauto_gcc_versions(const void* file,
                                           size_t bytes,
                                           const char* function) ARAUTO_NOEXCEPT;

#if defined(__cplusplus)
}
#endif
