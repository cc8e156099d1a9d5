// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// What the starter of a job gives to its processes: their ranks, the ranks that share their memory,
// and a board on which each leaves small blobs for the others. One class for each kind of starter.
//
// Nothing here is an array over all ranks: `near` lists the ranks of this node, and a blob of
// another rank is looked up when it is first needed.
#pragma once

#include "base/status.hpp"

#include <cstddef>
#include <span>

namespace arauto::boot {

class Host {
  public:
    /// Largest blob that every host takes.
    static constexpr size_t kBlobBytesMax = 256;

    Host() = default;
    Host(const Host&) = delete;
    Host& operator=(const Host&) = delete;
    virtual ~Host() = default;

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

    /// Leaves a blob under a key (a short word) for others to look up after the next meet().
    [[nodiscard]] virtual Status publish(const char* key,
                                         std::span<const std::byte> blob) noexcept = 0;
    /// Collective over the job: what all have published before can be looked up afterwards.
    [[nodiscard]] virtual Status meet() noexcept = 0;
    /// What `rank` has published; any time after the meet(), by any thread, without that rank's
    /// help. Fills `blob` whole.
    /// @error ARAUTO_ERR_SYSTEM when there is no such blob, or it has another size
    [[nodiscard]] virtual Status
    lookup(int rank, const char* key, std::span<std::byte> blob) noexcept = 0;

    /// A rank that the host has seen die and has not told of before, or -1. Never waits.
    [[nodiscard]] virtual int next_death() noexcept { return -1; }
    /// The job shall end with this status; the host ends processes that we cannot reach.
    virtual void end_job(int /*status*/) noexcept {}
    /// Tells the host that this process ends normally. Called once, by exit().
    virtual void leave() noexcept {}
};

} // namespace arauto::boot
