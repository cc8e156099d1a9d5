// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The basic types: how the elements of predefined MPI datatypes are stored. Only this module
// compares type handles; all other code of the accumulates works on `Basic`.
#pragma once

#include "mpi.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace arauto::mpi {

/// One entry for each way in which elements are stored and may be combined. Types with the same
/// entry (MPI_INT and MPI_INT32_T) are interchangeable.
enum class Basic : uint8_t {
    kNone, // of a type without data
    kMixed, // of a type with several basic types
    kOpaque, // moved, never combined: MPI_PACKED, types that this library does not know
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
    kFloatInt, // a value and its index, for MPI_MINLOC and MPI_MAXLOC
    kDoubleInt,
    kLongInt,
    kTwoInt,
    kShortInt, // the only one with a gap inside; see Layout::whole_pairs
    kLongDoubleInt,
    kTwoFloat,
    kTwoDouble,
};

/// Bytes of one element as it is moved: those of a pair include the gap inside kShortInt, and no
/// gap behind the pair. 0 for kNone, kMixed and kOpaque.
[[nodiscard]] size_t basic_bytes(Basic basic) noexcept;

/// "double", "pair of short and int", ... for error messages.
[[nodiscard]] const char* basic_name(Basic basic) noexcept;

/// Whether elements are signed or unsigned integers of 1, 2, 4 or 8 bytes.
[[nodiscard]] bool is_integer(Basic basic) noexcept;
[[nodiscard]] bool is_signed(Basic basic) noexcept;

/// The basic type of a predefined datatype, by comparing handles: slow, for decoding only.
/// @return kOpaque for handles that are not known
[[nodiscard]] Basic basic_of_named(MPI_Datatype type) noexcept;

/// The basic type of an unnamed predefined type (the MPI_Type_create_f90_* family).
[[nodiscard]] Basic basic_of_f90(int combiner, int64_t precision, int64_t bytes) noexcept;

/// The predefined datatypes that this MPI has, in no order. Usable before MPI_Init.
[[nodiscard]] std::vector<MPI_Datatype> named_types() noexcept;

} // namespace arauto::mpi
