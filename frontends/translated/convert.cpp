// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Assignment between elements of different types, one element at a time.
#include "coarray/convert.hpp"

#include "runtime.hpp"

namespace arauto::translated {
namespace {

int64_t displacement(const arauto_dim_t& dim, int64_t at) noexcept {
    return dim.index != nullptr ? dim.index[at] : at * dim.stride;
}

void check_elements(const coarray::Element& to, const coarray::Element& from) {
    const bool are_alike =
        (to.type == coarray::Class::logical) == (from.type == coarray::Class::logical);
    if (!are_alike || !coarray::can_convert(to, from)) {
        fail({}, "assignment: elements of %zu bytes do not fit into elements of %zu bytes",
             from.bytes, to.bytes);
    }
}

} // namespace

bool needs_conversion(const translated_array_t& to, const translated_array_t& from) noexcept {
    return to.element_class != from.element_class ||
           to.section.element_bytes != from.section.element_bytes ||
           to.element_kind != from.element_kind;
}

void convert_elements(const translated_array_t& to, const translated_array_t& from) {
    const int rank = to.section.rank;
    const coarray::Element to_element = element_of(to);
    const coarray::Element from_element = element_of(from);
    check_elements(to_element, from_element);
    int64_t at[ARAUTO_DIM_MAX] = {};
    for (int i = 0; i < rank; ++i) {
        if (to.section.dim[i].extent != from.section.dim[i].extent) {
            fail({}, "assignment: dimension %d has %lld elements on the left and %lld on the right",
                 i + 1, static_cast<long long>(to.section.dim[i].extent),
                 static_cast<long long>(from.section.dim[i].extent));
        }
        if (to.section.dim[i].extent == 0) {
            return;
        }
    }
    for (;;) {
        auto* target = static_cast<char*>(to.base);
        const auto* source = static_cast<const char*>(from.base);
        for (int i = 0; i < rank; ++i) {
            target += displacement(to.section.dim[i], at[i]);
            source += displacement(from.section.dim[i], at[i]);
        }
        coarray::convert(target, to_element, source, from_element, 1);
        int dim = 0;
        while (dim < rank && ++at[dim] == to.section.dim[dim].extent) {
            at[dim++] = 0;
        }
        if (dim == rank) {
            return;
        }
    }
}

} // namespace arauto::translated
