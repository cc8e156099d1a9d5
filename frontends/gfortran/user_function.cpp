// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See user_function.hpp. The calling convention is that of the System V ABI; structures of at most
// 16 bytes come back in integer or floating-point registers depending on their components, which
// the compiler does not tell. On x86-64 the registers are captured and the ones the function wrote
// are taken; elsewhere integers are assumed.
#include "user_function.hpp"

#include <complex>
#include <cstring>

namespace arauto::gfortran {
namespace {

template <typename T>
void call_by_reference(const UserFunction& self, void* result, const void* a, const void* b) {
    using Function = T (*)(const void*, const void*);
    const T value = reinterpret_cast<Function>(self.function)(a, b);
    std::memcpy(result, &value, sizeof value);
}

template <typename T>
void call_by_value(const UserFunction& self, void* result, const void* a, const void* b) {
    using Function = T (*)(T, T);
    T x;
    T y;
    std::memcpy(&x, a, sizeof x);
    std::memcpy(&y, b, sizeof y);
    const T value = reinterpret_cast<Function>(self.function)(x, y);
    std::memcpy(result, &value, sizeof value);
}

/// Characters: result and its length first, the lengths of the arguments last.
void call_character(const UserFunction& self, void* result, const void* a, const void* b) {
    using Function = void (*)(void*, size_t, const void*, const void*, size_t, size_t);
    const size_t length = self.length;
    reinterpret_cast<Function>(self.function)(result, length, a, b, length, length);
}

/// A result in memory: its address comes first, whether the language or the ABI put it there.
void call_into_memory(const UserFunction& self, void* result, const void* a, const void* b) {
    using Function = void (*)(void*, const void*, const void*);
    reinterpret_cast<Function>(self.function)(result, a, b);
}

struct Registers {
    uint64_t integer[2];
    uint64_t floating[2];
};

#if defined(__x86_64__)
// Calls function(a, b) with `mark` in every register that may carry a result, and stores those
// registers afterwards.
extern "C" void arauto_gfortran_capture(Address function,
                                        const void* a,
                                        const void* b,
                                        Registers* registers,
                                        uint64_t mark) __attribute__((visibility("hidden")));
asm(R"(
    .text
    .hidden arauto_gfortran_capture
    .globl arauto_gfortran_capture
    .type arauto_gfortran_capture, @function
arauto_gfortran_capture:
    pushq %rbx
    movq %rcx, %rbx
    movq %rdi, %r11
    movq %rsi, %rdi
    movq %rdx, %rsi
    movq %r8, %xmm0
    movq %r8, %xmm1
    movq %r8, %rax
    movq %r8, %rdx
    call *%r11
    movq %rax, 0(%rbx)
    movq %rdx, 8(%rbx)
    movq %xmm0, 16(%rbx)
    movq %xmm1, 24(%rbx)
    popq %rbx
    ret
    .size arauto_gfortran_capture, .-arauto_gfortran_capture
)");

/// Registers that hold the mark after two calls with different marks were not written.
void call_small_structure(const UserFunction& self, void* result, const void* a, const void* b) {
    Registers first{};
    Registers second{};
    constexpr uint64_t kMarks[] = {0x5a5a5a5a5a5a5a5aULL, 0xa5a5a5a5a5a5a5a5ULL};
    arauto_gfortran_capture(self.function, a, b, &first, kMarks[0]);
    arauto_gfortran_capture(self.function, a, b, &second, kMarks[1]);
    const bool no_floating = first.floating[0] == kMarks[0] && second.floating[0] == kMarks[1];
    // Integer code may pass its result through a floating register: then both hold the same.
    const bool is_integer = no_floating || second.floating[0] == second.integer[0];
    std::memcpy(result, is_integer ? second.integer : second.floating, self.bytes);
}
#else
void call_small_structure(const UserFunction& self, void* result, const void* a, const void* b) {
    call_by_reference<Registers>(self, result, a, b);
}
#endif

using Call = void (*)(const UserFunction&, void*, const void*, const void*);

template <typename T> Call choose(int flags) noexcept {
    return (flags & kArgumentsByValue) != 0 ? call_by_value<T> : call_by_reference<T>;
}

Call choose_integer(size_t bytes, int flags) noexcept {
    __extension__ typedef __int128 Integer16;
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
        return choose<Integer16>(flags);
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
        return is_extended ? choose<long double>(flags) : choose<__float128>(flags);
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

Call choose_structure(size_t bytes, int flags) noexcept {
    if ((flags & kArgumentsByValue) != 0) {
        return nullptr; // how a structure is passed by value depends on its components
    }
    return bytes > sizeof(Registers::integer) ? call_into_memory : call_small_structure;
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
        adapted.call = choose_structure(array.element_bytes, flags);
    }
    return adapted;
}

} // namespace arauto::gfortran
