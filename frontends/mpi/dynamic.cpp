// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See dynamic.hpp. A table's version is odd while the table changes. A reader that finds it odd, or
// changed, reads again.
#include "dynamic.hpp"

#include "count.hpp"
#include "errors.hpp"
#include "real.hpp"
#include "registry.hpp"
#include "wait.hpp"

#include "arauto/atomic.h"
#include "arauto/rma.h"
#include "arauto/runtime.h"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <vector>

namespace arauto::mpi {
namespace {

bool ends_before(const AttachedRegion& region, uint64_t address) noexcept {
    return region.address + region.bytes <= address;
}

bool covers(const AttachedRegion* regions, uint32_t count, const AttachedRegion& wanted) noexcept {
    uint64_t from = wanted.address;
    const uint64_t end = wanted.address + wanted.bytes;
    const AttachedRegion* const last = regions + count;
    const AttachedRegion* region = std::lower_bound(regions, last, from, ends_before);
    while (from < end && region < last && region->address <= from) {
        from = region->address + region->bytes;
        ++region;
    }
    return from >= end;
}

/// The first region that does not end before the address.
AttachedRegion* find_region(const Window& window, uint64_t address) noexcept {
    AttachedRegion* const regions = window.regions(window.rank);
    return std::lower_bound(regions, regions + window.mine().region_count, address, ends_before);
}

template <typename Change> void change_regions(const Window& window, Change change) noexcept {
    std::atomic<uint64_t>& version = window.mine().region_version;
    version.fetch_add(1, std::memory_order_acq_rel); // PAIR regions.version: begin
    std::atomic_thread_fence(std::memory_order_release); // PAIR regions.version: before the change
    change(window.mine().region_count);
    version.fetch_add(1, std::memory_order_release); // PAIR regions.version: end
}

// Error handlers belong to the program and may use the window. Therefore no error is raised while
// the mutex is held, but returned as one of these.

enum class Added : uint8_t { yes, overlaps, is_full };

Added add_region(Window& window, const AttachedRegion& region) noexcept {
    const std::lock_guard<std::mutex> guard(window.mutex);
    AttachedRegion* const position = find_region(window, region.address);
    AttachedRegion* const last = window.regions(window.rank) + window.mine().region_count;
    if (position != last && position->address < region.address + region.bytes) {
        return Added::overlaps;
    }
    if (window.mine().region_count == kRegionsMax) {
        return Added::is_full;
    }
    change_regions(window, [&](uint32_t& count) {
        std::memmove(position + 1, position,
                     static_cast<size_t>(last - position) * sizeof(AttachedRegion));
        *position = region;
        ++count;
    });
    return Added::yes;
}

int attach(Window& window, void* base, MPI_Aint bytes) noexcept {
    if (window.flavor != Flavor::dynamic) {
        return fail(window, MPI_ERR_RMA_FLAVOR,
                    "MPI_Win_attach: the window was not made by MPI_Win_create_dynamic");
    }
    if (bytes < 0 || (base == nullptr && bytes > 0)) {
        return fail(window, bytes < 0 ? MPI_ERR_SIZE : MPI_ERR_ARG,
                    "MPI_Win_attach: %lld bytes at %p cannot be attached; the size must be 0 or "
                    "more, and the address no null pointer unless the size is 0",
                    static_cast<long long>(bytes), base);
    }
    if (bytes == 0) {
        return MPI_SUCCESS;
    }
    const AttachedRegion region = {reinterpret_cast<uintptr_t>(base), static_cast<uint64_t>(bytes)};
    switch (add_region(window, region)) {
    case Added::overlaps:
        return fail(window, MPI_ERR_RMA_ATTACH,
                    "MPI_Win_attach: %lld bytes at %p overlap memory that is attached already",
                    static_cast<long long>(bytes), base);
    case Added::is_full:
        return fail(
            window, MPI_ERR_RMA_ATTACH,
            "MPI_Win_attach: %u regions are attached already, which is the most there can be",
            kRegionsMax);
    case Added::yes:
        break;
    }
    return MPI_SUCCESS;
}

/// @return whether a region begins at the address
bool remove_region(Window& window, uint64_t address) noexcept {
    const std::lock_guard<std::mutex> guard(window.mutex);
    AttachedRegion* const position = find_region(window, address);
    AttachedRegion* const last = window.regions(window.rank) + window.mine().region_count;
    if (position == last || position->address != address) {
        return false;
    }
    change_regions(window, [&](uint32_t& count) {
        std::memmove(position, position + 1,
                     static_cast<size_t>(last - position - 1) * sizeof(AttachedRegion));
        --count;
    });
    return true;
}

int detach(Window& window, const void* base) noexcept {
    if (window.flavor != Flavor::dynamic) {
        return fail(window, MPI_ERR_RMA_FLAVOR,
                    "MPI_Win_detach: the window was not made by MPI_Win_create_dynamic");
    }
    if (!remove_region(window, reinterpret_cast<uintptr_t>(base))) {
        return fail(window, MPI_ERR_ARG,
                    "MPI_Win_detach: no attached memory begins at %p; the address must be the one "
                    "that MPI_Win_attach was given",
                    base);
    }
    return MPI_SUCCESS;
}

} // namespace

namespace {

/// As is_attached(), for a member on another node, whose table is read by gets.
bool is_attached_far(const Window& window, int member, const AttachedRegion& wanted) noexcept {
    const int rank = window.job_ranks[member];
    std::vector<AttachedRegion> regions;
    uint64_t before = 0;
    uint64_t after = 1;
    do {
        uint32_t count = 0;
        const size_t version = offsetof(Control, region_version);
        if (arauto_atomic_load(window.segment, rank, version, 8, &before) < 0 ||
            arauto_get(window.segment, rank, offsetof(Control, region_count), &count,
                       sizeof count) < 0) {
            return false; // the member has died; the access will report that
        }
        after = before + 1;
        if (before % 2 != 0 || count > kRegionsMax) {
            continue;
        }
        regions.resize(count);
        if (arauto_get(window.segment, rank, sizeof(Control), regions.data(),
                       count * sizeof(AttachedRegion)) < 0 ||
            arauto_atomic_load(window.segment, rank, version, 8, &after) < 0) {
            return false;
        }
    } while (before != after);
    return covers(regions.data(), static_cast<uint32_t>(regions.size()), wanted);
}

} // namespace

bool is_attached(const Window& window, int member, const AttachedRegion& wanted) noexcept {
    if (!window.is_near(member)) {
        return is_attached_far(window, member, wanted);
    }
    Control& control = window.control(member);
    bool is_covered = false;
    const auto is_consistent = [&] {
        // PAIR regions.version: read
        const uint64_t before = control.region_version.load(std::memory_order_acquire);
        if (before % 2 != 0) {
            return false;
        }
        is_covered = covers(window.regions(member), control.region_count, wanted);
        std::atomic_thread_fence(std::memory_order_acquire); // PAIR regions.version: read again
        // relaxed because the fence orders it behind the reads
        return control.region_version.load(std::memory_order_relaxed) == before;
    };
    const auto has_ended = [&] { // the member may have died in the middle of a change
        arauto_rank_state_t state = ARAUTO_RANK_RUNNING;
        arauto_rank_state(window.job_ranks[member], &state);
        return state != ARAUTO_RANK_RUNNING;
    };
    const auto describe = [&](arauto_waited_t& waited) {
        waited.kind = ARAUTO_WAITED_RANK;
        waited.rank = window.job_ranks[member];
    };
    return wait_for(is_consistent, Described{has_ended, describe}) && is_covered;
}

} // namespace arauto::mpi

using namespace arauto::mpi;

ARAUTO_MPI_EXPORT int MPI_Win_attach(MPI_Win win, void* base, MPI_Aint size) {
    note_caller(__builtin_return_address(0));
    Window* const window = find_window(win);
    return window != nullptr ? attach(*window, base, size) : real().Win_attach(win, base, size);
}
ARAUTO_MPI_BOTH(Win_attach)

ARAUTO_MPI_EXPORT int MPI_Win_detach(MPI_Win win, const void* base) {
    note_caller(__builtin_return_address(0));
    Window* const window = find_window(win);
    return window != nullptr ? detach(*window, base) : real().Win_detach(win, base);
}
ARAUTO_MPI_BOTH(Win_detach)
