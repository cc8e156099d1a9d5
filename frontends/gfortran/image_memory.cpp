// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See image_memory.hpp.
#include "image_memory.hpp"

#include "coarray/program.hpp"
#include "state.hpp"

#include "arauto/spi/segment.h"

namespace arauto::gfortran {

void start_image_memory() {
    auto& [segment, own] = g_state.image_memory;
    const arauto_status_t status = arauto_segment_declare(sizeof(ImageMemory), &segment);
    coarray::report_start(status);
    own = status >= 0 ? static_cast<ImageMemory*>(arauto_segment_base(segment)) : nullptr;
}

ImageMemory* own_image_memory() noexcept {
    return g_state.image_memory.own;
}

ImageMemory* image_memory_of(int rank) noexcept {
    return static_cast<ImageMemory*>(arauto_segment_pointer(g_state.image_memory.segment, rank));
}

} // namespace arauto::gfortran
