/* SPDX-FileCopyrightText: the Arauto authors
 * SPDX-License-Identifier: BSD-3-Clause
 * Halo exchanges on unstructured meshes, of the library arauto_halo: a map says which points of
 * this rank other ranks have copies of, and the other way round. Made once; then each exchange of
 * an array costs one notified put for each rank in the lists, as in arauto/halo.h.
 *
 * Gather: owners to copies. Scatter: copies are combined at their owners. Share: each rank combines
 * its values of shared points with those of the other ranks that have them. Points count from 0. A
 * map is used by one thread at a time, and all ranks of its team call its functions in the same
 * order; those that are local say so.
 */
#pragma once

#include "arauto/collective.h"
#include "arauto/team.h"

#if defined(__cplusplus)
extern "C" {
#define ARAUTO_HALO_MAP_ABSENT = {}
#else
#define ARAUTO_HALO_MAP_ABSENT
#endif

/** Which points travel between this rank and others. */
typedef struct arauto_halo_map* arauto_halo_map_h;

/** Makes a map of points that each have one owner: rank 0 owns the first ones of all, and so on.
 * Local arrays have the `owned` points first, then copies of the needed ones, in the order given.
 *  @param owned  how many points this rank owns
 *  @param needed  numbers of the points, among those of all ranks, of which this rank has copies:
 * ascending, each once, none of its own; not kept
 *  @param count  how many these are
 *  @param point_bytes  the most that an exchange moves for each point: bytes of all components
 *  @error ARAUTO_ERR_ARGUMENT: negative numbers, or points that are not as `needed` must be (this
 * rank), ARAUTO_ERR_MISMATCH: another rank's arguments are wrong; ARAUTO_ERR_MEMORY,
 * ARAUTO_ERR_STOPPED, ARAUTO_ERR_FAILED
 *  @example
 *     arauto_halo_map_h map;
 *     arauto_halo_map_create(arauto_team_world(), cells, ghosts, ghost_count, sizeof *u, &map);
 *     arauto_halo_gather(map, &(arauto_halo_points_t){.base = u, .element_bytes = sizeof *u});
 */
ARAUTO_EXPORT arauto_status_t arauto_halo_map_create(arauto_team_h team,
                                                     int64_t owned,
                                                     const int64_t* needed,
                                                     int64_t count,
                                                     size_t point_bytes,
                                                     arauto_halo_map_h* map_out) ARAUTO_NOEXCEPT;

/** The points that travel between this rank and one other, by indices into local arrays. */
typedef struct arauto_halo_list {
    int rank; /**< in the team, not this one */
    const int64_t* send; /**< points whose values go there in a gather */
    int64_t send_count; /**< as many as the other rank receives from here */
    const int64_t* receive; /**< points that get the values from there in a gather */
    int64_t receive_count;
} arauto_halo_list_t;

/** Makes a map from lists of points, as partitioners give them. A point may be in several lists.
 *  @param lists  one for each other rank that has points in common with this one; not kept
 *  @param count  how many lists
 *  @param point_bytes  as for arauto_halo_map_create
 *  @error as arauto_halo_map_create; ARAUTO_ERR_MISMATCH also where two ranks' lists for each other
 * do not fit */
ARAUTO_EXPORT arauto_status_t arauto_halo_lists_create(arauto_team_h team,
                                                       const arauto_halo_list_t* lists,
                                                       int count,
                                                       size_t point_bytes,
                                                       arauto_halo_map_h* map_out) ARAUTO_NOEXCEPT;

/** Frees a map.
 *  @param map  NULL is allowed
 *  @error as arauto_segment_free */
ARAUTO_EXPORT arauto_status_t arauto_halo_map_free(arauto_halo_map_h map) ARAUTO_NOEXCEPT;

/** The index in local arrays of a point; local. For maps of arauto_halo_map_create.
 *  @param point  its number among those of all ranks
 *  @param index_out  where it is, or where its copy is
 *  @error ARAUTO_ERR_RANGE: this rank neither owns the point nor has a copy; ARAUTO_ERR_ARGUMENT */
ARAUTO_EXPORT arauto_status_t arauto_halo_map_localize(arauto_halo_map_h map,
                                                       int64_t point,
                                                       int64_t* index_out) ARAUTO_NOEXCEPT;

/** A local array with values of points. Fields that are left out are 0. */
typedef struct arauto_halo_points {
    void* base ARAUTO_HALO_MAP_ABSENT; /**< component 0 of point 0 */
    size_t element_bytes ARAUTO_HALO_MAP_ABSENT; /**< of one component */
    int64_t components ARAUTO_HALO_MAP_ABSENT; /**< of each point; 0 is 1 */
    /** Bytes from a point to the next; 0: the components of a point follow each other. */
    int64_t point_stride ARAUTO_HALO_MAP_ABSENT;
    /** Bytes from a component to the next of the same point; 0: element_bytes. */
    int64_t component_stride ARAUTO_HALO_MAP_ABSENT;
} arauto_halo_points_t;

/** Begins to send the values of points to their copies.
 *  @order  points that are sent may be changed on return; copies must not be used until
 * arauto_halo_map_end
 *  @error ARAUTO_ERR_STATE (an exchange has begun), ARAUTO_ERR_ARGUMENT (more bytes for each point
 * than the map was made for), ARAUTO_ERR_FAILED */
ARAUTO_EXPORT arauto_status_t
arauto_halo_gather_begin(arauto_halo_map_h map, const arauto_halo_points_t* points) ARAUTO_NOEXCEPT;

/** Begins to combine copies at their owners: each point that a gather sends becomes point (op)
 * copy, for the ranks with copies in ascending order. The copies keep their values.
 *  @param type  of the components
 *  @order  copies may be changed on return; points must not be used until arauto_halo_map_end
 *  @error as arauto_halo_gather_begin; ARAUTO_ERR_ARGUMENT: the type has another size, or has no
 * such operation */
ARAUTO_EXPORT arauto_status_t arauto_halo_scatter_begin(arauto_halo_map_h map,
                                                        const arauto_halo_points_t* points,
                                                        arauto_type_t type,
                                                        arauto_reduce_op_t op) ARAUTO_NOEXCEPT;

/** Begins to combine the values of shared points: each point that receives becomes point (op) the
 * value of the other rank, for the other ranks in ascending order. With lists whose points to send
 * are those to receive, all ranks that have a point get the combination of all its values.
 *  @error as arauto_halo_scatter_begin */
ARAUTO_EXPORT arauto_status_t arauto_halo_share_begin(arauto_halo_map_h map,
                                                      const arauto_halo_points_t* points,
                                                      arauto_type_t type,
                                                      arauto_reduce_op_t op) ARAUTO_NOEXCEPT;

/** Waits for the values of the exchange that has begun, and stores or combines them.
 *  @error ARAUTO_ERR_STATE (none has begun); ARAUTO_ERR_FAILED, ARAUTO_ERR_STOPPED: as
 * arauto_halo_end */
ARAUTO_EXPORT arauto_status_t arauto_halo_map_end(arauto_halo_map_h map) ARAUTO_NOEXCEPT;

/** arauto_halo_gather_begin and arauto_halo_map_end. */
ARAUTO_EXPORT arauto_status_t
arauto_halo_gather(arauto_halo_map_h map, const arauto_halo_points_t* points) ARAUTO_NOEXCEPT;

/** arauto_halo_scatter_begin and arauto_halo_map_end. */
ARAUTO_EXPORT arauto_status_t arauto_halo_scatter(arauto_halo_map_h map,
                                                  const arauto_halo_points_t* points,
                                                  arauto_type_t type,
                                                  arauto_reduce_op_t op) ARAUTO_NOEXCEPT;

/** arauto_halo_share_begin and arauto_halo_map_end. */
ARAUTO_EXPORT arauto_status_t arauto_halo_share(arauto_halo_map_h map,
                                                const arauto_halo_points_t* points,
                                                arauto_type_t type,
                                                arauto_reduce_op_t op) ARAUTO_NOEXCEPT;

#if defined(__cplusplus)
}
#endif
