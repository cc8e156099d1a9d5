// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Makes sections from descriptors and vector subscripts, and answers questions about sections.
#pragma once

#include "coarray/section.hpp"
#include "descriptor.hpp"

#include "arauto/section.h"

#include <cstddef>
#include <cstdint>

namespace arauto::gfortran {

using coarray::add_dimension;
using coarray::broadcast;
using coarray::describe_packed;
using coarray::element_count;
using coarray::is_packed;
using coarray::set_scalar;

/// Owns the displacement tables of the vector subscripts of one statement: on the stack while they
/// are short. Sections that point into it must not outlive it.
class IndexTables {
  public:
    IndexTables() noexcept {
    } // leaves the room on the stack as it is: it is written before it is read
    ~IndexTables();
    IndexTables(const IndexTables&) = delete;
    IndexTables& operator=(const IndexTables&) = delete;

    /// Room for `count` displacements, or NULL when memory is exhausted.
    [[nodiscard]] int64_t* take(size_t count) noexcept;

  private:
    static constexpr size_t kStackEntries = 256;
    static constexpr int kHeapTables = 2 * kRankMax; // a statement has two sides at most
    int64_t stack_[kStackEntries];
    size_t used_ = 0;
    int64_t* heap_[kHeapTables];
    int heap_count_ = 0;
};

/// The section that a descriptor describes, relative to its base.
inline void describe(arauto_section_t& section, const Descriptor& array) noexcept {
    set_scalar(section, array.element_bytes);
    for (int i = 0; i < array.rank; ++i) {
        add_dimension(section, extent_of(array.dim[i]), byte_stride(array, i));
    }
}

/// One vector subscript: `count` integers of `kind` bytes, of which `lower` means displacement 0.
struct Subscripts {
    const void* values;
    size_t count;
    int kind;
    ptrdiff_t lower;
    ptrdiff_t byte_stride;
};

/// Adds a dimension that the subscripts select. @return false when memory is exhausted
[[nodiscard]] bool add_subscripts(arauto_section_t& section,
                                  const Subscripts& subscripts,
                                  IndexTables& tables) noexcept;

/// The section that `vector` selects of the whole array that the descriptor describes.
/// @return false when memory is exhausted
[[nodiscard]] bool describe_selection(arauto_section_t& section,
                                      const Descriptor& array,
                                      const Vector* vector,
                                      IndexTables& tables) noexcept;

/// Displacements of the first byte used and of the one behind the last; equal when there is none.
struct ByteRange {
    int64_t first;
    int64_t end;
};
[[nodiscard]] ByteRange byte_range(const arauto_section_t& section) noexcept;

/// Whether the extents agree, dimensions of extent 1 apart: beside a vector subscript the compiler
/// keeps dimensions that a single subscript has removed. Drops them from both where that matters.
struct Conformity {
    bool is_reached;
    bool has_dropped_list = false; // a vector subscript of one element
};
[[nodiscard]] Conformity make_conforming(arauto_section_t& a, arauto_section_t& b) noexcept;

/// Keeps the leading elements of each dimension, as many as `shape` has. False, and nothing
/// changed, when there are fewer, or when a vector subscript is involved: then the compiler is
/// wrong.
[[nodiscard]] bool cut_to(arauto_section_t& section, const arauto_section_t& shape) noexcept;

/// Gives a contiguous array the shape of `shape`, with lower bounds 1 and its present element size.
void set_shape(Descriptor& array, const arauto_section_t& shape) noexcept;

} // namespace arauto::gfortran
