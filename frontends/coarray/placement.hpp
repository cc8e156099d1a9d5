// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The alignment of long blocks of memory, chosen so that loops run over them as fast as over other
// arrays.
#pragma once

#include <cstddef>

namespace arauto::coarray {

/// From this length on blocks begin 16 bytes behind the start of a page, as the C library's do.
/// Where the offsets of several differed by a few cache lines loops took up to 1.13 of the time
/// (processors first compare loads with earlier stores by their offset in a page), and 1.04 at
/// multiples of 64 bytes.
constexpr size_t kLongBytes = size_t{64} << 10U;
constexpr size_t kPageBytes = 4096;
constexpr size_t kLongOffset = 16;

} // namespace arauto::coarray
