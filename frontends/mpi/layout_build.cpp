// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See layout_build.hpp.
#include "layout_build.hpp"

#include <algorithm>
#include <utility>

namespace arauto::mpi {
namespace {

// Sequences up to this length are copied into each user that does not repeat them; longer ones are
// shared.
constexpr size_t kCopiedParts = 4;

Basic joined(Basic one, Basic other) noexcept {
    if (one == other || other == Basic::kNone) {
        return one;
    }
    return one == Basic::kNone ? other : Basic::kMixed;
}

bool is_same_block(const Part& one, const Part& other) noexcept {
    return one.bytes == other.bytes &&
           (one.bytes > 0 || (one.first == other.first && one.number == other.number));
}

bool adjoins(const Part& last, const Part& next) noexcept {
    return last.count == 1 && next.count == 1 && last.bytes > 0 && next.bytes > 0 &&
           last.offset + last.bytes == next.offset;
}

// Extends `last` by `next`, if `next` is the next block of its stride, or the two can start a
// stride.
// @return whether it did
bool extend(Part& last, const Part& next) noexcept {
    if (!is_same_block(last, next) || next.count != 1) {
        return false;
    }
    if (last.count == 1) {
        last.stride = next.offset - last.offset;
        last.count = 2;
        return true;
    }
    if (last.offset + last.count * last.stride == next.offset) {
        ++last.count;
        return true;
    }
    return false;
}

void add_part(std::vector<Part>& parts, const Part& part) {
    if (!parts.empty() && adjoins(parts.back(), part)) {
        parts.back().bytes += part.bytes;
    } else {
        parts.push_back(part);
    }
}

} // namespace

Shape Pool::block(Basic basic, int64_t offset, int64_t bytes) {
    if (bytes <= 0) {
        return {};
    }
    return {{Part{offset, 1, 0, bytes, 0, 0}}, basic};
}

Part Pool::part_of(const Shape& shape) {
    if (shape.parts.size() == 1 && shape.parts[0].count == 1) {
        return shape.parts[0];
    }
    const Part part{0,
                    1,
                    0,
                    0,
                    static_cast<uint32_t>(parts_.size()),
                    static_cast<uint32_t>(shape.parts.size())};
    parts_.insert(parts_.end(), shape.parts.begin(), shape.parts.end());
    return part;
}

Shape Pool::repeat(const Shape& shape, int64_t count, int64_t stride) {
    if (count < 1 || shape.parts.empty()) {
        return {};
    }
    if (count == 1) {
        return shape;
    }
    if (shape.parts.size() == 1) {
        Part part = shape.parts[0];
        if (repeat_part(part, count, stride)) {
            return {{part}, shape.basic};
        }
    }
    Part part = part_of(shape);
    part.count = count;
    part.stride = stride;
    return {{part}, shape.basic};
}

void Pool::move_by(Shape& shape, int64_t offset) noexcept {
    for (Part& part : shape.parts) {
        part.offset += offset;
    }
}

void Pool::append(Shape& shape, const Shape& more) {
    shape.basic = joined(shape.basic, more.basic);
    for (const Part& part : more.parts) {
        add_part(shape.parts, part);
    }
}

void Pool::compress(Shape& shape) {
    std::vector<Part> kept;
    for (const Part& part : shape.parts) {
        if (kept.empty() || !extend(kept.back(), part)) {
            kept.push_back(part);
        }
    }
    kept.shrink_to_fit();
    shape.parts = std::move(kept);
}

// Entries of one length at a constant distance become one repetition of any shape.
Shape Pool::regular(const Shape& shape,
                    int64_t extent,
                    std::span<const int64_t> length,
                    std::span<const int64_t> offset,
                    bool& is_regular) {
    is_regular = false;
    const int64_t distance = offset.size() > 1 ? offset[1] - offset[0] : 0;
    for (size_t i = 1; i < offset.size(); ++i) {
        const bool same_length = length.size() == 1 || length[i] == length[0];
        if (!same_length || offset[i] - offset[i - 1] != distance) {
            return {};
        }
    }
    is_regular = true;
    Shape all =
        repeat(repeat(shape, length[0], extent), static_cast<int64_t>(offset.size()), distance);
    move_by(all, offset[0]);
    return all;
}

Shape Pool::scatter(const Shape& shape,
                    int64_t extent,
                    std::span<const int64_t> length,
                    std::span<const int64_t> offset) {
    if (offset.empty() || shape.parts.empty()) {
        return {};
    }
    bool is_regular = false;
    Shape all = regular(shape, extent, length, offset, is_regular);
    if (is_regular) {
        return all;
    }
    // A sequence that is long, or that entries repeat, is shared rather than copied into each.
    const bool is_one_block = shape.parts.size() == 1 && shape.parts[0].count == 1;
    const bool is_repeated = std::ranges::any_of(length, [](int64_t n) { return n > 1; });
    Shape one = shape;
    if (!is_one_block && (is_repeated || shape.parts.size() > kCopiedParts)) {
        one.parts = {part_of(shape)};
    }
    for (size_t i = 0; i < offset.size(); ++i) {
        const int64_t count = length.size() == 1 ? length[0] : length[i];
        Part part = one.parts[0];
        if (count > 0 && one.parts.size() == 1 && repeat_part(part, count, extent)) {
            part.offset += offset[i];
            all.basic = one.basic;
            add_part(all.parts, part);
            continue;
        }
        Shape entry = repeat(one, count, extent);
        move_by(entry, offset[i]);
        append(all, entry);
    }
    compress(all);
    return all;
}

bool Pool::finish(const Shape& shape, Layout& layout) {
    layout.basic = shape.basic;
    layout.first = static_cast<uint32_t>(parts_.size());
    layout.number = static_cast<uint32_t>(shape.parts.size());
    parts_.insert(parts_.end(), shape.parts.begin(), shape.parts.end());
    layout.parts = std::make_unique_for_overwrite<Part[]>(parts_.size());
    std::copy(parts_.begin(), parts_.end(), layout.parts.get());
    layout.is_dense = shape.parts.size() == 1 && shape.parts[0].count == 1 &&
                      shape.parts[0].bytes > 0 && shape.parts[0].bytes == layout.extent;
    return measure(layout) <=
           kDepthMax - 2; // a walk adds a level for the count, and one for the block it is at
}

// Sets the true bounds, and returns the number of levels. The true bounds that MPIs give are not
// used, since some MPIs count entries without data. A sequence is used only by later ones, so that
// one pass suffices.
int Pool::measure(Layout& layout) const {
    struct Span {
        int64_t first = INT64_MAX;
        int64_t end = INT64_MIN;
        int depth = 0;
    };
    const auto join = [](Span& all, const Span& one) {
        all = {std::min(all.first, one.first), std::max(all.end, one.end),
               std::max(all.depth, one.depth)};
    };
    std::vector<Span> spans(parts_.size());
    for (size_t i = 0; i < parts_.size(); ++i) {
        const Part& part = parts_[i];
        Span& span = spans[i];
        if (part.bytes > 0) {
            span = {0, part.bytes, 0};
        }
        for (uint32_t k = 0; part.bytes == 0 && k < part.number; ++k) {
            join(span, spans[part.first + k]);
        }
        const int64_t last = (part.count - 1) * part.stride;
        span = {span.first + part.offset + std::min<int64_t>(last, 0),
                span.end + part.offset + std::max<int64_t>(last, 0), span.depth + 1};
    }
    Span whole;
    for (uint32_t k = 0; k < layout.number; ++k) {
        join(whole, spans[layout.first + k]);
    }
    layout.true_lower_bound = layout.number > 0 ? whole.first : 0;
    layout.true_extent = layout.number > 0 ? whole.end - whole.first : 0;
    return whole.depth;
}

} // namespace arauto::mpi
