/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * The interface that translated Fortran calls for teams, failed images, CO_REDUCE and attached
 * events. A team variable is one word, which is passed by its address; a null address is the
 * current team.
 */
#pragma once

#include "translated.h"

#if defined(__cplusplus)
extern "C" {
#endif

/** The compiler's values of STAT_STOPPED_IMAGE and so on, in this order. Called before main. */
enum translated_stat {
    TRANSLATED_STAT_STOPPED,
    TRANSLATED_STAT_FAILED,
    TRANSLATED_STAT_LOCKED,
    TRANSLATED_STAT_LOCKED_OTHER,
    TRANSLATED_STAT_UNLOCKED,
    TRANSLATED_STAT_UNLOCKED_FAILED,
    TRANSLATED_STATS
};
/** From a constructor of each object that is linked to this library; `inside` lies in its data. */
TRANSLATED_API void translated_object_loaded(const void* inside);
TRANSLATED_API void translated_set_stats(const int32_t* values);

/** @param new_index  0: any */
TRANSLATED_API void translated_form_team(int64_t number,
                                         int64_t* team,
                                         int32_t new_index,
                                         const translated_errors_t* errors);
TRANSLATED_API void translated_change_team(const int64_t* team, const translated_errors_t* errors);
TRANSLATED_API void translated_end_team(const translated_errors_t* errors);
TRANSLATED_API void translated_sync_team(const int64_t* team, const translated_errors_t* errors);

enum translated_level {
    TRANSLATED_CURRENT_TEAM = 1,
    TRANSLATED_PARENT_TEAM,
    TRANSLATED_INITIAL_TEAM
};
TRANSLATED_API int64_t translated_get_team(int32_t level);
TRANSLATED_API int32_t translated_team_number(const int64_t* team);
/** NUM_IMAGES and THIS_IMAGE of a team that is not the current one. */
TRANSLATED_API int32_t translated_team_size(const int64_t* team);
TRANSLATED_API int32_t translated_team_image(const int64_t* team);
TRANSLATED_API int32_t translated_sibling_size(int64_t number);
/** An image number of another team as one that means the same in any (TRANSLATED_ELSEWHERE). */
TRANSLATED_API int32_t translated_image_of_team(int32_t image, const int64_t* team);
TRANSLATED_API int32_t translated_image_of_sibling(int32_t image, int64_t number);

TRANSLATED_API int32_t translated_image_status(int32_t image, const int64_t* team);
/** Numbers in the team of the images that have failed, or of those that have stopped.
 *  @return how many there are, also when more than `capacity` */
TRANSLATED_API int32_t translated_images_in_state(const int64_t* team,
                                                  int32_t is_failed,
                                                  int32_t* images_out,
                                                  int32_t capacity);

/** 1 when the ALLOCATE with stat= just registered has failed on another image: this one gives back
 * what it has. */
TRANSLATED_API int32_t translated_must_undo(void);
/** 1 when the coarray was allocated in the team that is about to be left; it is a barrier then. */
TRANSLATED_API int32_t translated_must_free(const void* base);
/** Before DEALLOCATE of coarrays: a barrier, whose failure the second reports. */
TRANSLATED_API void translated_deallocation_begins(void);
TRANSLATED_API void translated_deallocation_ends(const translated_errors_t* errors);
/** Both, where a scope ends that has an allocatable coarray: the compiler deallocates it then. */
TRANSLATED_API void translated_scope_ends(void);

/** CO_REDUCE: between the first and the last, the second gives pairs of elements until it gives
 * none; the contents of `left` at its next call are the results.
 *  @param left, right  contiguous, of one length
 *  @return how many pairs it has stored */
TRANSLATED_API void translated_reduction_begins(const translated_array_t* a,
                                                int32_t result_image, /**< 0: all */
                                                const translated_errors_t* errors);
TRANSLATED_API int32_t translated_reduction_next(const translated_array_t* left,
                                                 const translated_array_t* right);
TRANSLATED_API void translated_reduction_ends(const translated_array_t* a,
                                              const translated_errors_t* errors);

/** XcalableMP's TASK: 1 for the images first, first + step, ... of the current team, which go on as
 * a team of their own until translated_end_team; 0 at once for the others. Only they take part. */
TRANSLATED_API int32_t translated_task(int32_t first, int32_t last, int32_t step);

/** The data to which an event is attached. */
typedef struct translated_attachment {
    translated_array_t data;
    const char* access; /**< 'put' or 'get'; null: 'put' */
    size_t access_bytes;
    int32_t is_component; /**< memory that a component of a coarray was allocated */
    int32_t reserved;
} translated_attachment_t;
TRANSLATED_API void translated_event_attach(const void* event,
                                            const translated_attachment_t* attachment,
                                            const translated_errors_t* errors);
/** @param attachment  null: all of the event */
TRANSLATED_API void translated_event_detach(const void* event,
                                            const translated_attachment_t* attachment,
                                            const translated_errors_t* errors);

/** A number that all images share and that differs from run to run. */
TRANSLATED_API int64_t translated_run_seed(void);

#if defined(__cplusplus)
}
#endif
