// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See reach.hpp.
#include "reach.hpp"

#include "arauto/spi/rma.h"

#include <algorithm>

namespace arauto::halo {
namespace {

// From so many contiguous bytes on ARAUTO_HALO_AUTO stores from array to array. 32 KiB in runs of
// 128 bytes take 8.6 us so, and 10.9 us packed; in runs of 32 bytes 15.7 and 15.8
// (docs/decisions/0040-three-ways-to-fill-a-halo.md).
constexpr size_t kLongRun = 128;

/// Whether all of an array, with all of its states, is shared memory of this rank.
bool is_shared(const Field& field, int job_rank) noexcept {
    ptrdiff_t low = 0;
    ptrdiff_t high = static_cast<ptrdiff_t>(field.element_bytes) - 1;
    const auto reach = [&](ptrdiff_t distance) {
        low += std::min<ptrdiff_t>(distance, 0);
        high += std::max<ptrdiff_t>(distance, 0);
    };
    for (const Extent& dim : field.dims) {
        if (dim.count == 0) {
            return true;
        }
        reach((dim.count - 1) * dim.stride);
    }
    reach(field.offset_of(field.states - 1));
    const auto base = reinterpret_cast<uint64_t>(field.base);
    return arauto_is_shared_at(job_rank, base + static_cast<uint64_t>(low), nullptr) != 0 &&
           arauto_is_shared_at(job_rank, base + static_cast<uint64_t>(high), nullptr) != 0;
}

} // namespace

std::vector<Layout> layouts_of(const std::vector<Field>& fields, int job_rank) noexcept {
    std::vector<Layout> layouts;
    for (const Field& field : fields) {
        Layout& layout = layouts.emplace_back();
        layout.base = reinterpret_cast<uint64_t>(field.base);
        layout.state_stride = field.states > 1 ? field.state_stride : 0;
        layout.is_shared = is_shared(field, job_rank) ? 1 : 0;
        std::copy(field.first.begin(), field.first.end(), layout.first);
        for (size_t dim = 0; dim < field.dims.size(); ++dim) {
            layout.stride[dim] = field.dims[dim].stride;
        }
    }
    return layouts;
}

Field field_of(const Field& mine,
               const Layout& theirs,
               const Division& division,
               int rank) noexcept {
    Field field = mine;
    field.base = nullptr;
    field.state_stride = theirs.state_stride;
    const std::array<int, kAxes> position = division.position_of(rank);
    for (size_t axis = 0; axis < static_cast<size_t>(division.axes); ++axis) {
        field.first[axis] = theirs.first[axis];
        field.own[axis] = division.width(static_cast<int>(axis), position[axis]) +
                          (field.is_staggered[axis] ? 1 : 0);
    }
    for (size_t dim = 0; dim < field.dims.size(); ++dim) {
        field.dims[dim].stride = theirs.stride[dim];
    }
    return field;
}

Choice choose(arauto_halo_mode_t wanted,
              bool is_near,
              bool is_shared_at_target,
              bool is_shared_at_origin,
              size_t run) noexcept {
    if (wanted == ARAUTO_HALO_PACKED) {
        return {};
    }
    if (!is_near) {
        return {ARAUTO_HALO_PACKED, Why::is_far};
    }
    const bool reads = wanted == ARAUTO_HALO_READ;
    if (!(reads ? is_shared_at_origin : is_shared_at_target)) {
        return {ARAUTO_HALO_PACKED, Why::is_private};
    }
    if (wanted == ARAUTO_HALO_AUTO && run < kLongRun) {
        return {ARAUTO_HALO_PACKED, Why::has_short_runs};
    }
    return {reads ? ARAUTO_HALO_READ : ARAUTO_HALO_DIRECT, Why::asked};
}

std::string reason_of(const Choice& choice) noexcept {
    switch (choice.why) {
    case Why::is_far:
        return " (on another node)";
    case Why::is_private:
        return " (a field is in private memory)";
    case Why::has_short_runs:
        return " (runs are shorter than " + std::to_string(kLongRun) + " bytes)";
    case Why::is_checked:
        return " (ARAUTO_HALO_CHECK=on)";
    case Why::asked:
        break;
    }
    return "";
}

} // namespace arauto::halo
