// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The procedures of the Fortran module arauto_halo for unstructured meshes: converts descriptors
// and numbers that count from 1, and calls arauto/halo_map.h. An optional argument that is absent
// is NULL.
#include "fail.hpp"
#include "report.hpp"

#include "arauto/halo_map.h"

#include <vector>

using namespace arauto::halo;

namespace {

constexpr size_t kUsualPointBytes = 8;

size_t point_bytes_of(const int32_t* given) noexcept {
    return given != nullptr && *given > 0 ? static_cast<size_t>(*given) : kUsualPointBytes;
}

/// The numbers of an array, counted from 0.
std::vector<int64_t> from_zero(const Descriptor& numbers) noexcept {
    std::vector<int64_t> converted(numbers.count());
    for (size_t i = 0; i < converted.size(); ++i) {
        converted[i] = numbers.at<int64_t>(i) - 1;
    }
    return converted;
}

/// An array with one dimension, or with two, one of which is that of the components.
arauto_status_t read_points(const Descriptor& values,
                            const int32_t* points_along,
                            const char* call,
                            arauto_halo_points_t& points) noexcept {
    if (const arauto_status_t status = check_descriptor(values, call); status < 0) {
        return status;
    }
    const int along = points_along != nullptr ? *points_along - 1 : 0;
    if (values.rank < 1 || values.rank > 2 || along < 0 || along >= values.rank) {
        return fail(
            ARAUTO_ERR_ARGUMENT, call,
            "the values have %d dimensions, and points lie along dimension %d; there must be "
            "1 or 2, and points along one of them",
            values.rank, along + 1);
    }
    points.base = values.base;
    points.element_bytes = values.element_bytes;
    points.point_stride = values.dim[along].stride;
    if (values.rank == 2) {
        points.components = values.dim[1 - along].extent;
        points.component_stride = values.dim[1 - along].stride;
    }
    return ARAUTO_OK;
}

/// @return false: there is no such type
bool find_type(const Descriptor& values, arauto_type_t& type_out) noexcept {
    const size_t bytes = values.element_bytes;
    switch (values.kind()) {
    case Descriptor::Kind::integer:
        type_out = bytes == 1   ? ARAUTO_INT8
                   : bytes == 2 ? ARAUTO_INT16
                   : bytes == 4 ? ARAUTO_INT32
                                : ARAUTO_INT64;
        return bytes <= sizeof(int64_t);
    case Descriptor::Kind::real:
        type_out = bytes == sizeof(float) ? ARAUTO_FLOAT : ARAUTO_DOUBLE;
        return bytes == sizeof(float) || bytes == sizeof(double);
    case Descriptor::Kind::complex:
        type_out = bytes == 2 * sizeof(float) ? ARAUTO_COMPLEX_FLOAT : ARAUTO_COMPLEX_DOUBLE;
        return bytes == 2 * sizeof(float) || bytes == 2 * sizeof(double);
    case Descriptor::Kind::other:
        break;
    }
    return false;
}

using Gather = arauto_status_t (*)(arauto_halo_map_h, const arauto_halo_points_t*);
using Combine = arauto_status_t (*)(arauto_halo_map_h,
                                    const arauto_halo_points_t*,
                                    arauto_type_t,
                                    arauto_reduce_op_t);

void gather_by(Gather gather,
               arauto_halo_map_h map,
               const Descriptor& values,
               const int32_t* points_along,
               const Report& report) noexcept {
    arauto_halo_points_t points{};
    const arauto_status_t status = read_points(values, points_along, report.procedure, points);
    report(status < 0 ? status : gather(map, &points));
}

void combine_by(Combine combine,
                arauto_halo_map_h map,
                const Descriptor& values,
                const int32_t* operation,
                const int32_t* points_along,
                const Report& report) noexcept {
    arauto_halo_points_t points{};
    arauto_type_t type = ARAUTO_INT8;
    arauto_status_t status = read_points(values, points_along, report.procedure, points);
    if (status >= 0 && !find_type(values, type)) {
        status = fail(ARAUTO_ERR_ARGUMENT, report.procedure,
                      "values of this type, of %zu bytes, are not combined; integers, reals and "
                      "complex numbers of up to 8 bytes a part are",
                      values.element_bytes);
    }
    const auto op = static_cast<arauto_reduce_op_t>(operation != nullptr ? *operation : ARAUTO_SUM);
    report(status < 0 ? status : combine(map, &points, type, op));
}

} // namespace

