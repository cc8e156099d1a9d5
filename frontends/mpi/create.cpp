// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Making and freeing windows. Their members agree by one reduction over the communicator, which
// lets the MPI work while they wait for each other. After it, a member waits only for members that
// are in the call.
#include "create.hpp"

#include "count.hpp"
#include "epoch.hpp"
#include "errors.hpp"
#include "make_team.hpp"
#include "native.hpp"
#include "notify.hpp"
#include "progress.hpp"
#include "real.hpp"
#include "record.hpp"
#include "reorder.hpp"
#include "request.hpp"
#include "thread_state.hpp"

#include "arauto/rma.h"
#include "arauto/spi/counters.h"
#include "arauto/spi/epoch.h"
#include "arauto/spi/info.h"
#include "arauto/spi/segment.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>

namespace arauto::mpi {
namespace {

constexpr uint64_t kPageBytes = 4096;

uint64_t rounded(uint64_t bytes, uint64_t unit) noexcept {
    return (bytes + unit - 1) / unit * unit;
}

uint64_t control_bytes(Flavor flavor) noexcept {
    uint64_t bytes = sizeof(Control);
    if (flavor == Flavor::dynamic) {
        bytes += sizeof(AttachedRegion) * kRegionsMax;
    }
    return rounded(bytes, 64);
}

int flavor_value(Flavor flavor) noexcept {
    switch (flavor) {
    case Flavor::create:
        return MPI_WIN_FLAVOR_CREATE;
    case Flavor::allocate:
        return MPI_WIN_FLAVOR_ALLOCATE;
    case Flavor::dynamic:
        return MPI_WIN_FLAVOR_DYNAMIC;
    case Flavor::shared:
        break;
    }
    return MPI_WIN_FLAVOR_SHARED;
}

int check_request(const WindowRequest& wanted) noexcept {
    if (wanted.bytes < 0) {
        return fail_on(wanted.comm, MPI_ERR_SIZE, "%s: the size %lld is below 0", wanted.call,
                       static_cast<long long>(wanted.bytes));
    }
    if (wanted.unit <= 0 || wanted.unit > INT32_MAX) {
        return fail_on(wanted.comm, MPI_ERR_DISP,
                       "%s: the displacement unit %lld is not between 1 and %d", wanted.call,
                       static_cast<long long>(wanted.unit), INT32_MAX);
    }
    const bool gives_base = wanted.flavor == Flavor::allocate || wanted.flavor == Flavor::shared;
    if (wanted.out == nullptr || (gives_base && wanted.base_out == nullptr) ||
        (wanted.flavor == Flavor::create && wanted.base == nullptr && wanted.bytes > 0)) {
        return fail_on(wanted.comm, MPI_ERR_ARG,
                       "%s: the base, or an address for a result, is a null pointer", wanted.call);
    }
    return MPI_SUCCESS;
}

/// The values that the members of a new window agree on, in one collective: the largest of each.
struct Agreed {
    uint64_t data; // bytes of data in the window's segment
    uint64_t counters; // the most counters that a member asserts
    uint64_t refusals; // 1: a member's arguments are not valid
};

Agreed largest_of(MPI_Comm comm, const Agreed& mine) noexcept {
    const uint64_t numbers[3] = {mine.data, mine.counters, mine.refusals};
    uint64_t largest[3] = {};
    real().Allreduce(numbers, largest, 3, MPI_UINT64_T, MPI_MAX, comm);
    return {largest[0], largest[1], largest[2]};
}

bool asks_for_gaps(MPI_Info info) noexcept {
    if (info == MPI_INFO_NULL) {
        return false;
    }
    char value[8] = {};
    int found = 0;
    static constexpr char kKey[] = "alloc_shared_noncontig";
    real().Info_get(info, kKey, sizeof value - 1, value, &found);
    return found != 0 && std::strcmp(value, "true") == 0;
}

void set_memory(Window& window, void* base, bool is_mapped) noexcept {
    MemberMemory& memory = window.mine().memory;
    memory.address = reinterpret_cast<uintptr_t>(base);
    memory.bytes = static_cast<uint64_t>(window.bytes);
    memory.unit = window.unit;
    memory.offset = static_cast<std::byte*>(base) - window.heap(window.rank);
    memory.is_mapped = is_mapped ? 1 : 0;
    window.base = base;
}

/// Whether an address of this process lies in memory that the others reach by load and store.
bool is_in_heap(const Window& window, const void* address) noexcept {
    const ptrdiff_t offset = static_cast<const std::byte*>(address) - window.heap(window.rank);
    return address != nullptr && offset >= 0 && offset < window.heap_stride;
}

/// Lays the members' parts one behind the other in memory of rank 0. @return whether there was room
bool share_memory(Window& window, MPI_Info info) noexcept {
    const auto bytes = static_cast<uint64_t>(window.bytes);
    window.has_gaps = asks_for_gaps(info);
    window.mine().memory.bytes = window.has_gaps ? rounded(bytes, kPageBytes) : bytes;
    pass_barrier(*window.team);
    Control& first = window.control(0);
    if (window.rank == 0) {
        uint64_t total = 0;
        for (int member = 0; member < window.size; ++member) {
            total += window.control(member).memory.bytes;
        }
        if (arauto_memory_allocate(total + kPageBytes, &window.shared_memory) == 0) {
            const uint64_t start =
                rounded(reinterpret_cast<uintptr_t>(window.shared_memory), kPageBytes);
            int64_t offset = reinterpret_cast<std::byte*>(start) - window.heap0;
            for (int member = 0; member < window.size; ++member) {
                MemberMemory& memory = window.control(member).memory;
                memory.offset = offset - window.heap_stride * window.job_ranks[member];
                offset += static_cast<int64_t>(memory.bytes);
            }
            first.memory.is_mapped = 1;
        }
    }
    pass_barrier(*window.team);
    if (first.memory.is_mapped == 0) {
        return false;
    }
    const int64_t offset = window.mine().memory.offset;
    set_memory(window, window.heap(window.rank) + offset, true);
    if (window.has_gaps && window.bytes == 0) {
        window.base = nullptr;
    }
    return true;
}

/// Bytes of private memory that a window takes.
uint64_t kept_bytes(const Window& window) noexcept {
    return sizeof window + sizeof(Notices);
}

/// Makes the window without its data.
/// @param team  the window's, which it keeps
/// @return null, on all members, when there is no memory for it
Window* make_window(const WindowRequest& wanted, Team& team, uint64_t bytes) noexcept {
    t_state.note_call();
    auto* const window = new Window;
    if (arauto_segment_allocate(team.handle, bytes, &window->segment) < 0) {
        delete window;
        return nullptr;
    }
    if (arauto_epochs_create(team.handle, &window->epochs) < 0) {
        arauto_segment_free(window->segment);
        delete window;
        return nullptr;
    }
    arauto_epochs_set_context(window->epochs, window);
    tally(ARAUTO_COUNTER_WIN_CREATE, 0, kept_bytes(*window));
    window->team = &team;
    window->has_threads = job().threaded;
    window->flavor = wanted.flavor;
    window->rank = team.rank;
    window->size = team.size;
    window->job_ranks = team.job_ranks;
    window->heap0 = job().heap0;
    window->heap_stride = job().stride;
    window->is_spread = team.is_spread;
    window->offset =
        static_cast<std::byte*>(arauto_segment_base(window->segment)) - window->heap(window->rank);
    window->bytes = wanted.flavor == Flavor::dynamic ? 0 : static_cast<MPI_Aint>(wanted.bytes);
    window->unit = static_cast<int>(wanted.unit);
    window->flavor_value = flavor_value(wanted.flavor);
    window->model_value = MPI_WIN_UNIFIED;
    real().Comm_group(wanted.comm, &window->group);
    return window;
}

void free_parts(Window* window) noexcept {
    // This process has no recorded operations any more. Peers carry out their own.
    arauto_epochs_set_context(window->epochs, nullptr);
    arauto_epochs_free(window->epochs);
    forget_requests_of(*window);
    forget_kept(*window);
    arauto_segment_free(window->segment);
    arauto_memory_free(window->shared_memory);
    real().Group_free(&window->group);
    drop(*window->team);
    tally(ARAUTO_COUNTER_WIN_FREE, 0, kept_bytes(*window));
    delete window;
}

bool lay_out_data(Window& window, const WindowRequest& wanted, uint64_t control) noexcept {
    switch (wanted.flavor) {
    case Flavor::create:
        set_memory(window, wanted.base, is_in_heap(window, wanted.base));
        break;
    case Flavor::allocate:
        set_memory(window, reinterpret_cast<std::byte*>(&window.mine()) + control, true);
        break;
    case Flavor::dynamic:
        window.mine().memory.unit = 1;
        window.mine().memory.address = reinterpret_cast<uintptr_t>(window.heap(window.rank));
        break;
    case Flavor::shared:
        return share_memory(window, wanted.info);
    }
    return true;
}

int free_window(Window* window, MPI_Win* handle) noexcept {
    if (const char* const reason = why_not_free(*window); reason != nullptr) {
        return fail(*window, MPI_ERR_RMA_SYNC, "MPI_Win_free: %s", reason);
    }
    drain(*window);
    pass_barrier(*window->team);
    // Win_free calls the program's attribute callbacks, which may still inquire about the window.
    const MPI_Win key = *handle;
    if (const int status = real().Win_free(handle); status != MPI_SUCCESS) {
        return status;
    }
    remove_window(key, window);
    free_parts(window);
    return MPI_SUCCESS;
}

int refuse_arguments(const WindowRequest& wanted, const Reorder& reorder) noexcept {
    return reorder.wrong_key != nullptr
               ? fail_on(wanted.comm, MPI_ERR_INFO_VALUE,
                         "%s: the value of %s must be \"0\", \"1\", \"false\" or \"true\"",
                         wanted.call, reorder.wrong_key)
               : fail_on(wanted.comm, MPI_ERR_INFO_VALUE,
                         "%s: another process of the communicator has passed an argument that is "
                         "not valid",
                         wanted.call);
}

/// The team for a window whose members load and store each other's memory; null when the
/// communicator has none, or spans nodes.
Team* team_within_node(MPI_Comm comm) noexcept {
    Team* const team = team_of(comm);
    if (team == nullptr || !team->is_spread) {
        return team;
    }
    log_native(comm); // the MPI refuses such a communicator, unless the nodes are pretended
    return nullptr;
}

} // namespace

int make_window(const WindowRequest& wanted, Team& team) noexcept {
    // After an error this member still takes part in the agreement, so that the others get one too.
    const int checked = check_request(wanted);
    const uint64_t control = control_bytes(wanted.flavor);
    const bool has_data = wanted.flavor == Flavor::allocate;
    const uint64_t asserted = asserted_counters(wanted.info);
    const Reorder reorder = reorder_in(wanted.info);
    const bool refuses = checked != MPI_SUCCESS || reorder.wrong_key != nullptr;
    const bool counts = has_data && checked == MPI_SUCCESS;
    const Agreed agreed = largest_of(wanted.comm, {counts ? static_cast<uint64_t>(wanted.bytes) : 0,
                                                   asserted, refuses ? uint64_t{1} : 0});
    if (agreed.refusals != 0) {
        return checked != MPI_SUCCESS ? checked : refuse_arguments(wanted, reorder);
    }
    const uint64_t notices = rounded(control + agreed.data, 64);
    const uint64_t far_memory = rounded(notices + sizeof(NotifyCell), 64);
    const uint64_t members = team.is_spread ? static_cast<uint64_t>(team.size) : 0;
    Team* const own_team = take_team_for_window(wanted.comm, team);
    Window* const window =
        own_team == nullptr
            ? nullptr
            : make_window(wanted, *own_team, far_memory + members * sizeof(FarMemory));
    if (window == nullptr) {
        if (own_team != nullptr) {
            drop(*own_team);
        }
        return fail_on(wanted.comm, MPI_ERR_NO_MEM, "%s: %s", wanted.call, arauto_last_error());
    }
    window->far_memory = reinterpret_cast<FarMemory*>(
        static_cast<std::byte*>(arauto_segment_base(window->segment)) + far_memory);
    if (!lay_out_data(*window, wanted, control)) {
        free_parts(window);
        return fail_on(wanted.comm, MPI_ERR_NO_MEM, "%s: rank 0 has no room for the window",
                       wanted.call);
    }
    if (window->mine().memory.is_mapped == 0) {
        help_others();
    }
    void* nothing = nullptr;
    if (const int status =
            real().Win_allocate(0, 1, wanted.info, team.self, &nothing, &window->handle);
        status != MPI_SUCCESS) {
        return status;
    }
    set_reorder(*window, reorder);
    add_window(window->handle, window);
    begin_notices(*window, {notices, asserted, agreed.counters});
    pass_barrier(*window->team);
    if (wanted.base_out != nullptr) {
        std::memcpy(wanted.base_out, &window->base, sizeof window->base);
    }
    *wanted.out = window->handle;
    return MPI_SUCCESS;
}

} // namespace arauto::mpi

