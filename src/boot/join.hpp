// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// How a process finds out its rank, the size of its job and the job's memory, whether this
// project's launcher, a launcher of the system or another programming model has started it. Called
// once, by job/life_cycle.
#pragma once

#include "boot/job.hpp"

namespace arauto::boot {

/// Takes this process's place: under `arauto run` it attaches to the launcher's memory; started by
/// hand with ARAUTO_NUM_IMAGES > 1 this process becomes the launcher and never returns from here,
/// while its children do; with one image it stays alone. On return the image's block says running.
[[nodiscard]] Result<Job> join_or_start() noexcept;

/// Takes this process's place in a job of another programming model; collective. Rank 0 makes the
/// memory, the others open it through /proc, so that it has no name here either; over several nodes
/// as in join_host. No launcher watches over it: the header's launcher_pid is 0.
[[nodiscard]] Result<Job> join_within(const Surroundings& surroundings) noexcept;

} // namespace arauto::boot
