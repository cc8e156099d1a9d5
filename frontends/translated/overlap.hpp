// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Whether two sections of one memory share a byte.
#pragma once

#include "arauto/section.h"

#include <cstdint>

namespace arauto::translated {

/// Bytes [low, end); empty when low == end.
struct Range {
    int64_t low;
    int64_t end;
};

/// The smallest range with all of a section whose first element lies at `base`.
Range range_of(int64_t base, const arauto_section_t& section) noexcept;

/// @param b  without tables of displacements
/// @cost  one step for each element or contiguous row of `a` whose range meets that of `b`
bool share_a_byte(int64_t base_a,
                  const arauto_section_t& a,
                  int64_t base_b,
                  const arauto_section_t& b) noexcept;

} // namespace arauto::translated
