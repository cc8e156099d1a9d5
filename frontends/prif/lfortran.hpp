// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// How LFortran passes arguments: scalars by address, and behind each argument that may be left out
// the address of a word that is 0 when it is; texts and arrays by descriptors of its own, some
// arrays as their first element and the address of their extent.
#pragma once

#include "coarray/section.hpp"
#include "control.hpp"
#include "type_codes.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>

namespace arauto::prif {

/// A descriptor of LFortran, of which dim[0..rank) is there.
struct Descriptor {
    struct Dimension {
        int64_t lower;
        int64_t extent;
        int64_t stride; // elements
    };
    void* base;
    uint64_t element_bytes;
    int32_t version;
    uint8_t rank;
    int8_t type;
    uint8_t attribute;
    uint8_t extra;
    int64_t offset; // elements from the base to the first one
    Dimension dim[ARAUTO_DIM_MAX];
};

/// A character variable, or all elements of an array of them, which lie side by side.
struct Text {
    char* data;
    int64_t bytes; // of one element
};

template <class Type> struct Optional {
    Type* address; // null when it is left out
    [[nodiscard]] Type* get() const noexcept { return address; }
    [[nodiscard]] Type value_or(Type other) const noexcept {
        return address != nullptr ? *address : other;
    }
};
template <class Type>
[[nodiscard]] Optional<Type> given(Type* argument, const int32_t* is_given) noexcept {
    return {*is_given != 0 ? argument : nullptr};
}

/// A type(c_ptr) that the call reads comes as the address in it.
struct Address {
    void* address;
    [[nodiscard]] void* get() const noexcept { return address; }
};

struct Handle {
    Coarray* const* address;
    [[nodiscard]] Coarray* get() const noexcept { return *address; }
};

template <class Type> struct Array {
    const Descriptor* descriptor;
    [[nodiscard]] size_t size() const noexcept {
        return static_cast<size_t>(descriptor->dim[0].extent);
    }
    [[nodiscard]] Type& operator[](size_t index) const noexcept {
        return static_cast<Type*>(
            descriptor->base)[descriptor->offset +
                              static_cast<int64_t>(index) * descriptor->dim[0].stride];
    }
};

/// An array that comes as its first element and its extent.
template <class Type> struct ShortArray {
    Type* first; // null when it is left out
    size_t extent;
    [[nodiscard]] bool is_given() const noexcept { return first != nullptr; }
    [[nodiscard]] size_t size() const noexcept { return extent; }
    [[nodiscard]] Type& operator[](size_t index) const noexcept { return first[index]; }
};
template <class Type>
[[nodiscard]] ShortArray<Type> short_array(Type* first, const int32_t* extent) noexcept {
    return {first, static_cast<size_t>(*extent)};
}
template <class Type>
[[nodiscard]] ShortArray<Type>
short_array(Type* first, const int32_t* extent, const int32_t* is_given) noexcept {
    return *is_given != 0 ? short_array(first, extent) : ShortArray<Type>{nullptr, 0};
}

/// An allocatable array that the call defines.
struct NewArray {
    Descriptor* descriptor;
    void assign(const std::vector<int>& values) const;
};

struct TeamVariable {
    int64_t* address; // null when it is left out
    [[nodiscard]] bool is_given() const noexcept { return address != nullptr; }
    [[nodiscard]] int64_t* get() const noexcept { return address; }
};
[[nodiscard]] inline TeamVariable given_team(int64_t* team, const int32_t* is_given) noexcept {
    return {*is_given != 0 ? team : nullptr};
}

/// The shape of an array whose elements have so many bytes.
inline void
describe_array(arauto_section_t& section, const Descriptor& array, size_t bytes) noexcept {
    coarray::set_scalar(section, bytes);
    section.offset = array.offset * static_cast<int64_t>(bytes);
    for (int i = 0; i < array.rank; ++i) {
        coarray::add_dimension(section, array.dim[i].extent,
                               array.dim[i].stride * static_cast<int64_t>(bytes));
    }
}

/// The argument of a collective: its base is a polymorphic object, whose data may be a text.
struct AnyArray {
    const Descriptor* descriptor;
    [[nodiscard]] void* object() const noexcept {
        return static_cast<void* const*>(descriptor->base)[1]; // behind the table of its type
    }
    [[nodiscard]] bool is_text() const noexcept {
        return descriptor->type == type_code::kCharacter;
    }
    [[nodiscard]] void* base() const noexcept {
        return is_text() ? static_cast<Text*>(object())->data : object();
    }
    [[nodiscard]] size_t element_bytes() const noexcept {
        return is_text() ? static_cast<size_t>(static_cast<Text*>(object())->bytes)
                         : descriptor->element_bytes;
    }
    [[nodiscard]] coarray::Element element() const noexcept {
        return element_of(descriptor->type, element_bytes());
    }
    void describe(arauto_section_t& section) const noexcept {
        describe_array(section, *descriptor, element_bytes());
    }
};

/// The argument of a collective on characters: its base is a text.
struct CharacterArray {
    const Descriptor* descriptor;
    [[nodiscard]] const Text& text() const noexcept {
        return *static_cast<Text*>(descriptor->base);
    }
    [[nodiscard]] void* base() const noexcept { return text().data; }
    [[nodiscard]] coarray::Element element() const noexcept {
        return element_of(type_code::kCharacter, static_cast<size_t>(text().bytes));
    }
    void describe(arauto_section_t& section) const noexcept {
        describe_array(section, *descriptor, static_cast<size_t>(text().bytes));
    }
};

/// The arguments that receive failures, as they come.
struct ReportArguments {
    int32_t* stat;
    const int32_t* has_stat;
    Text* errmsg;
    const int32_t* has_errmsg;
    Text* allocatable;
    const int32_t* has_allocatable;
};
[[nodiscard]] Reports reports_of(const ReportArguments& arguments);

} // namespace arauto::prif

