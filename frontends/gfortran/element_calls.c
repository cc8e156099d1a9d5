/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * The calls of gfortran 8 to 14 for `y = a(i)[k]`, `a(i)[k] = y` and EVENT POST, with the common
 * case written out: one element, and an image of the initial team on this node. `arauto fc -flto`
 * compiles this file by the user's compiler and with the user's options for the processor, as only
 * then the compiler may inline the code into the program's loops (GCC inlines no function for
 * another processor), and links it in front of the library. What the link-time optimiser reads
 * therefore fits the compiler whatever its version.
 *
 * All other accesses go on to the library's own calls. GCC takes the contents of memory for unknown
 * after each barrier that gfortran writes before a read, also the descriptors that the program has
 * just filled in, unless it can hold their fields in registers. So the code below uses the address
 * of a descriptor of one element for loads alone. The compiler recognises such a descriptor by its
 * size, which it knows without reading it. With the library's calls inlined as they are, a read
 * took 6.9 ns instead of 1.6.
 */
#include "element_layout.h"

#include <stdbool.h>
#include <string.h>

#define LIKELY(condition) __builtin_expect((condition) != 0, 1)

/* The descriptor of an element; in that of an array a dimension follows, and more. See
 * descriptor.hpp. The program has other types for the same memory. */
struct __attribute__((may_alias)) descriptor {
    void* base;
    size_t offset;
    size_t element_bytes;
    int32_t version;
    int8_t rank;
    int8_t type;
    int16_t attribute;
    ptrdiff_t span;
};
enum { kBytesOfArray = 64 }; /* the least that a descriptor of an array has */

extern arauto_element_access_t arauto_gfortran_element_access;
extern __attribute__((cold)) void arauto_gfortran_get(const arauto_element_part_t* token,
                                                      size_t offset,
                                                      int image,
                                                      struct descriptor* source,
                                                      void* vector,
                                                      struct descriptor* target,
                                                      int source_kind,
                                                      int target_kind,
                                                      int* stat);
extern __attribute__((cold)) void arauto_gfortran_send(const arauto_element_part_t* token,
                                                       size_t offset,
                                                       int image,
                                                       struct descriptor* target,
                                                       void* vector,
                                                       struct descriptor* source,
                                                       int target_kind,
                                                       int source_kind,
                                                       int* stat,
                                                       const void* const* team);
/* For one element, called at `caller` in the program. */
extern __attribute__((cold)) void arauto_gfortran_get_element(const arauto_element_part_t* token,
                                                              size_t offset,
                                                              int image,
                                                              struct descriptor* source,
                                                              struct descriptor* target,
                                                              int source_kind,
                                                              int target_kind,
                                                              int* stat,
                                                              const void* caller);
extern __attribute__((cold)) void arauto_gfortran_send_element(const arauto_element_part_t* token,
                                                               size_t offset,
                                                               int image,
                                                               struct descriptor* target,
                                                               struct descriptor* source,
                                                               int target_kind,
                                                               int source_kind,
                                                               int* stat,
                                                               const void* caller);
extern __attribute__((cold)) void arauto_gfortran_event_post(const arauto_element_part_t* token,
                                                             size_t index,
                                                             int image,
                                                             int* stat,
                                                             char* errmsg,
                                                             size_t errmsg_bytes);
extern __attribute__((cold)) void arauto_gfortran_ring(int image);

#define INLINE static inline __attribute__((always_inline))

/* Whether the compiler knows it for a descriptor without dimensions. */
#define IS_ELEMENT(array) (__builtin_object_size(array, 0) < kBytesOfArray)

/* The fields that are kept of an element's descriptor. */
struct element {
    void* base;
    size_t bytes;
    int8_t type;
};

INLINE struct element element_of(const struct descriptor* array) {
    return (struct element){array->base, array->element_bytes, array->type};
}

