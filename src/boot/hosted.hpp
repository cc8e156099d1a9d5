// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Joining a job that a launcher of the system has started (a Host).
#pragma once

#include "boot/job.hpp"

namespace arauto::boot {

/// Takes this process's place in a job that `host` has started; collective. On each node the lowest
/// rank makes the memory, and the others open it through /proc, so that it has no name here either.
/// It is as large as for the whole job, but heaps of other nodes' ranks are not to be touched: that
/// would crash. A job that cannot begin is ended by one process, with one sentence.
[[nodiscard]] Result<Job> join_host(Host& host) noexcept;

/// Tells the host that this process ends as it should, if it has joined one and has not left it
/// yet.
void send_closing_message() noexcept;

} // namespace arauto::boot
