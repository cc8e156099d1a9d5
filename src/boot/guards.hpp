// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Guards: parts of the job's memory that a process makes inaccessible to itself. An access past the
// end of one part then crashes the process that makes it, and does not damage the data of others.
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
