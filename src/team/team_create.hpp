// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Creation and release of teams: the team of all ranks, teams split from a team, and teams of ranks
// that communicate by other means.
#pragma once

#include "team/team.hpp"

namespace arauto::core {

[[nodiscard]] Status setup_world();

/// A team whose members have agreed on `offset`; its first member writes the table of members. A
/// barrier of all must follow.
/// @param rank  of this process in the new team
/// @param ranks  ranks[i] is the rank in the job of member i
[[nodiscard]] Team*
make_team_at(Team& parent, uint64_t offset, int rank, std::span<const int32_t> ranks);

/// Team::trace_id, made of a number on which all members agree, and of the first member's rank in
/// the job; no two teams have both alike.
[[nodiscard]] uint32_t trace_id_of(uint64_t creation, int32_t first) noexcept;

[[nodiscard]] Status split_team(Team& parent, int64_t number, int order, Team** team_out) noexcept;
[[nodiscard]] Status free_team(Team* team) noexcept;

/// Ranks that can already reach each other by other means; see arauto_group_t.
struct Group {
    std::span<const int> ranks; // ranks[i] is the rank in the job of member i of the new team
    void* context;
    /// Called by all members together: stores in `value` the largest that a member has there.
    /// @return 0, or another number when it has failed; so does `barrier`
    int (*maximum)(void* context, uint64_t* value);
    int (*barrier)(void* context);
};
[[nodiscard]] Status team_of_group(const Group& group, Team** team_out) noexcept;

} // namespace arauto::core
