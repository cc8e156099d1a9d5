// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Implements arauto/halo_map.h: checks the arguments of each call, then calls map.hpp.
#include "fail.hpp"
#include "map.hpp"

#include "arauto/spi/trace.h"

#include <algorithm>
#include <memory>
#include <new>

using namespace arauto::halo;

namespace {

/// A map without lists yet; null, with its error, when there is none.
std::unique_ptr<arauto_halo_map> make_map(arauto_team_h team, size_t point_bytes) noexcept {
    std::unique_ptr<arauto_halo_map> map(new (std::nothrow) arauto_halo_map{.team = team});
    if (map != nullptr) {
        map->point_bytes = point_bytes;
    }
    return map;
}

/// The part of a creation that all ranks take part in, whatever the arguments are.
arauto_status_t check_new(arauto_team_h team,
                          const void* list,
                          int64_t count,
                          const arauto_halo_map* map,
                          const char* call) noexcept {
    arauto_status_t mine = ARAUTO_OK;
    if (count < 0 || (list == nullptr && count > 0)) {
        mine = fail(ARAUTO_ERR_ARGUMENT, call, "the list is NULL, or a count is negative");
    } else if (map == nullptr) {
        mine = fail(ARAUTO_ERR_MEMORY, call, "there is no memory for a map");
    }
    return agree(team, mine, call);
}

arauto_status_t keep(std::unique_ptr<arauto_halo_map>& map,
                     arauto_status_t status,
                     arauto_halo_map_h* map_out) noexcept {
    if (status >= 0) {
        *map_out = map.release();
    } else {
        static_cast<void>(map->channels.close());
    }
    return status;
}

arauto_status_t check_map(const arauto_halo_map* map, bool begun, const char* call) noexcept {
    if (map == nullptr) {
        return fail(ARAUTO_ERR_ARGUMENT, call, "the map is NULL");
    }
    if (map->is_lost) {
        return fail(ARAUTO_ERR_FAILED, call,
                    "an exchange of this map was given up after a failure");
    }
    const bool has_begun = map->traffic != Traffic::none;
    if (begun && !has_begun) {
        return fail(ARAUTO_ERR_STATE, call, "no exchange of this map has begun");
    }
    if (!begun && has_begun) {
        return fail(ARAUTO_ERR_STATE, call, "an exchange of this map has begun, and not yet ended");
    }
    return ARAUTO_OK;
}

/// Fills in what the caller has left out.
arauto_status_t read_points(const arauto_halo_map& map,
                            const arauto_halo_points_t* given,
                            const char* call,
                            Points& points) noexcept {
    if (given == nullptr || given->base == nullptr || given->element_bytes == 0 ||
        given->components < 0) {
        return fail(ARAUTO_ERR_ARGUMENT, call,
                    "the points have no base or no element_bytes, or a negative number of "
                    "components");
    }
    points.base = static_cast<std::byte*>(given->base);
    points.element_bytes = given->element_bytes;
    points.components = given->components == 0 ? 1 : given->components;
    const auto bytes = static_cast<int64_t>(points.bytes());
    points.point_stride = given->point_stride == 0 ? bytes : given->point_stride;
    points.component_stride = given->component_stride == 0
                                  ? static_cast<int64_t>(points.element_bytes)
                                  : given->component_stride;
    if (points.bytes() > map.point_bytes) {
        return fail(ARAUTO_ERR_ARGUMENT, call,
                    "each point has %zu bytes; the map was made for at most %zu", points.bytes(),
                    map.point_bytes);
    }
    return ARAUTO_OK;
}

arauto_status_t begin_traffic(arauto_halo_map_h map,
                              Traffic traffic,
                              const arauto_halo_points_t* points,
                              Combine combine,
                              const char* call) noexcept {
    Points read;
    if (const arauto_status_t status = read_points(*map, points, call, read); status < 0) {
        return status;
    }
    map->traffic = traffic;
    map->points = read;
    map->combine = combine;
    return begin(*map, call);
}

/// A scatter or share begins.
arauto_status_t begin_combining(arauto_halo_map_h map,
                                Traffic traffic,
                                const arauto_halo_points_t* points,
                                arauto_type_t type,
                                arauto_reduce_op_t op,
                                const char* call) noexcept {
    if (const arauto_status_t status = check_map(map, false, call); status < 0) {
        return status;
    }
    size_t bytes = 0;
    const Combine combine = find_combine(type, op, bytes);
    if (combine == nullptr || (points != nullptr && points->element_bytes != bytes)) {
        return fail(
            ARAUTO_ERR_ARGUMENT, call,
            "type %d and operation %d do not belong together, or the type has %zu bytes and "
            "the components of the points another number",
            static_cast<int>(type), static_cast<int>(op), bytes);
    }
    return begin_traffic(map, traffic, points, combine, call);
}

arauto_status_t
begin_gather(arauto_halo_map_h map, const arauto_halo_points_t* points, const char* call) noexcept {
    const arauto_status_t status = check_map(map, false, call);
    return status < 0 ? status : begin_traffic(map, Traffic::gather, points, nullptr, call);
}

} // namespace

