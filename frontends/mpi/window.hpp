// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Arauto's windows. The state that all members share lies in one segment: a control block and, for
// MPI_Win_allocate, the data behind it. The user's handle is that of a native window of no bytes on
// this process alone, so that the MPI itself serves names, attributes, infos and error handlers.
#pragma once

#include "job.hpp"
#include "mpi.hpp"
#include "team.hpp"

#include "arauto/epoch.h"

#include <atomic>
#include <mutex>

namespace arauto::mpi {

/// The memory that a member exposes. Set before the window is used. In a dynamic window `address`
/// is that of the member's heap, and `bytes` is 0.
struct MemberMemory {
    uint64_t address; // in the member's own address space; 0 when the member exposes none
    uint64_t bytes;
    int64_t unit; // of displacements, in bytes
    int64_t offset; // from the member's heap, if is_mapped
    uint32_t is_mapped; // others reach it by load and store
};

/// The memory of a member on another node. It is read from that member at first need. Lies in this
/// process's own part of the segment, where a page takes memory only once it is touched.
struct FarMemory {
    MemberMemory memory; // never mapped
    std::atomic<uint32_t> is_known;
};

/// Memory that a member of a dynamic window has attached.
struct AttachedRegion {
    uint64_t address;
    uint64_t bytes;
};
inline constexpr uint32_t kRegionsMax = 16384;

/// One for each member, at the start of its part of the segment. In dynamic windows its attached
/// regions follow, ordered by address. All zero at first.
struct Control {
    MemberMemory memory;
    alignas(64) std::atomic<uint64_t> region_version; // odd while the regions change
    uint32_t region_count;
    alignas(64) AttachedRegion regions[];
};

enum class Flavor : uint8_t { create, allocate, dynamic, shared };

/// The members that the open access epoch of this process lets it access.
enum class Access : uint8_t { none, fence, started, locks, everybody };

struct Kept;
struct Notices;
struct Window;

/// The memory that a member on another node exposes; none, when that node does not answer.
[[nodiscard]] const MemberMemory& find_far_memory(const Window& window, int member) noexcept;

struct Window {
    MPI_Win handle = MPI_WIN_NULL;
    Flavor flavor = Flavor::create;
    Access access = Access::none;
    bool is_nonblocking = false; // a call that must not wait has been used
    bool has_looked = false; // this access epoch has looked in vain for a peer's post
    bool has_threads = false; // several threads may call
    bool has_gaps = false; // between the members' parts (alloc_shared_noncontig)
    bool is_spread = false; // over several nodes
    int rank = 0; // this process's
    int reorder = 0; // a sum of ARAUTO_REORDER_ values
    int locks = 0; // lock epochs (MPI_Win_lock) that are open
    int size = 1;
    Team* team = nullptr;
    const int* job_ranks = nullptr; // of the members
    arauto_segment_h segment = nullptr;
    ptrdiff_t offset = 0; // of the segment, from the start of a heap
    ptrdiff_t heap_stride = 0;
    std::byte* heap0 = nullptr;
    FarMemory* far_memory = nullptr; // of the members, when it is spread
    arauto_epochs_h epochs = nullptr;
    std::mutex mutex; // guards the regions and, when several threads may call, the epochs
    Kept* kept = nullptr; // the layouts that recorded operations keep
    std::mutex kept_mutex;
    mutable std::mutex far_memory_mutex; // held by the thread that reads a FarMemory from its owner
    Notices* notices = nullptr; // its state of notified communication
    MPI_Group group = MPI_GROUP_NULL; // its members
    void* shared_memory = nullptr; // of the whole window, at rank 0 of an MPI_Win_allocate_shared
    void* base = nullptr; // as the program sees its own part
    MPI_Aint bytes = 0;
    int unit = 1;
    int flavor_value = 0; // of the attribute MPI_WIN_CREATE_FLAVOR
    int model_value = 0; // of the attribute MPI_WIN_MODEL

    /// Whether every member can be accessed now, and nothing is recorded.
    [[nodiscard]] bool is_open() const noexcept {
        // relaxed because a thread that misses a change has an epoch of its own, or asks the engine
        return open_.load(std::memory_order_relaxed);
    }
    void set_open(bool is_open) noexcept {
        open_.store(is_open, std::memory_order_relaxed); // relaxed because is_open() is
    }
    [[nodiscard]] bool is_near(int member) const noexcept {
        return !is_spread || !is_on_other_node(job_ranks[member]);
    }
    [[nodiscard]] const MemberMemory& memory_of(int member) const noexcept {
        return is_near(member) ? control(member).memory : find_far_memory(*this, member);
    }

    // The following are for members on this node.
    [[nodiscard]] std::byte* heap(int member) const noexcept {
        return heap0 + heap_stride * job_ranks[member];
    }
    [[nodiscard]] Control& control(int member) const noexcept {
        return *reinterpret_cast<Control*>(heap(member) + offset);
    }
    [[nodiscard]] Control& mine() const noexcept { return control(rank); }
    [[nodiscard]] AttachedRegion* regions(int member) const noexcept {
        return control(member).regions;
    }

  private:
    std::atomic<bool> open_{false};
};

} // namespace arauto::mpi
