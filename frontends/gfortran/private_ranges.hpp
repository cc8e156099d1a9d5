// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The address ranges in which a process keeps memory of its own, read from /proc/self/maps. No
// state.
#pragma once

#include "wire.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace arauto::gfortran {

using Ranges = std::vector<PrivateRange>; // ascending, apart from each other

/// The ranges that are private: of the program and its libraries, of its data, and of its stack and
/// its break with what these may grow to. Ranges that are close to each other count as one.
/// @param maps  the text of /proc/PID/maps
/// @param stack_limit  bytes, as of RLIMIT_STACK
[[nodiscard]] Ranges private_ranges(std::string_view maps, uint64_t stack_limit);

/// The name of what is mapped at an address; empty: none.
[[nodiscard]] std::string_view name_at(std::string_view maps, uint64_t address) noexcept;

/// The memory map of this process at this moment; empty where it cannot be read.
[[nodiscard]] std::string read_maps();

[[nodiscard]] bool overlap(const Ranges& a, const Ranges& b) noexcept;

/// The parts of a range that are in none of `taken`.
[[nodiscard]] Ranges parts_outside(PrivateRange range, const Ranges& taken);

/// Adds a range that overlaps none.
void add_range(Ranges& ranges, PrivateRange range);

} // namespace arauto::gfortran
