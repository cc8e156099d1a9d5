// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Put and get: the local address of an element stands for the element of every image. Shapes agree,
// or the value is a scalar for all elements; types that differ are converted here, before a put and
// after a get.
#include "runtime.hpp"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>

namespace arauto::translated {
namespace {

size_t count_elements(const arauto_section_t& section) noexcept {
    size_t count = 1;
    for (int i = 0; i < section.rank; ++i) {
        count *= static_cast<size_t>(section.dim[i].extent);
    }
    return count;
}

bool is_contiguous(const arauto_section_t& section) noexcept {
    auto bytes = static_cast<int64_t>(section.element_bytes);
    for (int i = 0; i < section.rank; ++i) {
        if (section.dim[i].stride != bytes && section.dim[i].extent > 1) {
            return false;
        }
        bytes *= section.dim[i].extent;
    }
    return true;
}

/// A scalar as an array of this shape, each element the same.
arauto_section_t spread(const arauto_section_t& shape, size_t element_bytes) noexcept {
    arauto_section_t section = shape;
    section.element_bytes = element_bytes;
    for (int i = 0; i < section.rank; ++i) {
        section.dim[i].stride = 0;
    }
    return section;
}

/// A packed array of the given shape, in memory of its own.
struct Packed {
    std::unique_ptr<char[]> memory;
    translated_array_t array;
};

Packed pack_like(const translated_array_t& shape, const translated_array_t& element) {
    Packed packed{nullptr, shape};
    packed.array.element_class = element.element_class;
    arauto_section_t& section = packed.array.section;
    section.element_bytes = element.section.element_bytes;
    auto stride = static_cast<int64_t>(section.element_bytes);
    for (int i = 0; i < section.rank; ++i) {
        section.dim[i].stride = stride;
        stride *= section.dim[i].extent;
    }
    packed.memory.reset(new char[static_cast<size_t>(stride) + 1]);
    packed.array.base = packed.memory.get();
    return packed;
}

/// The address as the rank sees it; 0 with the failure reported.
uint64_t address_there(const translated_array_t& a,
                       int32_t image,
                       int rank,
                       const translated_errors_t& errors) noexcept {
    if ((image & TRANSLATED_THERE) != 0) {
        if (a.base == nullptr) {
            fail(errors, 1, "a component of image %d is not allocated there", rank + 1);
        }
        return reinterpret_cast<uint64_t>(a.base);
    }
    const uint64_t address = remote_address(a.base, rank);
    if (address == 0) {
        fail(errors, 1,
             "access to image %d: what is named lies in no coarray; is it allocated, and is it no "
             "copy (a vector subscript, an argument that is not contiguous)?",
             rank + 1);
    }
    return address;
}

/// Both are of one type and of one shape, or the value is a scalar.
arauto_status_t write(int rank,
                      uint64_t address,
                      const translated_array_t& a,
                      const translated_array_t& value) noexcept {
    const arauto_section_t& to = a.section;
    const arauto_section_t& from = value.section;
    if (from.rank == to.rank && is_contiguous(to) && is_contiguous(from) &&
        count_elements(to) == count_elements(from)) {
        return arauto_put_at(rank, address, value.base, count_elements(to) * to.element_bytes);
    }
    if (from.rank == 0) {
        const arauto_section_t all = spread(to, from.element_bytes);
        return arauto_put_section_at(rank, address, &to, value.base, &all);
    }
    return arauto_put_section_at(rank, address, &to, value.base, &from);
}

arauto_status_t read(int rank,
                     uint64_t address,
                     const translated_array_t& a,
                     const translated_array_t& to) noexcept {
    if (a.section.rank == to.section.rank && is_contiguous(a.section) &&
        is_contiguous(to.section) && count_elements(to.section) == count_elements(a.section)) {
        return arauto_get_at(rank, address, to.base,
                             count_elements(to.section) * to.section.element_bytes);
    }
    return arauto_get_section_at(rank, address, &a.section, to.base, &to.section);
}

/// This image's own: sections of one array may overlap, so the value is packed first.
bool may_overlap(int rank, const translated_array_t& value) noexcept {
    return rank == arauto_rank() && value.section.rank > 0;
}

bool put(const translated_array_t& a,
         int32_t image,
         const translated_array_t& value,
         const translated_errors_t& errors) {
    image = image_number(image, a.base);
    const int rank = rank_of(image, errors, "assignment to another image");
    const uint64_t address = rank >= 0 ? address_there(a, image, rank, errors) : 0;
    if (address == 0) {
        return false;
    }
    if (count_elements(a.section) == 0) {
        set_ok(errors.stat);
        return true;
    }
    arauto_status_t status = ARAUTO_OK;
    if (needs_conversion(a, value) || may_overlap(rank, value)) {
        const Packed packed = pack_like(value.section.rank == 0 ? value : a, a);
        translated_assign(&packed.array, &value);
        status = write(rank, address, a, packed.array);
    } else {
        status = write(rank, address, a, value);
    }
    report(errors, status, "assignment to another image");
    return status >= 0;
}

} // namespace
} // namespace arauto::translated

using namespace arauto::translated; // NOLINT: what translated code calls follows

void translated_put(const translated_array_t* a,
                    int32_t image,
                    const translated_array_t* value,
                    int32_t* stat) {
    put(*a, image, *value, {stat, nullptr, 0});
}

void translated_get(const translated_array_t* to,
                    int32_t image,
                    const translated_array_t* a,
                    int32_t* stat) {
    const translated_errors_t errors{stat, nullptr, 0};
    image = image_number(image, a->base);
    const int rank = rank_of(image, errors, "access to another image");
    const uint64_t address = rank >= 0 ? address_there(*a, image, rank, errors) : 0;
    if (address == 0) {
        return;
    }
    if (count_elements(to->section) == 0) {
        set_ok(stat);
        return;
    }
    arauto_status_t status = ARAUTO_OK;
    if (needs_conversion(*to, *a) || rank == arauto_rank() || a->section.rank != to->section.rank) {
        const Packed packed = pack_like(*a, *a);
        status = read(rank, address, *a, packed.array);
        if (status >= 0) {
            translated_assign(to, &packed.array);
        }
    } else {
        status = read(rank, address, *a, *to);
    }
    report(errors, status, "access to another image");
}

void translated_assign(const translated_array_t* to, const translated_array_t* from) {
    translated_array_t source = *from;
    if (source.section.rank == 0) {
        source.section = spread(to->section, from->section.element_bytes);
    }
    if (needs_conversion(*to, source)) {
        convert_elements(*to, source);
    } else {
        report({}, arauto_copy_section(to->base, &to->section, source.base, &source.section),
               "assignment");
    }
}

void* translated_shadow(const translated_array_t* a, int32_t image) {
    constexpr int kShadows = 32;
    struct Shadow {
        void* memory = nullptr;
        size_t bytes = 0;
    };
    static thread_local Shadow shadows[kShadows];
    static thread_local unsigned next = 0;
    Shadow& shadow = shadows[next++ % kShadows];
    const size_t bytes = a->section.element_bytes;
    if (shadow.bytes < bytes) {
        std::free(shadow.memory);
        shadow.memory = std::malloc(bytes);
        shadow.bytes = bytes;
    }
    const int rank = rank_of(image, {}, "access to a component of another image");
    const uint64_t address = address_there(*a, image, rank, {});
    report({}, arauto_get_at(rank, address, shadow.memory, bytes),
           "access to a component of another image");
    return shadow.memory;
}
