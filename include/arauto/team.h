/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * Teams: ordered groups of ranks, and what they synchronise. Ranks in a team count from 0 in the
 * team's order.
 */
#pragma once

#include "arauto/status.h"

#if defined(__cplusplus)
extern "C" {
#endif

typedef struct arauto_team* arauto_team_h;

/** The team of all ranks. Never freed. NULL before arauto_init. */
ARAUTO_EXPORT arauto_team_h arauto_team_world(void) ARAUTO_NOEXCEPT;

/** Splits `parent` into teams, one per distinct `number`; collective over `parent`.
 *  @param number  >= 0: which new team this rank belongs to
 *  @param order   ranks of the new team are ordered by (order, rank in parent)
 *  @error  ARAUTO_ERR_ARGUMENT, ARAUTO_ERR_MEMORY, ARAUTO_ERR_STOPPED, ARAUTO_ERR_FAILED (the team
 * is formed all the same from the active ranks when only failed ranks are missing, and *team_out is
 * set) */
ARAUTO_EXPORT arauto_status_t arauto_team_split(arauto_team_h parent,
                                                int64_t number,
                                                int order,
                                                arauto_team_h* team_out) ARAUTO_NOEXCEPT;

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

/** A team of the group's ranks, in which no other rank takes part; collective over the group. Both
 * calls are used during this call alone. The team's parent is the world team, its number -1.
 *  @error ARAUTO_ERR_ARGUMENT, ARAUTO_ERR_RANK, ARAUTO_ERR_MEMORY (on all members),
 * ARAUTO_ERR_SYSTEM when a call of the group failed */
ARAUTO_EXPORT arauto_status_t arauto_team_create_within(const arauto_group_t* group,
                                                        arauto_team_h* team_out) ARAUTO_NOEXCEPT;

/** Releases a team; collective over it. The world team is refused with ARAUTO_ERR_ARGUMENT. Teams
 * that were split from it are freed before it.
 *  @error ARAUTO_ERR_STOPPED (it is not released), ARAUTO_ERR_FAILED (released all the same) */
ARAUTO_EXPORT arauto_status_t arauto_team_free(arauto_team_h team) ARAUTO_NOEXCEPT;

/** This rank's place in the team, and the team's size. The team must not be null, here and in
 * the queries below. */
ARAUTO_EXPORT int arauto_team_rank(arauto_team_h team) ARAUTO_NOEXCEPT;
ARAUTO_EXPORT int arauto_team_size(arauto_team_h team) ARAUTO_NOEXCEPT;

/** The number given at the split; -1 for the world team. */
ARAUTO_EXPORT int64_t arauto_team_number(arauto_team_h team) ARAUTO_NOEXCEPT;

/** The team it was split from; NULL for the world team. */
ARAUTO_EXPORT arauto_team_h arauto_team_parent(arauto_team_h team) ARAUTO_NOEXCEPT;

/** Rank in the job of the team's rank, or -1 when `team_rank` is outside the team. */
ARAUTO_EXPORT int arauto_team_to_world(arauto_team_h team, int team_rank) ARAUTO_NOEXCEPT;

/** Rank in the team of a rank of the job, or -1 when it is no member. */
ARAUTO_EXPORT int arauto_team_from_world(arauto_team_h team, int rank) ARAUTO_NOEXCEPT;

/** Waits for every active rank of the team. All earlier puts of all of them are visible afterwards.
 *  @error ARAUTO_ERR_STOPPED when a member has ended (none is waited for then); ARAUTO_ERR_FAILED
 * when a member has failed (the active ones are synchronised all the same)
 *  @cost  one flag hand-over per round, log2(size) rounds; one counter when ranks outnumber cores
 */
ARAUTO_EXPORT arauto_status_t arauto_team_barrier(arauto_team_h team) ARAUTO_NOEXCEPT;

/** Synchronises with each listed rank that names this rank in a matching call (SYNC IMAGES). Pairs
 * match in order.
 *  @param count   number of ranks listed; -1: all other ranks of the team, `ranks` is ignored
 *  @param ranks   ranks in the team; this rank itself may be listed; no rank twice
 *  @error ARAUTO_ERR_RANK; ARAUTO_ERR_ARGUMENT (a rank twice); ARAUTO_ERR_STOPPED;
 * ARAUTO_ERR_FAILED */
ARAUTO_EXPORT arauto_status_t arauto_team_sync_ranks(arauto_team_h team,
                                                     int count,
                                                     const int* ranks) ARAUTO_NOEXCEPT;

/** Lists the members in the given state (arauto_rank_state_t), ascending, as ranks in the team;
 * no member is in a state of another number.
 *  @param capacity   room in `ranks_out`, which may be NULL when 0
 *  @param count_out  how many there are, also when more than `capacity` */
ARAUTO_EXPORT arauto_status_t arauto_team_members_in_state(
    arauto_team_h team, int state, int* ranks_out, int capacity, int* count_out) ARAUTO_NOEXCEPT;

#if defined(__cplusplus)
}
#endif