/// Definitions of entries, as entries*.inc writes them.
#define PRIF_ENTRY(NAME) extern "C" ARAUTO_EXPORT void __module_prif_prif_##NAME
#define PRIF_PLAIN_ENTRY(NAME) extern "C" ARAUTO_EXPORT void prif_##NAME
#define PRIF_ARRAY_ENTRY(NAME, POSITION) PRIF_ENTRY(NAME##_integer____##POSITION)
#define PRIF_OPTIONAL(TYPE, NAME) TYPE *NAME, const int32_t *has_##NAME
#define PRIF_OPTIONAL_ARRAY(TYPE, NAME)                                                            \
    TYPE *NAME, const int32_t *extent_of_##NAME, const int32_t *has_##NAME
#define PRIF_OPTIONAL_TEAM(NAME) int64_t *NAME, const int32_t *has_##NAME
#define PRIF_SHORT_ARRAY(TYPE, NAME) TYPE *NAME, const int32_t *extent_of_##NAME
#define PRIF_STAT int32_t *stat, const int32_t *has_stat
#define PRIF_REPORTS                                                                               \
    int32_t *stat, const int32_t *has_stat, Text *errmsg, const int32_t *has_errmsg,               \
        Text *errmsg_alloc, const int32_t *has_errmsg_alloc
#define PRIF_GIVEN(NAME) given(NAME, has_##NAME)
#define PRIF_TEAM_GIVEN(NAME) given_team(NAME, has_##NAME)
#define PRIF_ARRAY_GIVEN(NAME) short_array(NAME, extent_of_##NAME, has_##NAME)
#define PRIF_SHORT(NAME) short_array(NAME, extent_of_##NAME)
#define PRIF_STAT_GIVEN given(stat, has_stat).get()
#define PRIF_CLEANUP(NAME) *(NAME)
#define PRIF_STATEMENT                                                                             \
    const Reports reports =                                                                        \
        reports_of({stat, has_stat, errmsg, has_errmsg, errmsg_alloc, has_errmsg_alloc});          \
    Statement statement(reports);                                                                  \
    const Errors errors = statement.errors()
