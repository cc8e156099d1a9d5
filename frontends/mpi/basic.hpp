// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The basic types: what the predefined MPI datatypes stand for in memory. Handles are looked at
// here only; everything else of the accumulates works on `Basic`.
#pragma once

#include "mpi.hpp"

#include <cstddef>
#include <cstdint>

namespace arauto::mpi {

/// One entry for each way in which elements are stored and may be combined. Types with the same
/// entry (MPI_INT and MPI_INT32_T) are interchangeable.
enum class Basic : uint8_t {
    kNone, // of a type without data
    kMixed, // of a type with several basic types
    kOpaque, // moved, never combined: MPI_PACKED, types we do not know
    kByte,
    kWideCharacter,
    kInt8, // C integers, MPI_CHAR, and MPI_AINT, MPI_OFFSET and MPI_COUNT
    kInt16,
    kInt32,
    kInt64,
    kInt128,
    kUint8,
    kUint16,
    kUint32,
    kUint64,
    kFloat16,
    kFloat,
    kDouble,
    kLongDouble,
    kFloat128,
    kComplexFloat,
    kComplexDouble,
    kComplexLongDouble,
    kComplexFloat128,
    kBool8, // C and C++ bool and Fortran logicals by their size
    kBool16,
    kBool32,
    kBool64,
    kFloatInt, // a value and the place it was found at, for MPI_MINLOC and MPI_MAXLOC
    kDoubleInt,
    kLongInt,
    kTwoInt,
    kShortInt, // the only one with a gap inside; see Layout::whole_pairs
    kLongDoubleInt,
    kTwoFloat,
    kTwoDouble,
};

/// Bytes of one element as it is moved: a pair without the gap behind it. 0 for kNone, kMixed and
/// kOpaque. The gap inside kShortInt counts.
[[nodiscard]] size_t basic_bytes(Basic basic) noexcept;

/// "double", "pair of short and int", ... for sentences.
[[nodiscard]] const char* basic_name(Basic basic) noexcept;

/// Two's complement or unsigned, of 1, 2, 4 or 8 bytes: what hardware can add and compare.
[[nodiscard]] bool is_integer(Basic basic) noexcept;
[[nodiscard]] bool is_signed(Basic basic) noexcept;

/// What a predefined datatype stands for, by comparing handles: slow, for decoding only.
/// @return kOpaque for handles that are not known
[[nodiscard]] Basic basic_of_named(MPI_Datatype type) noexcept;

/// What an unnamed predefined type stands for (the MPI_Type_create_f90_* family).
[[nodiscard]] Basic basic_of_f90(int combiner, int64_t precision, int64_t bytes) noexcept;

/// The predefined datatypes that this MPI has, in no order. Usable before MPI_Init.
struct NamedTypes {
    const MPI_Datatype* types;
    size_t count;
};
[[nodiscard]] NamedTypes named_types() noexcept;

} // namespace arauto::mpi
