// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Chooses the conversion of two elements: numbers here, one function for each pair of kinds;
// characters in convert_character.cpp.
#include "convert.hpp"

#include "convert_character.hpp"
#include "wide_types.hpp"

#include <cstdint>
#include <cstring>

namespace arauto::coarray {
namespace {

using Real10 = long double;

template <class T> struct Number {
    using Part = T;
    static constexpr bool kComplex = false;
};
template <class T> struct ComplexNumber {
    using Part = T;
    static constexpr bool kComplex = true;
};

template <class To, class From>
void convert_numbers(std::byte* target, const std::byte* source, size_t count) noexcept {
    using ToPart = typename To::Part;
    using FromPart = typename From::Part;
    constexpr size_t to_bytes = sizeof(ToPart) * (To::kComplex ? 2 : 1);
    constexpr size_t from_bytes = sizeof(FromPart) * (From::kComplex ? 2 : 1);
    for (size_t i = 0; i < count; ++i) {
        FromPart part; // elements of sequence types may lie anywhere: no aligned loads
        std::memcpy(&part, source + i * from_bytes, sizeof part);
        const auto real = static_cast<ToPart>(part);
        std::memcpy(target + i * to_bytes, &real, sizeof real);
        if constexpr (To::kComplex) {
            auto imaginary = ToPart{0};
            if constexpr (From::kComplex) {
                std::memcpy(&part, source + i * from_bytes + sizeof part, sizeof part);
                imaginary = static_cast<ToPart>(part);
            }
            std::memcpy(target + i * to_bytes + sizeof real, &imaginary, sizeof imaginary);
        }
    }
}

/// Calls `use(Number<T>{})` or `use(ComplexNumber<T>{})` for the type that an element has.
/// @return false when it is no number of a kind that is known
template <class Use> bool with_integer(int kind, Use use) noexcept {
    switch (kind) {
    case 1:
        return use(Number<int8_t>{});
    case 2:
        return use(Number<int16_t>{});
    case 4:
        return use(Number<int32_t>{});
    case 8:
        return use(Number<int64_t>{});
    case 16:
        return use(Number<Integer16>{});
    default:
        return false;
    }
}

template <template <class> class Shell, class Use> bool with_real(int kind, Use use) noexcept {
    switch (kind) {
    case 4:
        return use(Shell<float>{});
    case 8:
        return use(Shell<double>{});
    case 10:
        return use(Shell<Real10>{});
    case 16:
        return use(Shell<Real16>{});
    default:
        return false;
    }
}

template <class Use> bool with_number(const Element& element, Use use) noexcept {
    switch (element.type) {
    case Class::integer:
    case Class::logical:
        return with_integer(element.kind, use);
    case Class::real:
        return with_real<Number>(element.kind, use);
    case Class::complex:
        return with_real<ComplexNumber>(element.kind, use);
    default:
        return false;
    }
}

bool is_number(const Element& element) noexcept {
    return with_number(element, [&](auto number) {
        constexpr size_t parts = decltype(number)::kComplex ? 2 : 1;
        return element.bytes == parts * sizeof(typename decltype(number)::Part);
    });
}

bool is_character(const Element& element) noexcept {
    return element.type == Class::character && (element.kind == 1 || element.kind == 4);
}

} // namespace

bool can_convert(const Element& to, const Element& from) noexcept {
    return (is_number(to) && is_number(from)) || (is_character(to) && is_character(from));
}

void convert(void* target,
             const Element& to,
             const void* source,
             const Element& from,
             size_t count) noexcept {
    auto* const out = static_cast<std::byte*>(target);
    const auto* const in = static_cast<const std::byte*>(source);
    if (to.type == Class::character) {
        convert_characters(out, to, in, from, count);
        return;
    }
    with_number(to, [&](auto to_number) {
        return with_number(from, [&](auto from_number) {
            convert_numbers<decltype(to_number), decltype(from_number)>(out, in, count);
            return true;
        });
    });
}

} // namespace arauto::coarray
