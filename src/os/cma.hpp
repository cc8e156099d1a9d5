// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Cross-memory attach: reading and writing another process's private memory by address.
#pragma once

#include <cstddef>
#include <cstdint>

namespace arauto::os {

enum class CmaOutcome : uint8_t {
    done,
    forbidden, // this system does not allow it (ptrace scope, seccomp, no such call)
    unmapped, // nothing is mapped at that address in the other process
    gone // the process has ended
};

[[nodiscard]] CmaOutcome cma_read(int64_t pid, uint64_t address, void* into, size_t bytes) noexcept;
[[nodiscard]] CmaOutcome
cma_write(int64_t pid, uint64_t address, const void* from, size_t bytes) noexcept;

/// Whether this system lets two processes of one job reach each other, found out by trying with a
/// child.
[[nodiscard]] bool cma_is_allowed() noexcept;

/// True when every page of [address, address + bytes) is mapped in this process.
[[nodiscard]] bool is_mapped_here(uint64_t address, size_t bytes) noexcept;

} // namespace arauto::os