static struct descriptor descriptor_of(struct element element) {
    return (struct descriptor){.base = element.base,
                               .element_bytes = element.bytes,
                               .type = element.type,
                               .span = (ptrdiff_t)element.bytes};
}

/* Whether both are of one type and of a size that is copied by a load and a store. */
INLINE bool are_alike(struct element a, struct element b) {
    return a.type == b.type && a.bytes == b.bytes &&
           (a.bytes == 8 || a.bytes == 4 || a.bytes == 16 || a.bytes == 2 || a.bytes == 1);
}

/* One side of an access as the compiler passes it. */
struct there {
    const arauto_element_part_t* token;
    size_t offset;
    int image;
    int kind;
};

static __attribute__((noinline, cold)) void get_by_call(
    struct there there, struct element source, struct element target, int target_kind, int* stat) {
    struct descriptor from = descriptor_of(source), to = descriptor_of(target);
    arauto_gfortran_get_element(there.token, there.offset, there.image, &from, &to, there.kind,
                                target_kind, stat, __builtin_return_address(0));
}

static __attribute__((noinline, cold)) void send_by_call(
    struct there there, struct element target, struct element source, int source_kind, int* stat) {
    struct descriptor to = descriptor_of(target), from = descriptor_of(source);
    arauto_gfortran_send_element(there.token, there.offset, there.image, &to, &from, there.kind,
                                 source_kind, stat, __builtin_return_address(0));
}

/* Whether the element may be accessed here. It begins at a multiple of its size from the start of
 * an array of such, so one that begins inside the part ends inside. */
INLINE bool is_within_reach(const arauto_element_part_t* part,
                            size_t offset,
                            int image,
                            const uint32_t* images) {
    return arauto_element_is_near(&arauto_gfortran_element_access, images, image) &&
           LIKELY(part != NULL) && LIKELY(offset < part->bytes);
}

INLINE char* address_of(const arauto_element_part_t* part, size_t offset, int image) {
    return part->memory + offset + arauto_element_distance(&arauto_gfortran_element_access, image);
}

/* Source and target may be the same address. */
INLINE void copy_element(void* to, const void* from, size_t bytes) {
    if (bytes == 8) {
        uint64_t word;
        memcpy(&word, from, 8);
        memcpy(to, &word, 8);
    } else if (bytes == 4) {
        uint32_t word;
        memcpy(&word, from, 4);
        memcpy(to, &word, 4);
    } else if (bytes == 16) {
        uint64_t words[2];
        memcpy(words, from, 16);
        memcpy(to, words, 16);
    } else if (bytes == 2) {
        uint16_t word;
        memcpy(&word, from, 2);
        memcpy(to, &word, 2);
    } else {
        memcpy(to, from, 1);
    }
}

/* Between an access of this image's own part by its number, and one by its name on the side where
 * gfortran writes no barrier. gfortran takes the two for different memory. */
INLINE void keep_order(void) {
    __asm__ __volatile__("" ::: "memory");
}

#define PART_OF_PROGRAM __attribute__((visibility("hidden")))

extern inline PART_OF_PROGRAM void _gfortran_caf_get(const arauto_element_part_t* token,
                                                     size_t offset,
                                                     int image,
                                                     struct descriptor* source,
                                                     void* vector,
                                                     struct descriptor* target,
                                                     int source_kind,
                                                     int target_kind,
                                                     bool may_require_tmp,
                                                     int* stat);
inline void _gfortran_caf_get(const arauto_element_part_t* token,
                              size_t offset,
                              int image,
                              struct descriptor* source,
                              void* vector,
                              struct descriptor* target,
                              int source_kind,
                              int target_kind,
                              bool may_require_tmp,
                              int* stat) {
    (void)may_require_tmp;
    if (vector != NULL || !IS_ELEMENT(source) || !IS_ELEMENT(target)) {
        arauto_gfortran_get(token, offset, image, source, vector, target, source_kind, target_kind,
                            stat);
        return;
    }
    const struct element from = element_of(source), to = element_of(target);
    if (stat == NULL && source_kind == target_kind && are_alike(from, to) &&
        is_within_reach(token, offset, image, &arauto_gfortran_element_access.images)) {
        copy_element(to.base, address_of(token, offset, image), to.bytes);
        keep_order();
        return;
    }
    get_by_call((struct there){token, offset, image, source_kind}, from, to, target_kind, stat);
}

