// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See binding_index.hpp. Boxes go into layers, sections with one stride into combs: 32,768 rows of
// an array have boxes that all overlap, but lie side by side between the multiples of their stride.
#include "binding_index.hpp"

#include <algorithm>
#include <queue>
#include <utility>

namespace arauto::coarray {
namespace {

/// The offset of a displacement from the multiple of a stride below it.
int64_t residue_of(int64_t low, int64_t stride) noexcept {
    const int64_t residue = low % stride;
    return residue < 0 ? residue + stride : residue;
}

/// Bytes that the section covers modulo the stride: its dimensions that keep the residue fall away.
int64_t width_modulo(const Footprint& section, int64_t stride) noexcept {
    int64_t width = section.run;
    for (int32_t i = 0; i < section.dims; ++i) {
        const arauto_dim_t& dim = section.dim[i];
        if (dim.index != nullptr) {
            return stride;
        }
        width += dim.stride % stride == 0 ? 0 : section.span[i + 1] - section.span[i];
    }
    return width;
}

} // namespace

void BindingIndex::add(const Footprint& section, uint64_t slot) {
    if (section.run == 0) {
        return;
    }
    Item item = {.low = section.low,
                 .end = end_of(section),
                 .slot = slot,
                 .residue = 0,
                 .shape = kNoShape,
                 .dims = static_cast<uint32_t>(section.dims)};
    if (section.dims > 0) {
        item.shape = static_cast<uint32_t>(shapes_.size());
        shapes_.push_back({section.run, static_cast<uint32_t>(dims_.size())});
        dims_.insert(dims_.end(), section.dim, section.dim + section.dims);
    }
    items_.push_back(item);
}

void BindingIndex::finish() {
    std::vector<Item> boxes;
    std::vector<Item> teeth;
    for (const Item& item : items_) {
        (item.dims == 1 ? teeth : boxes).push_back(item);
    }
    items_.clear();
    make_layers(boxes);
    make_combs(teeth);
}

int64_t BindingIndex::stride_of(const Item& item) const noexcept {
    return dims_[shapes_[item.shape].first].stride;
}

/// The fewest layers: each box, in order, goes to the layer that has been free for longest.
void BindingIndex::make_layers(std::vector<Item>& boxes) {
    std::sort(boxes.begin(), boxes.end(),
              [](const Item& a, const Item& b) { return a.low < b.low; });
    using Free = std::pair<int64_t, size_t>; // where the layer's last box ends, the layer
    std::priority_queue<Free, std::vector<Free>, std::greater<>> free;
    std::vector<std::vector<Item>> layers;
    for (const Item& box : boxes) {
        size_t layer = layers.size();
        if (!free.empty() && free.top().first <= box.low) {
            layer = free.top().second;
            free.pop();
        } else {
            layers.emplace_back();
        }
        layers[layer].push_back(box);
        free.emplace(box.end, layer);
    }
    for (const std::vector<Item>& layer : layers) {
        const int64_t length = layer.back().low - layer.front().low;
        const size_t first = items_.size();
        items_.insert(items_.end(), layer.begin(), layer.end());
        layers_.push_back(
            {first, items_.size(),
             length > 0 ? static_cast<double>(layer.size() - 1) / static_cast<double>(length) : 0});
    }
}

void BindingIndex::make_combs(std::vector<Item>& teeth) {
    for (Item& item : teeth) {
        item.residue = residue_of(item.low, stride_of(item));
    }
    std::sort(teeth.begin(), teeth.end(), [this](const Item& a, const Item& b) {
        const int64_t stride = stride_of(a);
        return stride != stride_of(b) ? stride < stride_of(b) : a.residue < b.residue;
    });
    for (const Item& item : teeth) {
        const int64_t stride = stride_of(item);
        if (combs_.empty() || combs_.back().stride != stride) {
            combs_.push_back({stride, items_.size(), items_.size(), 0});
        }
        items_.push_back(item);
        combs_.back().end = items_.size();
        combs_.back().run_max = std::max(combs_.back().run_max, shapes_[item.shape].run);
    }
}

size_t BindingIndex::find(const Layer& layer, int64_t low) const noexcept {
    const Item* const first = items_.data() + layer.first;
    const Item* const end = items_.data() + layer.end;
    if (low < first->end) {
        return layer.first;
    }
    // Columns of an array lie evenly: the guess is right, or one beside it.
    const double distance = static_cast<double>(low - first->low) * layer.per_byte;
    const auto guess = std::min(static_cast<size_t>(distance), layer.end - layer.first - 1);
    const Item* at = first + guess;
    if (at + 1 != end && at[1].low <= low) {
        ++at; // rounding has gone below
    }
    if (at->low <= low && (at + 1 == end || at[1].low > low)) {
        return static_cast<size_t>(at - items_.data()) + (at->end > low ? 0 : 1);
    }
    const Item* const found =
        std::partition_point(first, end, [low](const Item& item) { return item.end <= low; });
    return static_cast<size_t>(found - items_.data());
}

int BindingIndex::find_teeth(const Comb& comb,
                             const Footprint& section,
                             Windows& windows) const noexcept {
    const int64_t width = width_modulo(section, comb.stride);
    const int64_t residue = residue_of(section.low, comb.stride);
    const int64_t from = residue - comb.run_max + 1; // of runs that reach the section
    const int64_t to = residue + width; // exclusive
    if (to - from >= comb.stride) {
        windows[0] = {comb.first, comb.end};
        return 1;
    }
    const auto first_from = [&](int64_t wanted) {
        const auto* const found =
            std::partition_point(items_.data() + comb.first, items_.data() + comb.end,
                                 [wanted](const Item& item) { return item.residue < wanted; });
        return static_cast<size_t>(found - items_.data());
    };
    if (from < 0) {
        windows[0] = {comb.first, first_from(to)};
        windows[1] = {first_from(from + comb.stride), comb.end};
        return 2;
    }
    if (to > comb.stride) {
        windows[0] = {first_from(from), comb.end};
        windows[1] = {comb.first, first_from(to - comb.stride)};
        return 2;
    }
    windows[0] = {first_from(from), first_from(to)};
    return 1;
}

bool BindingIndex::is_touched_inside(const Item& item, const Footprint& section) const noexcept {
    Footprint bound;
    make_contiguous(bound, item.low, item.end - item.low);
    if (!item.is_contiguous()) {
        const Shape& shape = shapes_[item.shape];
        bound.run = shape.run;
        bound.dims = static_cast<int32_t>(item.dims);
        std::copy_n(dims_.data() + shape.first, item.dims, bound.dim);
        update_spans(bound);
    }
    return touches(bound, section);
}

} // namespace arauto::coarray
