// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// A process's view of its job: its rank, the number of ranks, and the addresses of their memory.
// Plain values; join.hpp makes them. Also whether the job survives a death.
#pragma once

#include "base/status.hpp"
#include "boot/process_manager.hpp"
#include "boot/wire.hpp"

namespace arauto::boot {

/// Which ranks share this node's memory: nearly always consecutive ones.
struct NearRanks {
    int first = 0;
    int count = 1;
    const uint64_t* scattered = nullptr; // a bit for each from `first` on, when they are not

    [[nodiscard]] bool has(int rank) const noexcept {
        const auto index = static_cast<unsigned>(rank - first);
        return index < static_cast<unsigned>(count) &&
               (scattered == nullptr || (scattered[index / 64] >> (index % 64) & 1) != 0);
    }
};

/// One process's view of the job. Plain values; the mapping lives until the process ends.
struct Job {
    int rank = 0;
    int size = 1;
    JobHeader* header = nullptr; // start of the mapping in this process
    ImageBlock* images = nullptr;
    int cores = 1; // that its processes together may use on this node
    NearRanks near{}; // `count` is the span from the first to the last
    uint64_t secret[2] = {0, 0}; // known to all processes of this job, and to no other
    ProcessManager* manager =
        nullptr; // the process manager that started it; null: our own launcher, on this node alone

    [[nodiscard]] std::byte* base() const noexcept { return reinterpret_cast<std::byte*>(header); }
    [[nodiscard]] std::byte* heap(int of_rank) const noexcept {
        return base() + header->heap_offset + heap_distance(of_rank, header->heap_stride);
    }
    /// Over several nodes.
    [[nodiscard]] bool is_spread() const noexcept {
        return near.count != size || near.scattered != nullptr;
    }
    /// How many ranks are on other nodes.
    [[nodiscard]] int far_ranks() const noexcept {
        int far = size;
        for (int other = near.first; other < near.first + near.count; ++other) {
            far -= near.has(other) ? 1 : 0;
        }
        return far;
    }
    [[nodiscard]] ImageBlock& self() const noexcept { return images[rank]; }
};

/// Whether a job goes on after an image has died: as the setting says, or as it has declared.
[[nodiscard]] bool continues_after_death(const JobHeader& header) noexcept;

/// A job that something else has started, and what its processes can do for each other there.
struct Surroundings {
    int rank;
    int size;
    void* context;
    int (*broadcast)(void* context, void* data, size_t bytes); // from rank 0; 0: done
    int (*barrier)(void* context); // 0: done
    std::span<const int> near; // ranks of this node, ascending; empty: all are
    int processes_here; // that share this machine's cores; 0: those near
    int (*gather)(void* context, const void* mine, void* all, size_t bytes); // 0: done
};

} // namespace arauto::boot
