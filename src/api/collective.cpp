// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Implements arauto/collective.h.
#include "arauto/collective.h"

#include "api/check.hpp"
#include "api/handles.hpp"
#include "api/recording.hpp"
#include "team/collective.hpp"

using namespace arauto;
using api::team_of;
using check::Access;

namespace {

/// @param first_root  lowest allowed root: 0, or ARAUTO_ALL_RANKS
Status check_collective(
    arauto_team_h team, const void* data, int root, int first_root, const char* call) noexcept {
    ARAUTO_TRY(api::check_running(call));
    ARAUTO_TRY(api::check_handle(team, call, "team"));
    ARAUTO_TRY(api::check_handle(data, call, "data"));
    if (root < first_root || root >= team_of(team)->size) {
        return fail_outside(call, root, "team", team_of(team)->size);
    }
    return ARAUTO_OK;
}

arauto_recorded_op_t reduction_to(int root) noexcept {
    return root == ARAUTO_ALL_RANKS ? ARAUTO_RECORDED_REDUCE_ALL : ARAUTO_RECORDED_REDUCE;
}

/// Tells the checker: a reduction reads the data of all, and writes that of those that get the
/// result.
[[gnu::noinline]] void tell_reduced(const core::Team& team,
                                    int root,
                                    const void* data,
                                    uint64_t bytes,
                                    const void* caller) noexcept {
    api::tell_own(Access::read, reduction_to(root), data, bytes, caller);
    if (root == ARAUTO_ALL_RANKS || root == team.rank) {
        api::tell_own(Access::write, reduction_to(root), data, bytes, caller);
    }
}

} // namespace

arauto_status_t arauto_broadcast(arauto_team_h team, void* data, size_t bytes, int root) noexcept {
    ARAUTO_TRY(check_collective(team, bytes == 0 ? "" : data, root, 0, "arauto_broadcast"));
    api::RecordedMeeting recorded(ARAUTO_RECORDED_BROADCAST, *team_of(team), bytes,
                                  __builtin_return_address(0), root);
    if (api::is_observed()) [[unlikely]] {
        const bool is_root = team_of(team)->rank == root;
        api::tell_own(is_root ? Access::read : Access::write, ARAUTO_RECORDED_BROADCAST, data,
                      bytes, __builtin_return_address(0));
    }
    return recorded.ends_with(
        core::broadcast(*team_of(team), static_cast<std::byte*>(data), bytes, root));
}

arauto_status_t arauto_reduce(arauto_team_h team,
                              void* data,
                              size_t count,
                              arauto_type_t type,
                              arauto_reduce_op_t op,
                              int root) noexcept {
    const char* call = "arauto_reduce";
    ARAUTO_TRY(check_collective(team, count == 0 ? "" : data, root, ARAUTO_ALL_RANKS, call));
    const arauto_combine_t combine = core::builtin_combine(type, op);
    if (combine == nullptr) {
        return fail(ARAUTO_ERR_ARGUMENT, "%s: there is no operation %d on elements of type %d",
                    call, static_cast<int>(op), static_cast<int>(type));
    }
    api::RecordedMeeting recorded(reduction_to(root), *team_of(team),
                                  count * core::type_bytes(type), __builtin_return_address(0),
                                  root);
    if (api::is_observed()) [[unlikely]] {
        tell_reduced(*team_of(team), root, data, count * core::type_bytes(type),
                     __builtin_return_address(0));
    }
    return recorded.ends_with(
        core::reduce(*team_of(team),
                     {.call = call,
                      .data = static_cast<std::byte*>(data),
                      .count = count,
                      .element_bytes = core::type_bytes(type),
                      .combine = combine,
                      .context = nullptr,
                      .root = root,
                      .kind = 1 + static_cast<uint64_t>(type) * 16 + static_cast<uint64_t>(op)}));
}

arauto_status_t arauto_reduce_with(arauto_team_h team,
                                   void* data,
                                   size_t count,
                                   size_t element_bytes,
                                   arauto_combine_t combine,
                                   void* context,
                                   int root) noexcept {
    const char* call = "arauto_reduce_with";
    ARAUTO_TRY(check_collective(team, count == 0 ? "" : data, root, ARAUTO_ALL_RANKS, call));
    if (combine == nullptr || (count > 0 && element_bytes == 0)) {
        return fail(ARAUTO_ERR_ARGUMENT,
                    "%s: it needs an operation and elements of at least one byte", call);
    }
    api::RecordedMeeting recorded(reduction_to(root), *team_of(team), count * element_bytes,
                                  __builtin_return_address(0), root);
    if (api::is_observed()) [[unlikely]] {
        tell_reduced(*team_of(team), root, data, count * element_bytes,
                     __builtin_return_address(0));
    }
    return recorded.ends_with(core::reduce(*team_of(team), {.call = call,
                                                            .data = static_cast<std::byte*>(data),
                                                            .count = count,
                                                            .element_bytes = element_bytes,
                                                            .combine = combine,
                                                            .context = context,
                                                            .root = root,
                                                            .kind = 0xc0de}));
}

arauto_status_t
arauto_allgather(arauto_team_h team, const void* mine, size_t bytes, void* all_out) noexcept {
    const char* call = "arauto_allgather";
    ARAUTO_TRY(check_collective(team, bytes == 0 ? "" : mine, 0, 0, call));
    ARAUTO_TRY(api::check_handle(bytes == 0 ? "" : all_out, call, "pointer for the result"));
    api::RecordedMeeting recorded(ARAUTO_RECORDED_ALLGATHER, *team_of(team), bytes,
                                  __builtin_return_address(0));
    if (api::is_observed()) [[unlikely]] {
        const void* const caller = __builtin_return_address(0);
        const auto members = static_cast<uint64_t>(team_of(team)->size);
        api::tell_own(Access::read, ARAUTO_RECORDED_ALLGATHER, mine, bytes, caller);
        api::tell_own(Access::write, ARAUTO_RECORDED_ALLGATHER, all_out, members * bytes, caller);
    }
    return recorded.ends_with(core::allgather(*team_of(team), static_cast<const std::byte*>(mine),
                                              bytes, static_cast<std::byte*>(all_out)));
}