using namespace arauto::mpi;

ARAUTO_MPI_EXPORT int
MPI_Win_create(void* base, MPI_Aint size, int unit, MPI_Info info, MPI_Comm comm, MPI_Win* win) {
    note_caller(__builtin_return_address(0));
    Team* const team = team_of(comm);
    return team == nullptr ? made_by_mpi(real().Win_create(base, size, unit, info, comm, win), win)
                           : make_window({.flavor = Flavor::create,
                                          .call = "MPI_Win_create",
                                          .base = base,
                                          .bytes = size,
                                          .unit = unit,
                                          .info = info,
                                          .comm = comm,
                                          .out = win},
                                         *team);
}
ARAUTO_MPI_BOTH(Win_create)

ARAUTO_MPI_EXPORT int MPI_Win_allocate(
    MPI_Aint size, int unit, MPI_Info info, MPI_Comm comm, void* base_out, MPI_Win* win) {
    note_caller(__builtin_return_address(0));
    Team* const team = team_of(comm);
    return team == nullptr
               ? made_by_mpi(real().Win_allocate(size, unit, info, comm, base_out, win), win)
               : make_window({.flavor = Flavor::allocate,
                              .call = "MPI_Win_allocate",
                              .bytes = size,
                              .unit = unit,
                              .info = info,
                              .comm = comm,
                              .base_out = base_out,
                              .out = win},
                             *team);
}
ARAUTO_MPI_BOTH(Win_allocate)

