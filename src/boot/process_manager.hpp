// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The contract of a job's launcher with its processes: their ranks, the ranks that share their
// memory, and a key-value store in which each process publishes small blobs for the others. One
// class implements it for each kind of launcher.
//
// Nothing here is an array over all ranks: `near` lists the ranks of this node, and a blob of
// another rank is looked up when it is first needed.
#pragma once

#include "base/status.hpp"

#include <cstddef>
#include <span>

namespace arauto::boot {

class ProcessManager {
  public:
    /// Largest blob that every process manager takes.
    static constexpr size_t kBlobBytesMax = 256;

    ProcessManager() = default;
    ProcessManager(const ProcessManager&) = delete;
    ProcessManager& operator=(const ProcessManager&) = delete;
    virtual ~ProcessManager() = default;

    /// "PMIx of prterun", "PMI-1", "the surrounding MPI": for sentences and `arauto info`.
    [[nodiscard]] virtual const char* name() const noexcept = 0;
    [[nodiscard]] virtual int rank() const noexcept = 0;
    [[nodiscard]] virtual int size() const noexcept = 0;
    /// Ranks of this node, ascending, this one included.
    [[nodiscard]] virtual std::span<const int> near() const noexcept = 0;
    /// Processes that share this machine's cores: more than those near where nodes are pretended.
    [[nodiscard]] virtual int processes_here() const noexcept {
        return static_cast<int>(near().size());
    }
    /// Nodes are numbered in the order of their lowest ranks.
    [[nodiscard]] virtual int nodes() const noexcept = 0;
    [[nodiscard]] virtual int node_of(int rank) const noexcept = 0;
    [[nodiscard]] virtual int first_of(int node) const noexcept = 0; // its lowest rank

    /// Leaves a blob under a key (a short word) for others to look up after the next synchronise().
    [[nodiscard]] virtual Status publish(const char* key,
                                         std::span<const std::byte> blob) noexcept = 0;
    /// Collective over the job: what all have published before can be looked up afterwards.
    [[nodiscard]] virtual Status synchronise() noexcept = 0;
    /// The blob that `rank` has published; any time after the synchronise(), by any thread, without
    /// that rank's help. Fills `blob` whole.
    /// @error ARAUTO_ERR_SYSTEM when there is no such blob, or it has another size
    [[nodiscard]] virtual Status
    lookup(int rank, const char* key, std::span<std::byte> blob) noexcept = 0;

    /// A rank that the process manager has seen die and has not reported before, or -1. Never
    /// waits.
    [[nodiscard]] virtual int next_death() noexcept { return -1; }
    /// The job shall end with this status; the process manager ends processes that we cannot reach.
    virtual void end_job(int /*status*/) noexcept {}
    /// Whether another library of this process uses the same connection, and will report the end on
    /// it, at the latest within exit().
    virtual void share(bool /*is_shared*/) noexcept {}
    /// Reports to the process manager that this process ends normally. Called once, by exit().
    virtual void leave() noexcept {}
};

} // namespace arauto::boot
