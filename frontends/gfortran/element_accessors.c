/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * The calls of gfortran 15 and later for `y = a(i)[k]` and `a(i)[k] = y`, with the common case
 * written out: one element of a coarray without pointers, and another image of the initial team on
 * this node. The compiler has made a procedure for the element, an accessor, which is called
 * through a table; the call of the library is what inlining saves. See element_calls.c, which is
 * the same for earlier versions, for how this becomes a part of programs.
 */
#include "element_layout.h"

#include <stdbool.h>
#include <string.h>

#define LIKELY(condition) __builtin_expect((condition) != 0, 1)

/* The highest rank of arrays that are accessed here. The compiler inlines nothing that needs much
 * more room on the stack than the program's procedure around it. */
enum { kRankMax = 3 };

/* See descriptor.hpp. The program has other types for the same memory. */
struct __attribute__((may_alias)) descriptor {
    char* base;
    size_t offset;
    size_t element_bytes;
    int32_t version;
    int8_t rank;
    int8_t type;
    int16_t attribute;
    ptrdiff_t span;
    ptrdiff_t dim[kRankMax][3];
};
enum { kBytesOfRank1 = 64 };

/* See accessor_run.hpp. Those of objects that are no characters look at no lengths: they need less
 * room on the stack. */
typedef void (*getter)(void* captured,
                       const int* image,
                       void* value,
                       int32_t* is_new,
                       void* object,
                       void* callback,
                       ptrdiff_t offset);
typedef void (*character_getter)(void* captured,
                                 const int* image,
                                 void* value,
                                 int32_t* is_new,
                                 void* object,
                                 void* callback,
                                 ptrdiff_t offset,
                                 const size_t* value_length,
                                 const size_t* object_length);
typedef void (*receiver)(void* captured,
                         const int* image,
                         void* object,
                         const void* value,
                         void* callback,
                         ptrdiff_t offset);
typedef void (*character_receiver)(void* captured,
                                   const int* image,
                                   void* object,
                                   const void* value,
                                   void* callback,
                                   ptrdiff_t offset,
                                   const size_t* object_length,
                                   const size_t* value_length);

extern arauto_element_access_t arauto_gfortran_element_access;
extern const arauto_element_accessor_t* arauto_gfortran_accessors[];

extern void arauto_gfortran_get_from_remote(const arauto_element_part_t* token,
                                            const struct descriptor* array,
                                            const size_t* length,
                                            int image,
                                            size_t bytes,
                                            void** data,
                                            size_t* value_length,
                                            struct descriptor* value_array,
                                            bool may_reallocate,
                                            int accessor,
                                            void* captured,
                                            size_t captured_bytes,
                                            int* stat,
                                            const void* const* team,
                                            const int* team_number);
extern void arauto_gfortran_send_to_remote(const arauto_element_part_t* token,
                                           struct descriptor* array,
                                           const size_t* length,
                                           int image,
                                           size_t bytes,
                                           void* data,
                                           const size_t* value_length,
                                           struct descriptor* value_array,
                                           int accessor,
                                           void* captured,
                                           size_t captured_bytes,
                                           int* stat,
                                           const void* const* team,
                                           const int* team_number);

extern __attribute__((cold)) int arauto_gfortran_get_remote_function_index(int hash,
                                                                           const void* statement);

#define INLINE static inline __attribute__((always_inline))
#define PART_OF_PROGRAM __attribute__((visibility("hidden")))

/* How far the image's part is from this image's; 0: the library finds out, as for what is copied
 * within this image and may overlap.
 * @param array  the user's descriptor; NULL: the coarray has none */
INLINE ptrdiff_t distance_to(const arauto_element_part_t* token,
                             const struct descriptor* array,
                             int image,
                             const uint32_t* images) {
    const arauto_element_access_t* const access = &arauto_gfortran_element_access;
    const bool is_near = arauto_element_is_near(access, images, image) && LIKELY(token != NULL) &&
                         LIKELY(token->plain_bytes != 0) &&
                         (array == NULL || LIKELY(array->rank <= kRankMax));
    return is_near ? arauto_element_distance(access, image) : 0;
}

INLINE void (*function_at(int accessor))(void) {
    const unsigned int at = (unsigned int)accessor;
    const arauto_element_accessor_t* const chunk = /* PAIR accessor.chunk: look */
        __atomic_load_n(&arauto_gfortran_accessors[at / kElementAccessorChunk], __ATOMIC_ACQUIRE);
    return chunk[at % kElementAccessorChunk].function;
}

/* The object for the accessor. The user's descriptor stays as it is. */
INLINE void* object_at(const struct descriptor* array,
                       const arauto_element_part_t* token,
                       ptrdiff_t distance,
                       struct descriptor* copy) {
    if (array == NULL) {
        return ((const arauto_element_callback_t*)token)->memory + distance;
    }
    memcpy(copy, array, kBytesOfRank1); /* of rank 0: with a codimension */
    for (int i = 1; i < array->rank; ++i) {
        memcpy(copy->dim[i], array->dim[i], sizeof copy->dim[i]);
    }
    copy->base += distance;
    return copy;
}

