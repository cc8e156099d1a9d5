// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Implements arauto/team.h. The handle is a pointer to a core::Team.
#include "arauto/team.h"

#include "api/check.hpp"
#include "api/handles.hpp"
#include "api/recording.hpp"
#include "arauto/runtime.h"
#include "arauto/spi/team.h"
#include "team/barrier.hpp"
#include "team/pairwise.hpp"
#include "team/team_create.hpp"

#include <algorithm>
#include <vector>

using namespace arauto;
using api::team_of;

namespace {

constexpr const char* kSync = "arauto_team_sync_ranks";

/// Ranks in the job of the listed members. @error ARAUTO_ERR_RANK, ARAUTO_ERR_ARGUMENT
Status to_world(const core::Team& team, std::span<const int> ranks, std::span<int> out) noexcept {
    for (size_t i = 0; i < ranks.size(); ++i) {
        if (ranks[i] < 0 || ranks[i] >= team.size) {
            return fail_outside(kSync, ranks[i], "team", team.size);
        }
        out[i] = team.to_world(ranks[i]);
    }
    std::vector<int> sorted(out.begin(), out.end());
    std::sort(sorted.begin(), sorted.end());
    if (const auto twice = std::adjacent_find(sorted.begin(), sorted.end());
        twice != sorted.end()) {
        return fail(ARAUTO_ERR_ARGUMENT, "%s: %s is listed twice", kSync,
                    name_of(core::from_world(team, *twice)).text);
    }
    return ARAUTO_OK;
}

/// @param rank  the partner, if it is one
/// @param turn  how many calls this one and those before it are with that partner
Recorded recorded_sync(size_t partners, uint32_t rank = kNoPeer, uint64_t turn = 0) noexcept {
    constexpr int kHalf = 32;
    return {.op = ARAUTO_RECORDED_SYNC_RANKS,
            .peer = rank,
            .argument = partners | turn << kHalf,
            .is_timed = true};
}

[[gnu::noinline]] Status
barrier_recorded(core::Team& team, const char* call, const void* caller) noexcept {
    api::RecordedMeeting recorded(ARAUTO_RECORDED_BARRIER, team, 0, caller);
    return recorded.ends_with(core::barrier(team, call));
}

/// Without a partner if there are several, of which each has a record of its own behind this.
Recorded recorded_sync(std::span<const int> ranks) noexcept {
    if (ranks.size() == 1) {
        return recorded_sync(1, static_cast<uint32_t>(ranks[0]), core::turn_with(ranks[0]) + 1);
    }
    const auto own = std::count(ranks.begin(), ranks.end(), core::this_rank().rank);
    return recorded_sync(ranks.size() - static_cast<size_t>(own));
}

/// Ends the record of a call with several partners, and adds one of each.
void record_partners(RecordedCall& recorded, std::span<const int> ranks) noexcept {
    std::vector<Recorded> parts;
    for (const int rank : ranks) {
        if (rank != core::this_rank().rank) {
            parts.push_back(recorded_sync(1, static_cast<uint32_t>(rank), core::turn_with(rank)));
        }
    }
    recorded.end_with_parts(parts);
}

/// @param ranks  in the job
template <typename Sync>
[[gnu::noinline]] Status
sync_recorded(std::span<const int> ranks, const void* caller, Sync sync) noexcept {
    RecordedCall recorded(api::trace(), recorded_sync(ranks), caller);
    api::tell_comes_to(ranks);
    const Status status = recorded.ends_with(sync());
    api::tell_has_met(ranks, status, caller);
    if (ranks.size() != 1 && recorded.is_on()) {
        record_partners(recorded, ranks);
    }
    return status;
}

Status sync_all_recorded(core::Team& team, const void* caller) noexcept {
    std::vector<int> members(static_cast<size_t>(team.size));
    for (int i = 0; i < team.size; ++i) {
        members[static_cast<size_t>(i)] = team.to_world(i);
    }
    return sync_recorded(members, caller, [&] { return core::sync_with_all(team, kSync); });
}

Status sync_with_recorded(std::span<const int> ranks, const void* caller) noexcept {
    return sync_recorded(ranks, caller, [&] { return core::sync_with(ranks, kSync); });
}

[[gnu::always_inline]] inline Status sync_with(std::span<const int> ranks,
                                               const void* caller) noexcept {
    return api::is_observed() ? sync_with_recorded(ranks, caller) : core::sync_with(ranks, kSync);
}

} // namespace

arauto_team_h arauto_team_world(void) noexcept {
    return api::handle_of(core::this_rank().world);
}

arauto_status_t arauto_team_split(arauto_team_h parent,
                                  int64_t number,
                                  int order,
                                  arauto_team_h* team_out) noexcept {
    const char* call = "arauto_team_split";
    ARAUTO_TRY(api::check_running(call));
    ARAUTO_TRY(api::check_handle(parent, call, "team"));
    ARAUTO_TRY(api::check_handle(team_out, call, "pointer for the team"));
    if (number < 0) {
        return fail(ARAUTO_ERR_ARGUMENT, "%s: the team number is %lld, but it must be 0 or more",
                    call, static_cast<long long>(number));
    }
    core::Team* team = nullptr;
    api::RecordedMeeting recorded(ARAUTO_RECORDED_TEAM, *team_of(parent), 0,
                                  __builtin_return_address(0));
    const Status status =
        recorded.ends_with(core::split_team(*team_of(parent), number, order, &team));
    if (team != nullptr) {
        *team_out = api::handle_of(team);
    }
    return status;
}

