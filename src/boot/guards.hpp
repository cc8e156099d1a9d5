// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The parts of its job's memory that a process makes inaccessible to itself, so that an access past
// the end of one part is a crash of its own, and no damage to what others rely on.
#pragma once

#include "boot/job.hpp"

namespace arauto::boot {

/// A guarded heap costs each process two mappings, of which the system allows it 65,530 by default,
/// and 7 us: with 64 images a job starts 30 ms of processor time later (of 106), with 256 it would
/// be 800. So in larger jobs a process guards its own heap alone.
inline constexpr int kGuardedHeapsMax = 64;

/// Called once by each image, before it runs anything of the program.
void set_guards(const Job& job) noexcept;

} // namespace arauto::boot
