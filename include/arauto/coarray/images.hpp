// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Part of arauto/coarray.hpp: images, teams, synchronisation and collectives. Images count from 1,
// as in Fortran: image k is rank k-1 of the C API. Calls that can fail have two forms: `sync()`
// ends the program with the runtime's sentence, `try_sync()` returns the status.
#pragma once

#include "arauto/arauto.h"
#include "arauto/spi/event.h"
#include "arauto/spi/runtime.h"
#include "arauto/spi/team.h"

#include <complex>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <initializer_list>
#include <ranges>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

namespace arauto {

namespace detail {

inline void require(arauto_status_t status) noexcept {
    if (status < 0) [[unlikely]] {
        arauto_error_stop(1, arauto_last_error());
    }
}

/// Joins the job, once; the runtime's sentences then speak of images.
inline void start() noexcept {
    static const bool started = [] {
        arauto_set_naming("image", 1);
        require(arauto_init());
        return true;
    }();
    static_cast<void>(started);
}

} // namespace detail

/// This image's number, 1 to num_images().
[[nodiscard]] inline int this_image() noexcept {
    detail::start();
    return arauto_rank() + 1;
}

[[nodiscard]] inline int num_images() noexcept {
    detail::start();
    return arauto_size();
}

/// Images that synchronise and own coarrays together. Teams that split() made are released,
/// collectively, by their destructor.
class team {
  public:
    /// All images.
    team() noexcept {
        detail::start();
        handle_ = arauto_team_world();
    }
    /// A team of the C API, which stays the caller's.
    explicit team(arauto_team_h borrowed) noexcept : handle_(borrowed) {}
    team(team&& other) noexcept
        : handle_(other.handle_), is_owned_(std::exchange(other.is_owned_, false)) {}
    team& operator=(team&& other) noexcept {
        std::swap(handle_, other.handle_);
        std::swap(is_owned_, other.is_owned_);
        return *this;
    }
    team(const team&) = delete;
    team& operator=(const team&) = delete;
    ~team() {
        if (is_owned_) {
            static_cast<void>(arauto_team_free(handle_)); // no caller is left to get the status
        }
    }

    /// One new team for each `number` >= 0 that images give; collective over this team.
    /// @param order  images of the new team are ordered by (order, image here)
    [[nodiscard]] team split(int64_t number, int order = 0) const noexcept {
        team part(nullptr);
        detail::require(try_split(part, number, order));
        return part;
    }
    [[nodiscard]] arauto_status_t
    try_split(team& team_out, int64_t number, int order = 0) const noexcept {
        arauto_team_h part = nullptr;
        const arauto_status_t status = arauto_team_split(handle_, number, order, &part);
        if (part != nullptr) {
            team_out = team(part);
            team_out.is_owned_ = true;
        }
        return status;
    }

    [[nodiscard]] int this_image() const noexcept { return arauto_team_rank(handle_) + 1; }
    [[nodiscard]] int num_images() const noexcept { return arauto_team_size(handle_); }
    [[nodiscard]] int64_t number() const noexcept { return arauto_team_number(handle_); }

    /// Waits for every image of the team; what all of them put before is visible then.
    void sync() const noexcept { detail::require(try_sync()); }
    [[nodiscard]] arauto_status_t try_sync() const noexcept { return arauto_team_barrier(handle_); }

    [[nodiscard]] arauto_team_h handle() const noexcept { return handle_; }