extern "C" {

ARAUTO_EXPORT void arauto_fortran_halo_map_create(arauto_halo_map_h* map,
                                                  const int32_t* owned,
                                                  const Descriptor* needed,
                                                  const int32_t* point_bytes,
                                                  int32_t* stat,
                                                  const Descriptor* errmsg) {
    const Report report{"halo_map_create", stat, errmsg};
    const arauto_team_h team = find_team();
    const std::vector<int64_t> points = from_zero(*needed);
    report(team == nullptr ? ARAUTO_ERR_STATE
                           : arauto_halo_map_create(team, *owned, points.data(),
                                                    static_cast<int64_t>(points.size()),
                                                    point_bytes_of(point_bytes), map));
}

ARAUTO_EXPORT void arauto_fortran_halo_lists_create(arauto_halo_map_h* map,
                                                    const Descriptor* images,
                                                    const Descriptor* send_counts,
                                                    const Descriptor* send,
                                                    const Descriptor* receive_counts,
                                                    const Descriptor* receive,
                                                    const int32_t* point_bytes,
                                                    int32_t* stat,
                                                    const Descriptor* errmsg) {
    const Report report{"halo_lists_create", stat, errmsg};
    const arauto_team_h team = find_team();
    if (team == nullptr) {
        return report(ARAUTO_ERR_STATE);
    }
    const std::vector<int64_t> sent = from_zero(*send);
    const std::vector<int64_t> received = from_zero(*receive);
    std::vector<arauto_halo_list_t> lists;
    size_t send_at = 0;
    size_t receive_at = 0;
    // A count that is too large makes the list wrong, which all images are to learn.
    const auto part = [](const std::vector<int64_t>& all, size_t& at, int32_t count) {
        const bool fits = count >= 0 && static_cast<size_t>(count) <= all.size() - at;
        const int64_t* const first = fits ? all.data() + at : nullptr;
        at += fits ? static_cast<size_t>(count) : 0;
        return first;
    };
    for (size_t i = 0; i < images->count(); ++i) {
        const int32_t sends = i < send_counts->count() ? send_counts->at<int32_t>(i) : -1;
        const int32_t receives = i < receive_counts->count() ? receive_counts->at<int32_t>(i) : -1;
        const int64_t* const to = part(sent, send_at, sends);
        const int64_t* const from = part(received, receive_at, receives);
        lists.push_back({images->at<int32_t>(i) - 1, to, sends, from, receives});
    }
    report(arauto_halo_lists_create(team, lists.data(), static_cast<int>(lists.size()),
                                    point_bytes_of(point_bytes), map));
}

ARAUTO_EXPORT void
arauto_fortran_halo_map_free(arauto_halo_map_h* map, int32_t* stat, const Descriptor* errmsg) {
    const arauto_status_t status = arauto_halo_map_free(*map);
    *map = nullptr;
    Report{"halo_map_free", stat, errmsg}(status);
}

ARAUTO_EXPORT void arauto_fortran_halo_localize(const arauto_halo_map_h* map,
                                                Descriptor* points,
                                                int32_t* stat,
                                                const Descriptor* errmsg) {
    arauto_status_t status = ARAUTO_OK;
    for (size_t i = 0; status >= 0 && i < points->count(); ++i) {
        int64_t& point = points->at<int64_t>(i);
        int64_t index = -1;
        if (point != 0) {
            status = arauto_halo_map_localize(*map, point - 1, &index);
            point = status < 0 ? point : index + 1;
        }
    }
    Report{"halo_localize", stat, errmsg}(status);
}

ARAUTO_EXPORT void arauto_fortran_halo_gather(const arauto_halo_map_h* map,
                                              const Descriptor* values,
                                              const int32_t* points_along,
                                              int32_t* stat,
                                              const Descriptor* errmsg) {
    gather_by(arauto_halo_gather, *map, *values, points_along, {"halo_gather", stat, errmsg});
}

ARAUTO_EXPORT void arauto_fortran_halo_gather_begin(const arauto_halo_map_h* map,
                                                    const Descriptor* values,
                                                    const int32_t* points_along,
                                                    int32_t* stat,
                                                    const Descriptor* errmsg) {
    gather_by(arauto_halo_gather_begin, *map, *values, points_along,
              {"halo_gather_begin", stat, errmsg});
}

ARAUTO_EXPORT void arauto_fortran_halo_scatter(const arauto_halo_map_h* map,
                                               const Descriptor* values,
                                               const int32_t* operation,
                                               const int32_t* points_along,
                                               int32_t* stat,
                                               const Descriptor* errmsg) {
    combine_by(arauto_halo_scatter, *map, *values, operation, points_along,
               {"halo_scatter", stat, errmsg});
}

ARAUTO_EXPORT void arauto_fortran_halo_scatter_begin(const arauto_halo_map_h* map,
                                                     const Descriptor* values,
                                                     const int32_t* operation,
                                                     const int32_t* points_along,
                                                     int32_t* stat,
                                                     const Descriptor* errmsg) {
    combine_by(arauto_halo_scatter_begin, *map, *values, operation, points_along,
               {"halo_scatter_begin", stat, errmsg});
}

ARAUTO_EXPORT void arauto_fortran_halo_share(const arauto_halo_map_h* map,
                                             const Descriptor* values,
                                             const int32_t* operation,
                                             const int32_t* points_along,
                                             int32_t* stat,
                                             const Descriptor* errmsg) {
    combine_by(arauto_halo_share, *map, *values, operation, points_along,
               {"halo_share", stat, errmsg});
}

ARAUTO_EXPORT void arauto_fortran_halo_share_begin(const arauto_halo_map_h* map,
                                                   const Descriptor* values,
                                                   const int32_t* operation,
                                                   const int32_t* points_along,
                                                   int32_t* stat,
                                                   const Descriptor* errmsg) {
    combine_by(arauto_halo_share_begin, *map, *values, operation, points_along,
               {"halo_share_begin", stat, errmsg});
}

ARAUTO_EXPORT void
arauto_fortran_halo_map_end(const arauto_halo_map_h* map, int32_t* stat, const Descriptor* errmsg) {
    Report{"halo_map_end", stat, errmsg}(arauto_halo_map_end(*map));
}

} // extern "C"
