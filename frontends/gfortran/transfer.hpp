// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Assignment between two sides, each here or in another image: the common part of get, send and
// their variants once both sides are known.
#pragma once

#include "assignment_side.hpp"
#include "coarray.hpp"
#include "coarray/access_errors.hpp"

#include "arauto/section.h"
#include "arauto/status.h"

#include <cstddef>
#include <cstdint>

namespace arauto::gfortran {

using coarray::drop_write;
using coarray::Written;

enum class Problem {
    none,
    status, // of the C API; its sentence is arauto_last_error()
    shape, // extents differ
    bounds, // an element lies outside the coarray
    types, // no conversion leads from one type to the other
    length, // of the character that is assigned is missing
    memory, // of this image is exhausted
    accessor, // is unknown in the other image, or wants what cannot be sent
};

struct [[nodiscard]] Outcome {
    Problem problem = Problem::none;
    arauto_status_t status = ARAUTO_OK; // Problem::status only
};

/// Assigns `from` to `to`. One element fills a whole section. Both may lie in the same memory: the
/// result is as if `from` had been read first. Changes the sections of both sides.
/// @cost  one call of the C API when one side is local and no conversion is needed; no allocation
/// then, nor for conversions, unless an element is very long or the two sides overlap
Outcome assign(AssignmentSide& to, AssignmentSide& from) noexcept;

/// The parts of `assign`: between a section in memory of this process and `side`.
arauto_status_t
read_side(const AssignmentSide& side, void* local_base, const arauto_section_t& local) noexcept;
arauto_status_t write_side(const AssignmentSide& side,
                           const void* local_base,
                           const arauto_section_t& local) noexcept;

/// Reads contiguous bytes of the other side, `displacement` bytes from its base.
arauto_status_t
read_bytes(const AssignmentSide& side, int64_t displacement, void* target, size_t bytes) noexcept;

/// An outcome with a sentence of its own, which finish() prints: of Problem::shape and
/// Problem::bounds.
[[gnu::cold, gnu::format(printf, 2, 3)]] Outcome
fail_with_problem(Problem problem, const char* format, ...) noexcept;

/// The outcome of an assignment between sections whose extents differ.
/// @param has_dropped_list  gfortran passes a wrong list where a vector subscript is itself a
/// section
[[gnu::cold]] Outcome differ_in_shape(const arauto_section_t& to,
                                      const arauto_section_t& from,
                                      bool has_dropped_list = false);

/// Describes the side of an array or scalar here.
void describe_local(AssignmentSide& side, const Descriptor& array, int kind) noexcept;

/// Ends a statement according to `outcome`: sets `stat` or ends the program with a sentence such
/// as "a read from image 3: ...".
void finish(int* stat, const Outcome& outcome, const char* action, int image) noexcept;

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
