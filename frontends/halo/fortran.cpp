// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The procedures of the Fortran module arauto_halo: converts descriptors, numbers that count from
// 1, STAT= and ERRMSG=, and calls arauto/halo.h. An optional argument that is absent is NULL.
#include "descriptor.hpp"
#include "fail.hpp"
#include "grid.hpp"
#include "report.hpp"

#include "arauto/halo.h"

#include <algorithm>
#include <cstring>
#include <string>
#include <utility>

using namespace arauto::halo;

namespace {

/// The numbers of an array of default integers, as far as there is room.
void read_numbers(const Descriptor* numbers, int* to, size_t room) noexcept {
    for (size_t i = 0; numbers != nullptr && i < std::min(room, numbers->count()); ++i) {
        to[i] = numbers->at<int32_t>(i);
    }
}

/// The flags of an array of logicals of any kind, as far as there is room.
void read_flags(const Descriptor* flags, int* to, size_t room) noexcept {
    for (size_t i = 0; flags != nullptr && i < std::min(room, flags->count()); ++i) {
        to[i] = flags->at<uint8_t>(i) & 1; // the first byte, since no processor here is big-endian
    }
}

/// One array among the states of a field: what all dimensions but the last have.
arauto_status_t split_states(int states, const char* call, arauto_halo_field_t& field) noexcept {
    const int last = field.dims - 1;
    if (last < 1 || field.extent[last] < states) {
        return fail(ARAUTO_ERR_ARGUMENT, call,
                    "the last dimension of the array has no %d elements for as many states",
                    states);
    }
    field.states = states;
    field.state_stride = field.stride[last];
    field.dims = last;
    return ARAUTO_OK;
}

arauto_status_t
read_field(const Descriptor& array, const char* call, arauto_halo_field_t& field) noexcept {
    if (const arauto_status_t status = check_descriptor(array, call); status < 0) {
        return status;
    }
    field.base = array.base;
    field.element_bytes = array.element_bytes;
    field.dims = array.rank;
    for (int dim = 0; dim < array.rank; ++dim) {
        field.extent[dim] = array.dim[dim].extent;
        field.stride[dim] = array.dim[dim].stride;
    }
    return ARAUTO_OK;
}

int state_of(const int32_t* state) noexcept {
    return state != nullptr ? *state - 1 : 0;
}

} // namespace

