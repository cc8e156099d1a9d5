// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Runs accessors here on a part that may have pointers, where the pair of processes is safe: see
// safe_pair.hpp. Accessors can be run again: a getter changes only its buffer, and a receiver makes
// the same stores. So the owner runs the accessor when it faults here.
#pragma once

#include "accessed.hpp"
#include "transfer.hpp"

#include <optional>

namespace arauto::gfortran {

/// Whether accessors may run here on the parts of `rank`, under a guard.
[[nodiscard]] bool may_guard(int rank) noexcept;

/// As read_part. @return none: nothing is read; the owner must
[[nodiscard]] std::optional<Outcome>
read_guarded(const Accessed& object, void* part, const LocalValue& value, bool may_reallocate);
/// @param value  an address or a descriptor. @return false: the owner must write all of it
[[nodiscard]] bool write_guarded(const Accessed& object, void* part, const LocalValue& value);
/// @param argument  in the form that the accessor wants
[[nodiscard]] bool
present_guarded(const Accessed& object, void* argument, bool& is_present_out) noexcept;

} // namespace arauto::gfortran
