// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// One side of an assignment: memory of this process, a part of a segment, or any memory of another
// image.
#pragma once

#include "element.hpp"

#include "arauto/section.h"
#include "arauto/segment.h"

#include <cstdint>

namespace arauto::gfortran {

enum class Place {
    local, // memory of this process, by address
    segment, // `rank`'s part of a segment, by offset
    address, // any memory of `rank`, by the address that it has there
};

/// One side of an assignment. `section` is relative to `base`, or to the start of the segment.
struct Side {
    Place place;
    int rank; // in the job; this image's own for Place::local
    arauto_segment_h segment; // Place::segment only
    uintptr_t base; // Place::segment: this image's part, with which overlaps are found
    arauto_section_t section;
    Element element; // element.bytes == section.element_bytes
};

} // namespace arauto::gfortran