extern "C" {

ARAUTO_EXPORT void arauto_fortran_halo_grid_create(arauto_halo_grid_h* grid,
                                                   const Descriptor* extents,
                                                   const Descriptor* periodic,
                                                   const Descriptor* images_along,
                                                   int32_t* stat,
                                                   const Descriptor* errmsg) {
    arauto_halo_domain_t domain{};
    domain.axes = static_cast<int>(extents->count());
    for (size_t axis = 0; axis < std::min<size_t>(extents->count(), ARAUTO_HALO_AXES_MAX); ++axis) {
        domain.extent[axis] = extents->at<int32_t>(axis);
    }
    read_flags(periodic, domain.is_periodic, ARAUTO_HALO_AXES_MAX);
    read_numbers(images_along, domain.ranks, ARAUTO_HALO_AXES_MAX);
    const Report report{"halo_grid_create", stat, errmsg};
    const arauto_team_h team = find_team();
    report(team == nullptr ? ARAUTO_ERR_STATE : arauto_halo_grid_create(team, &domain, grid));
}

ARAUTO_EXPORT void arauto_fortran_halo_grid_free(arauto_halo_grid_h* grid) {
    arauto_halo_grid_free(*grid);
    *grid = nullptr;
}

ARAUTO_EXPORT void arauto_fortran_halo_owned(const arauto_halo_grid_h* grid,
                                             Descriptor* lower,
                                             Descriptor* upper,
                                             const int32_t* image,
                                             int32_t* stat,
                                             const Descriptor* errmsg) {
    int64_t first[ARAUTO_HALO_AXES_MAX] = {};
    int64_t end[ARAUTO_HALO_AXES_MAX] = {};
    const arauto_status_t status =
        arauto_halo_grid_owned(*grid, image != nullptr ? *image - 1 : (*grid)->rank, first, end);
    if (status >= 0) {
        const size_t axes = static_cast<size_t>((*grid)->division.axes);
        for (size_t axis = 0; axis < std::min({axes, lower->count(), upper->count()}); ++axis) {
            lower->at<int32_t>(axis) = static_cast<int32_t>(first[axis] + 1);
            upper->at<int32_t>(axis) = static_cast<int32_t>(end[axis]);
        }
    }
    Report{"halo_owned", stat, errmsg}(status);
}

ARAUTO_EXPORT void arauto_fortran_halo_neighbour(const arauto_halo_grid_h* grid,
                                                 const Descriptor* offset,
                                                 int32_t* image,
                                                 int32_t* stat,
                                                 const Descriptor* errmsg) {
    int steps[ARAUTO_HALO_AXES_MAX] = {};
    read_numbers(offset, steps, ARAUTO_HALO_AXES_MAX);
    int rank = -1;
    const arauto_status_t status = arauto_halo_grid_neighbour(*grid, steps, &rank);
    *image = rank + 1;
    Report{"halo_neighbour", stat, errmsg}(status);
}

ARAUTO_EXPORT void arauto_fortran_halo_plan_create(arauto_halo_plan_h* plan,
                                                   const arauto_halo_grid_h* grid,
                                                   const int32_t* corners,
                                                   const int32_t* mode,
                                                   int32_t* stat,
                                                   const Descriptor* errmsg) {
    const auto way = static_cast<arauto_halo_corners_t>(corners != nullptr ? *corners : 0);
    arauto_status_t status = arauto_halo_plan_create(*grid, way, plan);
    if (status >= 0 && mode != nullptr) {
        status = arauto_halo_plan_set_mode(*plan, static_cast<arauto_halo_mode_t>(*mode));
        if (status < 0) {
            static_cast<void>(arauto_halo_plan_free(std::exchange(*plan, nullptr)));
        }
    }
    Report{"halo_plan_create", stat, errmsg}(status);
}

ARAUTO_EXPORT void arauto_fortran_halo_plan_add(const arauto_halo_plan_h* plan,
                                                const Descriptor* array,
                                                const Descriptor* lower_depth,
                                                const Descriptor* upper_depth,
                                                const Descriptor* axes,
                                                const Descriptor* lower_halo,
                                                const Descriptor* staggered,
                                                const int32_t* states,
                                                int32_t* stat,
                                                const Descriptor* errmsg) {
    const char* call = "halo_plan_add";
    arauto_halo_field_t field{};
    arauto_status_t status = read_field(*array, call, field);
    read_numbers(lower_depth, field.lower_depth, ARAUTO_HALO_AXES_MAX);
    read_numbers(upper_depth, field.upper_depth, ARAUTO_HALO_AXES_MAX);
    read_numbers(lower_halo, field.lower_halo, ARAUTO_HALO_AXES_MAX);
    read_flags(staggered, field.is_staggered, ARAUTO_HALO_AXES_MAX);
    if (axes != nullptr) {
        read_numbers(axes, field.dim_of_axis, ARAUTO_HALO_AXES_MAX);
        for (size_t axis = 0; axis < std::min<size_t>(axes->count(), ARAUTO_HALO_AXES_MAX);
             ++axis) {
            --field.dim_of_axis[axis];
        }
    }
    if (status >= 0 && states != nullptr) {
        status = split_states(*states, call, field);
    }
    Report{call, stat, errmsg}(status < 0 ? status : arauto_halo_plan_add(*plan, &field));
}

ARAUTO_EXPORT void arauto_fortran_halo_plan_commit(const arauto_halo_plan_h* plan,
                                                   int32_t* stat,
                                                   const Descriptor* errmsg) {
    Report{"halo_plan_commit", stat, errmsg}(arauto_halo_plan_commit(*plan));
}

ARAUTO_EXPORT void
arauto_fortran_halo_plan_free(arauto_halo_plan_h* plan, int32_t* stat, const Descriptor* errmsg) {
    const arauto_status_t status = arauto_halo_plan_free(*plan);
    *plan = nullptr;
    Report{"halo_plan_free", stat, errmsg}(status);
}

ARAUTO_EXPORT void arauto_fortran_halo_begin(const arauto_halo_plan_h* plan,
                                             const int32_t* state,
                                             int32_t* stat,
                                             const Descriptor* errmsg) {
    Report{"halo_begin", stat, errmsg}(arauto_halo_begin(*plan, state_of(state)));
}

ARAUTO_EXPORT void
arauto_fortran_halo_end(const arauto_halo_plan_h* plan, int32_t* stat, const Descriptor* errmsg) {
    Report{"halo_end", stat, errmsg}(arauto_halo_end(*plan));
}

ARAUTO_EXPORT void arauto_fortran_halo_end_side(const arauto_halo_plan_h* plan,
                                                const int32_t* axis,
                                                const int32_t* side,
                                                int32_t* stat,
                                                const Descriptor* errmsg) {
    Report{"halo_end_side", stat, errmsg}(arauto_halo_end_side(*plan, *axis - 1, *side));
}

ARAUTO_EXPORT void arauto_fortran_halo_test(const arauto_halo_plan_h* plan,
                                            const Descriptor* done,
                                            int32_t* stat,
                                            const Descriptor* errmsg) {
    int is_done = 0;
    const arauto_status_t status = arauto_halo_test(*plan, &is_done);
    std::memset(done->base, 0, done->element_bytes);
    *static_cast<char*>(done->base) = static_cast<char>(is_done);
    Report{"halo_test", stat, errmsg}(status);
}

ARAUTO_EXPORT void arauto_fortran_halo_exchange(const arauto_halo_plan_h* plan,
                                                const int32_t* state,
                                                int32_t* stat,
                                                const Descriptor* errmsg) {
    Report{"halo_exchange", stat, errmsg}(arauto_halo_exchange(*plan, state_of(state)));
}

ARAUTO_EXPORT void arauto_fortran_halo_describe(const arauto_halo_plan_h* plan,
                                                const Descriptor* text) {
    std::string all(arauto_halo_describe(*plan, nullptr, 0) + 1, '\0');
    arauto_halo_describe(*plan, all.data(), all.size());
    all.pop_back(); // the final 0
    fill(*text, all);
}

} // extern "C"
