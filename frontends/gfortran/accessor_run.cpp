// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See accessor_run.hpp.
#include "accessor_run.hpp"

#include "program_malloc.hpp"
#include "remote.hpp"
#include "section.hpp"

#include <cstdlib>

namespace arauto::gfortran {
namespace {

void run_getter(const Accessed& object, void* part, void* value, const size_t* value_length) {
    Coarray callback = make_callback(object.captured);
    const Object at(object, part);
    call_getter({object.accessor, object.image.image, object.captured, &callback, object.length,
                 value_length},
                at.get(), value);
}

/// Whether an accessor that finds other extents than those of an array, which may be on the stack,
/// gives it new memory and leaves the old one alone.
bool realloc_is_ours() noexcept {
    static const bool is_ours = has_own_realloc != nullptr && has_own_realloc();
    return is_ours;
}

/// Gives the array lower bounds of one: an accessor that finds memory expects them.
void set_bounds_from_one(Descriptor& array) noexcept {
    array.offset = 0;
    for (int i = 0; i < array.rank; ++i) {
        array.dim[i].upper = extent_of(array.dim[i]);
        array.dim[i].lower = 1;
        array.offset -= static_cast<size_t>(array.dim[i].stride);
    }
}

/// Reads into an array that must keep its memory: the accessor would allocate where extents differ.
/// In place, a read of 1,000 reals takes two thirds of the time that it takes with one more copy.
Outcome read_in_place(const Accessed& object, void* part, const LocalValue& value) {
    const Descriptor& array = *value.array;
    Descriptor read;
    std::memcpy(&read, &array, descriptor_bytes(array.rank));
    // Components in it would be freed first; in new memory there are none.
    if (!may_have_components(array) && realloc_is_ours()) {
        set_bounds_from_one(read);
        const void* const outer = keep_when_reallocated(array.base); // of the accessor around this
        run_getter(object, part, &read, value.length);
        keep_when_reallocated(outer);
    } else {
        read.base = nullptr;
        run_getter(object, part, &read, value.length);
    }
    return read.base == array.base ? Outcome{} : move_into(array, read);
}

} // namespace

Outcome move_into(const Descriptor& array, const Descriptor& read) noexcept {
    Outcome outcome;
    if (has_same_extents(array, read)) {
        std::memcpy(array.base, read.base,
                    element_count(read) * static_cast<size_t>(span_of(read)));
    } else {
        arauto_section_t to;
        arauto_section_t from;
        describe(to, array);
        describe(from, read);
        outcome = differ_in_shape(to, from);
    }
    std::free(read.base);
    return outcome;
}

Outcome
read_part(const Accessed& object, void* part, const LocalValue& value, bool may_reallocate) {
    if (value.array != nullptr && value.array->base != nullptr && !may_reallocate) {
        return read_in_place(object, part, value);
    }
    run_getter(object, part, value.array != nullptr ? static_cast<void*>(value.array) : value.data,
               value.length);
    return {};
}

} // namespace arauto::gfortran
