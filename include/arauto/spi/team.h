/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * For implementers of front-ends: teams of a group that another library knows, and what languages
 * ask of a team.
 */
#pragma once

#include "arauto/team.h"

#if defined(__cplusplus)
extern "C" {
#endif

/** A group of ranks that can already reach each other by other means, such as an MPI communicator.
 */
typedef struct arauto_group {
    const int* ranks; /**< in the job, by rank in the new team; each once, this rank among them */
    int size;
    void* context; /**< given to both calls */
    /** Makes `*value` the largest that any member gave, on every member. Returns 0 when done. */
    int (*maximum)(void* context, uint64_t* value);
    /** Returns 0 when all members have called it. */
    int (*barrier)(void* context);
} arauto_group_t;

/** Makes a team of the group's ranks, in which no other rank takes part; collective over the group.
 * The team's parent is the world team, its number -1.
 *  @param group  its functions are called during this call alone
 *  @error ARAUTO_ERR_ARGUMENT, ARAUTO_ERR_RANK, ARAUTO_ERR_MEMORY (on all members),
 * ARAUTO_ERR_SYSTEM when a call of the group failed */
ARAUTO_EXPORT arauto_status_t arauto_team_create_within(const arauto_group_t* group,
                                                        arauto_team_h* team_out) ARAUTO_NOEXCEPT;

/** The number that arauto_team_split was given; -1 for the world team.
 *  @param team  not NULL */
ARAUTO_EXPORT int64_t arauto_team_number(arauto_team_h team) ARAUTO_NOEXCEPT;

/** The team that `team` was split from; NULL for the world team.
 *  @param team  not NULL */
ARAUTO_EXPORT arauto_team_h arauto_team_parent(arauto_team_h team) ARAUTO_NOEXCEPT;

/** Rank in the team of a rank of the job, or -1 when it is no member.
 *  @param team  not NULL */
ARAUTO_EXPORT int arauto_team_from_world(arauto_team_h team, int rank) ARAUTO_NOEXCEPT;

/** Lists the members in the given state, ascending, as ranks in the team.
 *  @param state  an arauto_rank_state_t; no member is in a state of another number
 *  @param ranks_out  may be NULL when `capacity` is 0
 *  @param capacity   room in `ranks_out`, in ranks
 *  @param count_out  how many there are, also when more than `capacity`
 *  @error ARAUTO_ERR_ARGUMENT */
ARAUTO_EXPORT arauto_status_t arauto_team_members_in_state(
    arauto_team_h team, int state, int* ranks_out, int capacity, int* count_out) ARAUTO_NOEXCEPT;

#if defined(__cplusplus)
}
#endif
