// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Joins a job that a system launcher (a ProcessManager) has started.
#pragma once

#include "boot/job.hpp"

namespace arauto::boot {

/// Makes this process a rank of a job that `manager` has started; collective. On each node the
/// lowest rank makes the memory, and the others open it through /proc, so that it has no name here
/// either. It is as large as for the whole job, but heaps of other nodes' ranks are not to be
/// touched: that would crash. A job that cannot begin is ended by one process, with one sentence.
[[nodiscard]] Result<Job> join_managed_job(ProcessManager& manager) noexcept;

/// Reports to the process manager that this process ends as it should, if it has joined one and has
/// not left it yet.
void send_closing_message() noexcept;

/// Another library of this process uses the process manager too, and reports the end of the process
/// to it.
void share_host() noexcept;

} // namespace arauto::boot
