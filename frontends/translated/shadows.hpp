// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Shadows: copies of other images' objects, whose descriptors give the addresses of their
// components there. Only its owner allocates or deallocates a component, in a segment that is
// ordered with this image's. So a copy is valid until this image's next image control statement,
// and longer while the owner watches the object (watches.hpp).
//
// PAIR shadows.kept: before it reads, a thread raises `are_kept`, then takes the number of
// the segment; a thread that has executed an image control statement looks at it afterwards. When
// the latter finds it down, the read has come after the statement.
#pragma once

#include "state.hpp"

namespace arauto::translated {

/// After each image control statement.
inline void forget_shadows() noexcept {
    // PAIR shadows.kept: look, then count
    if (g_state.shadows.are_kept.load(std::memory_order_seq_cst)) [[unlikely]] {
        g_state.shadows.segment.fetch_add(1, std::memory_order_seq_cst);
    }
}

} // namespace arauto::translated
