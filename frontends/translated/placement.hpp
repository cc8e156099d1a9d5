// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Where long blocks of memory begin, so that loops meet them as they meet other arrays.
#pragma once

#include <cstddef>

namespace arauto::translated {

/// From this length on blocks begin 16 bytes behind the start of a page, as the C library's do.
/// Where the places of several differed by a few cache lines loops took up to 1.13 of the time
/// (processors tell loads from earlier stores by their place in a page at first), and 1.04 at
/// multiples of 64 bytes.
constexpr size_t kLongBytes = size_t{64} << 10U;
constexpr size_t kPageBytes = 4096;
constexpr size_t kLongOffset = 16;

} // namespace arauto::translated
