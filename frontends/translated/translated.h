/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * The interface that translated Fortran calls, below the compiler's own descriptors: shim_data.c,
 * compiled once for each compiler, turns those into this header's types. Images count from 1 here;
 * image 0 is this image.
 */
#pragma once

#include "arauto/section.h"

#include <stddef.h>
#include <stdint.h>

#if defined(__cplusplus)
extern "C" {
#endif

#define TRANSLATED_API __attribute__((visibility("default")))

/** The class of an element's type, with the numbers of coarray::Class. */
enum translated_class {
    TRANSLATED_INTEGER = 1,
    TRANSLATED_LOGICAL,
    TRANSLATED_REAL,
    TRANSLATED_COMPLEX,
    TRANSLATED_OTHER,
    TRANSLATED_CHARACTER
};

/** An array or a scalar of this process. */
typedef struct translated_array {
    void* base;
    int32_t element_class;
    int32_t element_kind; /**< 4: wide characters; 16: IEEE's binary128; else 0 */
    arauto_section_t section; /**< its offset is 0 */
} translated_array_t;

/** Where a failure goes: without `stat` it ends the program. */
typedef struct translated_errors {
    int32_t* stat;
    char* errmsg;
    size_t errmsg_bytes;
} translated_errors_t;

enum {
    /** Added to an image number when the base of the array is an address of that image already. */
    TRANSLATED_THERE = 1 << 30,
    /** Added to the one cosubscript of a coarray whose cobound only ALLOCATE says; from there up to
     * TRANSLATED_THERE, since cosubscripts may be negative. */
    TRANSLATED_COSUBSCRIPT = (1 << 29) + (1 << 28),
    /** Added to an image number of the initial team, which is then the same in all teams; alone it
     * is no image. */
    TRANSLATED_ELSEWHERE = 1 << 28
};

TRANSLATED_API int32_t translated_this_image(void);
TRANSLATED_API int32_t translated_num_images(void);

/** a[image] = value: the element of the image's that corresponds to this image's. */
TRANSLATED_API void translated_put(const translated_array_t* a,
                                   int32_t image,
                                   const translated_array_t* value,
                                   int32_t* stat);
/** As translated_put; one is added to `notify` of that image after the data. */
TRANSLATED_API void translated_put_notify(const translated_array_t* a,
                                          int32_t image,
                                          const translated_array_t* value,
                                          const void* notify,
                                          int32_t* stat);
TRANSLATED_API void translated_get(const translated_array_t* to,
                                   int32_t image,
                                   const translated_array_t* a,
                                   int32_t* stat);
/** Both for types that agree and bytes in one piece on both sides, without descriptors. */
TRANSLATED_API void
translated_put_block(const void* a, int32_t image, const void* value, int64_t bytes);
TRANSLATED_API void translated_get_block(void* to, int32_t image, const void* a, int64_t bytes);
/** As the block calls above. They first check that as many elements are on the right as on the
 * left; otherwise the program ends.
 *  @param elements  on the left, the coarray's of a put
 *  @param given  on the right
 *  @param width  bytes of an element */
TRANSLATED_API void translated_put_sized(const void* a,
                                         int32_t image,
                                         const void* value,
                                         int64_t elements,
                                         int64_t given,
                                         int64_t width);
TRANSLATED_API void translated_get_sized(
    void* to, int32_t image, const void* a, int64_t elements, int64_t given, int64_t width);
/** As the block calls above, for one element, which Fortran passes in another way. */
TRANSLATED_API void
translated_put_word(const void* a, int32_t image, const void* value, int64_t bytes);
TRANSLATED_API void translated_get_word(void* to, int32_t image, const void* a, int64_t bytes);
/** Where the `bytes` at `a` have their counterpart on the image, in this process, for a loop over
 * its elements; null when accesses must be calls: where it is not mapped, for this image itself
 * (whose elements the loop may access by their own names), and while late puts are pending. */
TRANSLATED_API void* translated_near(const void* a, int32_t image, int64_t bytes);
TRANSLATED_API void* translated_near_one(const void* a, int32_t image, int64_t bytes);
/** A subscript (counted from 0) that the dimension does not have ends the program. */
TRANSLATED_API void
translated_bad_subscript(int32_t dimension, int64_t subscript, int64_t extent, int32_t* stat);
/** The object `a` of the image, or a copy of it, which says where its allocatable and pointer
 * components are in this segment, and of the rest nothing; valid until 32 later calls of this
 * thread.
 *  @param may_fail  not 0: where there is no such object, or its image has failed, one without
 *                   components is given, and the access that follows reports it */
TRANSLATED_API void*
translated_shadow(const translated_array_t* a, int32_t image, int32_t may_fail);
/** A copy of the whole object; valid until 32 later calls of this thread. */
TRANSLATED_API void* translated_copy(const translated_array_t* a, int32_t image);

/** Between the two, memory comes from where other images reach it. */
TRANSLATED_API void translated_allocation_begins(void);
TRANSLATED_API void translated_allocation_ends(void);
/** Between the two, memory comes from where other images reach it, as far as there is room: for
 * components of coarrays' objects. */
TRANSLATED_API void translated_component_begins(void);
TRANSLATED_API void translated_component_ends(void);
/** Collective: the images' arrays `a` become one coarray, with these cobounds (the last upper one
 * is not read). */
TRANSLATED_API void translated_register(const translated_array_t* a,
                                        int32_t corank,
                                        const int32_t* lower,
                                        const int32_t* upper,
                                        const translated_errors_t* errors);

/** Image of cosubscripts, 0 when there is none. */
TRANSLATED_API int32_t translated_image(int32_t corank,
                                        const int32_t* subscripts,
                                        const int32_t* lower,
                                        const int32_t* upper);
/** @param image  whose cosubscripts; 0: of this image */
TRANSLATED_API void translated_cosubscripts(int32_t corank,
                                            int32_t image,
                                            const int32_t* lower,
                                            const int32_t* upper,
                                            int32_t* subscripts_out);
/** The last upper cobound in a team of `size` images. */
TRANSLATED_API int32_t translated_last_cobound(int32_t corank,
                                               const int32_t* lower,
                                               const int32_t* upper,
                                               int32_t size);
/** Cobounds given when the allocatable coarray around `base` was registered. */
TRANSLATED_API void
translated_cobounds(const void* base, int32_t corank, int32_t* lower_out, int32_t* upper_out);

/** A subscript that is not within the bounds. */
typedef struct translated_subscript {
    int64_t first;
    int64_t last;
    int64_t step; /**< 0: one subscript, not a range */
    int64_t lower;
    int64_t upper;
    int32_t dimension; /**< 0: the array has only one; below 0: a codimension */
    int32_t cosubscript;
} translated_subscript_t;
/** Ends the program.
 *  @param object  as written, with {i} for the subscript and {k} for the cosubscript */
TRANSLATED_API void translated_outside_bounds(const translated_subscript_t* subscript,
                                              int32_t is_there,
                                              const char* object,
                                              size_t bytes);

TRANSLATED_API void translated_sync_all(const translated_errors_t* errors);
TRANSLATED_API void translated_sync_images(int32_t count, /**< -1: all */
                                           const int32_t* images,
                                           const translated_errors_t* errors);
TRANSLATED_API void translated_sync_memory(const translated_errors_t* errors);
TRANSLATED_API void translated_error_stop(int32_t code, const char* text, size_t bytes);
TRANSLATED_API void translated_error_stop_quietly(int32_t code);
/** The program's next statement is STOP with a code. */
TRANSLATED_API void translated_stop_begins(void);
TRANSLATED_API void translated_fail_image(void);

TRANSLATED_API void
translated_event_post(const void* event, int32_t image, const translated_errors_t* errors);
TRANSLATED_API void
translated_event_wait(const void* event, int64_t count, const translated_errors_t* errors);
TRANSLATED_API int64_t translated_event_query(const void* event, int32_t* stat);
/** A lock variable of an image, and its number in its array, for messages. */
typedef struct translated_lock_variable {
    const void* variable;
    int64_t number; /**< from 1 */
    int32_t image;
    int32_t reserved;
} translated_lock_t;
TRANSLATED_API void translated_lock(const translated_lock_t* lock,
                                    int32_t* acquired,
                                    const translated_errors_t* errors);
TRANSLATED_API void translated_unlock(const translated_lock_t* lock,
                                      const translated_errors_t* errors);
TRANSLATED_API void translated_critical(int64_t construct, const translated_errors_t* errors);
TRANSLATED_API void translated_end_critical(int64_t construct);

/** Operations on an atomic variable of an image. `old` receives the value before, unless null. */
enum translated_atomic {
    TRANSLATED_DEFINE = -1,
    TRANSLATED_REF = -2,
    TRANSLATED_CAS = -3 /**< others are of arauto_atomic_op_t */
};
typedef struct translated_cell {
    const void* variable;
    int32_t image;
    int32_t bytes;
} translated_cell_t;
TRANSLATED_API void translated_atomic(const translated_cell_t* cell,
                                      int32_t operation,
                                      const void* value,
                                      const void* compare,
                                      void* old,
                                      int32_t* stat);

TRANSLATED_API void translated_reduce(const translated_array_t* a,
                                      int32_t operation, /**< of arauto_reduce_op_t */
                                      int32_t result_image,
                                      const translated_errors_t* errors);
TRANSLATED_API void translated_broadcast(const translated_array_t* a,
                                         int32_t source_image,
                                         const translated_errors_t* errors);
/** Copies with conversion, here. */
TRANSLATED_API void translated_assign(const translated_array_t* to, const translated_array_t* from);

#if defined(__cplusplus)
}
#endif
