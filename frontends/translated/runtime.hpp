// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// What the files of this room share: the coarrays of this process, where they lie in other images,
// and how failures end.
#pragma once

#include "translated.h"

#include "arauto/arauto.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace arauto::translated {

/// A coarray as one range of bytes on each image; region 0 is the program's static data.
struct Region {
    uintptr_t base; ///< here
    size_t bytes;
    uint64_t serial; ///< the same on all images
    std::vector<uint64_t> bases; ///< as each rank sees its own; empty: symmetric
    std::vector<int32_t> lower, upper; ///< cobounds of allocatable ones
};

/// A byte of a coarray, named alike on all images.
struct Place {
    uint64_t serial;
    uint64_t offset;
};

/// Static data of the program, made reachable: `memory` is a second address of the page at `start`.
struct StaticData {
    uintptr_t start = 0;
    size_t bytes = 0;
    uintptr_t memory = 0;
};
StaticData find_static_data() noexcept;
/// Makes the program's static data the same pages as `memory`; false when the system refuses.
bool share_static_data(const StaticData& data) noexcept;

/// regions.cpp. Null when the address lies in no coarray.
const Region* find_region(uintptr_t address) noexcept;
bool find_place(const void* variable, Place& place) noexcept;
/// Address of `local`'s counterpart as `rank` sees it; 0 when `local` lies in no coarray.
uint64_t remote_address(const void* local, int rank) noexcept;
/// The image number when `image` may be a cosubscript of the coarray around `base`.
int32_t image_number(int32_t image, const void* base) noexcept;
void add_region(Region region);
void remove_region(uintptr_t base) noexcept;
/// Before any other call of this room: declares what counts and locks need.
void start_numbers();
void start_regions();

/// Rank of an image; ends the program, or sets stat, and gives -1 when there is none.
int rank_of(int32_t image, const translated_errors_t& errors, const char* statement) noexcept;
void fail(const translated_errors_t& errors, int code, const char* format, ...) noexcept
    __attribute__((format(printf, 3, 4)));
/// Sets stat; a failure ends the program unless there is one.
void report(const translated_errors_t& errors,
            arauto_status_t status,
            const char* statement) noexcept;
void set_ok(int32_t* stat) noexcept;

/// True when elements have to be converted; convert_elements then does it, for sections of one
/// shape.
bool needs_conversion(const translated_array_t& to, const translated_array_t& from) noexcept;
void convert_elements(const translated_array_t& to, const translated_array_t& from);

} // namespace arauto::translated
