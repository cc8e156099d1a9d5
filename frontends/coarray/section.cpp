// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See section.hpp.
#include "section.hpp"

namespace arauto::coarray {

void describe_packed(arauto_section_t& section,
                     const arauto_section_t& shape,
                     size_t element_bytes) noexcept {
    set_scalar(section, element_bytes);
    auto step = static_cast<int64_t>(element_bytes);
    for (int32_t i = 0; i < shape.rank; ++i) {
        add_dimension(section, shape.dim[i].extent, step);
        step *= shape.dim[i].extent;
    }
}

void broadcast(arauto_section_t& section, const arauto_section_t& shape) noexcept {
    section.rank = 0;
    for (int32_t i = 0; i < shape.rank; ++i) {
        add_dimension(section, shape.dim[i].extent, 0);
    }
}

} // namespace arauto::coarray
