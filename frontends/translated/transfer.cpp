// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Put and get: the local address of an element identifies the element of every image. Shapes agree,
// or the value is a scalar for all elements; types that differ are converted here, before a put and
// after a get.
#include "access.hpp"
#include "coarray/section.hpp"
#include "pending.hpp"
#include "quick.hpp"
#include "runtime.hpp"

#include "arauto/spi/copy.h"

#include <memory>

namespace arauto::translated {
namespace {

/// A scalar as an array of this shape, each element the same.
arauto_section_t spread(const arauto_section_t& shape, size_t element_bytes) noexcept {
    arauto_section_t section;
    coarray::set_scalar(section, element_bytes);
    coarray::broadcast(section, shape);
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
    packed.array.element_kind = element.element_kind;
    coarray::describe_packed(packed.array.section, shape.section, element.section.element_bytes);
    const size_t bytes =
        coarray::element_count(packed.array.section) * packed.array.section.element_bytes;
    packed.memory.reset(new char[bytes + 1]);
    packed.array.base = packed.memory.get();
    return packed;
}

/// Both are of one type and of one shape, or the value is a scalar.
arauto_status_t write(const TargetMemory& there,
                      const translated_array_t& a,
                      const translated_array_t& value) noexcept {
    if (value.section.rank == 0 && a.section.rank > 0) {
        const arauto_section_t all = spread(a.section, value.section.element_bytes);
        return write_section(there, a.section, value.base, all);
    }
    return write_section(there, a.section, value.base, value.section);
}

/// This image's own: sections of one array may overlap, so the value is packed first.
bool may_overlap(int rank, const translated_array_t& value) noexcept {
    return rank == arauto_rank() && value.section.rank > 0;
}

/// Sections of one type in memory that is mapped: copied by plan, unless they are this image's own
/// and may overlap.
bool copy_quickly(const translated_array_t& to,
                  const translated_array_t& from,
                  int32_t image,
                  const translated_array_t& there) noexcept {
    int rank = -1;
    char* direct = direct_ptr(there.base, 1, image, &rank);
    if (direct == nullptr || needs_conversion(to, from)) {
        return false;
    }
    if (rank == arauto_rank() &&
        arauto_are_apart(to.base, &to.section, from.base, &from.section) == 0) {
        return false;
    }
    arauto_section_t scalar;
    const arauto_section_t* source = &from.section;
    if (from.section.rank == 0 && to.section.rank > 0) {
        scalar = spread(to.section, from.section.element_bytes);
        source = &scalar;
    }
    void* target = &there == &to ? direct : to.base;
    const void* origin = &there == &from ? direct : from.base;
    const arauto_status_t status = arauto_copy_section(target, &to.section, origin, source);
    if (status < 0) [[unlikely]] {
        (&there == &to ? report_put : report_get)({}, status, rank);
    }
    return true;
}

bool put(const translated_array_t& a,
         int32_t image,
         const translated_array_t& value,
         const Errors& errors) {
    if (const size_t bytes = plain_bytes(a, value); bytes > 0 && errors.stat == nullptr) {
        translated_put_block(a.base, image, value.base, static_cast<int64_t>(bytes));
        return true;
    }
    if (errors.stat == nullptr && copy_quickly(a, value, image, a)) {
        return true;
    }
    image = image_number(image, a.base);
    const int rank = rank_of_access(image, errors, kWrite);
    if (rank < 0 || (is_absent(a.base) && is_put_to_failed(rank, errors))) {
        return false;
    }
    const uint64_t address = coarray_address(a.base, image, rank, errors, kWrite);
    if (address == 0) {
        return false;
    }
    if (coarray::element_count(a.section) == 0) {
        set_ok(errors.stat);
        return true;
    }
    arauto_status_t status = ARAUTO_OK;
    if (needs_conversion(a, value) || may_overlap(rank, value)) {
        const Packed packed = pack_like(value.section.rank == 0 ? value : a, a);
        translated_assign(&packed.array, &value);
        status = write({rank, address, errors.stat != nullptr}, a, packed.array);
    } else {
        status = write({rank, address, errors.stat != nullptr}, a, value);
    }
    report_put(errors, status, rank);
    return status >= 0;
}

} // namespace

size_t plain_bytes(const translated_array_t& a, const translated_array_t& b) noexcept {
    const bool agrees = coarray::has_same_extents(a.section, b.section) &&
                        !needs_conversion(a, b) && coarray::is_packed(a.section) &&
                        coarray::is_packed(b.section);
    return agrees ? coarray::element_count(a.section) * a.section.element_bytes : 0;
}

} // namespace arauto::translated

using namespace arauto::translated;
namespace coarray = arauto::coarray;

void translated_put(const translated_array_t* a,
                    int32_t image,
                    const translated_array_t* value,
                    int32_t* stat) {
    put(*a, image, *value, {stat});
}

void translated_get(const translated_array_t* to,
                    int32_t image,
                    const translated_array_t* a,
                    int32_t* stat) {
    if (const size_t bytes = plain_bytes(*to, *a); bytes > 0 && stat == nullptr) {
        translated_get_block(to->base, image, a->base, static_cast<int64_t>(bytes));
        return;
    }
    const bool may_be_quick =
        stat == nullptr && to->section.rank == a->section.rank && !has_late_puts();
    if (may_be_quick && copy_quickly(*to, *a, image, *a)) {
        return;
    }
    const Errors errors{stat};
    image = image_number(image, a->base);
    const int rank = rank_of_access(image, errors, kRead);
    const uint64_t address = rank >= 0 ? coarray_address(a->base, image, rank, errors, kRead) : 0;
    if (address == 0) {
        return;
    }
    if (coarray::element_count(to->section) == 0) {
        set_ok(stat);
        return;
    }
    arauto_status_t status = ARAUTO_OK;
    if (needs_conversion(*to, *a) || rank == arauto_rank() || a->section.rank != to->section.rank) {
        const Packed packed = pack_like(*a, *a);
        status = read_section({rank, address, true}, a->section, packed.array.base,
                              packed.array.section);
        if (status >= 0) {
            translated_assign(to, &packed.array);
        }
    } else {
        status = read_section({rank, address, true}, a->section, to->base, to->section);
    }
    report_get(errors, status, rank);
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

void translated_bad_subscript(int32_t dimension, int64_t subscript, int64_t extent, int32_t* stat) {
    fail({stat},
         "access to another image: a vector subscript names element %lld of %lld in dimension %d",
         static_cast<long long>(subscript + 1), static_cast<long long>(extent), dimension);
}