/* Not cleared as a whole, which would take nine stores. */
INLINE void set_callback(arauto_element_callback_t* callback, void* captured) {
    callback->part.plain_bytes = 0;
    callback->kind = kElementCallbackKind;
    callback->memory = captured;
}

/* Its address identifies the library of the program that this file is a part of. */
static const char g_address_here = 0;

/* The library distinguishes accessors with one number by their addresses, which follow no order
 * here. Not inlined, since each statement calls it once. */
__attribute__((noinline, cold)) PART_OF_PROGRAM int
_gfortran_caf_get_remote_function_index(int hash);
int _gfortran_caf_get_remote_function_index(int hash) {
    return arauto_gfortran_get_remote_function_index(hash, &g_address_here);
}

extern inline PART_OF_PROGRAM void _gfortran_caf_get_from_remote(const arauto_element_part_t* token,
                                                                 const struct descriptor* array,
                                                                 const size_t* length,
                                                                 int image,
                                                                 size_t bytes,
                                                                 void** data,
                                                                 size_t* value_length,
                                                                 struct descriptor* value_array,
                                                                 bool may_reallocate,
                                                                 int accessor,
                                                                 void* captured,
                                                                 size_t captured_bytes,
                                                                 int* stat,
                                                                 const void* const* team,
                                                                 const int* team_number);
inline void _gfortran_caf_get_from_remote(const arauto_element_part_t* token,
                                          const struct descriptor* array,
                                          const size_t* length,
                                          int image,
                                          size_t bytes,
                                          void** data,
                                          size_t* value_length,
                                          struct descriptor* value_array,
                                          bool may_reallocate,
                                          int accessor,
                                          void* captured,
                                          size_t captured_bytes,
                                          int* stat,
                                          const void* const* team,
                                          const int* team_number) {
    const ptrdiff_t distance =
        stat == NULL && team == NULL && team_number == NULL && value_array == NULL
            ? distance_to(token, array, image, &arauto_gfortran_element_access.images)
            : 0;
    if (LIKELY(distance != 0)) {
        struct descriptor copy;
        arauto_element_callback_t callback;
        int32_t is_new = 0;
        const int there = image;
        set_callback(&callback, captured);
        void (*const function)(void) = function_at(accessor);
        void* const object = object_at(array, token, distance, &copy);
        if (length == NULL && value_length == NULL) {
            ((getter)function)(captured, &there, data, &is_new, object, &callback, 0);
        } else {
            ((character_getter)function)(captured, &there, data, &is_new, object, &callback, 0,
                                         value_length, length);
        }
        return;
    }
    arauto_gfortran_get_from_remote(token, array, length, image, bytes, data, value_length,
                                    value_array, may_reallocate, accessor, captured, captured_bytes,
                                    stat, team, team_number);
}

extern inline PART_OF_PROGRAM void _gfortran_caf_send_to_remote(const arauto_element_part_t* token,
                                                                struct descriptor* array,
                                                                const size_t* length,
                                                                int image,
                                                                size_t bytes,
                                                                void* data,
                                                                const size_t* value_length,
                                                                struct descriptor* value_array,
                                                                int accessor,
                                                                void* captured,
                                                                size_t captured_bytes,
                                                                int* stat,
                                                                const void* const* team,
                                                                const int* team_number);
inline void _gfortran_caf_send_to_remote(const arauto_element_part_t* token,
                                         struct descriptor* array,
                                         const size_t* length,
                                         int image,
                                         size_t bytes,
                                         void* data,
                                         const size_t* value_length,
                                         struct descriptor* value_array,
                                         int accessor,
                                         void* captured,
                                         size_t captured_bytes,
                                         int* stat,
                                         const void* const* team,
                                         const int* team_number) {
    const ptrdiff_t distance =
        stat == NULL && team == NULL && team_number == NULL && value_length == NULL &&
                value_array == NULL
            ? distance_to(token, array, image, &arauto_gfortran_element_access.images_put)
            : 0;
    if (LIKELY(distance != 0)) {
        struct descriptor copy;
        arauto_element_callback_t callback;
        const int there = image;
        set_callback(&callback, captured);
        void (*const function)(void) = function_at(accessor);
        void* const object = object_at(array, token, distance, &copy);
        if (length == NULL) {
            ((receiver)function)(captured, &there, object, data, &callback, 0);
        } else {
            ((character_receiver)function)(captured, &there, object, data, &callback, 0, length,
                                           NULL);
        }
        return;
    }
    arauto_gfortran_send_to_remote(token, array, length, image, bytes, data, value_length,
                                   value_array, accessor, captured, captured_bytes, stat, team,
                                   team_number);
}
