// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// A rectangular part of an array as nested loops over contiguous runs, and the copies of it: to and
// from contiguous memory, and within the array. Plain values and pure functions.
#pragma once

#include "arauto/section.h"

#include <array>
#include <cstddef>
#include <cstdint>

namespace arauto::halo {

/// One dimension of a part: how many elements, and the bytes from one to the next.
struct Extent {
    int64_t count;
    ptrdiff_t stride;
};

struct Box {
    ptrdiff_t offset = 0; // bytes from the array's element (0, 0, ..) to the first run
    size_t run = 0; // contiguous bytes
    int loops = 0; // loop 0 is the innermost
    std::array<Extent, ARAUTO_DIM_MAX> loop{};

    [[nodiscard]] int64_t runs() const noexcept;
    [[nodiscard]] size_t bytes() const noexcept { return run * static_cast<size_t>(runs()); }
};

/// The part that begins `offset` bytes into an array. Dimensions that follow each other without a
/// gap become one loop, or longer runs.
/// @param dims  dimension 0 is packed fastest
[[nodiscard]] Box
make_box(ptrdiff_t offset, size_t element_bytes, const Extent* dims, int count) noexcept;

/// Copies the part of the array at `array` to contiguous memory. @return the end of it there
std::byte* pack(const Box& box, const std::byte* array, std::byte* to) noexcept;

/// Copies contiguous memory to the part of the array at `array`. @return the end of it
const std::byte* unpack(const Box& box, std::byte* array, const std::byte* from) noexcept;

/// Copies the part of the array at `array` to the part of the same shape that begins `to_offset`
/// bytes into it. They have no byte in common.
void copy_within(const Box& box, std::byte* array, ptrdiff_t to_offset) noexcept;

} // namespace arauto::halo
