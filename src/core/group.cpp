// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Teams of ranks that nobody has split from a team: they agree on a place by means of their own.
#include "core/segment.hpp"
#include "core/team.hpp"

#include <algorithm>
#include <cstring>

namespace arauto::core {
namespace {

constexpr const char* kCall = "arauto_team_create_within";

Status fail_means(const char* which) noexcept {
    return fail(ARAUTO_ERR_SYSTEM, "%s: the group's %s failed", kCall, which);
}

/// The lowest place that is free in the heaps of all members: each looks from where the last round
/// ended, until all have found the same.
Result<uint64_t> agree_on_place(const Group& group, uint64_t bytes) noexcept {
    constexpr uint64_t kNone = ~uint64_t{0};
    Heap& heap = runtime().symmetric;
    uint64_t common = 0;
    uint64_t differs = 0;
    do {
        const uint64_t mine = heap.find_from(common, bytes).value_or(kNone);
        common = mine;
        if (group.maximum(group.context, &common) != 0) {
            return {fail_means("maximum"), 0};
        }
        differs = mine != common ? 1 : 0;
        if (group.maximum(group.context, &differs) != 0) {
            return {fail_means("maximum"), 0};
        }
        if (common == kNone) {
            return {fail(ARAUTO_ERR_MEMORY,
                         "%s: a %s of the group has no room for the %llu bytes of a team of %zu",
                         kCall, noun(), static_cast<unsigned long long>(bytes), group.ranks.size()),
                    0};
        }
    } while (differs != 0);
    return {ARAUTO_OK, common};
}

} // namespace

Status team_of_group(const Group& group, Team** team_out) noexcept {
    const Runtime& rt = runtime();
    const int size = static_cast<int>(group.ranks.size());
    const TeamLayout layout = layout_for(size);
    const Result<uint64_t> place = agree_on_place(group, layout.bytes);
    if (!place.ok()) {
        return place.status;
    }
    take_symmetric(place.value, layout.bytes);
    const auto mine = std::find(group.ranks.begin(), group.ranks.end(), rt.rank);
    auto* team = new Team;
    team->rank = static_cast<int>(mine - group.ranks.begin());
    team->size = size;
    team->parent = rt.world;
    team->offset = place.value;
    team->layout = layout;
    team->central = rt.oversubscribed && size > 2;
    auto* table = reinterpret_cast<int32_t*>(rt.heap(group.ranks[0]) + team->offset + layout.table);
    if (team->rank == 0) {
        std::memcpy(table, group.ranks.data(), group.ranks.size_bytes());
    }
    team->members = table;
    if (group.barrier(group.context) != 0) {
        delete team; // the place stays taken: others may be using it
        return fail_means("barrier");
    }
    *team_out = team;
    return ARAUTO_OK;
}

} // namespace arauto::core
