// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Who am I, how many are we, where is our memory. Called once, by job/life_cycle.
#pragma once

#include "base/settings.hpp"
#include "boot/host.hpp"
#include "boot/wire.hpp"

namespace arauto::boot {

inline constexpr Setting kNumImagesSetting{
    "ARAUTO_NUM_IMAGES", "", SettingKind::integer, "1..65536",
    "images of a job unless 'arauto run -n' says it (default: the cores that it may use)"};
inline constexpr Setting kHeapSizeSetting{
    "ARAUTO_HEAP_SIZE", "", SettingKind::bytes, "1M..64T",
    "address space for the coarrays of one image (default: the memory of the machine, 256M under "
    "valgrind); pages come when touched"};
inline constexpr Setting kOnFailureSetting{
    "ARAUTO_ON_FAILURE", "auto", SettingKind::choice, "auto|continue|end",
    "after an image died: end the job, continue, or continue only if the program looks at "
    "failures"};
inline constexpr Setting kNodeRanksSetting{
    "ARAUTO_NODE_RANKS", "0", SettingKind::integer, "0..65536",
    "for tests on one machine: so many consecutive images count as one node, and reach the others "
    "through the network alone; 0: all are on one"};
inline constexpr Setting kBootSetting{
    "ARAUTO_BOOT", "auto", SettingKind::choice, "auto|pmix|pmi2|pmi1|none",
    "how a process finds the others of a job that a launcher of the system has started; auto: as "
    "the launcher's variables say; none: not at all, each starts a job of its own"};
inline constexpr Setting kBootSettings[] = {
    kNumImagesSetting, kHeapSizeSetting, kOnFailureSetting, kNodeRanksSetting, kBootSetting,
};

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

/// One process's place in the job. Plain values; the mapping lives until the process ends.
struct Job {
    int rank = 0;
    int size = 1;
    JobHeader* header = nullptr; // start of the mapping in this process
    ImageBlock* images = nullptr;
    int cores = 1; // that its processes together may use on this node
    NearRanks near{}; // `count` is the span from the first to the last
    uint64_t secret[2] = {0, 0}; // that all processes of this job know, and nobody else
    Host* host = nullptr; // who has started it; null: our own launcher, on this node alone

    [[nodiscard]] std::byte* base() const noexcept { return reinterpret_cast<std::byte*>(header); }
    [[nodiscard]] std::byte* heap(int of_rank) const noexcept {
        return base() + header->heap_offset + static_cast<size_t>(of_rank) * header->heap_stride;
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

/// Takes this process's place: under `arauto run` it attaches to the launcher's memory; started by
/// hand with ARAUTO_NUM_IMAGES > 1 this process becomes the launcher and never returns from here,
/// while its children do; with one image it stays alone. On return the image's block says running.
[[nodiscard]] Result<Job> join_or_start() noexcept;

/// Takes this process's place in a job that `host` has started; collective. On each node the lowest
/// rank makes the memory, and the others open it through /proc, so that it has no name here either.
/// It is as large as for the whole job, but heaps of other nodes' ranks are not to be touched: that
/// would crash. A job that cannot begin is ended by one process, with one sentence.
[[nodiscard]] Result<Job> join_host(Host& host) noexcept;

/// The last word to who has started this process, if it took its place there and has not left yet.
void send_closing_message() noexcept;

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

/// Takes this process's place among them; collective. Rank 0 makes the memory, the others open it
/// through /proc, so that it has no name here either; over several nodes as in join_host. Nobody
/// launches, nobody watches: the header's launcher_pid is 0.
[[nodiscard]] Result<Job> join_within(const Surroundings& surroundings) noexcept;

} // namespace arauto::boot
