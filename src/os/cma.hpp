// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Cross-memory attach: reading and writing another process's private memory by address.
#pragma once

#include "base/run.hpp"

#include <cstddef>
#include <cstdint>
#include <span>

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

/// Pieces that one system call takes.
inline constexpr size_t kCmaRunsMax = 1024;

struct CmaProgress {
    CmaOutcome outcome;
    size_t runs; // moved entirely; the one behind them is the one that `outcome` is about
};

/// Moves the runs one after the other, kCmaRunsMax of them with one system call.
[[nodiscard]] CmaProgress cma_read_runs(int64_t pid, std::span<const Run> runs) noexcept;
[[nodiscard]] CmaProgress cma_write_runs(int64_t pid, std::span<const Run> runs) noexcept;

/// Whether this system lets two processes of one job reach each other, found out by trying with a
/// child.
[[nodiscard]] bool cma_is_allowed() noexcept;

/// True when every page of [address, address + bytes) is mapped in this process.
[[nodiscard]] bool is_mapped_here(uint64_t address, size_t bytes) noexcept;

/// Finds out whether ranges of addresses are mapped in this process. A range on the same pages as
/// the one asked for before takes no system call. For one operation: what is mapped may change
/// after it.
class MappedHere {
  public:
    [[nodiscard]] bool contains(uint64_t address, size_t bytes) noexcept;

  private:
    uint64_t low_ = 0; // of pages that are mapped
    uint64_t high_ = 0;
};

} // namespace arauto::os
