// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// How a process learns its rank, the size of its job and the job's memory, whether `arauto run`, a
// system launcher or another programming model has started it. Called once, by job/life_cycle.
#pragma once

#include "boot/job.hpp"

#include <functional>

namespace arauto::boot {

/// Makes this process a rank: under `arauto run` it attaches to the launcher's memory; started by
/// hand with ARAUTO_NUM_IMAGES > 1 this process becomes the launcher and never returns from here,
/// while its children do; with one image it stays alone. On return the image's block says running.
/// @param executes_again  such a child starts the program from its beginning, so that its static
/// data and its stack lie elsewhere than those of its siblings, where the system makes it so
[[nodiscard]] Result<Job> join_or_start(bool executes_again = false) noexcept;

/// Makes this process a rank of a job that another programming model has started; collective. Rank
/// 0 makes the memory, the others open it through /proc, so that it has no name here either; over
/// several nodes as in join_managed_job. No launcher watches over it: the header's launcher_pid is
/// 0.
[[nodiscard]] Result<Job> join_within(const Surroundings& around) noexcept;

/// For a process of a launcher of ours that cannot become a rank: ends the job. Returns once the
/// job ends, so that the launcher adds no sentence of its own.
/// @param explain  says why; not called where another process has ended the job
void end_job(JobHeader& header, int exit_status, const std::function<void()>& explain);

/// The same for the job around this process, of which it is not known whether it still is.
void end_job_around(int exit_status, const std::function<void()>& explain);

} // namespace arauto::boot
