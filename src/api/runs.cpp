// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Implements parts of arauto/spi/rma.h: several pieces of one rank at once, and the kind of memory
// that an address belongs to.
#include "api/rma.hpp"
#include "arauto/rma.h"
#include "arauto/spi/rma.h"

#include <cstddef>
#include <span>

using namespace arauto;
using core::Direction;

namespace {

static_assert(sizeof(arauto_run_t) == sizeof(Run) &&
              offsetof(arauto_run_t, address) == offsetof(Run, remote) &&
              offsetof(arauto_run_t, local) == offsetof(Run, local) &&
              offsetof(arauto_run_t, bytes) == offsetof(Run, bytes));

} // namespace

Status arauto::api::move_runs_at(Direction direction,
                                 int rank,
                                 const arauto_run_t* runs,
                                 size_t count,
                                 const char* call) noexcept {
    ARAUTO_TRY(api::check_running(call));
    ARAUTO_TRY(api::check_rank(rank, call));
    if (count == 0) {
        return ARAUTO_OK;
    }
    ARAUTO_TRY(api::check_handle(runs, call, "list of runs"));
    ARAUTO_TRY(api::check_alive(rank, call));
    return core::move_runs(direction, rank, {reinterpret_cast<const Run*>(runs), count}, call);
}

namespace {

[[gnu::noinline]] Status move_runs_recorded(Direction direction,
                                            int rank,
                                            std::span<const arauto_run_t> runs,
                                            const api::Entry& entry) noexcept {
    const auto move = [&] {
        return api::move_runs_at(direction, rank, runs.data(), runs.size(), entry.name);
    };
    if (runs.empty() || runs.data() == nullptr || api::check_running(entry.name) < 0 ||
        api::check_rank(rank, entry.name) < 0 || api::check_alive(rank, entry.name) < 0) {
        return move();
    }
    const Result<transport::Address> first =
        core::resolve(rank, runs[0].address, runs[0].bytes, entry.name);
    if (!first.ok()) {
        return move();
    }
    uint64_t bytes = 0;
    for (const arauto_run_t& run : runs) {
        bytes += run.bytes;
    }
    RecordedCall recorded(api::trace(),
                          api::recorded_access(direction == Direction::put
                                                   ? ARAUTO_RECORDED_PUT_SECTION
                                                   : ARAUTO_RECORDED_GET_SECTION,
                                               {rank, first.value.space, 0}, bytes),
                          entry.caller);
    api::tell_runs({direction, entry.caller}, rank, runs, std::nullopt);
    return recorded.ends_with(move());
}

} // namespace

arauto_status_t arauto_put_runs_at(int rank, const arauto_run_t* runs, size_t count) noexcept {
    if (api::is_observed()) [[unlikely]] {
        return move_runs_recorded(Direction::put, rank, {runs, count},
                                  ARAUTO_ENTRY("arauto_put_runs_at"));
    }
    return api::move_runs_at(Direction::put, rank, runs, count, "arauto_put_runs_at");
}

arauto_status_t arauto_get_runs_at(int rank, const arauto_run_t* runs, size_t count) noexcept {
    if (api::is_observed()) [[unlikely]] {
        return move_runs_recorded(Direction::get, rank, {runs, count},
                                  ARAUTO_ENTRY("arauto_get_runs_at"));
    }
    return api::move_runs_at(Direction::get, rank, runs, count, "arauto_get_runs_at");
}

int arauto_is_shared_at(int rank, uint64_t address, void** pointer_out) noexcept {
    const bool is_rank = core::check_running("arauto_is_shared_at") >= 0 &&
                         core::check_rank(rank, "arauto_is_shared_at") >= 0;
    transport::Address remote{rank, transport::Space::foreign, address};
    if (is_rank) {
        remote = core::resolve(rank, address, 0, "arauto_is_shared_at").value;
    }
    if (pointer_out != nullptr) {
        const bool sees_all = is_counting() || api::is_observed();
        *pointer_out = sees_all ? nullptr : core::direct_ptr(remote);
    }
    return remote.space == transport::Space::heap ? 1 : 0;
}
