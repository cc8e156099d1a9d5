// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See user_function.hpp. The calling convention is that of the System V ABI.
#include "user_function.hpp"

#include "coarray/wide_types.hpp"

#include <complex>
#include <cstring>

namespace arauto::gfortran {
namespace {

template <typename T>
bool call_by_reference(const UserFunction& self, void* result, const void* a, const void* b) {
    using Function = T (*)(const void*, const void*);
    const T value = reinterpret_cast<Function>(self.function)(a, b);
    std::memcpy(result, &value, sizeof value);
    return true;
}

template <typename T>
bool call_by_value(const UserFunction& self, void* result, const void* a, const void* b) {
    using Function = T (*)(T, T);
    T x;
    T y;
    std::memcpy(&x, a, sizeof x);
    std::memcpy(&y, b, sizeof y);
    const T value = reinterpret_cast<Function>(self.function)(x, y);
    std::memcpy(result, &value, sizeof value);
    return true;
}

/// Characters: result and its length first, the lengths of the arguments last.
bool call_character(const UserFunction& self, void* result, const void* a, const void* b) {
    using Function = void (*)(void*, size_t, const void*, const void*, size_t, size_t);
    const size_t length = self.length;
    reinterpret_cast<Function>(self.function)(result, length, a, b, length, length);
    return true;
}

/// A result in memory: its address comes first, whether the language or the ABI put it there.
bool call_into_memory(const UserFunction& self, void* result, const void* a, const void* b) {
    using Function = void (*)(void*, const void*, const void*);
    reinterpret_cast<Function>(self.function)(result, a, b);
    return true;
}

bool call_returning_structure(const UserFunction& self,
                              void* result,
                              const void* a,
                              const void* b) {
    return call_structure(self.function, self.bytes, result, a, b);
}

using Call = bool (*)(const UserFunction&, void*, const void*, const void*);

template <typename T> Call choose(int flags) noexcept {
    return (flags & kArgumentsByValue) != 0 ? call_by_value<T> : call_by_reference<T>;
}

Call choose_integer(size_t bytes, int flags) noexcept {
    switch (bytes) {
    case 1:
        return choose<int8_t>(flags);
    case 2:
        return choose<int16_t>(flags);
    case 4:
        return choose<int32_t>(flags);
    case 8:
        return choose<int64_t>(flags);
    case 16:
        return choose<coarray::Integer16>(flags);
    default:
        return nullptr;
    }
}

Call choose_real(size_t bytes, int flags, bool is_extended) noexcept {
    switch (bytes) {
    case 4:
        return choose<float>(flags);
    case 8:
        return choose<double>(flags);
    case 16:
        return is_extended ? choose<long double>(flags) : choose<coarray::Real16>(flags);
    default:
        return nullptr;
    }
}

Call choose_complex(size_t bytes, int flags, bool is_extended) noexcept {
    __extension__ typedef _Complex float Complex4;
    __extension__ typedef _Complex double Complex8;
    __extension__ typedef _Complex long double Complex10;
    __extension__ typedef _Complex float Complex16 __attribute__((mode(TC)));
    switch (bytes) {
    case 8:
        return choose<Complex4>(flags);
    case 16:
        return choose<Complex8>(flags);
    case 32:
        return is_extended ? choose<Complex10>(flags) : choose<Complex16>(flags);
    default:
        return nullptr;
    }
}

Call choose_structure(int flags) noexcept {
    if ((flags & kArgumentsByValue) != 0) {
        return nullptr; // how a structure is passed by value depends on its components
    }
    return call_returning_structure;
}

} // namespace

UserFunction adapt_user_function(
    const Descriptor& array, Address function, int flags, int length, bool is_extended) noexcept {
    UserFunction adapted{function, array.element_bytes, static_cast<size_t>(length), nullptr};
    if ((flags & kArgumentsAsDescriptors) != 0) {
        return adapted;
    }
    if (array.type == kTypeCharacter) {
        adapted.call = call_character;
    } else if ((flags & kResultByReference) != 0) {
        adapted.call = call_into_memory;
    } else if (array.type == kTypeInteger || array.type == kTypeLogical) {
        adapted.call = choose_integer(array.element_bytes, flags);
    } else if (array.type == kTypeReal) {
        adapted.call = choose_real(array.element_bytes, flags, is_extended);
    } else if (array.type == kTypeComplex) {
        adapted.call = choose_complex(array.element_bytes, flags, is_extended);
    } else {
        adapted.call = choose_structure(flags);
    }
    return adapted;
}

} // namespace arauto::gfortran
