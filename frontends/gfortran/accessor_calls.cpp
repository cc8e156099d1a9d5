// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The entries that programs of gfortran 15 and later call for coindexed objects.
#include "accessor.hpp"
#include "accessor_run.hpp"
#include "accessor_table.hpp"
#include "caller.hpp"
#include "element_access.hpp"
#include "owner.hpp"

using namespace arauto::gfortran; // NOLINT: the compiler's entry points follow

namespace {

/// Another image's part of a coarray, for a statement that needs no more than its accessor. Null:
/// the general functions, read_object and write_object, must be called. Written out in the entries,
/// a put of 8 bytes takes 8.1 ns instead of 12.5.
/// @param images_open  a number of the element access: for reads or for writes
[[gnu::always_inline]] inline std::byte*
quick_part(const Coarray* token, int image, const uint32_t& images_open) noexcept {
    const arauto_element_access_t& access = arauto_gfortran_element_access;
    if (arauto_element_is_near(&access, &images_open, image) == 0 || token == nullptr ||
        token->part.plain_bytes == 0) [[unlikely]] {
        return nullptr;
    }
    const ptrdiff_t distance = arauto_element_distance(&access, image);
    // Source and target may overlap on this image.
    return distance != 0 ? static_cast<std::byte*>(token->memory) + distance : nullptr;
}

} // namespace

CAF_EXPORT void _gfortran_caf_register_accessor(int hash, AccessorFunction function) {
    add_accessor(hash, function);
}

/// Called after the accessors of each file. Indices never change, so that nothing is left to do for
/// them; from now on other images may ask for them.
CAF_EXPORT void _gfortran_caf_register_accessors_finish(void) {
    start_owner();
}

CAF_EXPORT int _gfortran_caf_get_remote_function_index(int hash) {
    return find_accessor(hash, __builtin_return_address(0));
}

/// @param data  rank 0: where the address of the value is stored
/// @param bytes  of the result; of a character, of one of its characters
CAF_EXPORT void _gfortran_caf_get_from_remote(Token token,
                                              const Descriptor* array,
                                              const size_t* length,
                                              int image,
                                              size_t bytes,
                                              void** data,
                                              size_t* value_length,
                                              Descriptor* value_array,
                                              bool may_reallocate,
                                              int accessor,
                                              void* captured,
                                              size_t captured_bytes,
                                              int* stat,
                                              const void* const* team,
                                              const int* team_number) {
    note_caller(__builtin_return_address(0));
    // An array that must keep its memory is left to read_object.
    if (stat == nullptr && team == nullptr && team_number == nullptr &&
        (value_array == nullptr || value_array->base == nullptr)) [[likely]] {
        std::byte* const part = quick_part(token, image, arauto_gfortran_element_access.images);
        if (part != nullptr) [[likely]] {
            Coarray callback;
            set_callback(callback, captured);
            const Object at(array, Object::offset_in_part(array, token), part);
            call_getter({accessor, image, captured, &callback, length, value_length}, at.get(),
                        value_array != nullptr ? static_cast<void*>(value_array)
                                               : static_cast<void*>(data));
            return;
        }
    }
    read_object({token,
                 array,
                 length,
                 {image, team, team_number},
                 accessor,
                 captured,
                 captured_bytes,
                 stat},
                {data, value_length, value_array, bytes}, may_reallocate);
}

CAF_EXPORT void _gfortran_caf_send_to_remote(Token token,
                                             Descriptor* array,
                                             const size_t* length,
                                             int image,
                                             size_t bytes,
                                             void* data,
                                             const size_t* value_length,
                                             Descriptor* value_array,
                                             int accessor,
                                             void* captured,
                                             size_t captured_bytes,
                                             int* stat,
                                             const void* const* team,
                                             const int* team_number) {
    note_caller(__builtin_return_address(0));
    if (stat == nullptr && team == nullptr && team_number == nullptr && value_length == nullptr)
        [[likely]] {
        std::byte* const part = quick_part(token, image, arauto_gfortran_element_access.images_put);
        if (part != nullptr) [[likely]] {
            Coarray callback;
            set_callback(callback, captured);
            const Object at(array, Object::offset_in_part(array, token), part);
            call_receiver({accessor, image, captured, &callback, length, value_length}, at.get(),
                          value_array != nullptr ? static_cast<const void*>(value_array) : data);
            return;
        }
    }
    write_object({token,
                  array,
                  length,
                  {image, team, team_number},
                  accessor,
                  captured,
                  captured_bytes,
                  stat},
                 {data, value_length, value_array, bytes});
}

// The calls under other names, for programs that have their own (element_accessors.c).
CAF_EXPORT int arauto_gfortran_get_remote_function_index(int hash, const void* statement) {
    return find_moved_accessor(hash, statement);
}

CAF_EXPORT void arauto_gfortran_get_from_remote(Token,
                                                const Descriptor*,
                                                const size_t*,
                                                int,
                                                size_t,
                                                void**,
                                                size_t*,
                                                Descriptor*,
                                                bool,
                                                int,
                                                void*,
                                                size_t,
                                                int*,
                                                const void* const*,
                                                const int*)
    __attribute__((alias("_gfortran_caf_get_from_remote")));
CAF_EXPORT void arauto_gfortran_send_to_remote(Token,
                                               Descriptor*,
                                               const size_t*,
                                               int,
                                               size_t,
                                               void*,
                                               const size_t*,
                                               Descriptor*,
                                               int,
                                               void*,
                                               size_t,
                                               int*,
                                               const void* const*,
                                               const int*)
    __attribute__((alias("_gfortran_caf_send_to_remote")));
