// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The starters of jobs that we know, one file each, and which of them has started this process.
#pragma once

#include "boot/host.hpp"

namespace arauto::boot {

/// Each takes this process's place with its starter. What they return lives until the process ends,
/// and sends the starter a closing message when it ends by exit().
/// @error ARAUTO_ERR_SYSTEM with a sentence that says what would help
[[nodiscard]] Result<Host*> join_pmix() noexcept;
[[nodiscard]] Result<Host*> join_pmi1_wire() noexcept;
[[nodiscard]] Result<Host*> join_pmi1_library() noexcept;
[[nodiscard]] Result<Host*> join_pmi2_library() noexcept;

/// The starter of this process, as its environment tells, if ARAUTO_BOOT allows it; null when it is
/// none that we know.
[[nodiscard]] Result<Host*> join_host_around() noexcept;

/// The same in words, without joining: "PMIx", "PMI-1", "PMI-2", "none".
[[nodiscard]] const char* host_around() noexcept;
[[nodiscard]] bool is_host_around() noexcept;

} // namespace arauto::boot
