// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See image_memory.hpp.
#include "image_memory.hpp"

#include "coarray/program.hpp"

#include "arauto/spi/segment.h"

namespace arauto::gfortran {
namespace {

constinit arauto_segment_h g_segment = nullptr;
constinit ImageMemory* g_own = nullptr;

} // namespace

void start_image_memory() {
    const arauto_status_t status = arauto_segment_declare(sizeof(ImageMemory), &g_segment);
    coarray::report_start(status);
    g_own = status >= 0 ? static_cast<ImageMemory*>(arauto_segment_base(g_segment)) : nullptr;
}

ImageMemory* own_image_memory() noexcept {
    return g_own;
}

ImageMemory* image_memory_of(int rank) noexcept {
    return static_cast<ImageMemory*>(arauto_segment_pointer(g_segment, rank));
}

} // namespace arauto::gfortran
