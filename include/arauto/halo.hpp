// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Halo exchanges for C++20: arauto/halo.h and arauto/halo_map.h with objects that free themselves,
// and arrays by pointer and extents. Link libarauto_halo and libarauto. Ranks, axes, cells and
// points count from 0, and the last subscript of an array runs fastest. Objects end before
// arauto_finalize, on all ranks of their team in the same order. A call that fails ends the job
// with its sentence; the functions of the C headers, on `handle()`, return a status instead.
#pragma once

#if __cplusplus < 202002L
#error "arauto/halo.hpp needs C++20: compile with -std=c++20"
#else

#include "arauto/halo.h"
#include "arauto/halo_map.h"
#include "arauto/runtime.h"

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace arauto::halo {

namespace detail {

inline void require(arauto_status_t status) noexcept {
    if (status < 0) {
        arauto_error_stop(1, arauto_last_error());
    }
}

/// Frees a handle; no caller is left to get a status.
template <auto Free> struct release {
    template <typename Handle> void operator()(Handle* handle) const noexcept {
        static_cast<void>(Free(handle));
    }
};
inline arauto_status_t free_grid(arauto_halo_grid_h grid) noexcept {
    arauto_halo_grid_free(grid);
    return ARAUTO_OK;
}

template <typename T> constexpr arauto_type_t type_of() noexcept {
    static_assert(std::is_arithmetic_v<T>, "only numbers are combined");
    if constexpr (std::is_same_v<T, float>) {
        return ARAUTO_FLOAT;
    } else if constexpr (std::is_same_v<T, double>) {
        return ARAUTO_DOUBLE;
    } else if constexpr (std::is_same_v<T, long double>) {
        return ARAUTO_LONG_DOUBLE;
    } else {
        constexpr std::array kSigned{ARAUTO_INT8, ARAUTO_INT16, ARAUTO_INT32, ARAUTO_INT64};
        constexpr std::array kUnsigned{ARAUTO_UINT8, ARAUTO_UINT16, ARAUTO_UINT32, ARAUTO_UINT64};
        constexpr std::size_t kSize = sizeof(T) == 1   ? 0
                                      : sizeof(T) == 2 ? 1
                                      : sizeof(T) == 4 ? 2
                                                       : 3;
        return std::is_signed_v<T> ? kSigned[kSize] : kUnsigned[kSize];
    }
}

} // namespace detail

/// The cells of a rank along each axis: lower[a] <= cell < upper[a].
template <std::size_t Axes> struct box {
    std::array<std::int64_t, Axes> lower;
    std::array<std::int64_t, Axes> upper;
};

/// Options of a grid beside its extents.
template <std::size_t Axes> struct grid_options {
    std::array<bool, Axes> is_periodic{};
    std::array<int, Axes> ranks{}; ///< along each axis; 0: chosen
};

/// A box of cells, divided among the ranks of a team. Axis 0 is the first subscript.
template <std::size_t Axes> class grid {
    static_assert(Axes >= 1 && Axes <= ARAUTO_HALO_AXES_MAX);

  public:
    explicit grid(const std::array<std::int64_t, Axes>& extents,
                  const grid_options<Axes>& options = {},
                  arauto_team_h team = arauto_team_world()) {
        arauto_halo_domain_t domain;
        domain.axes = static_cast<int>(Axes);
        for (std::size_t axis = 0; axis < Axes; ++axis) {
            domain.extent[axis] = extents[axis];
            domain.is_periodic[axis] = options.is_periodic[axis] ? 1 : 0;
            domain.ranks[axis] = options.ranks[axis];
        }
        arauto_halo_grid_h made = nullptr;
        detail::require(arauto_halo_grid_create(team, &domain, &made));
        handle_.reset(made);
        rank_ = arauto_team_rank(team);
    }

    /// The cells that this rank owns.
    [[nodiscard]] box<Axes> owned() const noexcept { return owned(rank_); }
    /// The cells that a rank of the team owns.
    [[nodiscard]] box<Axes> owned(int rank) const noexcept {
        box<Axes> found{};
        detail::require(
            arauto_halo_grid_owned(handle_.get(), rank, found.lower.data(), found.upper.data()));
        return found;
    }
    /// The rank at an offset of -1, 0 or 1 along each axis; -1 where the domain ends.
    [[nodiscard]] int neighbour(const std::array<int, Axes>& offset) const noexcept {
        int rank = -1;
        detail::require(arauto_halo_grid_neighbour(handle_.get(), offset.data(), &rank));
        return rank;
    }
    [[nodiscard]] arauto_halo_grid_h handle() const noexcept { return handle_.get(); }

  private:
    std::unique_ptr<std::remove_pointer_t<arauto_halo_grid_h>, detail::release<detail::free_grid>>
        handle_;
    int rank_ = 0;
};

enum class corners {
    none = ARAUTO_HALO_NO_CORNERS,
    direct = ARAUTO_HALO_DIRECT_CORNERS,
    by_axes = ARAUTO_HALO_CORNERS_BY_AXES
};

/// How cells travel; what all but `packed` ask of the program says arauto_halo_plan_set_mode.
enum class mode {
    packed = ARAUTO_HALO_PACKED,
    direct = ARAUTO_HALO_DIRECT,
    read = ARAUTO_HALO_READ,
    automatic = ARAUTO_HALO_AUTO
};

/// How deep the halos of a field are, below and above its own cells along each axis.
template <std::size_t Axes> struct depths {
    std::array<int, Axes> lower{};
    std::array<int, Axes> upper{};
    std::array<bool, Axes> is_staggered{}; ///< a value on each face between cells
};

/// The same depth everywhere.
template <std::size_t Axes> [[nodiscard]] constexpr depths<Axes> depth(int cells) noexcept {
    depths<Axes> made;
    made.lower.fill(cells);
    made.upper.fill(cells);
    return made;
}

/// Which arrays are exchanged together.
template <std::size_t Axes> class plan {
  public:
    explicit plan(const grid<Axes>& of, corners which = corners::none, mode how = mode::packed) {
        arauto_halo_plan_h made = nullptr;
        detail::require(
            arauto_halo_plan_create(of.handle(), static_cast<arauto_halo_corners_t>(which), &made));
        handle_.reset(made);
        detail::require(arauto_halo_plan_set_mode(made, static_cast<arauto_halo_mode_t>(how)));
    }

    /// Adds an array; it must stay where it is. Subscript a runs along axis a, the ones behind the
    /// axes are exchanged whole.
    /// @param extents  of the array, halos included
    /// @param states  how many arrays of these extents follow each other, and take turns
    template <typename T, std::size_t Dims>
    plan& add(T* array,
              const std::array<std::int64_t, Dims>& extents,
              const depths<Axes>& deep = depth<Axes>(1),
              int states = 1) {
        static_assert(std::is_trivially_copyable_v<T>, "only bytes travel between ranks");
        static_assert(Dims >= Axes, "each axis lies along a subscript");
        arauto_halo_field_t field;
        field.base = array;
        field.element_bytes = sizeof(T);
        field.dims = static_cast<int>(Dims);
        field.states = states;
        field.state_stride = sizeof(T);
        for (std::size_t dim = 0; dim < Dims; ++dim) { // the last subscript becomes dimension 0
            field.extent[dim] = extents[Dims - 1 - dim];
            field.state_stride *= extents[dim];
        }
        for (std::size_t axis = 0; axis < Axes; ++axis) {
            field.dim_of_axis[axis] = static_cast<int>(Dims - 1 - axis);
            field.lower_depth[axis] = deep.lower[axis];
            field.upper_depth[axis] = deep.upper[axis];
            field.is_staggered[axis] = deep.is_staggered[axis] ? 1 : 0;
        }
        detail::require(arauto_halo_plan_add(handle_.get(), &field));
        return *this;
    }
    /// Completes the plan; collective.
    void commit() { detail::require(arauto_halo_plan_commit(handle_.get())); }

    void begin(int state = 0) { detail::require(arauto_halo_begin(handle_.get(), state)); }
    void end() { detail::require(arauto_halo_end(handle_.get())); }
    void exchange(int state = 0) { detail::require(arauto_halo_exchange(handle_.get(), state)); }
    /// The halo on one side; side is -1 or 1.
    void end_side(int axis, int side) {
        detail::require(arauto_halo_end_side(handle_.get(), axis, side));
    }
    /// Stores what has come. @return whether the exchange has ended
    [[nodiscard]] bool test() {
        int done = 0;
        detail::require(arauto_halo_test(handle_.get(), &done));
        return done != 0;
    }
    [[nodiscard]] std::string describe() const {
        std::string text(arauto_halo_describe(handle_.get(), nullptr, 0), '\0');
        arauto_halo_describe(handle_.get(), text.data(), text.size() + 1);
        return text;
    }
    [[nodiscard]] arauto_halo_plan_h handle() const noexcept { return handle_.get(); }

  private:
    std::unique_ptr<std::remove_pointer_t<arauto_halo_plan_h>,
                    detail::release<arauto_halo_plan_free>>
        handle_;
};

/// The points that travel between this rank and another; indices into local arrays.
struct point_list {
    int rank;
    std::vector<std::int64_t> send;
    std::vector<std::int64_t> receive;
};

/// Which points of an unstructured mesh travel between ranks.
class map {
  public:
    /// Points with owners: the first `owned` of local arrays are this rank's, copies of the needed
    /// ones follow. Collective.
    /// @param needed  numbers of points among those of all ranks, ascending
    map(std::int64_t owned,
        std::span<const std::int64_t> needed,
        std::size_t point_bytes = sizeof(double),
        arauto_team_h team = arauto_team_world()) {
        arauto_halo_map_h made = nullptr;
        detail::require(arauto_halo_map_create(team, owned, needed.data(),
                                               static_cast<std::int64_t>(needed.size()),
                                               point_bytes, &made));
        handle_.reset(made);
    }
    /// From lists. Collective.
    explicit map(std::span<const point_list> lists,
                 std::size_t point_bytes = sizeof(double),
                 arauto_team_h team = arauto_team_world()) {
        std::vector<arauto_halo_list_t> given;
        for (const point_list& list : lists) {
            given.push_back({list.rank, list.send.data(),
                             static_cast<std::int64_t>(list.send.size()), list.receive.data(),
                             static_cast<std::int64_t>(list.receive.size())});
        }
        arauto_halo_map_h made = nullptr;
        detail::require(arauto_halo_lists_create(team, given.data(), static_cast<int>(given.size()),
                                                 point_bytes, &made));
        handle_.reset(made);
    }

    /// Owners to copies, of an array with one element, or several in a row, for each point.
    template <typename T> void gather(T* values, std::int64_t components = 1) {
        const arauto_halo_points_t points = points_of(values, components);
        detail::require(arauto_halo_gather(handle_.get(), &points));
    }
    /// Combines copies at their owners.
    template <typename T>
    void scatter(T* values, arauto_reduce_op_t op = ARAUTO_SUM, std::int64_t components = 1) {
        const arauto_halo_points_t points = points_of(values, components);
        detail::require(arauto_halo_scatter(handle_.get(), &points, detail::type_of<T>(), op));
    }
    /// Combines the values of shared points on all ranks that have them.
    template <typename T>
    void share(T* values, arauto_reduce_op_t op = ARAUTO_SUM, std::int64_t components = 1) {
        const arauto_halo_points_t points = points_of(values, components);
        detail::require(arauto_halo_share(handle_.get(), &points, detail::type_of<T>(), op));
    }
    /// The index in local arrays of a point that is owned here or needed.
    [[nodiscard]] std::int64_t localize(std::int64_t point) const noexcept {
        std::int64_t index = -1;
        detail::require(arauto_halo_map_localize(handle_.get(), point, &index));
        return index;
    }
    [[nodiscard]] arauto_halo_map_h handle() const noexcept { return handle_.get(); }

  private:
    template <typename T>
    static arauto_halo_points_t points_of(T* values, std::int64_t components) noexcept {
        static_assert(std::is_trivially_copyable_v<T>, "only bytes travel between ranks");
        arauto_halo_points_t points;
        points.base = values;
        points.element_bytes = sizeof(T);
        points.components = components;
        return points;
    }

    std::unique_ptr<std::remove_pointer_t<arauto_halo_map_h>, detail::release<arauto_halo_map_free>>
        handle_;
};

} // namespace arauto::halo

#endif
