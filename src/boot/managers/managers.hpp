// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The supported launchers, one file each, and the detection of the one that has started this
// process.
#pragma once

#include "boot/process_manager.hpp"

namespace arauto::boot {

/// Each joins the job of its launcher. The process manager that it returns lives until the process
/// ends, and sends the launcher a closing message when it ends by exit().
/// @error ARAUTO_ERR_SYSTEM with a sentence that says what would help
[[nodiscard]] Result<ProcessManager*> join_pmix() noexcept;
[[nodiscard]] Result<ProcessManager*> join_pmi1_wire() noexcept;
[[nodiscard]] Result<ProcessManager*> join_pmi1_library() noexcept;
[[nodiscard]] Result<ProcessManager*> join_pmi2_library() noexcept;

/// The process manager of this process, found by its environment, if ARAUTO_BOOT allows it; null
/// when it is none that we know.
[[nodiscard]] Result<ProcessManager*> join_manager_around() noexcept;

/// The kind of that process manager in words, without joining it: "PMIx", "PMI-1", "PMI-2", "none".
[[nodiscard]] const char* manager_around() noexcept;
[[nodiscard]] bool is_host_around() noexcept;

} // namespace arauto::boot
