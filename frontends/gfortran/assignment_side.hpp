// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// One side of an assignment: memory of this process, part of a segment, or any memory of another
// image.
#pragma once

#include "coarray/element.hpp"

#include "arauto/section.h"
#include "arauto/segment.h"

#include <cstdint>

namespace arauto::gfortran {

/// The class of a BasicType, which has the same numbers.
[[nodiscard]] constexpr coarray::Class class_of(int type) noexcept {
    return static_cast<coarray::Class>(type);
}

enum class SideKind {
    local, // memory of this process, by address
    segment, // `rank`'s part of a segment, by offset
    address, // any memory of `rank`, by the address that it has there
};

/// One side of an assignment. `section` is relative to `base`, or to the start of the segment.
struct AssignmentSide {
    SideKind kind;
    int rank; // in the job; this image's own for SideKind::local
    arauto_segment_h segment; // SideKind::segment only
    uintptr_t base; // SideKind::segment: this image's part, with which overlaps are found
    arauto_section_t section;
    coarray::Element element; // element.bytes == section.element_bytes
};

} // namespace arauto::gfortran
