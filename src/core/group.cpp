// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Teams of ranks that nobody has split from a team: they agree on a place by means of their own.
#include "core/team.hpp"

#include <algorithm>
#include <cstring>

namespace arauto::core {
namespace {

constexpr const char* kCall = "arauto_team_create_within";

Status fail_means(const char* which) noexcept {
    return fail(ARAUTO_ERR_SYSTEM, "%s: the group's %s failed", kCall, which);
}

/// A place above everything that any member has ever used, where pages are still zero everywhere.
Result<uint64_t> agree_on_place(const Group& group, uint64_t bytes) noexcept {
    Heap& heap = runtime().symmetric;
    uint64_t common = (heap.high_water() + Heap::kAlign - 1) / Heap::kAlign * Heap::kAlign;
    if (group.maximum(group.context, &common) != 0) {
        return {fail_means("maximum"), 0};
    }
    const bool has_room = heap.reserve_at(common, bytes);
    uint64_t without_room = has_room ? 0 : 1;
    const bool told = group.maximum(group.context, &without_room) == 0;
    if (told && without_room == 0) {
        return {ARAUTO_OK, common};
    }
    if (has_room) {
        heap.release(common);
    }
    return {told ? fail(ARAUTO_ERR_MEMORY,
                        "%s: a %s of the group has no room for the %llu bytes of a team of %zu",
                        kCall, noun(), static_cast<unsigned long long>(bytes), group.ranks.size())
                 : fail_means("maximum"),
            0};
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
