// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Assignment between two places, each here or in another image: all that get, send and their
// siblings do once they know both places.
#pragma once

#include "coarray.hpp"
#include "side.hpp"

#include "arauto/section.h"
#include "arauto/status.h"

#include <cstddef>
#include <cstdint>

namespace arauto::gfortran {

enum class Problem {
    none,
    status, // of the C API; its sentence is arauto_last_error()
    shape, // extents differ
    types, // no conversion leads from one type to the other
    length, // of the character that is assigned is missing
    memory, // of this image is exhausted
};

struct [[nodiscard]] Outcome {
    Problem problem = Problem::none;
    arauto_status_t status = ARAUTO_OK; // Problem::status only
};

/// Assigns `from` to `to`. One element fills a whole section. Both may lie in the same memory: the
/// result is as if `from` had been read first. Changes the sections of both sides.
/// @cost  one call of the C API when one side is local and no conversion is needed; no allocation
/// then, nor for conversions, unless an element is very long or the two sides overlap
Outcome assign(Side& to, Side& from) noexcept;

/// The parts of `assign`: between a section in memory of this process and `side`.
arauto_status_t
read_side(const Side& side, void* local_base, const arauto_section_t& local) noexcept;
arauto_status_t
write_side(const Side& side, const void* local_base, const arauto_section_t& local) noexcept;

/// Reads contiguous bytes of another place, `displacement` bytes from its base.
arauto_status_t
read_bytes(const Side& side, int64_t displacement, void* target, size_t bytes) noexcept;

/// Side of an array or scalar here.
void describe_local(Side& side, const Descriptor& array, int kind) noexcept;

/// Ends a statement according to `outcome`: sets `stat` or ends the program with a sentence such
/// as "a read from image 3: ...".
void finish(int* stat, const Outcome& outcome, const char* action, int image) noexcept;

/// The image that a statement writes to.
struct Written {
    const char* action; // "a write to"
    int image;
    int rank;
};

/// Whether a write without `stat=` has met the failure of its target: then the value is dropped,
/// and the next SYNC statement with `stat=` reports it. GCC 8 to 14 pass no stat for writes, so
/// that a program that handles failures could not survive one otherwise.
[[nodiscard]] bool
drop_write(const int* stat, arauto_status_t status, const Written& target) noexcept;

/// As finish, for a write.
void finish_write(int* stat, const Outcome& outcome, const Written& target) noexcept;

/// Rank in the job of the image that a statement names, or -1 when the statement has ended with an
/// error: there is no such image, or the coarray is not allocated.
/// @param team  the team_type variable given as `team=`; NULL: the current team
[[nodiscard]] int find_image(Token token,
                             int image,
                             const char* action,
                             int* stat,
                             const void* const* team = nullptr) noexcept;

} // namespace arauto::gfortran
