/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * For the archive that programs compiled with `arauto fc --check=race` link: their own loads and
 * stores. It looks at the shadow itself and calls this library where an access is not known there.
 */
#pragma once

#include "arauto/status.h"

#include <stddef.h>
#include <stdint.h>

#if defined(__cplusplus)
extern "C" {
#endif

/** Where the shadow of the heaps is. Constant but for `stamp`. */
typedef struct arauto_race_view {
    uint64_t first; /**< address of the heap of rank 0 */
    uint64_t bytes; /**< of all heaps on this node; 0: the job is not checked */
    const uint64_t* written; /**< a word for each 8 bytes: its last write */
    const uint64_t* read; /**< the same: its last read */
    const uint64_t* stamp; /**< component and clock of the program's accesses now */
} arauto_race_view_t;

/** The low bits of a word that are no part of its stamp. */
enum { ARAUTO_RACE_STAMP_SHIFT = 26 };

/** The kinds of access. */
typedef enum arauto_race_access {
    ARAUTO_RACE_READ = 0,
    ARAUTO_RACE_WRITE = 1,
    ARAUTO_RACE_ATOMIC_READ = 2,
    ARAUTO_RACE_ATOMIC_WRITE = 3
} arauto_race_access_t;

/** An access of the program, which need not be in a heap. Sets arauto_thread.race once the job has
 * begun.
 *  @param memory  where it begins
 *  @param bytes  how many
 *  @param access  its kind
 *  @param caller  the instruction behind the call that told of it */
ARAUTO_EXPORT void arauto_race_touch(const void* memory,
                                     size_t bytes,
                                     arauto_race_access_t access,
                                     const void* caller) ARAUTO_NOEXCEPT;

/** The program has been compiled for this. To be called once, at its start. */
ARAUTO_EXPORT void arauto_race_note_program(void) ARAUTO_NOEXCEPT;

#if defined(__cplusplus)
}
#endif
