// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// A cache of array descriptors in other images, to which components of coarrays point. Only its
// owner may change a descriptor, in a segment that is ordered with this image's, so a descriptor
// need not be read again before this image's next image control statement. Not thread-safe: see
// foreign.hpp.
#pragma once

#include "coarray.hpp"
#include "foreign_cache.hpp"

namespace arauto::gfortran {

/// A component that is a pointer or allocatable, of one image's part of a coarray.
struct Component {
    Token token;
    int rank; // in the job
    ptrdiff_t offset; // in that part
    int dims; // that the program subscripts; 0: it is a scalar
};

/// The array that such a component points to, or has allocated.
struct ComponentTarget {
    static constexpr int kDimsMax = 3;
    struct Bounds {
        ptrdiff_t lower;
        ptrdiff_t upper;
        ptrdiff_t byte_stride;
    };
    Component component;
    Epoch epoch;
    uint64_t address; // of the first element, as its image sees it
    std::byte* pointer; // the same here; NULL: it is private memory of that image
    AddressRange range; // of all elements
    Bounds dim[kDimsMax];
};

class ElementMemo {
  public:
    /// The entry that is valid in this epoch, or NULL.
    [[nodiscard]] const ComponentTarget* find(Epoch epoch, const Component& wanted) noexcept {
        const ComponentTarget& known = entry_of(wanted);
        const Component& its = known.component;
        const bool is_it = its.token == wanted.token && its.rank == wanted.rank &&
                           its.offset == wanted.offset && its.dims == wanted.dims &&
                           known.epoch == epoch;
        return is_it ? &known : nullptr;
    }

    /// Reads where it lies, after use_foreign(). @return NULL when it has no target, or cannot be
    /// reached in either way
    [[nodiscard]] const ComponentTarget*
    read(Epoch epoch, const Component& wanted, size_t element_bytes) noexcept;

  private:
    [[nodiscard]] ComponentTarget& entry_of(const Component& wanted) noexcept {
        const auto key = reinterpret_cast<uintptr_t>(wanted.token) / 16 +
                         static_cast<uintptr_t>(wanted.offset) / 8 +
                         static_cast<uintptr_t>(wanted.rank);
        return known_[key % kCount];
    }

    static constexpr size_t kCount = 32;
    ComponentTarget known_[kCount]{};
};

} // namespace arauto::gfortran