arauto_status_t arauto_halo_map_create(arauto_team_h team,
                                       int64_t owned,
                                       const int64_t* needed,
                                       int64_t count,
                                       size_t point_bytes,
                                       arauto_halo_map_h* map_out) noexcept {
    arauto_note_caller(__builtin_return_address(0));
    const char* call = "arauto_halo_map_create";
    if (team == nullptr || map_out == nullptr) {
        return fail(ARAUTO_ERR_ARGUMENT, call, "the team or the pointer for the map is NULL");
    }
    std::unique_ptr<arauto_halo_map> map = make_map(team, point_bytes);
    const int64_t least = std::min(owned, count);
    if (const arauto_status_t status =
            check_new(team, needed, least < 0 ? least : count, map.get(), call);
        status < 0) {
        return status;
    }
    return keep(map, make_by_owners(*map, owned, {needed, static_cast<size_t>(count)}, call),
                map_out);
}

arauto_status_t arauto_halo_lists_create(arauto_team_h team,
                                         const arauto_halo_list_t* lists,
                                         int count,
                                         size_t point_bytes,
                                         arauto_halo_map_h* map_out) noexcept {
    arauto_note_caller(__builtin_return_address(0));
    const char* call = "arauto_halo_lists_create";
    if (team == nullptr || map_out == nullptr) {
        return fail(ARAUTO_ERR_ARGUMENT, call, "the team or the pointer for the map is NULL");
    }
    std::unique_ptr<arauto_halo_map> map = make_map(team, point_bytes);
    if (const arauto_status_t status = check_new(team, lists, count, map.get(), call); status < 0) {
        return status;
    }
    return keep(map, make_by_lists(*map, {lists, static_cast<size_t>(count)}, call), map_out);
}

arauto_status_t arauto_halo_map_free(arauto_halo_map_h map) noexcept {
    arauto_note_caller(__builtin_return_address(0));
    if (map == nullptr) {
        return ARAUTO_OK;
    }
    const arauto_status_t status = map->channels.close();
    delete map;
    return status;
}

arauto_status_t
arauto_halo_map_localize(arauto_halo_map_h map, int64_t point, int64_t* index_out) noexcept {
    arauto_note_caller(__builtin_return_address(0));
    const char* call = "arauto_halo_map_localize";
    if (map == nullptr || index_out == nullptr || !map->has_owners) {
        return fail(ARAUTO_ERR_ARGUMENT, call,
                    "the map or the pointer for the index is NULL, or the map was made from lists");
    }
    const int64_t index = localize(*map, point);
    if (index < 0) {
        return fail(ARAUTO_ERR_RANGE, call, "point %lld is neither owned here nor needed",
                    static_cast<long long>(point));
    }
    *index_out = index;
    return ARAUTO_OK;
}

arauto_status_t arauto_halo_gather_begin(arauto_halo_map_h map,
                                         const arauto_halo_points_t* points) noexcept {
    arauto_note_caller(__builtin_return_address(0));
    return begin_gather(map, points, "arauto_halo_gather_begin");
}

arauto_status_t arauto_halo_scatter_begin(arauto_halo_map_h map,
                                          const arauto_halo_points_t* points,
                                          arauto_type_t type,
                                          arauto_reduce_op_t op) noexcept {
    arauto_note_caller(__builtin_return_address(0));
    return begin_combining(map, Traffic::scatter, points, type, op, "arauto_halo_scatter_begin");
}

arauto_status_t arauto_halo_share_begin(arauto_halo_map_h map,
                                        const arauto_halo_points_t* points,
                                        arauto_type_t type,
                                        arauto_reduce_op_t op) noexcept {
    arauto_note_caller(__builtin_return_address(0));
    return begin_combining(map, Traffic::share, points, type, op, "arauto_halo_share_begin");
}

arauto_status_t arauto_halo_map_end(arauto_halo_map_h map) noexcept {
    arauto_note_caller(__builtin_return_address(0));
    const char* call = "arauto_halo_map_end";
    const arauto_status_t status = check_map(map, true, call);
    return status < 0 ? status : end(*map, call);
}

arauto_status_t arauto_halo_gather(arauto_halo_map_h map,
                                   const arauto_halo_points_t* points) noexcept {
    arauto_note_caller(__builtin_return_address(0));
    const char* call = "arauto_halo_gather";
    const arauto_status_t status = begin_gather(map, points, call);
    return status < 0 ? status : end(*map, call);
}

arauto_status_t arauto_halo_scatter(arauto_halo_map_h map,
                                    const arauto_halo_points_t* points,
                                    arauto_type_t type,
                                    arauto_reduce_op_t op) noexcept {
    arauto_note_caller(__builtin_return_address(0));
    const char* call = "arauto_halo_scatter";
    const arauto_status_t status = begin_combining(map, Traffic::scatter, points, type, op, call);
    return status < 0 ? status : end(*map, call);
}

arauto_status_t arauto_halo_share(arauto_halo_map_h map,
                                  const arauto_halo_points_t* points,
                                  arauto_type_t type,
                                  arauto_reduce_op_t op) noexcept {
    arauto_note_caller(__builtin_return_address(0));
    const char* call = "arauto_halo_share";
    const arauto_status_t status = begin_combining(map, Traffic::share, points, type, op, call);
    return status < 0 ? status : end(*map, call);
}
