/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * Teams: ordered groups of ranks, and what they synchronise. Ranks in a team count from 0 in the
 * team's order; ranks of the world team are those of the job.
 */
#pragma once

#include "arauto/status.h"

#if defined(__cplusplus)
extern "C" {
#endif

/** A team of ranks. */
typedef struct arauto_team* arauto_team_h;

/** The team of all ranks. Never freed. NULL before arauto_init. */
ARAUTO_EXPORT arauto_team_h arauto_team_world(void) ARAUTO_NOEXCEPT;

/** Splits `parent` into teams, one per distinct `number`; collective over `parent`.
 *  @param parent  not NULL
 *  @param number  >= 0: which new team this rank belongs to
 *  @param order   ranks of the new team are ordered by (order, rank in parent)
 *  @error  ARAUTO_ERR_ARGUMENT, ARAUTO_ERR_MEMORY, ARAUTO_ERR_STOPPED, ARAUTO_ERR_FAILED (the team
 * is formed all the same from the active ranks when only failed ranks are missing, and *team_out is
 * set)
 *  @source Fortran 2018, 11.6.9 (FORM TEAM)
 *  @example
 *     arauto_team_h row = NULL;
 *     arauto_team_split(arauto_team_world(), arauto_rank() / columns, 0, &row);
 */
ARAUTO_EXPORT arauto_status_t arauto_team_split(arauto_team_h parent,
                                                int64_t number,
                                                int order,
                                                arauto_team_h* team_out) ARAUTO_NOEXCEPT;

/** Releases a team; collective over it. Teams that were split from it are freed before it.
 *  @error ARAUTO_ERR_ARGUMENT (the world team), ARAUTO_ERR_STOPPED (it is not released),
 * ARAUTO_ERR_FAILED (released all the same) */
ARAUTO_EXPORT arauto_status_t arauto_team_free(arauto_team_h team) ARAUTO_NOEXCEPT;

/** This rank's number in the team.
 *  @param team  not NULL */
ARAUTO_EXPORT int arauto_team_rank(arauto_team_h team) ARAUTO_NOEXCEPT;

/** How many ranks are in the team, failed and stopped ones included.
 *  @param team  not NULL */
ARAUTO_EXPORT int arauto_team_size(arauto_team_h team) ARAUTO_NOEXCEPT;

/** Rank in the job of the team's rank `team_rank`; -1 when that is outside the team.
 *  @param team  not NULL
 *  @param team_rank  in the team, from 0 */
ARAUTO_EXPORT int arauto_team_to_world(arauto_team_h team, int team_rank) ARAUTO_NOEXCEPT;

/** Waits for every active rank of the team. All earlier puts of all of them are visible afterwards.
 *  @error ARAUTO_ERR_STOPPED when a member has ended (none is waited for then); ARAUTO_ERR_FAILED
 * when a member has failed (the active ones are synchronised all the same)
 *  @cost  one flag hand-over per round, log2(size) rounds; one counter when ranks outnumber cores
 */
ARAUTO_EXPORT arauto_status_t arauto_team_barrier(arauto_team_h team) ARAUTO_NOEXCEPT;

/** Synchronises with each listed rank that names this rank in a matching call. Pairs match in
 * order.
 *  @param count   number of ranks listed; -1: all other ranks of the team, `ranks` is ignored
 *  @param ranks   ranks in the team; this rank itself may be listed; no rank twice
 *  @error ARAUTO_ERR_RANK; ARAUTO_ERR_ARGUMENT (a rank twice); ARAUTO_ERR_STOPPED;
 * ARAUTO_ERR_FAILED
 *  @source Fortran 2018, 11.6.4 (SYNC IMAGES) */
ARAUTO_EXPORT arauto_status_t arauto_team_sync_ranks(arauto_team_h team,
                                                     int count,
                                                     const int* ranks) ARAUTO_NOEXCEPT;

#if defined(__cplusplus)
}
#endif