  private:
    arauto_team_h handle_ = nullptr;
    bool is_owned_ = false;
};

/// All images, for default arguments.
[[nodiscard]] inline const team& world() noexcept {
    static const team all;
    return all;
}

/// Image `image` of `of`, where a number alone would mean one of the coarray's own team.
struct image_of {
    image_of(const team& of, int image) noexcept
        : rank(arauto_team_to_world(of.handle(), image - 1)) {}
    int rank; ///< in the job, or -1
};

inline void sync_all() noexcept {
    world().sync();
}

/// Waits for each of these images, which name this one in a call of theirs.
[[nodiscard]] inline arauto_status_t try_sync_images(std::span<const int> images) {
    std::vector<int> ranks(images.begin(), images.end());
    for (int& rank : ranks) {
        --rank;
    }
    return arauto_team_sync_ranks(world().handle(), static_cast<int>(ranks.size()), ranks.data());
}
inline void sync_images(std::span<const int> images) {
    detail::require(try_sync_images(images));
}
inline void sync_images(std::initializer_list<int> images) {
    sync_images(std::span<const int>(images.begin(), images.size()));
}

/// All earlier accesses of this image before all later ones.
inline void sync_memory() noexcept {
    arauto_event_flush();
}

// Collectives

namespace detail {

template <class T> consteval arauto_type_t type_of() {
    if constexpr (std::is_same_v<T, float>) {
        return ARAUTO_FLOAT;
    } else if constexpr (std::is_same_v<T, double>) {
        return ARAUTO_DOUBLE;
    } else if constexpr (std::is_same_v<T, long double>) {
        return ARAUTO_LONG_DOUBLE;
    } else if constexpr (std::is_same_v<T, std::complex<float>>) {
        return ARAUTO_COMPLEX_FLOAT;
    } else if constexpr (std::is_same_v<T, std::complex<double>>) {
        return ARAUTO_COMPLEX_DOUBLE;
    } else if constexpr (std::is_same_v<T, std::complex<long double>>) {
        return ARAUTO_COMPLEX_LONG_DOUBLE;
    } else {
        static_assert(std::is_integral_v<T> && sizeof(T) <= 8,
                      "co_sum and its like take integers, floating-point and complex numbers; "
                      "co_reduce takes any type");
        constexpr int width = sizeof(T) == 1 ? 0 : sizeof(T) == 2 ? 1 : sizeof(T) == 4 ? 2 : 3;
        constexpr int first = std::is_signed_v<T> ? ARAUTO_INT8 : ARAUTO_UINT8;
        return static_cast<arauto_type_t>(first + width);
    }
}

template <class V>
concept numbers = std::ranges::contiguous_range<V> && std::ranges::sized_range<V>;

/// One number, or all of a contiguous range.
template <class V> auto as_span(V& values) noexcept {
    if constexpr (numbers<V&>) {
        return std::span(std::ranges::data(values), std::ranges::size(values));
    } else {
        return std::span<V, 1>(&values, 1);
    }
}

} // namespace detail

/// Image 0: every image gets the result.
struct on_images {
    const team& of = world();
    int result_image = 0;
};

/// Element by element over all images, in place. `values` is a number or a contiguous range of
/// them, of one size everywhere.
template <class V>
[[nodiscard]] arauto_status_t
try_co_combine(V&& values, arauto_reduce_op_t operation, const on_images& where = {}) noexcept {
    const auto all = detail::as_span(values);
    using T = typename decltype(all)::value_type;
    return arauto_reduce(where.of.handle(), all.data(), all.size(), detail::type_of<T>(), operation,
                         where.result_image - 1);
}
template <class V> void co_sum(V&& values, const on_images& where = {}) noexcept {
    detail::require(try_co_combine(values, ARAUTO_SUM, where));
}
template <class V> void co_product(V&& values, const on_images& where = {}) noexcept {
    detail::require(try_co_combine(values, ARAUTO_PROD, where));
}
template <class V> void co_min(V&& values, const on_images& where = {}) noexcept {
    detail::require(try_co_combine(values, ARAUTO_MIN, where));
}
template <class V> void co_max(V&& values, const on_images& where = {}) noexcept {
    detail::require(try_co_combine(values, ARAUTO_MAX, where));
}

/// Combines `values` over all images by an operation of the caller's, T operation(T, T), which must
/// be associative.
template <class V, class Operation>
[[nodiscard]] arauto_status_t
try_co_reduce(V&& values, Operation operation, const on_images& where = {}) noexcept {
    const auto all = detail::as_span(values);
    using T = typename decltype(all)::value_type;
    static_assert(std::is_trivially_copyable_v<T>, "only bytes travel between images");
    const auto combine = [](void* context, void* inout, const void* in, size_t count) {
        const Operation& combine_two = *static_cast<const Operation*>(context);
        T* const left = static_cast<T*>(inout);
        const T* const right = static_cast<const T*>(in);
        for (size_t i = 0; i < count; ++i) {
            left[i] = combine_two(left[i], right[i]);
        }
    };
    return arauto_reduce_with(where.of.handle(), all.data(), all.size(), sizeof(T), combine,
                              &operation, where.result_image - 1);
}
template <class V, class Operation>
void co_reduce(V&& values, Operation operation, const on_images& where = {}) noexcept {
    detail::require(try_co_reduce(values, operation, where));
}

/// Gives every image of the team what `source_image` has.
template <class V>
[[nodiscard]] arauto_status_t
try_co_broadcast(V&& values, int source_image, const team& of = world()) noexcept {
    const auto all = detail::as_span(values);
    using T = typename decltype(all)::value_type;
    static_assert(std::is_trivially_copyable_v<T>, "only bytes travel between images");
    return arauto_broadcast(of.handle(), all.data(), all.size_bytes(), source_image - 1);
}
template <class V>
void co_broadcast(V&& values, int source_image, const team& of = world()) noexcept {
    detail::require(try_co_broadcast(values, source_image, of));
}

} // namespace arauto
