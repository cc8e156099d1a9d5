// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Reads and writes of coindexed objects by accessors, which GCC 15 and later compile. An accessor
// follows the pointers that it finds in the other image's part of the coarray. So it runs in the
// process of the image that reads or writes where the part is mapped and has none, or under a guard
// against faults where both processes have the heaps at the same addresses. A scalar without
// pointers on another node is read by a get, at the offset that the getter yields on this image's
// own part. In all other cases the accessor runs at the owner.
#pragma once

#include "accessed.hpp"

namespace arauto::gfortran {

/// `value = object`.
/// @param may_reallocate  the array of `value` may get other memory, from malloc
void read_object(const Accessed& object, const LocalValue& value, bool may_reallocate);

/// `object = value`. Both may lie in the same memory: `value` is read first.
void write_object(const Accessed& object, const LocalValue& value);

/// `to = from`, both coindexed.
/// @param bytes  of a scalar
void transfer_object(const Accessed& to, const Accessed& from, size_t bytes, bool is_scalar);

/// Whether the allocatable or pointer component that an accessor looks at is there.
/// @param gives_address  where the coarray has no descriptor the accessor takes the address of a
/// variable with the part's address, as of GCC 16; false: the part's address
[[nodiscard]] bool is_component_there(const Accessed& object, bool gives_address);

} // namespace arauto::gfortran
