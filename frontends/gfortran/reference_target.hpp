// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Finds the target of an assignment through a chain of references, with automatic allocation where
// Fortran has it.
#pragma once

#include "reference.hpp"

namespace arauto::gfortran {

/// The value to be assigned.
struct Value {
    const arauto_section_t* shape;
    size_t element_bytes;
    bool may_reallocate; // also a component that is allocated in another shape
};

/// Walks to the end of `to.chain`. When this is a component of this image that is unallocated, or
/// allocated in another shape, it is allocated for `value` first if `may_allocate`; in another
/// image a component must be allocated as needed: Fortran asks that of a program (F2018 10.2.1.2).
/// @return false when the statement has ended with an error
[[nodiscard]] bool reach_target(ReferenceWalk& walk,
                                const Referenced& to,
                                const Value* value,
                                IndexTables& tables,
                                int* stat) noexcept;

} // namespace arauto::gfortran
