// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Teams that are not split from another team: their ranks agree on memory by functions of the
// caller.
#include "team/team_create.hpp"

#include <algorithm>

namespace arauto::core {
namespace {

constexpr const char* kCall = "arauto_team_create_within";

Status fail_means(const char* which) noexcept {
    return fail(ARAUTO_ERR_SYSTEM, "%s: the group's %s failed", kCall, which);
}

/// Reserves the lowest offset that is free in the heaps of all members: each takes one from where
/// the last round ended, until all have taken the same.
Result<uint64_t> agree_on_offset(const Group& group, uint64_t bytes) noexcept {
    constexpr uint64_t kNone = ~uint64_t{0};
    OwnHeap& heap = this_rank().own_heap;
    uint64_t common = 0;
    for (;;) {
        const std::optional<OwnHeap::Block> held = heap.reserve_symmetric_from(common, bytes);
        const uint64_t mine = held ? held->offset : kNone;
        common = mine;
        bool agreed = group.maximum(group.context, &common) == 0;
        uint64_t differs = mine != common ? 1 : 0;
        agreed = agreed && group.maximum(group.context, &differs) == 0;
        if (agreed && differs == 0 && held) {
            heap.clear(*held, bytes);
            return {ARAUTO_OK, common};
        }
        if (held) {
            heap.put_back(*held);
        }
        if (!agreed) {
            return {fail_means("maximum"), 0};
        }
        if (common == kNone) {
            return {fail(ARAUTO_ERR_MEMORY,
                         "%s: a %s of the group has no room for the %llu bytes of a team of %zu",
                         kCall, noun(), static_cast<unsigned long long>(bytes), group.ranks.size()),
                    0};
        }
    }
}

/// Gives the team an id for records. Each member counts on from the latest number of all members,
/// so that its next team has a greater one.
Status agree_on_trace_id(const Group& group, Team& team) noexcept {
    constexpr uint64_t kOfGroups = uint64_t{UINT32_MAX} << 32; // not of a split team
    uint64_t& latest = this_rank().world->trace_groups;
    uint64_t number = latest + 1;
    if (group.maximum(group.context, &number) != 0) {
        return fail_means("maximum");
    }
    latest = number;
    team.trace_id = trace_id_of(kOfGroups + number, group.ranks[0]);
    return ARAUTO_OK;
}

} // namespace

Status team_of_group(const Group& group, Team** team_out) noexcept {
    const Rank& self = this_rank();
    const uint64_t bytes = layout_for(static_cast<int>(group.ranks.size())).bytes;
    const Result<uint64_t> offset = agree_on_offset(group, bytes);
    if (!offset.ok()) {
        return offset.status;
    }
    const auto mine = std::find(group.ranks.begin(), group.ranks.end(), self.rank);
    Team* const team = make_team_at(*self.world, offset.value,
                                    static_cast<int>(mine - group.ranks.begin()), group.ranks);
    Status status = self.is_observed ? agree_on_trace_id(group, *team) : Status{ARAUTO_OK};
    if (status >= 0 && group.barrier(group.context) != 0) {
        status = fail_means("barrier");
    }
    if (status < 0) {
        delete team; // the memory stays taken: others may be using it
        return status;
    }
    *team_out = team;
    return ARAUTO_OK;
}

} // namespace arauto::core
