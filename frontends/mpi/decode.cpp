// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See decode.hpp. Types are decoded with an explicit stack, since they may be nested deeply.
#include "decode.hpp"

#include "contents.hpp"
#include "layout_build.hpp"
#include "real.hpp"

#include <algorithm>
#include <climits>
#include <optional>
#include <utility>

namespace arauto::mpi {
namespace {

// A type whose constituents are being decoded. Their handles are released after the last of them.
struct Open {
    Contents contents;
    std::vector<Shape> shapes; // of the constituents that are decoded
};

std::optional<int64_t> extent_of(MPI_Datatype type) noexcept {
    MPI_Count lower = 0;
    MPI_Count extent = 0;
    if (real().Type_get_extent_x(type, &lower, &extent) != MPI_SUCCESS) {
        return {};
    }
    return extent;
}

class Decoder {
  public:
    /// @param pairs_stay_whole  see Layout::whole_pairs
    explicit Decoder(bool pairs_stay_whole) noexcept : pairs_stay_whole_(pairs_stay_whole) {}
    ~Decoder();
    Decoder(const Decoder&) = delete;
    Decoder& operator=(const Decoder&) = delete;

    [[nodiscard]] bool run(MPI_Datatype type);
    [[nodiscard]] bool finish(Layout& layout) {
        layout.is_predefined = is_predefined_;
        return pool_.finish(result_, layout);
    }

  private:
    [[nodiscard]] bool enter(MPI_Datatype type);
    [[nodiscard]] bool named(MPI_Datatype type, const Contents& contents);
    [[nodiscard]] bool combine(const Open& open, Shape& shape);
    [[nodiscard]] Shape structure(const Open& open, std::span<const int64_t> extents);
    [[nodiscard]] Shape array(const Contents& contents, const Shape& element, int64_t extent);
    void leave();
    void give(Shape shape);

