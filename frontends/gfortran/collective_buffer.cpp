// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See collective_buffer.hpp.
#include "collective_buffer.hpp"

#include <new>

namespace arauto::gfortran {
namespace {

struct Sections {
    arauto_section_t strided;
    arauto_section_t packed;
};

void describe_both(const Descriptor& array, Sections& sections) noexcept {
    describe(sections.strided, array);
    describe_packed(sections.packed, sections.strided, array.element_bytes);
}

/// Allocatable components of a broadcast structure come one by one, as arrays of rank 1 side by
/// side in descriptors whose span and offset the compiler has not set. Others have the offset -1
/// then.
bool has_no_span(const Descriptor& array) noexcept {
    return array.rank == 1 && array.dim[0].lower == 1 && array.dim[0].stride == 1 &&
           array.offset != static_cast<size_t>(-1);
}

} // namespace

CollectiveBuffer::CollectiveBuffer(const Descriptor& array)
    : array_(array), count_(element_count(array)) {
    if (is_contiguous(array) || has_no_span(array) || bytes() == 0) {
        return;
    }
    packed_ = std::make_unique<std::byte[]>(bytes());
    Sections sections;
    describe_both(array, sections);
    static_cast<void>(
        arauto_copy_section(packed_.get(), &sections.packed, array.base, &sections.strided));
}

void CollectiveBuffer::write_back() noexcept {
    if (packed_ == nullptr) {
        return;
    }
    Sections sections;
    describe_both(array_, sections);
    static_cast<void>(
        arauto_copy_section(array_.base, &sections.strided, packed_.get(), &sections.packed));
}

} // namespace arauto::gfortran
