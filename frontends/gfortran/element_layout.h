/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * Says when an access to an element of another image needs no library call, and at which address
 * the element then lies. This is the one description, for the library and for the files that become
 * a part of programs which are compiled with -flto (element_calls.c for gfortran up to 14,
 * element_accessors.c for later ones). C, since the user's gfortran compiles those. What they see
 * of the library is here too.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

/* Read by every access, written where the library learns that accesses must be calls, or no longer.
 * Each image in [1, images] lies `image * stride + origin` bytes behind this one. */
typedef struct arauto_element_access {
    uint32_t images; /* 0: all must be calls */
    uint32_t images_put; /* the same for puts: 0 too once a put has come with NOTIFY= */
    ptrdiff_t stride;
    ptrdiff_t origin;
    const uint32_t* failed; /* not 0: an image has failed */
    const uint32_t* bindings; /* not 0: an image has attached an event to memory */
    /* For EVENT POST: */
    const char* sleepers; /* of image i at `i * sleepers_stride`, a 32-bit word; not 0: ring */
    ptrdiff_t sleepers_stride;
    const uint8_t* is_kept; /* not 0: puts wait to be written at the end of this segment */
    const uint8_t* is_counted; /* not 0: ends of segments are counted */
} arauto_element_access_t;

/* This image's part of the coarray: the first member of what a token of the program points to. */
typedef struct arauto_element_part {
    char* memory; /* of events the first one's count */
    size_t bytes; /* 0 where accesses must be calls: events, locks, components */
    size_t events; /* how many; 0 where posts must be calls, and for all else */
    size_t event_stride;
    size_t plain_bytes; /* as bytes; 0 also where accessors may find pointers to other memory */
} arauto_element_part_t;

/* The start of a token by which an accessor reads captured values, in the caller's process. */
typedef struct arauto_element_callback {
    arauto_element_part_t part; /* plain_bytes: 0 */
    uint32_t kind;
    void* segment;
    void* memory; /* the captured values */
} arauto_element_callback_t;
enum { kElementCallbackKind = 5 }; /* CoarrayKind::captured */

/* Accessors by their indices, in chunks. */
typedef struct arauto_element_accessor {
    void (*function)(void);
    int32_t hash;
    int32_t ordinal; /* among those with that hash, in the order of their addition */
} arauto_element_accessor_t;
enum { kElementAccessorChunk = 1024 };

static inline __attribute__((always_inline)) uint32_t arauto_element_load(const uint32_t* word) {
    return __atomic_load_n(word, __ATOMIC_RELAXED); /* relaxed because the program orders */
} /* accesses of its threads */

/* Whether elements of an image may be loaded and stored here.
 * @param images  of `access`: its number for reads or for writes */
static inline __attribute__((always_inline)) int
arauto_element_is_near(const arauto_element_access_t* access, const uint32_t* images, int image) {
    return __builtin_expect((uint32_t)image - 1u < arauto_element_load(images), 1) &&
           __builtin_expect(arauto_element_load(access->failed) == 0, 1) &&
           __builtin_expect(arauto_element_load(access->bindings) == 0, 1);
}

/* How far behind this image's part that of another image lies. */
static inline __attribute__((always_inline)) ptrdiff_t
arauto_element_distance(const arauto_element_access_t* access, int image) {
    return (ptrdiff_t)image * access->stride + access->origin;
}