namespace {

/// Each rank once, in range, and this rank among them.
Status check_group(const arauto_group_t& group, const char* call) noexcept {
    if (group.ranks == nullptr || group.maximum == nullptr || group.barrier == nullptr ||
        group.size < 1) {
        return fail(ARAUTO_ERR_ARGUMENT,
                    "%s: the group (of %d) must have ranks, a maximum and a barrier", call,
                    group.size);
    }
    std::vector<bool> seen(static_cast<size_t>(core::this_rank().size));
    for (int i = 0; i < group.size; ++i) {
        ARAUTO_TRY(api::check_rank(group.ranks[i], call));
        const auto rank = static_cast<size_t>(group.ranks[i]);
        if (seen[rank]) {
            return fail(ARAUTO_ERR_ARGUMENT, "%s: %s is in the group twice", call,
                        name_of(group.ranks[i]).text);
        }
        seen[rank] = true;
    }
    if (!seen[static_cast<size_t>(core::this_rank().rank)]) {
        return fail(ARAUTO_ERR_ARGUMENT, "%s: this %s is not in the group", call, noun());
    }
    return ARAUTO_OK;
}

} // namespace

arauto_status_t arauto_team_create_within(const arauto_group_t* group,
                                          arauto_team_h* team_out) noexcept {
    const char* call = "arauto_team_create_within";
    ARAUTO_TRY(api::check_running(call));
    ARAUTO_TRY(api::check_handle(group, call, "group"));
    ARAUTO_TRY(api::check_handle(team_out, call, "pointer for the team"));
    ARAUTO_TRY(check_group(*group, call));
    core::Team* team = nullptr;
    const std::span ranks(group->ranks, static_cast<size_t>(group->size));
    ARAUTO_TRY(core::team_of_group({ranks, group->context, group->maximum, group->barrier}, &team));
    *team_out = api::handle_of(team);
    return ARAUTO_OK;
}

arauto_status_t arauto_team_free(arauto_team_h team) noexcept {
    const char* call = "arauto_team_free";
    ARAUTO_TRY(api::check_running(call));
    ARAUTO_TRY(api::check_handle(team, call, "team"));
    if (team_of(team) == core::this_rank().world) {
        return fail(ARAUTO_ERR_ARGUMENT, "%s: the team of all %ss lives as long as the job", call,
                    noun());
    }
    api::RecordedMeeting recorded(ARAUTO_RECORDED_TEAM, *team_of(team), 0,
                                  __builtin_return_address(0));
    return recorded.ends_with(core::free_team(team_of(team)));
}

int arauto_team_rank(arauto_team_h team) noexcept {
    return team_of(team)->rank;
}
int arauto_team_size(arauto_team_h team) noexcept {
    return team_of(team)->size;
}
int64_t arauto_team_number(arauto_team_h team) noexcept {
    return team_of(team)->number;
}
arauto_team_h arauto_team_parent(arauto_team_h team) noexcept {
    return api::handle_of(team_of(team)->parent);
}

int arauto_team_to_world(arauto_team_h team, int team_rank) noexcept {
    core::Team& known = *team_of(team);
    return team_rank >= 0 && team_rank < known.size ? known.to_world(team_rank) : -1;
}

int arauto_team_from_world(arauto_team_h team, int rank) noexcept {
    return core::this_rank().is_rank(rank) ? core::from_world(*team_of(team), rank) : -1;
}

arauto_status_t arauto_team_barrier(arauto_team_h team) noexcept {
    const char* call = "arauto_team_barrier";
    ARAUTO_TRY(api::check_running(call));
    ARAUTO_TRY(api::check_handle(team, call, "team"));
    if (api::is_observed()) [[unlikely]] {
        return barrier_recorded(*team_of(team), call, __builtin_return_address(0));
    }
    return core::barrier(*team_of(team), call);
}

arauto_status_t arauto_team_sync_ranks(arauto_team_h team, int count, const int* ranks) noexcept {
    const char* call = kSync;
    ARAUTO_TRY(api::check_running(call));
    ARAUTO_TRY(api::check_handle(team, call, "team"));
    core::Team& known = *team_of(team);
    const void* const caller = __builtin_return_address(0);
    if (count == -1) {
        return api::is_observed() ? sync_all_recorded(known, caller)
                                  : core::sync_with_all(known, call);
    }
    if (count < 0 || (count > 0 && ranks == nullptr)) {
        return fail(ARAUTO_ERR_ARGUMENT,
                    "%s: the count is %d; it must be -1 for all, or the length of a list", call,
                    count);
    }
    if (count == 1 && ranks[0] >= 0 && ranks[0] < known.size)
        [[likely]] { // one neighbour: no list to check
        const int rank = known.to_world(ranks[0]);
        return sync_with({&rank, 1}, caller);
    }
    const std::span<const int> listed(ranks, static_cast<size_t>(count));
    std::vector<int> world(listed.size());
    ARAUTO_TRY(to_world(known, listed, world));
    return sync_with(world, caller);
}

arauto_status_t arauto_team_members_in_state(
    arauto_team_h team, int state, int* ranks_out, int capacity, int* count_out) noexcept {
    const char* call = "arauto_team_members_in_state";
    ARAUTO_TRY(api::check_running(call));
    ARAUTO_TRY(api::check_handle(team, call, "team"));
    ARAUTO_TRY(api::check_handle(count_out, call, "pointer for the count"));
    core::Team& known = *team_of(team);
    int count = 0;
    for (int member = 0; member < known.size; ++member) {
        arauto_rank_state_t current = ARAUTO_RANK_RUNNING;
        ARAUTO_TRY(arauto_rank_state(known.to_world(member), &current));
        if (current == static_cast<arauto_rank_state_t>(state)) {
            if (count < capacity && ranks_out != nullptr) {
                ranks_out[count] = member;
            }
            ++count;
        }
    }
    *count_out = count;
    return ARAUTO_OK;
}
