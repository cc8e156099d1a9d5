// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// How flang passes arguments: scalars by address, a null address for what the caller leaves out,
// arrays and errmsg by descriptors of ISO_Fortran_binding.h. The types below have the size of one
// address, and are passed as one.
#pragma once

#include "coarray/section.hpp"
#include "control.hpp"
#include "type_codes.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>

namespace arauto::prif {

/// A descriptor of flang, of which dim[0..rank) is there.
struct Descriptor {
    struct Dimension {
        int64_t lower;
        int64_t extent;
        int64_t stride; // bytes
    };
    void* base;
    uint64_t element_bytes;
    int32_t version;
    uint8_t rank;
    int8_t type;
    uint8_t attribute;
    uint8_t extra;
    Dimension dim[ARAUTO_DIM_MAX];
};
constexpr int32_t kDescriptorVersion = 20240719;
constexpr uint8_t kNoAttribute = 0; // neither a pointer nor allocatable

/// An argument that the caller may leave out.
template <class Type> struct Optional {
    Type* address;
    [[nodiscard]] bool is_given() const noexcept { return address != nullptr; }
    [[nodiscard]] Type* get() const noexcept { return address; }
    [[nodiscard]] Type value_or(Type other) const noexcept {
        return address != nullptr ? *address : other;
    }
};

/// A type(c_ptr) that the call reads.
struct Address {
    void* const* address;
    [[nodiscard]] void* get() const noexcept { return *address; }
};

struct Handle {
    Coarray* const* address;
    [[nodiscard]] Coarray* get() const noexcept { return *address; }
};

/// An array that the call reads or writes.
template <class Type> struct Array {
    const Descriptor* descriptor;
    [[nodiscard]] size_t size() const noexcept {
        return static_cast<size_t>(descriptor->dim[0].extent);
    }
    [[nodiscard]] Type& operator[](size_t index) const noexcept {
        return *reinterpret_cast<Type*>(static_cast<char*>(descriptor->base) +
                                        static_cast<int64_t>(index) * descriptor->dim[0].stride);
    }
};
template <class Type> struct OptionalArray : Array<Type> {
    [[nodiscard]] bool is_given() const noexcept { return this->descriptor != nullptr; }
};

/// An allocatable array that the call defines.
struct NewArray {
    Descriptor* descriptor;
    void assign(const std::vector<int>& values) const noexcept {
        std::free(descriptor->base);
        const size_t bytes = values.size() * sizeof(int32_t);
        descriptor->base = std::malloc(std::max<size_t>(bytes, 1));
        std::copy(values.begin(), values.end(), static_cast<int32_t*>(descriptor->base));
        descriptor->dim[0] = {1, static_cast<int64_t>(values.size()), sizeof(int32_t)};
    }
};

/// A team variable. flang 22 passes a descriptor of the program's variable; with flang 23 the
/// variable begins with a pointer's descriptor, whose base is free for the value; from programs
/// with our module it comes as it is.
struct TeamVariable {
    void* address;
    [[nodiscard]] bool is_given() const noexcept { return address != nullptr; }
    [[nodiscard]] int64_t* get() const noexcept {
        const auto* descriptor = static_cast<const Descriptor*>(address);
        const bool is_described = descriptor->version == kDescriptorVersion &&
                                  descriptor->rank == 0 && descriptor->type == type_code::kStruct &&
                                  descriptor->attribute == kNoAttribute;
        return static_cast<int64_t*>(is_described ? descriptor->base : address);
    }
};

/// The argument of a collective: any type, any rank.
struct AnyArray {
    const Descriptor* descriptor;
    [[nodiscard]] void* base() const noexcept { return descriptor->base; }
    [[nodiscard]] coarray::Element element() const noexcept {
        return element_of(descriptor->type, descriptor->element_bytes);
    }
    void describe(arauto_section_t& section) const noexcept {
        coarray::set_scalar(section, descriptor->element_bytes);
        for (int i = 0; i < descriptor->rank; ++i) {
            coarray::add_dimension(section, descriptor->dim[i].extent, descriptor->dim[i].stride);
        }
    }
};

using CharacterArray = AnyArray;

[[nodiscard]] Reports reports_of(int32_t* stat, const Descriptor* errmsg, Descriptor* allocatable);

} // namespace arauto::prif

/// Definitions of entries, as entries*.inc writes them.
#define PRIF_ENTRY(NAME) extern "C" ARAUTO_EXPORT void _QMprifPprif_##NAME
#define PRIF_PLAIN_ENTRY(NAME) extern "C" ARAUTO_EXPORT void prif_##NAME
#define PRIF_OPTIONAL(TYPE, NAME) Optional<TYPE> NAME
#define PRIF_OPTIONAL_ARRAY(TYPE, NAME) OptionalArray<TYPE> NAME
#define PRIF_OPTIONAL_TEAM(NAME) TeamVariable NAME
#define PRIF_STAT int32_t* stat
#define PRIF_STAT_GIVEN stat
#define PRIF_REPORTS int32_t *stat, const Descriptor *errmsg, Descriptor *errmsg_alloc
#define PRIF_STATEMENT                                                                             \
    const Reports reports = reports_of(stat, errmsg, errmsg_alloc);                                \
    Statement statement(reports);                                                                  \
    const Errors errors = statement.errors()
#define PRIF_GIVEN(NAME) NAME
#define PRIF_TEAM_GIVEN(NAME) NAME
#define PRIF_ARRAY_GIVEN(NAME) NAME
#define PRIF_CLEANUP(NAME) *(NAME)
/// Entries whose array, at a position from 0, other compilers pass in a shorter way.
#define PRIF_ARRAY_ENTRY(NAME, POSITION) PRIF_ENTRY(NAME)
#define PRIF_SHORT_ARRAY(TYPE, NAME) Array<TYPE> NAME
#define PRIF_SHORT(NAME) NAME
