// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Coarrays for C++20: `a(0, n)[k] = b` puts n elements into image k, `b = a(0, n)[k]` gets them.
// Nothing but this header and the C API. Images count from 1, as in Fortran; subscripts count from
// 0, and the last one runs fastest, as in C++. See docs/guide/coarrays-cpp.md.
#pragma once

#if __cplusplus < 202002L
#error "arauto/coarray.hpp needs C++20: compile with -std=c++20"
#else

#include "arauto/coarray/sections.hpp"

/// A function of the translator's runtime, absent without it: the memory that images share for
/// `local`.
extern "C" __attribute__((weak)) const void* arauto_translated_shared(const void* local);

namespace arauto {

/// An array of which every image of a team has one, reachable by all. Making and destroying it is
/// collective, with the same extents everywhere. Elements are zero at first.
/// @shape  Rank 0 is a single object
template <class T, std::size_t Rank = 1> class coarray {
    static_assert(std::is_trivially_copyable_v<T>, "only bytes travel between images");
    static_assert(!std::is_pointer_v<T>, "a pointer means nothing on another image");

  public:
    using value_type = T;
    using extents_type = std::array<std::size_t, Rank>;

    /// Not allocated; to be assigned to.
    coarray() noexcept
        requires(Rank > 0)
    = default;
    explicit coarray(const team& of = world())
        requires(Rank == 0)
        : coarray(extents_type{}, of) {}
    explicit coarray(std::size_t count, const team& of = world())
        requires(Rank == 1)
        : coarray(extents_type{count}, of) {}
    explicit coarray(const extents_type& extents, const team& of = world()) {
        detail::require(try_allocate(*this, extents, of));
    }

    /// @error  as arauto_segment_allocate
    [[nodiscard]] static arauto_status_t
    try_allocate(coarray& out, const extents_type& extents, const team& of = world()) {
        detail::start();
        const auto shape = detail::shape<Rank>{0, extents, {}}.packed();
        arauto_segment_h segment = nullptr;
        const arauto_status_t status =
            arauto_segment_allocate(of.handle(), shape.size() * sizeof(T), &segment);
        if (segment != nullptr) {
            static_cast<void>(out.try_free());
            out.shape_ = shape;
            out.home_.reset(new detail::home{
                segment, of.handle(), static_cast<std::byte*>(arauto_segment_base(segment)), {}});
        }
        return status;
    }

    /// Memory that exists already, such as a coarray of Fortran's: collective over the team, every
    /// image names its own. It must stay where it is as long as the view is used, and no atomic
    /// operation reaches it through the view.
    [[nodiscard]] static coarray
    view(T* memory, const extents_type& extents, const team& of = world()) {
        coarray result{not_yet{}};
        detail::require(try_view(result, memory, extents, of));
        return result;
    }
    [[nodiscard]] static coarray view(T* memory, std::size_t count, const team& of = world())
        requires(Rank == 1)
    {
        return view(memory, extents_type{count}, of);
    }
    [[nodiscard]] static arauto_status_t
    try_view(coarray& out, T* memory, const extents_type& extents, const team& of = world()) {
        detail::start();
        const void* shared =
            arauto_translated_shared != nullptr ? arauto_translated_shared(memory) : nullptr;
        const auto mine = reinterpret_cast<uint64_t>(shared != nullptr ? shared : memory);
        std::vector<uint64_t> addresses(static_cast<std::size_t>(of.num_images()));
        const arauto_status_t status =
            arauto_allgather(of.handle(), &mine, sizeof mine, addresses.data());
        if (status >= 0) {
            static_cast<void>(out.try_free());
            out.shape_ = detail::shape<Rank>{0, extents, {}}.packed();
            auto* bytes = reinterpret_cast<std::byte*>(memory);
            out.home_.reset(new detail::home{nullptr, of.handle(), bytes, {}});
            out.home_->addresses.resize(static_cast<std::size_t>(arauto_size()));
            for (std::size_t i = 0; i < addresses.size(); ++i) {
                const int rank = arauto_team_to_world(of.handle(), static_cast<int>(i));
                out.home_->addresses[static_cast<std::size_t>(rank)] = addresses[i];
            }
        }
        return status;
    }

    coarray(coarray&& other) noexcept
        : home_(std::move(other.home_)), shape_(std::exchange(other.shape_, {})) {}
    coarray& operator=(coarray&& other) noexcept {
        if (this != &other) {
            static_cast<void>(try_free());
            home_ = std::move(other.home_);
            shape_ = std::exchange(other.shape_, {});
        }
        return *this;
    }
    coarray(const coarray&) = delete;
    coarray& operator=(const coarray&) = delete;
    ~coarray() { static_cast<void>(try_free()); }

    /// Collective, as the destructor is; a view only forgets.
    [[nodiscard]] arauto_status_t try_free() noexcept {
        const arauto_status_t status = home_ != nullptr && home_->segment != nullptr
                                           ? arauto_segment_free(home_->segment)
                                           : ARAUTO_OK;
        home_.reset();
        shape_ = {};
        return status;
    }
    [[nodiscard]] bool allocated() const noexcept { return home_ != nullptr; }

    // This image's own

    /// Ends the program when the coarray is not allocated, as every use of it does.
    [[nodiscard]] T* data() const noexcept { return section<T, Rank>(home_.get(), shape_).data(); }
    [[nodiscard]] std::size_t size() const noexcept { return shape_.size(); }
    [[nodiscard]] std::size_t extent(std::size_t dimension) const noexcept {
        return shape_.extent[dimension];
    }
    [[nodiscard]] T* begin() const noexcept { return data(); }
    [[nodiscard]] T* end() const noexcept { return data() + size(); }
    [[nodiscard]] std::span<T> span() const noexcept { return {data(), size()}; }
    [[nodiscard]] T& operator*() const noexcept
        requires(Rank == 0)
    {
        return *data();
    }
#if ARAUTO_HAS_MDSPAN
    [[nodiscard]] auto local() const noexcept {
        return std::mdspan<T, std::dextents<std::size_t, Rank>>(data(), shape_.extent);
    }
#endif

    // Parts. With [k] each subscript must be within its dimension; here it is the caller's care, as
    // with a vector.

    /// `count` elements from `first`; a[k] of the result is a put or a get.
    [[nodiscard]] section<T, 1>
    operator()(std::size_t first, std::size_t count, std::ptrdiff_t step = 1) const noexcept
        requires(Rank == 1)
    {
        return part(slice{first, count, step});
    }
    /// An element, or with `slice` and `all` among the subscripts a section of that many
    /// dimensions.
    template <class... Subscripts>
        requires(sizeof...(Subscripts) == Rank)
    [[nodiscard]] auto operator()(const Subscripts&... subscripts) const noexcept {
        return part(subscripts...);
    }
    /// The whole coarray of image k.
    [[nodiscard]] coindexed<T, Rank> operator[](int image) const noexcept {
        return section<T, Rank>(home_.get(), shape_)[image];
    }
    [[nodiscard]] coindexed<T, Rank> operator[](const image_of& image) const noexcept {
        return section<T, Rank>(home_.get(), shape_)[image];
    }

  private:
    struct not_yet {};
    explicit coarray(not_yet) noexcept {}

    template <class S>
    static constexpr bool kept = std::same_as<S, slice> || std::same_as<S, all_t>;

    template <class... Subscripts>
    [[nodiscard]] auto part(const Subscripts&... subscripts) const noexcept {
        constexpr std::size_t rank = (std::size_t{0} + ... + (kept<Subscripts> ? 1 : 0));
        detail::shape<rank> result;
        std::size_t dimension = 0;
        std::size_t kept_so_far = 0;
        (select(result, subscripts, dimension++, kept_so_far), ...);
        detail::outside wrong;
        dimension = 0;
        (check(wrong, subscripts, dimension++), ...);
        return section<T, rank>(home_.get(), result, wrong);
    }

    template <std::size_t R, class S>
    void select(detail::shape<R>& result,
                const S& subscript,
                std::size_t dimension,
                std::size_t& kept_so_far) const noexcept {
        const std::ptrdiff_t stride = shape_.stride[dimension];
        if constexpr (std::same_as<S, slice>) {
            result.offset += static_cast<std::ptrdiff_t>(subscript.first) * stride;
            result.extent[kept_so_far] = subscript.count;
            result.stride[kept_so_far++] = subscript.step * stride;
        } else if constexpr (std::same_as<S, all_t>) {
            result.extent[kept_so_far] = shape_.extent[dimension];
            result.stride[kept_so_far++] = stride;
        } else {
            static_assert(std::is_integral_v<S>, "a subscript is an integer, a slice or `all`");
            result.offset += static_cast<std::ptrdiff_t>(subscript) * stride;
        }
    }

    /// Notes the first subscript that is outside its dimension.
    template <class S>
    void check(detail::outside& wrong, const S& subscript, std::size_t dimension) const noexcept {
        const auto note_unless = [&](bool is_inside, std::ptrdiff_t number) {
            if (!is_inside && wrong.dimension == 0) [[unlikely]] {
                wrong = {dimension + 1, number, shape_.extent[dimension]};
            }
        };
        const std::size_t extent = shape_.extent[dimension];
        if constexpr (std::same_as<S, slice>) {
            if (subscript.count > 0) {
                const auto first = static_cast<std::ptrdiff_t>(subscript.first);
                note_unless(subscript.first < extent, first);
                note_unless(subscript.count - 1 <= detail::steps_left(subscript, extent),
                            first +
                                static_cast<std::ptrdiff_t>(subscript.count - 1) * subscript.step);
            }
        } else if constexpr (!std::same_as<S, all_t>) {
            note_unless(std::cmp_less(subscript, extent) && std::cmp_greater_equal(subscript, 0),
                        static_cast<std::ptrdiff_t>(subscript));
        }
    }

    std::unique_ptr<detail::home> home_; // its address stays when the coarray is moved
    detail::shape<Rank> shape_;
};

} // namespace arauto

#endif
