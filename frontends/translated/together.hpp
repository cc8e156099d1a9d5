// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Memory for allocatable coarrays that images allocate together instead of each for itself; see the
// setting ARAUTO_ALLOCATION. "Coarrays in the Context of XcalableMP" calls it RA (a segment for
// each coarray) and RS (one for all), and the usual way here CA.
#pragma once

#include <cstddef>

namespace arauto::translated {

/// Before main, with all images.
void start_together();
/// A block of 64 bytes' alignment; null when each image takes its own, or there is no room.
void* take_together(size_t bytes) noexcept;
bool is_taken_together(void* block) noexcept;
/// Frees a block. Collective where each block has a segment of its own.
void give_back(void* block) noexcept;

} // namespace arauto::translated
