// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See section.hpp. Pure functions; only IndexTables allocates.
#include "section.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>

namespace arauto::gfortran {
namespace {

/// Integers of kind 16 are read by their low halves, which hold every subscript that can occur.
template <class Integer, size_t kStep = 1>
void fill_table(int64_t* table, const Subscripts& subscripts) noexcept {
    const auto* const values = static_cast<const Integer*>(subscripts.values);
    for (size_t i = 0; i < subscripts.count; ++i) {
        const auto value = static_cast<ptrdiff_t>(values[i * kStep]);
        table[i] = (value - subscripts.lower) * subscripts.byte_stride;
    }
}

/// @return whether a vector subscript was among them
bool drop_single_dimensions(arauto_section_t& section) noexcept {
    int32_t kept = 0;
    bool has_dropped_list = false;
    for (int32_t i = 0; i < section.rank; ++i) {
        const arauto_dim_t& dim = section.dim[i];
        if (dim.extent != 1) {
            section.dim[kept++] = dim;
        } else if (dim.index != nullptr) {
            section.offset += dim.index[0];
            has_dropped_list = true;
        }
    }
    section.rank = kept;
    return has_dropped_list;
}

} // namespace

IndexTables::~IndexTables() {
    for (int i = 0; i < heap_count_; ++i) {
        std::free(heap_[i]);
    }
}

int64_t* IndexTables::take(size_t count) noexcept {
    if (count <= kStackEntries - used_) {
        int64_t* const table = stack_ + used_;
        used_ += count;
        return table;
    }
    if (heap_count_ == kHeapTables) {
        return nullptr;
    }
    auto* const table = static_cast<int64_t*>(std::malloc(count * sizeof(int64_t)));
    if (table != nullptr) {
        heap_[heap_count_++] = table;
    }
    return table;
}

bool add_subscripts(arauto_section_t& section,
                    const Subscripts& subscripts,
                    IndexTables& tables) noexcept {
    int64_t* const table = tables.take(subscripts.count);
    if (table == nullptr) {
        return false;
    }
    switch (subscripts.kind) {
    case 1:
        fill_table<int8_t>(table, subscripts);
        break;
    case 2:
        fill_table<int16_t>(table, subscripts);
        break;
    case 4:
        fill_table<int32_t>(table, subscripts);
        break;
    case 16:
        fill_table<int64_t, 2>(table, subscripts);
        break;
    default:
        fill_table<int64_t>(table, subscripts);
        break;
    }
    section.dim[section.rank++] = {static_cast<int64_t>(subscripts.count), 0, table};
    return true;
}

bool describe_selection(arauto_section_t& section,
                        const Descriptor& array,
                        const Vector* vector,
                        IndexTables& tables) noexcept {
    set_scalar(section, array.element_bytes);
    for (int i = 0; i < array.rank; ++i) {
        const ptrdiff_t lower = array.dim[i].lower;
        const ptrdiff_t step = byte_stride(array, i);
        if (vector[i].count != 0) {
            const Subscripts list = {.values = vector[i].list.subscripts,
                                     .count = vector[i].count,
                                     .kind = vector[i].list.kind,
                                     .lower = lower,
                                     .byte_stride = step};
            if (!add_subscripts(section, list, tables)) {
                return false;
            }
            continue;
        }
        const auto& triplet = vector[i].triplet;
        if (triplet.stride == 0) { // a vector subscript without elements
            add_dimension(section, 0, step);
            continue;
        }
        section.offset += (triplet.lower - lower) * step;
        add_dimension(section, (triplet.upper - triplet.lower + triplet.stride) / triplet.stride,
                      triplet.stride * step);
    }
    return true;
}

ByteRange byte_range(const arauto_section_t& section) noexcept {
    ByteRange range = {section.offset, section.offset};
    for (int32_t i = 0; i < section.rank; ++i) {
        const arauto_dim_t& dim = section.dim[i];
        if (dim.extent == 0) {
            return {section.offset, section.offset};
        }
        int64_t low = std::min<int64_t>(0, (dim.extent - 1) * dim.stride);
        int64_t high = std::max<int64_t>(0, (dim.extent - 1) * dim.stride);
        if (dim.index != nullptr) {
            const auto [first, last] = std::minmax_element(dim.index, dim.index + dim.extent);
            low = *first;
            high = *last;
        }
        range.first += low;
        range.end += high;
    }
    range.end += static_cast<int64_t>(section.element_bytes);
    return range;
}

Conformity make_conforming(arauto_section_t& a, arauto_section_t& b) noexcept {
    if (coarray::has_same_extents(a, b)) {
        return {.is_reached = true};
    }
    const bool dropped_list_of_a = drop_single_dimensions(a);
    const bool dropped_list_of_b = drop_single_dimensions(b);
    return {.is_reached = coarray::has_same_extents(a, b),
            .has_dropped_list = dropped_list_of_a || dropped_list_of_b};
}

bool cut_to(arauto_section_t& section, const arauto_section_t& shape) noexcept {
    if (section.rank != shape.rank) {
        return false;
    }
    for (int32_t i = 0; i < shape.rank; ++i) {
        const bool has_table = section.dim[i].index != nullptr || shape.dim[i].index != nullptr;
        if (has_table || section.dim[i].extent < shape.dim[i].extent) {
            return false;
        }
    }
    for (int32_t i = 0; i < shape.rank; ++i) {
        section.dim[i].extent = shape.dim[i].extent;
    }
    return true;
}

void set_shape(Descriptor& array, const arauto_section_t& shape) noexcept {
    ptrdiff_t stride = 1;
    ptrdiff_t offset = 0;
    for (int32_t i = 0; i < shape.rank; ++i) {
        array.dim[i] = {stride, 1, shape.dim[i].extent};
        offset -= stride;
        stride *= shape.dim[i].extent;
    }
    array.offset = static_cast<size_t>(offset);
    array.span = static_cast<ptrdiff_t>(array.element_bytes);
}

} // namespace arauto::gfortran