    bool pairs_stay_whole_;
    bool is_predefined_ = false; // the type has no constituents
    Pool pool_;
    std::vector<Open> open_;
    Shape result_;
};

Decoder::~Decoder() {
    while (!open_.empty()) { // after a failure
        leave();
    }
}

void Decoder::leave() {
    const Open& open = open_.back();
    for (const MPI_Datatype type : open.contents.types) {
        release(type);
    }
    open_.pop_back();
}

void Decoder::give(Shape shape) {
    if (open_.empty()) {
        result_ = std::move(shape);
    } else {
        open_.back().shapes.push_back(std::move(shape));
    }
}

bool Decoder::named(MPI_Datatype type, const Contents& contents) {
    MPI_Count size = 0;
    MPI_Count lower = 0;
    MPI_Count extent = 0;
    if (real().Type_size_x(type, &size) != MPI_SUCCESS ||
        real().Type_get_true_extent_x(type, &lower, &extent) != MPI_SUCCESS) {
        return false;
    }
    const int64_t precision = contents.values.empty() ? int64_t{MPI_UNDEFINED} : contents.values[0];
    const Basic basic = contents.combiner == MPI_COMBINER_NAMED
                            ? basic_of_named(type)
                            : basic_of_f90(contents.combiner, precision, size);
    if (basic != Basic::kShortInt) {
        give(Pool::block(basic, basic == Basic::kOpaque ? lower : 0, size));
        return true;
    }
    const auto whole = static_cast<int64_t>(basic_bytes(basic));
    if (pairs_stay_whole_) {
        give(Pool::block(basic, 0, whole));
        return true;
    }
    Shape pair = Pool::block(basic, 0, sizeof(short));
    Pool::append(pair, Pool::block(basic, whole - int64_t{sizeof(int)}, sizeof(int)));
    give(std::move(pair));
    return true;
}

bool Decoder::enter(MPI_Datatype type) {
    Contents contents;
    if (!read_contents(type, contents)) {
        return false;
    }
    if (is_predefined(contents.combiner)) {
        return named(type, contents);
    }
    open_.push_back({std::move(contents), {}});
    return true;
}

bool Decoder::run(MPI_Datatype type) {
    if (!enter(type)) {
        return false;
    }
    is_predefined_ = open_.empty();
    while (!open_.empty()) {
        const Open& open = open_.back();
        if (open.shapes.size() < open.contents.types.size()) {
            if (!enter(open.contents.types[open.shapes.size()])) {
                return false;
            }
            continue;
        }
        Shape shape;
        if (!combine(open, shape)) {
            return false;
        }
        leave();
        give(std::move(shape));
    }
    return true;
}

std::vector<int64_t> scaled(std::span<const int64_t> values, int64_t factor) {
    std::vector<int64_t> result(values.begin(), values.end());
    for (int64_t& value : result) {
        value *= factor;
    }
    return result;
}

// Consecutive members of the same type are put together, so that they share its sequence.
Shape Decoder::structure(const Open& open, std::span<const int64_t> extents) {
    const auto& types = open.contents.types;
    const size_t count = types.size();
    const auto lengths = std::span(open.contents.values).subspan(1, count);
    const auto offsets = std::span(open.contents.values).subspan(1 + count, count);
    Shape all;
    for (size_t i = 0, end = 0; i < count; i = end) {
        for (end = i + 1; end < count && types[end] == types[i]; ++end) {
        }
        const size_t group = end - i;
        Pool::append(all, pool_.scatter(open.shapes[i], extents[i], lengths.subspan(i, group),
                                        offsets.subspan(i, group)));
    }
    Pool::compress(all);
    return all;
}

Shape Decoder::array(const Contents& contents, const Shape& element, int64_t extent) {
    Shape shape = element;
    int64_t stride = extent;
    int64_t start = 0;
    for (const Dimension& dimension : dimensions_of(contents)) { // the fastest first
        const int64_t block = std::min(dimension.block, dimension.count);
        const int64_t whole = block > 0 ? dimension.count / block : 0;
        const int64_t rest = block > 0 ? dimension.count % block : 0;
        const int64_t distance = dimension.distance * stride;
        Shape line = pool_.repeat(pool_.repeat(shape, block, stride), whole, distance);
        if (rest > 0) {
            Shape tail = pool_.repeat(shape, rest, stride);
            Pool::move_by(tail, whole * distance);
            Pool::append(line, tail);
        }
        start += dimension.start * stride;
        stride *= dimension.size;
        shape = std::move(line);
    }
    Pool::move_by(shape, start);
    return shape;
}

bool Decoder::combine(const Open& open, Shape& shape) {
    const Contents& contents = open.contents;
    std::vector<int64_t> extents;
    for (const MPI_Datatype type : contents.types) {
        const auto extent = extent_of(type);
        if (!extent) {
            return false;
        }
        extents.push_back(*extent);
    }
    const std::span<const int64_t> v = contents.values;
    if (contents.combiner == MPI_COMBINER_STRUCT) {
        shape = structure(open, extents);
        return true;
    }
    const Shape& inner = open.shapes[0];
    const int64_t extent = extents[0];
    const auto count = v.empty() ? size_t{0} : static_cast<size_t>(v[0]);
    switch (contents.combiner) {
    case MPI_COMBINER_DUP:
    case MPI_COMBINER_RESIZED:
        shape = inner;
        return true;
    case MPI_COMBINER_CONTIGUOUS:
        shape = pool_.repeat(inner, v[0], extent);
        return true;
    case MPI_COMBINER_VECTOR:
        shape = pool_.repeat(pool_.repeat(inner, v[1], extent), v[0], v[2] * extent);
        return true;
    case MPI_COMBINER_HVECTOR:
        shape = pool_.repeat(pool_.repeat(inner, v[1], extent), v[0], v[2]);
        return true;
    case MPI_COMBINER_INDEXED:
        shape = pool_.scatter(inner, extent, v.subspan(1, count),
                              scaled(v.subspan(1 + count, count), extent));
        return true;
    case MPI_COMBINER_HINDEXED:
        shape = pool_.scatter(inner, extent, v.subspan(1, count), v.subspan(1 + count, count));
        return true;
    case MPI_COMBINER_INDEXED_BLOCK:
        shape = pool_.scatter(inner, extent, v.subspan(1, 1), scaled(v.subspan(2, count), extent));
        return true;
    case MPI_COMBINER_HINDEXED_BLOCK:
        shape = pool_.scatter(inner, extent, v.subspan(1, 1), v.subspan(2, count));
        return true;
    case MPI_COMBINER_SUBARRAY:
    case MPI_COMBINER_DARRAY:
        shape = array(contents, inner, extent);
        return true;
    default:
        return false;
    }
}

bool measure(MPI_Datatype type, Layout& layout) noexcept {
    MPI_Count size = 0;
    MPI_Count lower = 0;
    MPI_Count extent = 0;
    if (real().Type_size_x(type, &size) != MPI_SUCCESS ||
        real().Type_get_extent_x(type, &lower, &extent) != MPI_SUCCESS) {
        return false;
    }
    layout.size = size;
    layout.lower_bound = lower;
    layout.extent = extent;
    return true;
}

std::unique_ptr<Layout> decode_once(MPI_Datatype type, bool pairs_stay_whole) {
    auto layout = std::make_unique<Layout>();
    Decoder decoder(pairs_stay_whole);
    if (!measure(type, *layout) || !decoder.run(type) || !decoder.finish(*layout)) {
        return nullptr;
    }
    if (layout->is_dense && layout->true_lower_bound == 0 && layout->size <= INT_MAX) {
        layout->dense_bytes = static_cast<uint32_t>(layout->size);
    }
    return layout;
}

} // namespace

std::unique_ptr<Layout> decode(MPI_Datatype type) noexcept {
    auto layout = decode_once(type, false);
    if (layout && layout->basic == Basic::kShortInt) {
        layout->pairs_with_gap = decode_once(type, true);
        if (!layout->pairs_with_gap) {
            return nullptr;
        }
        constexpr auto kWithoutGap = static_cast<int64_t>(sizeof(short) + sizeof(int));
        layout->pairs_with_gap->size =
            layout->size / kWithoutGap * static_cast<int64_t>(basic_bytes(layout->basic));
    }
    return layout;
}

} // namespace arauto::mpi