extern inline PART_OF_PROGRAM void _gfortran_caf_send(const arauto_element_part_t* token,
                                                      size_t offset,
                                                      int image,
                                                      struct descriptor* target,
                                                      void* vector,
                                                      struct descriptor* source,
                                                      int target_kind,
                                                      int source_kind,
                                                      bool may_require_tmp,
                                                      int* stat,
                                                      const void* const* team);
inline void _gfortran_caf_send(const arauto_element_part_t* token,
                               size_t offset,
                               int image,
                               struct descriptor* target,
                               void* vector,
                               struct descriptor* source,
                               int target_kind,
                               int source_kind,
                               bool may_require_tmp,
                               int* stat,
                               const void* const* team) {
    (void)may_require_tmp;
    if (vector != NULL || team != NULL || !IS_ELEMENT(target) || !IS_ELEMENT(source)) {
        arauto_gfortran_send(token, offset, image, target, vector, source, target_kind, source_kind,
                             stat, team);
        return;
    }
    const struct element to = element_of(target), from = element_of(source);
    if (stat == NULL && source_kind == target_kind && are_alike(to, from) &&
        is_within_reach(token, offset, image, &arauto_gfortran_element_access.images_put)) {
        keep_order();
        copy_element(address_of(token, offset, image), from.base, from.bytes);
        return;
    }
    send_by_call((struct there){token, offset, image, target_kind}, to, from, source_kind, stat);
}

/* Whether the event may be posted to here. */
INLINE bool is_post_within_reach(const arauto_element_part_t* part, size_t index, int image) {
    const arauto_element_access_t* const access = &arauto_gfortran_element_access;
    return LIKELY((uint32_t)image - 1u < arauto_element_load(&access->images)) &&
           LIKELY(part != NULL) && LIKELY(index < part->events) &&
           LIKELY(arauto_element_load(access->failed) == 0) &&
           /* PAIR foreign.used: look */
           LIKELY(__atomic_load_n(access->is_kept, __ATOMIC_SEQ_CST) == 0) &&
           /* PAIR segments.number: look */
           LIKELY(__atomic_load_n(access->is_counted, __ATOMIC_SEQ_CST) == 0);
}

extern inline PART_OF_PROGRAM void _gfortran_caf_event_post(const arauto_element_part_t* token,
                                                            size_t index,
                                                            int image,
                                                            int* stat,
                                                            char* errmsg,
                                                            size_t errmsg_bytes);
/* As post_slot (src/sync/notify.hpp): what was put before is there when the count is. */
inline void _gfortran_caf_event_post(const arauto_element_part_t* token,
                                     size_t index,
                                     int image,
                                     int* stat,
                                     char* errmsg,
                                     size_t errmsg_bytes) {
    if (stat != NULL || !is_post_within_reach(token, index, image)) {
        arauto_gfortran_event_post(token, index, image, stat, errmsg, errmsg_bytes);
        return;
    }
    const arauto_element_access_t* const access = &arauto_gfortran_element_access;
    keep_order();
    /* PAIR slot.arrived: post */
    __atomic_fetch_add((uint64_t*)address_of(token, index * token->event_stride, image), 1,
                       __ATOMIC_SEQ_CST);
    const char* const sleepers = access->sleepers + (ptrdiff_t)image * access->sleepers_stride;
    /* PAIR wait.doorbell: look */
    if (!LIKELY(__atomic_load_n((const uint32_t*)sleepers, __ATOMIC_SEQ_CST) == 0)) {
        arauto_gfortran_ring(image);
    }
    keep_order();
}
