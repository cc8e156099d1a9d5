// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See user_function.hpp. The calling convention is that of the System V ABI; structures of at most
// 16 bytes come back in integer or floating-point registers depending on their components, which
// the compiler does not tell. On x86-64 all of them are captured, and the result is taken where
// what the function wrote leaves one reading; structure_call_arm64.hpp does so on ARM64; elsewhere
// integers are assumed.
#include "user_function.hpp"

#include "coarray/wide_types.hpp"
#include "structure_call_arm64.hpp"

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

struct Registers {
    uint64_t integer[2]; // rax, rdx
    uint64_t floating[2]; // the lower halves of xmm0 and xmm1
    uint64_t upper; // the upper half of xmm0
    uint64_t extended[2]; // the top of the x87 stack, when is_extended
    uint64_t is_extended;
};

#if defined(__x86_64__)
// Calls function(a, b) with `mark` in every register that may carry a result, and stores those
// registers afterwards. A result on the x87 stack is taken off it.
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
    punpcklqdq %xmm0, %xmm0
    movdqa %xmm0, %xmm1
    movq %r8, %rax
    movq %r8, %rdx
    call *%r11
    movq %rax, 0(%rbx)
    movq %rdx, 8(%rbx)
    movq %xmm0, 16(%rbx)
    movq %xmm1, 24(%rbx)
    movhps %xmm0, 32(%rbx)
    movq $0, 56(%rbx)
    fxam
    fnstsw %ax
    andw $0x4500, %ax
    cmpw $0x4100, %ax
    je 1f
    fstpt 40(%rbx)
    movq $1, 56(%rbx)
1:  popq %rbx
    ret
    .size arauto_gfortran_capture, .-arauto_gfortran_capture
)");

/// What the result is when it comes back in these registers.
struct Candidate {
    uint64_t part[2];
    bool is_possible; // the function has written them
};

bool have_equal_bits(const void* a, const void* b, size_t bytes) noexcept {
    return std::memcmp(a, b, bytes) == 0;
}

enum CandidateOrder : size_t { kIntegers, kReals, kIntegerReal, kRealInteger, kReal16, kWays };

/// Registers that hold the mark after both of two calls with different marks were not written.
void list_candidates(const Registers& first,
                     const Registers& second,
                     const uint64_t (&marks)[2],
                     size_t bytes,
                     Candidate (&ways)[kWays]) noexcept {
    const auto is_written = [&](uint64_t x, uint64_t y) { return x != marks[0] || y != marks[1]; };
    const uint64_t* in = second.integer;
    const uint64_t* fl = second.floating;
    const bool rax = is_written(first.integer[0], in[0]);
    const bool rdx = is_written(first.integer[1], in[1]);
    const bool xmm0 = is_written(first.floating[0], fl[0]);
    const bool xmm1 = is_written(first.floating[1], fl[1]);
    const bool is_one = bytes <= sizeof(uint64_t);
    ways[kIntegers] = {{in[0], in[1]}, rax && (is_one || rdx)};
    ways[kReals] = {{fl[0], fl[1]}, xmm0 && (is_one || xmm1)};
    ways[kIntegerReal] = {{in[0], fl[0]}, !is_one && rax && xmm0};
    ways[kRealInteger] = {{fl[0], in[0]}, !is_one && rax && xmm0};
    // The upper half of a REAL(16) has its exponent; loading a REAL(8) leaves 0 there.
    ways[kReal16] = {{fl[0], second.upper},
                     bytes == 16 && xmm0 && second.upper != 0 &&
                         is_written(first.upper, second.upper)};
}

/// A register that was written may carry the result or be left over from computing it: vectorised
/// code leaves arguments behind, code that is not optimised moves the result through others. Null
/// when two readings differ and none is sure.
const Candidate* decide(const Candidate (&ways)[kWays], size_t bytes) noexcept {
    const Candidate& integers = ways[kIntegers];
    const Candidate& reals = ways[kReals];
    if (integers.is_possible && reals.is_possible &&
        have_equal_bits(integers.part, reals.part, bytes)) {
        return &reals; // all four registers confirm it
    }
    const Candidate* found = nullptr;
    for (const Candidate& way : ways) {
        if (!way.is_possible) {
            continue;
        }
        if (found != nullptr && !have_equal_bits(found->part, way.part, bytes)) {
            return nullptr;
        }
        found = &way;
    }
    return found;
}

bool call_small_structure(const UserFunction& self, void* result, const void* a, const void* b) {
    Registers first{};
    Registers second{};
    constexpr uint64_t kMarks[2] = {0x5a5a5a5a5a5a5a5aULL, 0xa5a5a5a5a5a5a5a5ULL};
    arauto_gfortran_capture(self.function, a, b, &first, kMarks[0]);
    arauto_gfortran_capture(self.function, a, b, &second, kMarks[1]);
    if (second.is_extended != 0) {
        std::memcpy(result, second.extended, self.bytes);
        return true;
    }
    Candidate ways[kWays];
    list_candidates(first, second, kMarks, self.bytes, ways);
    const Candidate* way = decide(ways, self.bytes);
    std::memcpy(result, way != nullptr ? way->part : a, self.bytes);
    return way != nullptr;
}
#elif !defined(__aarch64__)
bool call_small_structure(const UserFunction& self, void* result, const void* a, const void* b) {
    struct Integers {
        uint64_t part[2];
    };
    return call_by_reference<Integers>(self, result, a, b);
}
#endif

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

Call choose_structure(size_t bytes, int flags) noexcept {
    if ((flags & kArgumentsByValue) != 0) {
        return nullptr; // how a structure is passed by value depends on its components
    }
#if defined(__aarch64__)
    return call_structure; // also of large ones the address has a register of its own
#else
    return bytes > kSmallStructure ? call_into_memory : call_small_structure;
#endif
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
