/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * Halo exchanges, of the library arauto_halo: the copies of its neighbours' cells that a rank keeps
 * around its own part of a domain. A plan is made once; then each exchange moves all fields of the
 * plan with one notified put to each neighbour, without a barrier, an allocation or a message back.
 *
 * Structured grids: a grid divides a box of cells among the ranks of a team; a plan lists the
 * arrays whose halos are exchanged. Unstructured meshes: a map lists which points other ranks need.
 *
 * With ARAUTO_HALO_CHECK=on in the environment, halo cells and copies of points are signalling NaNs
 * while an exchange is under way. Assignments to them are reported when it ends
 * (ARAUTO_ERR_STATE), and so are messages that were damaged (ARAUTO_ERR_MISMATCH).
 *
 * Axes, dimensions and points count from 0; a depth is in cells. An object is used by one thread at
 * a time, and all ranks of its team call its collective functions and its exchanges in the same
 * order. Other functions are local.
 */
#pragma once

#include "arauto/collective.h"
#include "arauto/section.h"
#include "arauto/team.h"

#if defined(__cplusplus)
extern "C" {
#define ARAUTO_HALO_ABSENT = {}
#else
#define ARAUTO_HALO_ABSENT
#endif

enum { ARAUTO_HALO_AXES_MAX = 4 };

/** A box of cells, divided among the ranks of a team. */
typedef struct arauto_halo_grid* arauto_halo_grid_h;

/** A domain and how it is divided. Fields that are left out are 0. */
typedef struct arauto_halo_domain {
    int axes ARAUTO_HALO_ABSENT; /**< 1 to ARAUTO_HALO_AXES_MAX */
    int64_t extent[ARAUTO_HALO_AXES_MAX] ARAUTO_HALO_ABSENT; /**< cells along each axis, >= 1 */
    /** 1 where the cells behind the last are the first ones. */
    int is_periodic[ARAUTO_HALO_AXES_MAX] ARAUTO_HALO_ABSENT;
    /** Ranks along each axis; 0: chosen, so that the cut surfaces have the fewest cells. */
    int ranks[ARAUTO_HALO_AXES_MAX] ARAUTO_HALO_ABSENT;
} arauto_halo_domain_t;

/** Divides a domain among the ranks of a team; local. Rank 0 has the first cells; ranks along axis
 * 0 follow each other. Where an extent is no multiple of the ranks, the first ranks own one cell
 * more.
 *  @param domain  the same on all ranks; not kept
 *  @error ARAUTO_ERR_ARGUMENT: an extent or a number of axes or ranks has no meaning, the ranks
 * along the axes are not as many as the team has, or some rank would own no cell
 *  @example
 *     arauto_halo_grid_h grid;
 *     arauto_halo_grid_create(arauto_team_world(),
 *                             &(arauto_halo_domain_t){.axes = 2, .extent = {960, 960}}, &grid);
 */
ARAUTO_EXPORT arauto_status_t arauto_halo_grid_create(arauto_team_h team,
                                                      const arauto_halo_domain_t* domain,
                                                      arauto_halo_grid_h* grid_out) ARAUTO_NOEXCEPT;

/** Frees a grid; local. Its plans are freed before it.
 *  @param grid  NULL is allowed */
ARAUTO_EXPORT void arauto_halo_grid_free(arauto_halo_grid_h grid) ARAUTO_NOEXCEPT;

/** The cells that a rank owns: lower <= cell < upper along each axis, in the whole domain.
 *  @param rank  in the grid's team
 *  @param lower_out  one number for each axis
 *  @param upper_out  one number for each axis
 *  @error ARAUTO_ERR_RANK, ARAUTO_ERR_ARGUMENT */
ARAUTO_EXPORT arauto_status_t arauto_halo_grid_owned(arauto_halo_grid_h grid,
                                                     int rank,
                                                     int64_t* lower_out,
                                                     int64_t* upper_out) ARAUTO_NOEXCEPT;

/** The rank beside this one.
 *  @param offset  -1, 0 or 1 for each axis
 *  @param rank_out  in the grid's team; -1 where the domain ends
 *  @error ARAUTO_ERR_ARGUMENT */
ARAUTO_EXPORT arauto_status_t arauto_halo_grid_neighbour(arauto_halo_grid_h grid,
                                                         const int* offset,
                                                         int* rank_out) ARAUTO_NOEXCEPT;

/** An array of this rank that has a part of the domain and its halos. Fields that are left out are
 * 0. Along axis a the array has `lower_halo[a]` cells of halo, then the cells that the rank owns,
 * then the upper halo; dimensions along which no axis lies are exchanged whole (levels,
 * components). */
typedef struct arauto_halo_field {
    void* base ARAUTO_HALO_ABSENT; /**< the array's element (0, 0, ..), halos included */
    size_t element_bytes ARAUTO_HALO_ABSENT;
    int dims ARAUTO_HALO_ABSENT; /**< of the array, at least the axes of the grid */
    int64_t extent[ARAUTO_DIM_MAX] ARAUTO_HALO_ABSENT; /**< elements, halos included */
    /** Bytes from an element to the next; all 0: contiguous, dimension 0 fastest. */
    int64_t stride[ARAUTO_DIM_MAX] ARAUTO_HALO_ABSENT;
    /** The dimension along each axis; all 0: dimension a lies along axis a. */
    int dim_of_axis[ARAUTO_HALO_AXES_MAX] ARAUTO_HALO_ABSENT;
    /** How many cells of each neighbour's are copied, below and above the own ones. */
    int lower_depth[ARAUTO_HALO_AXES_MAX] ARAUTO_HALO_ABSENT;
    int upper_depth[ARAUTO_HALO_AXES_MAX] ARAUTO_HALO_ABSENT;
    /** Elements of the array before the first own cell; 0: as many as lower_depth. */
    int lower_halo[ARAUTO_HALO_AXES_MAX] ARAUTO_HALO_ABSENT;
    /** 1 for a field on the faces between cells: along this axis the rank has one more, which it
     * shares with the next rank, and both compute it. */
    int is_staggered[ARAUTO_HALO_AXES_MAX] ARAUTO_HALO_ABSENT;
    /** How many arrays of this shape there are, used in turn; 0 is 1. */
    int states ARAUTO_HALO_ABSENT;
    int64_t state_stride ARAUTO_HALO_ABSENT; /**< bytes from one to the next */
} arauto_halo_field_t;

/** Which halo cells that lie beside several axes are exchanged. */
typedef enum arauto_halo_corners {
    /** None: cells of a halo along one axis only. */
    ARAUTO_HALO_NO_CORNERS = 0,
    /** All, each from its owner: up to 3^axes - 1 messages, which all travel at the same time. */
    ARAUTO_HALO_DIRECT_CORNERS = 1,
    /** All, one axis after the other: 2 messages for each axis, which wait for those before. */
    ARAUTO_HALO_CORNERS_BY_AXES = 2
} arauto_halo_corners_t;

/** How cells travel. In all modes but ARAUTO_HALO_PACKED they go from array to array where they
 * can: between ranks of a node, in fields that lie in shared memory (a segment, memory from
 * arauto_memory_allocate, a coarray). The other strips are packed. */
typedef enum arauto_halo_mode {
    /** Into memory of the library, and from there to the halo: two copies. For all memory. */
    ARAUTO_HALO_PACKED = 0,
    /** Stored into the neighbour's halo by the rank that owns them: one copy. */
    ARAUTO_HALO_DIRECT = 1,
    /** Loaded from the neighbour's own cells by the rank that needs them: one copy. */
    ARAUTO_HALO_READ = 2,
    /** Each strip as it is faster: direct where its contiguous runs are long, else packed. */
    ARAUTO_HALO_AUTO = 3
} arauto_halo_mode_t;

/** Which fields are exchanged together. */
typedef struct arauto_halo_plan* arauto_halo_plan_h;

/** Makes an empty plan; local.
 *  @param corners  which halo cells beside several axes are exchanged
 *  @error ARAUTO_ERR_ARGUMENT, ARAUTO_ERR_MEMORY */
ARAUTO_EXPORT arauto_status_t arauto_halo_plan_create(arauto_halo_grid_h grid,
                                                      arauto_halo_corners_t corners,
                                                      arauto_halo_plan_h* plan_out) ARAUTO_NOEXCEPT;

/** Chooses how cells travel, before fields are added; local, the same on all ranks. A new plan has
 * ARAUTO_HALO_PACKED. The other modes are for fields with two or more states that are exchanged in
 * turn, and the program keeps two rules. When an exchange begins, it has done with the halos of the
 * state that will be exchanged next. It changes the own cells of a state only after the next
 * exchange, of another state, has ended. A program that computes one state from the other and then
 * exchanges it does both. An exchange of the state that was exchanged last is packed, and so is the
 * first.
 *  @param mode  for all fields of the plan
 *  @error ARAUTO_ERR_ARGUMENT (no such mode), ARAUTO_ERR_STATE (the plan has fields) */
ARAUTO_EXPORT arauto_status_t arauto_halo_plan_set_mode(arauto_halo_plan_h plan,
                                                        arauto_halo_mode_t mode) ARAUTO_NOEXCEPT;

/** Adds a field; local. All ranks add fields with the same depths, in the same order.
 *  @param field  not kept; its array must stay where it is
 *  @error ARAUTO_ERR_ARGUMENT (the sentence names the axis): the array is smaller than the owned
 * cells and halos, or a depth is larger than what some rank owns along that axis; it has one state
 * in a plan that is not packed; ARAUTO_ERR_STATE after arauto_halo_plan_commit
 *  @example
 *     // u[ny + 2][nx + 2]: the last subscript runs fastest, so it lies along axis 0
 *     arauto_halo_plan_add(plan, &(arauto_halo_field_t){
 *         .base = u, .element_bytes = sizeof u[0][0], .dims = 2, .extent = {nx + 2, ny + 2},
 *         .lower_depth = {1, 1}, .upper_depth = {1, 1}});
 */
ARAUTO_EXPORT arauto_status_t
arauto_halo_plan_add(arauto_halo_plan_h plan, const arauto_halo_field_t* field) ARAUTO_NOEXCEPT;

/** Completes a plan; collective over the grid's team. Exchanges allocate nothing afterwards.
 *  @error ARAUTO_ERR_MISMATCH: ranks have added different fields (all ranks get it);
 * ARAUTO_ERR_MEMORY, ARAUTO_ERR_STATE (it is committed already), ARAUTO_ERR_STOPPED,
 * ARAUTO_ERR_FAILED */
ARAUTO_EXPORT arauto_status_t arauto_halo_plan_commit(arauto_halo_plan_h plan) ARAUTO_NOEXCEPT;

/** Frees a plan; collective over the grid's team if it is committed, else local.
 *  @param plan  NULL is allowed
 *  @error as arauto_segment_free */
ARAUTO_EXPORT arauto_status_t arauto_halo_plan_free(arauto_halo_plan_h plan) ARAUTO_NOEXCEPT;

/** Sends each neighbour its halo cells. Waits only where a neighbour has not yet ended the exchange
 * before the last.
 *  @param state  which array of the fields that have several, the same on all ranks: 0 <= state <
 * states
 *  @order  own cells may be changed on return, in a plan that is packed (else see
 * arauto_halo_plan_set_mode); halo cells must not be used until arauto_halo_end
 *  @error  ARAUTO_ERR_STATE (not committed, or begun already), ARAUTO_ERR_RANGE (no such state),
 * ARAUTO_ERR_FAILED (a rank of the team has failed, and the plan is of no more use) */
ARAUTO_EXPORT arauto_status_t arauto_halo_begin(arauto_halo_plan_h plan, int state) ARAUTO_NOEXCEPT;

/** Waits for the neighbours' cells and stores them in the halos.
 *  @error ARAUTO_ERR_STATE (no exchange has begun); ARAUTO_ERR_FAILED, ARAUTO_ERR_STOPPED: a rank
 * of the team has failed or ended; the exchange is given up, and the plan is of no more use */
ARAUTO_EXPORT arauto_status_t arauto_halo_end(arauto_halo_plan_h plan) ARAUTO_NOEXCEPT;

/** As arauto_halo_end for the halo on one side only, so that cells beside it can be computed while
 * others are under way. The exchange ends with the last side that has a neighbour, or with
 * arauto_halo_end, which may follow in any case.
 *  @param axis  from 0
 *  @param side  -1 or 1
 *  @error as arauto_halo_end, and ARAUTO_ERR_ARGUMENT: no such axis or side, or the plan has
 * corners */
ARAUTO_EXPORT arauto_status_t arauto_halo_end_side(arauto_halo_plan_h plan,
                                                   int axis,
                                                   int side) ARAUTO_NOEXCEPT;

/** Stores the cells that have come. Never blocks.
 *  @param done_out  1 when the exchange has ended with that
 *  @error as arauto_halo_end */
ARAUTO_EXPORT arauto_status_t arauto_halo_test(arauto_halo_plan_h plan,
                                               int* done_out) ARAUTO_NOEXCEPT;

/** arauto_halo_begin and arauto_halo_end. */
ARAUTO_EXPORT arauto_status_t arauto_halo_exchange(arauto_halo_plan_h plan,
                                                   int state) ARAUTO_NOEXCEPT;

/** Describes a committed plan, a line for each neighbour: its rank, the direction, how this rank's
 * cells travel there and why, and their bytes, contiguous runs and cache lines.
 *  @param text  gets the description, cut to `bytes` with its final 0; may be NULL when `bytes`
 * is 0
 *  @return the length of the whole description; 0 before arauto_halo_plan_commit */
ARAUTO_EXPORT size_t arauto_halo_describe(arauto_halo_plan_h plan,
                                          char* text,
                                          size_t bytes) ARAUTO_NOEXCEPT;

#if defined(__cplusplus)
}
#endif
