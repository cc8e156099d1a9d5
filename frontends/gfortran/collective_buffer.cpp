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

} // namespace

CollectiveBuffer::CollectiveBuffer(const Descriptor& array)
    : array_(array), count_(element_count(array)) {
    if (is_contiguous(array) || bytes() == 0) {
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