ARAUTO_MPI_EXPORT int MPI_Win_allocate_shared(
    MPI_Aint size, int unit, MPI_Info info, MPI_Comm comm, void* base_out, MPI_Win* win) {
    note_caller(__builtin_return_address(0));
    Team* const team = team_within_node(comm);
    return team == nullptr
               ? made_by_mpi(real().Win_allocate_shared(size, unit, info, comm, base_out, win), win)
               : make_window({.flavor = Flavor::shared,
                              .call = "MPI_Win_allocate_shared",
                              .bytes = size,
                              .unit = unit,
                              .info = info,
                              .comm = comm,
                              .base_out = base_out,
                              .out = win},
                             *team);
}
ARAUTO_MPI_BOTH(Win_allocate_shared)

ARAUTO_MPI_EXPORT int MPI_Win_create_dynamic(MPI_Info info, MPI_Comm comm, MPI_Win* win) {
    note_caller(__builtin_return_address(0));
    Team* const team = team_of(comm);
    return team == nullptr ? made_by_mpi(real().Win_create_dynamic(info, comm, win), win)
                           : make_window({.flavor = Flavor::dynamic,
                                          .call = "MPI_Win_create_dynamic",
                                          .info = info,
                                          .comm = comm,
                                          .out = win},
                                         *team);
}
ARAUTO_MPI_BOTH(Win_create_dynamic)

ARAUTO_MPI_EXPORT int MPI_Win_free(MPI_Win* win) {
    note_caller(__builtin_return_address(0));
    Window* const window = win != nullptr ? find_window(*win) : nullptr;
    return window != nullptr ? free_window(window, win) : real().Win_free(win);
}
ARAUTO_MPI_BOTH(Win_free)
