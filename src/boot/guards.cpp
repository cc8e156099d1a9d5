// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See guards.hpp. Where the system refuses a guard (it has no mapping left), the job runs without
// it.
#include "boot/guards.hpp"

#include "os/shared_memory.hpp"

namespace arauto::boot {
namespace {

/// The end of a heap, so that the heap behind it begins with a guard too.
void guard_end_of_heap(const Job& job, int rank) noexcept {
    os::forbid(job.heap(rank + 1) - kHeapGuardBytes, kHeapGuardBytes);
}

/// Between the parts of the memory that all ranks of the node work with.
void guard_common_parts(const Job& job) noexcept {
    const auto images = static_cast<uint32_t>(job.size);
    const size_t blocks_end =
        kBlocksOffset + round_up(images * sizeof(ImageBlock), kLargestPageBytes);
    const size_t tallies = tally_offset_for(images);
    const size_t tallies_end = tallies + round_up(images * sizeof(TallyBlock), kLargestPageBytes);
    const size_t profiles = profile_offset_for(images);
    const size_t profiles_end =
        profiles + round_up(images * sizeof(ProfileBlock), kLargestPageBytes);
    const auto forbid = [&](size_t begin, size_t end) {
        os::forbid(job.base() + begin, end - begin);
    };
    os::forbid_writes(job.base(), kConstantBytes);
    forbid(kHeaderBytes, kBlocksOffset);
    forbid(blocks_end, tallies);
    forbid(tallies_end, profiles);
    forbid(profiles_end, heap_offset_for(images));
}

} // namespace

void set_guards(const Job& job) noexcept {
    guard_common_parts(job);
    if (job.near.count > kGuardedHeapsMax) {
        if (job.rank > 0) {
            guard_end_of_heap(job, job.rank - 1);
        }
        guard_end_of_heap(job, job.rank);
        return;
    }
    for (int rank = job.near.first; rank < job.near.first + job.near.count; ++rank) {
        guard_end_of_heap(job, rank);
    }
}

} // namespace arauto::boot
