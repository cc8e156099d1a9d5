// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Runs accessors in this process, on an object that it can reach by load and store: for a statement
// of this image, or at the owner for one of another image. Never waits.
#pragma once

#include "accessed.hpp"
#include "accessor_table.hpp"
#include "transfer.hpp"

#include <cstddef>

namespace arauto::gfortran {

/// Makes a token by which an accessor reads captured values, in this process. Only the members that
/// are set here are read: to clear all of them takes as long as a read.
static_assert(offsetof(Coarray, part) == offsetof(arauto_element_callback_t, part) &&
              offsetof(Coarray, kind) == offsetof(arauto_element_callback_t, kind) &&
              offsetof(Coarray, memory) == offsetof(arauto_element_callback_t, memory) &&
              static_cast<int>(CoarrayKind::captured) == kElementCallbackKind);
[[gnu::always_inline]] inline void set_callback(Coarray& token, void* captured) noexcept {
    token.part.plain_bytes = 0;
    token.kind = CoarrayKind::captured;
    token.memory = captured;
}
[[nodiscard]] inline Coarray make_callback(void* captured) noexcept {
    Coarray token; // what is not set is not read
    set_callback(token, captured);
    return token;
}

/// The object argument of an accessor: an address, or a descriptor on this thread's stack. The
/// user's own descriptor stays as it is, since other threads may read it.
class Object {
  public:
    /// @param array  null: no descriptor
    /// @param offset  of the array from the start of the part
    Object(const Descriptor* array, ptrdiff_t offset, void* part) noexcept : part_(part) {
        if (array != nullptr) {
            copy_dimensions(array_, *array);
            array_.base = static_cast<std::byte*>(part) + offset;
            part_ = &array_;
        }
    }
    Object(const Accessed& object, void* part) noexcept
        : Object(object.array, offset_in_part(object.array, object.token), part) {}
    Object(const Object&) = delete;
    Object& operator=(const Object&) = delete;

    [[nodiscard]] void* get() const noexcept { return part_; }

    [[nodiscard]] static ptrdiff_t offset_in_part(const Descriptor* array,
                                                  const Coarray* token) noexcept {
        return array == nullptr ? 0
                                : static_cast<const std::byte*>(array->base) -
                                      static_cast<const std::byte*>(token->memory);
    }

  private:
    void* part_;
    Descriptor array_; // written before it is read
};

/// The arguments of all accessors, beside their object and value.
struct AccessorCall {
    int accessor;
    int image;
    void* captured;
    Coarray* callback;
    const size_t* object_length; // of a character; null: none
    const size_t* value_length; // of a character; null: none
};

// The types of the compiler's procedures. `callback` is a token for a read that the procedure
// begins with, of an array among the captured values.
using Getter = void (*)(void* captured,
                        const int* image,
                        void* value,
                        int32_t* is_new,
                        void* object,
                        Token callback,
                        ptrdiff_t offset,
                        const size_t* value_length,
                        const size_t* object_length);
using Receiver = void (*)(void* captured,
                          const int* image,
                          void* object,
                          const void* value,
                          Token callback,
                          ptrdiff_t offset,
                          const size_t* object_length,
                          const size_t* value_length);
using Present = void (*)(
    void* captured, const int* image, int32_t* answer, void* object, Token callback, ptrdiff_t);

template <typename Function> [[nodiscard]] inline Function function_at(int index) noexcept {
    return reinterpret_cast<Function>(accessor_at(index));
}

// Inline: a call of these took 3 of 13 ns of a put. The image is copied, so that the struct's
// address does not escape and its members stay in registers.

/// The accessor reads `object` into `value`: a descriptor, or the address of a pointer.
inline void call_getter(const AccessorCall& call, void* object, void* value) {
    int32_t is_new = 0;
    const int image = call.image;
    function_at<Getter>(call.accessor)(call.captured, &image, value, &is_new, object, call.callback,
                                       0, call.value_length, call.object_length);
}

/// The accessor writes `value`, an address or a descriptor, to `object`.
inline void call_receiver(const AccessorCall& call, void* object, const void* value) {
    const int image = call.image;
    function_at<Receiver>(call.accessor)(call.captured, &image, object, value, call.callback, 0,
                                         call.object_length, call.value_length);
}

/// @param object  in the form that the compiler's version wants
[[nodiscard]] inline bool call_present(const AccessorCall& call, void* object) {
    int32_t answer = 0;
    function_at<Present>(call.accessor)(call.captured, &call.image, &answer, object, call.callback,
                                        0);
    return answer != 0;
}

/// Ends a read into an array that must keep its memory, by an accessor that has given `read` memory
/// of its own: copies what was read, and frees that memory.
/// @return Problem::shape when extents differ
Outcome move_into(const Descriptor& array, const Descriptor& read) noexcept;

/// Reads for a statement of this image.
/// @return Problem::shape when an array that must keep its memory has other extents
Outcome read_part(const Accessed& object, void* part, const LocalValue& value, bool may_reallocate);

} // namespace arauto::gfortran
