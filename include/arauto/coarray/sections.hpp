// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Part of arauto/coarray.hpp: parts of a coarray here (`section`) and on another image
// (`coindexed`), which is what puts and gets are written with. Both are small values that refer to
// their coarray, which must outlive them. The last subscript runs fastest, as everywhere in C++.
#pragma once

#include "arauto/coarray/counted.hpp"
#include "arauto/spi/copy.h"
#include "arauto/spi/rma.h"
#include "arauto/spi/status.h"

#include <algorithm>
#include <array>
#include <concepts>
#include <cstring>
#include <memory>
#include <optional>

#if defined(__has_include)
#if __has_include(<mdspan>)
#include <mdspan>
#endif
#endif
#if defined(__cpp_lib_mdspan)
#define ARAUTO_HAS_MDSPAN 1
#else
#define ARAUTO_HAS_MDSPAN 0
#endif

namespace arauto {

/// Subscripts first, first+step, ...: `count` of them.
struct slice {
    std::size_t first;
    std::size_t count;
    std::ptrdiff_t step = 1;
};

namespace detail {

/// How many steps a slice can take from its first subscript, which is within the extent.
[[nodiscard]] inline std::size_t steps_left(const slice& of, std::size_t extent) noexcept {
    const std::size_t way = of.step < 0 ? of.first : extent - 1 - of.first;
    const auto step = static_cast<std::size_t>(of.step < 0 ? -of.step : of.step);
    return step == 1 ? way : step == 0 ? SIZE_MAX : way / step;
}

} // namespace detail

/// Every subscript of a dimension.
struct all_t {};
inline constexpr all_t all{};

namespace detail {

/// Where a coarray lies: in a segment, or, when it was allocated by others, at an address that each
/// image has announced.
struct home {
    arauto_segment_h segment = nullptr;
    arauto_team_h team = nullptr;
    std::byte* base = nullptr;
    std::vector<uint64_t> addresses; ///< by rank in the job; 0: not of the team
};

/// The first subscript of a part that is outside its dimension. Found when the part is made, and
/// reported when the part is used on another image. Where it is not, the compiler drops it.
struct outside {
    std::size_t dimension = 0; ///< from 1; 0: none is
    std::ptrdiff_t subscript = 0;
    std::size_t extent = 0;
};

[[nodiscard, gnu::cold, gnu::noinline]] inline arauto_status_t
refuse(const outside& wrong) noexcept {
    if (wrong.dimension == 0) {
        return arauto_error_set(ARAUTO_ERR_STATE, "this coarray is not allocated");
    }
    char text[120];
    const int length =
        std::snprintf(text, sizeof text, "subscript %td of dimension %zu is outside ",
                      wrong.subscript, wrong.dimension);
    const auto rest = static_cast<std::size_t>(length);
    if (wrong.extent == 0) {
        std::snprintf(text + rest, sizeof text - rest, "it, which has no elements");
    } else {
        std::snprintf(text + rest, sizeof text - rest, "0 to %zu", wrong.extent - 1);
    }
    return arauto_error_set(ARAUTO_ERR_RANGE, text);
}

/// A coarray's counterpart on one image, and what is notified there; slot 0 names none.
struct remote_home {
    const home* of;
    int rank;
    arauto_slot_t slot{};
};

[[nodiscard]] inline arauto_status_t
put_bytes(const remote_home& to, std::size_t offset, const void* from, std::size_t bytes) noexcept {
    if (to.of->segment != nullptr) [[likely]] {
        return to.slot.offset == 0
                   ? arauto_put(to.of->segment, to.rank, offset, from, bytes)
                   : arauto_put_notify(to.of->segment, to.rank, offset, from, bytes, to.slot);
    }
    const bool is_rank = to.rank >= 0 && to.rank < arauto_size();
    const uint64_t address = is_rank ? to.of->addresses[static_cast<std::size_t>(to.rank)] : 0;
    return to.slot.offset == 0
               ? arauto_put_at(to.rank, address + offset, from, bytes)
               : arauto_put_notify_at(to.rank, address + offset, from, bytes, to.slot);
}

[[nodiscard]] inline arauto_status_t
get_bytes(const remote_home& from, std::size_t offset, void* to, std::size_t bytes) noexcept {
    if (from.of->segment != nullptr) [[likely]] {
        return arauto_get(from.of->segment, from.rank, offset, to, bytes);
    }
    const bool is_rank = from.rank >= 0 && from.rank < arauto_size();
    const uint64_t address = is_rank ? from.of->addresses[static_cast<std::size_t>(from.rank)] : 0;
    return arauto_get_at(from.rank, address + offset, to, bytes);
}

[[nodiscard]] inline arauto_status_t put_section(const remote_home& to,
                                                 const arauto_section_t& there,
                                                 const void* base,
                                                 const arauto_section_t& here) noexcept {
    arauto_status_t status = ARAUTO_OK;
    if (to.of->segment != nullptr) {
        status = arauto_put_section(to.of->segment, to.rank, &there, base, &here);
    } else {
        const bool is_rank = to.rank >= 0 && to.rank < arauto_size();
        const uint64_t address = is_rank ? to.of->addresses[static_cast<std::size_t>(to.rank)] : 0;
        status = arauto_put_section_at(to.rank, address, &there, base, &here);
    }
    return status < 0 || to.slot.offset == 0 ? status : arauto_notify_post(to.rank, to.slot);
}

[[nodiscard]] inline arauto_status_t get_section(const remote_home& from,
                                                 const arauto_section_t& there,
                                                 void* base,
                                                 const arauto_section_t& here) noexcept {
    if (from.of->segment != nullptr) {
        return arauto_get_section(from.of->segment, from.rank, &there, base, &here);
    }
    const bool is_rank = from.rank >= 0 && from.rank < arauto_size();
    const uint64_t address = is_rank ? from.of->addresses[static_cast<std::size_t>(from.rank)] : 0;
    return arauto_get_section_at(from.rank, address, &there, base, &here);
}

/// Extents and strides of R dimensions, in elements.
template <std::size_t R> struct shape {
    std::ptrdiff_t offset = 0;
    std::array<std::size_t, R> extent{};
    std::array<std::ptrdiff_t, R> stride{};

    [[nodiscard]] std::size_t size() const noexcept {
        std::size_t count = 1;
        for (const std::size_t n : extent) {
            count *= n;
        }
        return count;
    }

    [[nodiscard]] bool is_contiguous() const noexcept {
        std::ptrdiff_t expected = 1;
        for (std::size_t d = R; d-- > 0;) {
            if (extent[d] != 1 && stride[d] != expected) {
                return false;
            }
            expected *= static_cast<std::ptrdiff_t>(extent[d]);
        }
        return true;
    }

    /// The section in the form of the C API: bytes, and dimension 0 runs fastest.
    [[nodiscard]] arauto_section_t in_bytes(std::size_t element_bytes) const noexcept {
        static_assert(R <= ARAUTO_DIM_MAX);
        const auto width = static_cast<int64_t>(element_bytes);
        arauto_section_t section;
        section.rank = static_cast<int32_t>(R);
        section.reserved = 0;
        section.element_bytes = element_bytes;
        section.offset = offset * width;
        for (std::size_t d = 0; d < R; ++d) {
            section.dim[R - 1 - d] = {static_cast<int64_t>(extent[d]), stride[d] * width, nullptr};
        }
        return section;
    }

    /// A shape of these extents, packed, or with all its elements at one.
    [[nodiscard]] shape packed() const noexcept {
        shape result{0, extent, {}};
        std::ptrdiff_t next = 1;
        for (std::size_t d = R; d-- > 0;) {
            result.stride[d] = next;
            next *= static_cast<std::ptrdiff_t>(extent[d]);
        }
        return result;
    }
    [[nodiscard]] shape spread() const noexcept { return {0, extent, {}}; }
};

template <class V, class T>
concept range_of =
    std::ranges::contiguous_range<V> && std::ranges::sized_range<V> &&
    std::same_as<std::remove_cv_t<std::ranges::range_value_t<V>>, std::remove_cv_t<T>>;

#if ARAUTO_HAS_MDSPAN
template <class E, class X, class L, class A>
[[nodiscard]] shape<X::rank()> shape_of(const std::mdspan<E, X, L, A>& view) noexcept {
    static_assert(L::template mapping<X>::is_always_strided());
    shape<X::rank()> result;
    for (std::size_t d = 0; d < X::rank(); ++d) {
        result.extent[d] = static_cast<std::size_t>(view.extent(d));
        result.stride[d] = static_cast<std::ptrdiff_t>(view.stride(d));
    }
    return result;
}
#endif

} // namespace detail

template <class T, std::size_t R> class section;
template <class T, std::size_t R> class coindexed;

namespace detail {

/// Whether a type may be assigned to a part of a coarray, beside ranges and single values.
template <class V> inline constexpr bool is_part = false;
template <class T, std::size_t R> inline constexpr bool is_part<section<T, R>> = true;
template <class T, std::size_t R> inline constexpr bool is_part<coindexed<T, R>> = true;
#if ARAUTO_HAS_MDSPAN
template <class E, class X, class L, class A>
inline constexpr bool is_part<std::mdspan<E, X, L, A>> = true;
#endif

} // namespace detail

/// A part of a coarray on another image. Assigning puts; get() and conversion get. R is the number
/// of its dimensions; with 0 it is one element.
template <class T, std::size_t R> class coindexed {
  public:
    coindexed(detail::remote_home where, const detail::shape<R>& shape) noexcept
        : where_(where), shape_(shape) {}
    /// One that every access refuses.
    [[gnu::cold]] explicit coindexed(const detail::outside& wrong) noexcept
        : where_{nullptr,
                 static_cast<int>(wrong.dimension),
                 {static_cast<uint64_t>(wrong.subscript)}} {
        shape_.offset = static_cast<std::ptrdiff_t>(wrong.extent);
    }
    coindexed(const coindexed&) noexcept = default;
    ~coindexed() = default;

    /// This section, with a put that also adds one to `ready` of that image, after the data.
    [[nodiscard]] coindexed with(arauto_slot_t ready) const noexcept {
        coindexed notifying = *this;
        notifying.where_.slot = is_refused() ? where_.slot : ready;
        return notifying;
    }
    [[nodiscard]] coindexed with(const notification& ready) const noexcept {
        return with(ready.slot());
    }
    [[nodiscard]] coindexed with(const notification::cell& ready) const noexcept {
        return with(ready.slot());
    }

    [[nodiscard]] std::size_t size() const noexcept { return shape_.size(); }

    // Puts. The value may be changed on return; it is visible there after the next event post,
    // sync, lock release or notification of this put.

    /// One value, for every element.
    [[nodiscard]] arauto_status_t try_put(const T& value) const noexcept {
        if constexpr (R == 0) {
            return is_refused() ? refusal()
                                : detail::put_bytes(where_, byte_offset(), &value, sizeof(T));
        } else {
            return put_shaped(&value, shape_.spread());
        }
    }
    /// Puts values, as many as there are elements, in order.
    template <detail::range_of<T> V>
    [[nodiscard]] arauto_status_t try_put(const V& values) const noexcept {
        return put_values(std::ranges::data(values), std::ranges::size(values));
    }
    [[nodiscard]] arauto_status_t try_put(std::initializer_list<T> values) const noexcept {
        return put_values(values.begin(), values.size());
    }
    /// A section of this image's, of the same extents.
    template <class U>
    [[nodiscard]] arauto_status_t try_put(const section<U, R>& values) const noexcept;
    /// A copy from one image to another.
    template <class U> [[nodiscard]] arauto_status_t try_put(const coindexed<U, R>& values) const {
        const auto copy = std::make_unique_for_overwrite<T[]>(values.size());
        const arauto_status_t status = values.try_get(std::span<T>(copy.get(), values.size()));
        return status < 0 ? status : put_values(copy.get(), values.size());
    }
#if ARAUTO_HAS_MDSPAN
    template <class E, class X, class L, class A>
        requires std::same_as<std::remove_cv_t<E>, std::remove_cv_t<T>>
    [[nodiscard]] arauto_status_t try_put(const std::mdspan<E, X, L, A>& values) const noexcept {
        static_assert(X::rank() == R, "the view has another number of dimensions");
        return put_shaped(values.data_handle(), detail::shape_of(values));
    }
#endif

    const coindexed& operator=(const T& value) const noexcept {
        detail::require(try_put(value));
        return *this;
    }
    const coindexed& operator=(std::initializer_list<T> values) const noexcept {
        detail::require(try_put(values));
        return *this;
    }
    const coindexed& operator=(const coindexed& other) const {
        detail::require(try_put(other));
        return *this;
    }
    template <class V>
        requires(detail::range_of<V, T> || detail::is_part<V>)
    const coindexed& operator=(const V& values) const {
        detail::require(try_put(values));
        return *this;
    }

    // Gets. They are complete on return, and go straight to their destination.

    template <detail::range_of<T> V>
    [[nodiscard]] arauto_status_t try_get(V&& values) const noexcept {
        return get_values(std::ranges::data(values), std::ranges::size(values));
    }
    [[nodiscard]] arauto_status_t try_get(T& value) const noexcept
        requires(R == 0)
    {
        return is_refused() ? refusal()
                            : detail::get_bytes(where_, byte_offset(), &value, sizeof(T));
    }
    [[nodiscard]] arauto_status_t try_get(const section<T, R>& to) const noexcept
        requires(R > 0);
#if ARAUTO_HAS_MDSPAN
    template <class X, class L, class A>
    [[nodiscard]] arauto_status_t try_get(const std::mdspan<T, X, L, A>& to) const noexcept {
        static_assert(X::rank() == R, "the view has another number of dimensions");
        return get_shaped(to.data_handle(), detail::shape_of(to));
    }
#endif
    template <class V> void get(V&& to) const { detail::require(try_get(std::forward<V>(to))); }

    operator T() const noexcept // as in `x = a(3)[k]`
        requires(R == 0)
    {
        T value;
        detail::require(try_get(value));
        return value;
    }
    [[nodiscard]] std::vector<T> values() const {
        std::vector<T> result(size());
        detail::require(get_values(result.data(), result.size()));
        return result;
    }
    operator std::vector<T>() const // as in `std::vector<T> v = a(0, n)[k]`
        requires(R > 0)
    {
        return values();
    }

    // Atomic operations on one integer of a coarray that is no view.

    [[nodiscard]] T atomic_load() const noexcept {
        uint64_t value = 0;
        detail::require(
            arauto_atomic_load(segment(), where_.rank, byte_offset(), atomic_width(), &value));
        return from_word(value);
    }
    void atomic_store(T value) const noexcept {
        detail::require(arauto_atomic_store(segment(), where_.rank, byte_offset(), atomic_width(),
                                            static_cast<uint64_t>(value)));
    }
    /// @return the value before
    T fetch(arauto_atomic_op_t operation, T operand) const noexcept {
        uint64_t old = 0;
        detail::require(arauto_atomic_fetch(segment(), where_.rank, byte_offset(), atomic_width(),
                                            operation, static_cast<uint64_t>(operand), &old));
        return from_word(old);
    }
    T fetch_add(T operand) const noexcept { return fetch(ARAUTO_ATOMIC_ADD, operand); }
    T swap(T value) const noexcept { return fetch(ARAUTO_ATOMIC_SWAP, value); }
    T compare_swap(T expected, T desired) const noexcept {
        uint64_t old = 0;
        detail::require(arauto_atomic_compare_swap(segment(), where_.rank, byte_offset(),
                                                   atomic_width(), static_cast<uint64_t>(expected),
                                                   static_cast<uint64_t>(desired), &old));
        return from_word(old);
    }

  private:
    /// For atomic operations. A view has none, which the C API refuses.
    [[nodiscard]] arauto_segment_h segment() const noexcept {
        if (is_refused()) [[unlikely]] {
            detail::require(refusal());
        }
        return where_.of->segment;
    }
    [[nodiscard]] bool is_refused() const noexcept { return where_.of == nullptr; }
    [[nodiscard, gnu::cold]] arauto_status_t refusal() const noexcept {
        return detail::refuse({static_cast<std::size_t>(where_.rank),
                               static_cast<std::ptrdiff_t>(where_.slot.offset),
                               static_cast<std::size_t>(shape_.offset)});
    }
    [[nodiscard]] std::size_t byte_offset() const noexcept {
        return static_cast<std::size_t>(shape_.offset) * sizeof(T);
    }
    static constexpr int atomic_width() noexcept {
        static_assert(R == 0 && std::is_integral_v<T>, "atomic operations take one integer");
        return static_cast<int>(sizeof(T));
    }
    static T from_word(uint64_t word) noexcept { return static_cast<T>(word); }

    [[nodiscard]] arauto_status_t put_values(const T* values, std::size_t count) const noexcept {
        if (is_refused()) [[unlikely]] {
            return refusal();
        }
        if (count == shape_.size()) [[likely]] {
            return shape_.is_contiguous()
                       ? detail::put_bytes(where_, byte_offset(), values, count * sizeof(T))
                       : put_shaped(values, shape_.packed());
        }
        return put_shaped(values, detail::shape<1>{0, {count}, {1}}); // says that they do not fit
    }
    [[nodiscard]] arauto_status_t get_values(T* values, std::size_t count) const noexcept {
        if (is_refused()) [[unlikely]] {
            return refusal();
        }
        if (count == shape_.size()) [[likely]] {
            return shape_.is_contiguous()
                       ? detail::get_bytes(where_, byte_offset(), values, count * sizeof(T))
                       : get_shaped(values, shape_.packed());
        }
        return get_shaped(values, detail::shape<1>{0, {count}, {1}}); // says that they do not fit
    }
    template <std::size_t N>
    [[nodiscard]] arauto_status_t put_shaped(const T* base,
                                             const detail::shape<N>& here) const noexcept {
        if (is_refused()) [[unlikely]] {
            return refusal();
        }
        return detail::put_section(where_, shape_.in_bytes(sizeof(T)), base,
                                   here.in_bytes(sizeof(T)));
    }
    template <std::size_t N>
    [[nodiscard]] arauto_status_t get_shaped(T* base, const detail::shape<N>& here) const noexcept {
        if (is_refused()) [[unlikely]] {
            return refusal();
        }
        return detail::get_section(where_, shape_.in_bytes(sizeof(T)), base,
                                   here.in_bytes(sizeof(T)));
    }

    detail::remote_home where_;
    detail::shape<R> shape_;
};

/// A part of a coarray on this image. `section[k]` is the same part of image k.
template <class T, std::size_t R> class section {
  public:
    section(const detail::home* of,
            const detail::shape<R>& shape,
            const detail::outside& wrong = {}) noexcept
        : of_(of), shape_(shape), wrong_(wrong) {}
    section(const section&) noexcept = default;
    ~section() = default;

    [[nodiscard]] coindexed<T, R> operator[](int image) const noexcept {
        return is_sound() ? coindexed<T, R>({of_, detail::rank_of(of_->team, image)}, shape_)
                          : coindexed<T, R>(reason());
    }
    [[nodiscard]] coindexed<T, R> operator[](const image_of& image) const noexcept {
        return is_sound() ? coindexed<T, R>({of_, image.rank}, shape_) : coindexed<T, R>(reason());
    }

    operator T&() const noexcept
        requires(R == 0)
    {
        return *data();
    }
    const section& operator=(const T& value) const noexcept {
        if constexpr (R == 0) {
            *data() = value;
        } else {
            const arauto_section_t from = shape_.spread().in_bytes(sizeof(T));
            copy(&value, from);
        }
        return *this;
    }
    /// Assigns values, as many as there are elements; the two must not overlap.
    template <detail::range_of<T> V>
        requires(R > 0)
    const section& operator=(const V& values) const noexcept {
        const std::size_t count = std::ranges::size(values);
        const auto from = count == shape_.size()
                              ? shape_.packed().in_bytes(sizeof(T))
                              : detail::shape<1>{0, {count}, {1}}.in_bytes(sizeof(T));
        copy(std::ranges::data(values), from);
        return *this;
    }
    const section& operator=(const section& other) const {
        const std::vector<T> copied = other.values();
        const arauto_section_t from = other.shape_.packed().in_bytes(sizeof(T));
        copy(copied.data(), from);
        return *this;
    }
    /// A get, straight into the section.
    const section& operator=(const coindexed<T, R>& remote) const {
        if constexpr (R == 0) {
            *data() = static_cast<T>(remote);
        } else {
            remote.get(*this);
        }
        return *this;
    }
    [[nodiscard]] std::vector<T> values() const {
        std::vector<T> result(shape_.size());
        const arauto_section_t from = shape_.in_bytes(sizeof(T));
        const arauto_section_t to = shape_.packed().in_bytes(sizeof(T));
        detail::require(arauto_copy_section(result.data(), &to, base(), &from));
        return result;
    }
    [[nodiscard]] std::size_t size() const noexcept { return shape_.size(); }
    /// Its first element.
    [[nodiscard]] T* data() const noexcept { return reinterpret_cast<T*>(base()) + shape_.offset; }
    [[nodiscard]] const detail::shape<R>& shape() const noexcept { return shape_; }

  private:
    [[nodiscard]] bool is_sound() const noexcept { return of_ != nullptr && wrong_.dimension == 0; }
    void copy(const void* from_base, const arauto_section_t& from) const noexcept {
        const arauto_section_t to = shape_.in_bytes(sizeof(T));
        detail::require(arauto_copy_section(base(), &to, from_base, &from));
    }
    /// Where the coarray lies here. Of single elements it is the caller's care, as with a vector,
    /// that their subscripts are within the dimensions: a test would cost loops over them a lot.
    [[nodiscard]] std::byte* base() const noexcept {
        if (of_ == nullptr || (R > 0 && wrong_.dimension != 0)) [[unlikely]] {
            detail::require(detail::refuse(reason()));
        }
        return of_->base;
    }
    [[nodiscard, gnu::cold]] detail::outside reason() const noexcept {
        return of_ != nullptr ? wrong_ : detail::outside{};
    }

    const detail::home* of_; // null: the coarray is not allocated
    detail::shape<R> shape_;
    detail::outside wrong_;
};

template <class T, std::size_t R>
template <class U>
arauto_status_t coindexed<T, R>::try_put(const section<U, R>& values) const noexcept {
    static_assert(std::same_as<U, T>, "elements are of another type");
    detail::shape<R> here = values.shape();
    here.offset = 0;
    return put_shaped(values.data(), here);
}

template <class T, std::size_t R>
arauto_status_t coindexed<T, R>::try_get(const section<T, R>& to) const noexcept
    requires(R > 0)
{
    detail::shape<R> here = to.shape();
    here.offset = 0;
    return get_shaped(to.data(), here);
}

} // namespace arauto
