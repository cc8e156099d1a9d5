// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The owner's side of accessors: another image asks it to run one on its own memory, whose pointers
// are valid only here. The questions come by RPC, so no function here may wait or take a lock that
// is held while this image waits.
#pragma once

#include "accessed.hpp"

#include <cstddef>

namespace arauto::gfortran {

/// Registers the functions that this image offers as an owner, once. From then on coarrays with
/// pointers may be asked for.
void start_owner();

/// A read that an accessor begins with, of an array among the values that a question has captured.
/// Where the question lacks it, this ends the accessor.
void read_captured_elsewhere(const Accessed& object, const LocalValue& value);

/// Copies as many bytes as can be read, at most `bytes`. @return how many
size_t copy_readable(void* to, const void* from, size_t bytes) noexcept;

} // namespace arauto::gfortran
