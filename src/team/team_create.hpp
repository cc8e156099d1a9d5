// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Teams come and go here: the team of all ranks, teams that are split from a team, and teams of
// ranks that reach each other by other means.
#pragma once

#include "team/team.hpp"

namespace arauto::core {

[[nodiscard]] Status setup_world();

/// A team whose members have agreed on `offset`; its first member writes the table of members. A
/// barrier of all must follow. @param ranks  in the job, by rank in the team
[[nodiscard]] Team*
place_team(Team& parent, uint64_t offset, int rank, std::span<const int32_t> ranks);

[[nodiscard]] Status split_team(Team& parent, int64_t number, int order, Team** team_out) noexcept;
[[nodiscard]] Status free_team(Team* team) noexcept;

/// Ranks that can already reach each other by other means; see arauto_group_t.
struct Group {
    std::span<const int> ranks; // in the job, by rank in the new team
    void* context;
    int (*maximum)(void* context, uint64_t* value);
    int (*barrier)(void* context);
};
[[nodiscard]] Status team_of_group(const Group& group, Team** team_out) noexcept;

} // namespace arauto::core
