// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// An index over the bindings of one image for one kind of access, by which a put finds the bindings
// of the memory that it touches without looking at the others. Immutable once built; many threads
// read it.
#pragma once

#include "footprint.hpp"

#include <cstdint>
#include <vector>

namespace arauto::coarray {

/// Builds with add() and finish(), then answers visit().
class BindingIndex {
  public:
    void add(const Footprint& section, uint64_t slot);
    void finish();

    [[nodiscard]] bool is_empty() const noexcept { return items_.empty(); }

    /// Calls `visitor(slot)` for each binding that shares a byte with `section`.
    /// @cost  columns and other contiguous bindings: a guess and a look, or a binary search where
    /// they lie unevenly; rows and other combs: a binary search for each stride that occurs;
    /// boxes that overlap cost a search for each layer of them
    template <class Visitor> void visit(const Footprint& section, Visitor&& visitor) const {
        if (section.run == 0) {
            return;
        }
        for (const Layer& layer : layers_) {
            for (size_t i = find(layer, section.low); i < layer.end; ++i) {
                if (items_[i].low >= end_of(section)) {
                    break;
                }
                if (is_touched(items_[i], section)) {
                    visitor(items_[i].slot);
                }
            }
        }
        for (const Comb& comb : combs_) {
            Windows windows;
            const int count = find_teeth(comb, section, windows);
            for (int w = 0; w < count; ++w) {
                for (size_t i = windows[w].first; i < windows[w].end; ++i) {
                    if (is_touched(items_[i], section)) {
                        visitor(items_[i].slot);
                    }
                }
            }
        }
    }

  private:
    static constexpr uint32_t kNoShape = UINT32_MAX;

    struct Item {
        int64_t low;
        int64_t end;
        uint64_t slot;
        int64_t residue; // in a comb: of `low`, modulo its stride
        uint32_t shape; // in shapes_; kNoShape: contiguous
        uint32_t dims;
        [[nodiscard]] bool is_contiguous() const noexcept { return shape == kNoShape; }
    };

    /// The data of strided items beside their box.
    struct Shape {
        int64_t run;
        uint32_t first; // in dims_
    };

    /// Items whose boxes do not overlap, ascending.
    struct Layer {
        size_t first;
        size_t end;
        double per_byte; // items for each byte, were they spread evenly
    };

    /// Items with one dimension and the same stride, by the offset of their runs between its
    /// multiples.
    struct Comb {
        int64_t stride;
        size_t first;
        size_t end;
        int64_t run_max;
    };

    struct Window {
        size_t first;
        size_t end;
    };
    using Windows = Window[2];

    /// The first item of the layer that ends behind `low`.
    [[nodiscard]] size_t find(const Layer& layer, int64_t low) const noexcept;
    [[nodiscard]] int
    find_teeth(const Comb& comb, const Footprint& section, Windows& windows) const noexcept;
    [[nodiscard]] bool is_touched(const Item& item, const Footprint& section) const noexcept {
        const bool is_near = item.low < end_of(section) && item.end > section.low;
        if (!is_near || (item.is_contiguous() && section.dims == 0)) {
            return is_near;
        }
        return is_touched_inside(item, section);
    }
    [[nodiscard]] bool is_touched_inside(const Item& item, const Footprint& section) const noexcept;
    [[nodiscard]] int64_t stride_of(const Item& item) const noexcept;
    void make_layers(std::vector<Item>& boxes);
    void make_combs(std::vector<Item>& teeth);

    std::vector<Item> items_;
    std::vector<Shape> shapes_;
    std::vector<arauto_dim_t> dims_;
    std::vector<Layer> layers_;
    std::vector<Comb> combs_;
};

} // namespace arauto::coarray
