// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See combine.hpp.
#include "combine.hpp"

#include "arauto/spi/copy.h"

#include <algorithm>
#include <complex>
#include <cstring>
#include <type_traits>

namespace arauto::halo {
namespace {

/// Calls `use(element)` for each component of each listed point, in the order of contiguous memory.
template <typename Use>
void for_each_element(const Points& points, std::span<const int64_t> list, Use use) noexcept {
    for (const int64_t point : list) {
        std::byte* element = points.base + point * points.point_stride;
        for (int64_t i = 0; i < points.components; ++i, element += points.component_stride) {
            use(element);
        }
    }
}

/// Whether the components of a point follow each other.
bool is_contiguous(const Points& points) noexcept {
    return points.components == 1 ||
           points.component_stride == static_cast<int64_t>(points.element_bytes);
}

/// Whether the values of the listed points follow each other in the array, as copies from one owner
/// do: one copy then. A gather of 258 doubles on two ranks takes 0.7 us so, and took 1.4.
bool has_one_run(const Points& points, const Listed& list) noexcept {
    return list.is_run && is_contiguous(points) &&
           points.point_stride == static_cast<int64_t>(points.bytes());
}

std::byte* first_of(const Points& points, const Listed& list) noexcept {
    return points.base + list.points.front() * points.point_stride;
}

/// Calls `use(element, std::integral_constant<size_t, bytes>)`; 0 bytes stand for any number.
template <typename Use>
void with_length(const Points& points, std::span<const int64_t> list, Use use) noexcept {
    Points whole = points;
    if (is_contiguous(points)) {
        whole.element_bytes = points.bytes();
        whole.components = 1;
    }
    const auto run = [&]<size_t Bytes>(std::integral_constant<size_t, Bytes> bytes) {
        for_each_element(whole, list, [&](std::byte* element) {
            use(element, Bytes == 0 ? whole.element_bytes : Bytes, bytes);
        });
    };
    switch (whole.element_bytes) {
    case 4:
        run(std::integral_constant<size_t, 4>{});
        break;
    case 8:
        run(std::integral_constant<size_t, 8>{});
        break;
    case 16:
        run(std::integral_constant<size_t, 16>{});
        break;
    default:
        run(std::integral_constant<size_t, 0>{});
        break;
    }
}

template <typename Type, arauto_reduce_op_t Op> Type combined(Type a, Type b) noexcept {
    if constexpr (Op == ARAUTO_SUM) {
        return static_cast<Type>(a + b);
    } else if constexpr (Op == ARAUTO_PROD) {
        return static_cast<Type>(a * b);
    } else if constexpr (Op == ARAUTO_MIN) {
        return std::min(a, b);
    } else {
        return std::max(a, b);
    }
}

template <typename Type, arauto_reduce_op_t Op>
void combine(const Points& points,
             std::span<const int64_t> list,
             const std::byte* values) noexcept {
    for_each_element(points, list, [&](std::byte* element) {
        Type own;
        Type value;
        std::memcpy(&own, element, sizeof own);
        std::memcpy(&value, values, sizeof value);
        values += sizeof value;
        own = combined<Type, Op>(own, value);
        std::memcpy(element, &own, sizeof own);
    });
}

template <typename Type> Combine find_for(arauto_reduce_op_t op, size_t& bytes_out) noexcept {
    bytes_out = sizeof(Type);
    switch (op) {
    case ARAUTO_SUM:
        return combine<Type, ARAUTO_SUM>;
    case ARAUTO_PROD:
        return combine<Type, ARAUTO_PROD>;
    default:
        break;
    }
    if constexpr (std::is_arithmetic_v<Type>) {
        switch (op) {
        case ARAUTO_MIN:
            return combine<Type, ARAUTO_MIN>;
        case ARAUTO_MAX:
            return combine<Type, ARAUTO_MAX>;
        default:
            break;
        }
    }
    return nullptr;
}

} // namespace

void pack(const Points& points, Listed list, std::byte* to) noexcept {
    if (has_one_run(points, list)) {
        arauto_copy_bytes(to, first_of(points, list), list.points.size() * points.bytes());
        return;
    }
    with_length(points, list.points,
                [&]<size_t Bytes>(const std::byte* element, size_t bytes,
                                  std::integral_constant<size_t, Bytes>) {
                    std::memcpy(to, element, Bytes == 0 ? bytes : Bytes);
                    to += bytes;
                });
}

void unpack(const Points& points, Listed list, const std::byte* from) noexcept {
    if (has_one_run(points, list)) {
        arauto_copy_bytes(first_of(points, list), from, list.points.size() * points.bytes());
        return;
    }
    with_length(
        points, list.points,
        [&]<size_t Bytes>(std::byte* element, size_t bytes, std::integral_constant<size_t, Bytes>) {
            std::memcpy(element, from, Bytes == 0 ? bytes : Bytes);
            from += bytes;
        });
}

Combine find_combine(arauto_type_t type, arauto_reduce_op_t op, size_t& bytes_out) noexcept {
    bytes_out = 0;
    switch (type) {
    case ARAUTO_INT8:
        return find_for<int8_t>(op, bytes_out);
    case ARAUTO_INT16:
        return find_for<int16_t>(op, bytes_out);
    case ARAUTO_INT32:
        return find_for<int32_t>(op, bytes_out);
    case ARAUTO_INT64:
        return find_for<int64_t>(op, bytes_out);
    case ARAUTO_UINT8:
        return find_for<uint8_t>(op, bytes_out);
    case ARAUTO_UINT16:
        return find_for<uint16_t>(op, bytes_out);
    case ARAUTO_UINT32:
        return find_for<uint32_t>(op, bytes_out);
    case ARAUTO_UINT64:
        return find_for<uint64_t>(op, bytes_out);
    case ARAUTO_FLOAT:
        return find_for<float>(op, bytes_out);
    case ARAUTO_DOUBLE:
        return find_for<double>(op, bytes_out);
    case ARAUTO_LONG_DOUBLE:
        return find_for<long double>(op, bytes_out);
    case ARAUTO_COMPLEX_FLOAT:
        return find_for<std::complex<float>>(op, bytes_out);
    case ARAUTO_COMPLEX_DOUBLE:
        return find_for<std::complex<double>>(op, bytes_out);
    case ARAUTO_COMPLEX_LONG_DOUBLE:
        return find_for<std::complex<long double>>(op, bytes_out);
    }
    return nullptr;
}

} // namespace arauto::halo
