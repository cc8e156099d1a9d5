// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The predefined reduction operations on the basic types. The functions have no state; the caller
// makes the update atomic.
#pragma once

#include "basic.hpp"
#include "layout.hpp"
#include "mpi.hpp"

#include <cstddef>
#include <cstdint>

namespace arauto::mpi {

enum class Operation : uint8_t {
    kMax,
    kMin,
    kSum,
    kProd,
    kLand,
    kBand,
    kLor,
    kBor,
    kLxor,
    kBxor,
    kMaxloc,
    kMinloc,
    kReplace,
    kNoOp,
    kNotPredefined, // a user's own, or MPI_OP_NULL: accumulates refuse both
};

[[nodiscard]] Operation operation_of(MPI_Op op) noexcept;

/// "MPI_SUM", ... for error messages.
[[nodiscard]] const char* operation_name(Operation operation) noexcept;

/// target[i] = target[i] OP source[i] for `count` elements of basic_bytes each, of any alignment.
/// The two may be equal, but may not overlap otherwise.
using Apply = void (*)(void* target, const void* source, size_t count);

/// @return null when the operation is not defined for the type. kReplace and kNoOp are defined for
/// all
///         types; for kNone, kMixed and kOpaque they count in bytes.
[[nodiscard]] Apply apply_of(Operation operation, Basic basic) noexcept;

/// How an accumulate is carried out: walk over these two layouts, and give each piece to `apply`
/// with element_count(basic, piece.bytes) elements to a block.
struct AccumulatePlan {
    Apply apply;
    Basic basic;
    const Layout* origin;
    const Layout* target;
};

/// Makes the plan, or refuses. A get_accumulate without origin (MPI_NO_OP) passes the target's
/// layout twice.
/// @return MPI_SUCCESS; MPI_ERR_OP: not predefined, or not defined for this type; MPI_ERR_TYPE: the
///         sides have different basic types, or several, which only MPI_REPLACE and MPI_NO_OP allow
[[nodiscard]] int plan_accumulate(Operation operation,
                                  const Layout& origin,
                                  const Layout& target,
                                  AccumulatePlan& plan_out) noexcept;

/// Elements in `bytes` bytes, as Apply counts them.
[[nodiscard]] inline size_t element_count(Basic basic, int64_t bytes) noexcept {
    const size_t element = basic_bytes(basic);
    if (static_cast<size_t>(bytes) == element) {
        return 1; // without a division
    }
    return static_cast<size_t>(bytes) / (element > 0 ? element : 1);
}

/// `count` blocks of `elements` elements.
struct Blocks {
    char* target;
    const char* source;
    int64_t count;
    int64_t target_stride;
    int64_t source_stride;
    size_t elements;
};
void apply_blocks(Apply apply, Blocks blocks) noexcept;

} // namespace arauto::mpi
