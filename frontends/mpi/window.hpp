// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Windows of ours. What all members share about a window lies in one segment: a control block and,
// for MPI_Win_allocate, the data behind it. The user's handle is a native window of no bytes on
// this process alone, so that names, attributes, infos and error handlers are the MPI's own
// business.
#pragma once

#include "job.hpp"
#include "mpi.hpp"
#include "shared_barrier.hpp"
#include "team.hpp"

#include "arauto/counters.h"
#include "arauto/epoch.h"

#include <atomic>
#include <mutex>

namespace arauto::mpi {

/// Where the memory is that a member exposes. Set before the window is used; of dynamic windows it
/// says nothing.
struct MemberMemory {
    uint64_t address; // in the member's own address space; 0 when nothing is there
    uint64_t bytes;
    int64_t unit; // of displacements, in bytes
    int64_t offset; // from the member's heap, when others reach it there by load and store
    uint32_t is_mapped; // `offset` counts
};

/// The memory of a member on another node, as far as this process knows it: the member is asked at
/// first need. In this process's own part of a segment, whose pages come when touched.
struct FarMemory {
    MemberMemory memory; // never mapped
    std::atomic<uint32_t> is_known;
};

/// Memory that a member of a dynamic window has attached; in order of addresses.
struct Region {
    uint64_t address;
    uint64_t bytes;
};
inline constexpr uint32_t kRegionsMax = 16384;

/// One for each member, at the same place in the segment of each; in dynamic windows the regions
/// follow. Zero at first.
struct Control {
    MemberMemory memory;
    BarrierCell barrier; // of rank 0 only
    alignas(64) std::atomic<uint64_t> region_version; // odd while the regions change
    uint32_t region_count;
    alignas(64) Region regions[];
};

enum class Flavor : uint8_t { create, allocate, dynamic, shared };

/// What the open access epoch of this process lets it reach.
enum class Access : uint8_t { none, fence, started, locks, everybody };

struct Kept;
struct Notices;
struct Window;

/// Where the data is of a member on another node. Nowhere, when that node does not answer.
[[nodiscard]] const MemberMemory& find_far_memory(const Window& window, int member) noexcept;

struct Window {
    MPI_Win handle = MPI_WIN_NULL;
    Flavor flavor = Flavor::create;
    Access access = Access::none;
    bool is_open = false; // every member can be accessed now, and nothing is recorded
    bool is_nonblocking = false; // a call that must not wait has been used
    bool has_looked = false; // in this access epoch, for a peer that had not posted yet
    bool has_threads = false; // several may call
    bool has_gaps = false; // between the members' parts (alloc_shared_noncontig)
    bool is_spread = false; // over several nodes
    int rank = 0; // of this process
    int reorder = 0; // a sum of ARAUTO_REORDER_ values
    int locks = 0; // epochs of single locks that are open
    int size = 1;
    Team* team = nullptr;
    const int* job_ranks = nullptr; // of the members
    arauto_segment_h segment = nullptr;
    ptrdiff_t offset = 0; // of the segment, from the start of a heap
    ptrdiff_t heap_stride = 0;
    std::byte* heap0 = nullptr;
    FarMemory* far_memory = nullptr; // of the members, when it is spread
    uint64_t barriers = 0;
    arauto_epochs_h epochs = nullptr;
    std::mutex mutex; // of the epochs, and of the regions, when several threads may call
    Kept* kept = nullptr; // by operations that are recorded
    std::mutex kept_mutex;
    Notices* notices = nullptr; // what it has for notified communication
    MPI_Group group = MPI_GROUP_NULL; // its members
    void* shared_memory = nullptr; // of the whole window, at rank 0 of an MPI_Win_allocate_shared
    void* base = nullptr; // as the program sees its own part
    MPI_Aint bytes = 0;
    int unit = 1;
    int flavor_value = 0; // what the attribute says
    int model_value = 0;

    [[nodiscard]] bool is_near(int member) const noexcept {
        return !is_spread || !is_far(job_ranks[member]);
    }
    [[nodiscard]] const MemberMemory& memory_of(int member) const noexcept {
        return is_near(member) ? control(member).memory : find_far_memory(*this, member);
    }

    // Of members of this node.
    [[nodiscard]] std::byte* heap(int member) const noexcept {
        return heap0 + heap_stride * job_ranks[member];
    }
    [[nodiscard]] Control& control(int member) const noexcept {
        return *reinterpret_cast<Control*>(heap(member) + offset);
    }
    [[nodiscard]] Control& mine() const noexcept { return control(rank); }
    [[nodiscard]] Region* regions(int member) const noexcept { return control(member).regions; }
};

/// All members have called it; what they wrote is visible to all. @return false: one has ended
/// @param counter  of the call that they do it in
bool barrier_of_members(Window& window,
                        arauto_counter_t counter = ARAUTO_COUNTER_WIN_CREATE) noexcept;

} // namespace arauto::mpi
