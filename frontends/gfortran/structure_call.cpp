// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See structure_call.hpp: x86-64, and a fallback for processors whose registers are not captured,
// which assumes integer registers.
#include "structure_call.hpp"

#if !defined(__aarch64__)

#include <cstring>

namespace arauto::gfortran {
namespace {

/// A structure of more than kSmallStructure: its address comes first.
bool call_into_memory(Address function, void* result, const void* a, const void* b) {
    using Function = void (*)(void*, const void*, const void*);
    reinterpret_cast<Function>(function)(result, a, b);
    return true;
}

#if defined(__x86_64__)
struct Registers {
    uint64_t integer[2]; // rax, rdx
    uint64_t floating[2]; // the lower halves of xmm0 and xmm1
    uint64_t upper; // the upper half of xmm0
    uint64_t extended[2]; // the top of the x87 stack, when is_extended
    uint64_t is_extended;
};

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

/// The result if it was returned in these registers.
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

/// The function is called twice, with other marks in the registers.
bool call_small(Address function, size_t bytes, void* result, const void* a, const void* b) {
    Registers first{};
    Registers second{};
    constexpr uint64_t kMarks[2] = {0x5a5a5a5a5a5a5a5aULL, 0xa5a5a5a5a5a5a5a5ULL};
    arauto_gfortran_capture(function, a, b, &first, kMarks[0]);
    arauto_gfortran_capture(function, a, b, &second, kMarks[1]);
    if (second.is_extended != 0) {
        std::memcpy(result, second.extended, bytes);
        return true;
    }
    Candidate ways[kWays];
    list_candidates(first, second, kMarks, bytes, ways);
    const Candidate* way = decide(ways, bytes);
    std::memcpy(result, way != nullptr ? way->part : a, bytes);
    return way != nullptr;
}
#else
bool call_small(Address function, size_t bytes, void* result, const void* a, const void* b) {
    struct Integers {
        uint64_t part[2];
    };
    using Function = Integers (*)(const void*, const void*);
    const Integers value = reinterpret_cast<Function>(function)(a, b);
    std::memcpy(result, &value, bytes);
    return true;
}
#endif

} // namespace

bool call_structure(Address function, size_t bytes, void* result, const void* a, const void* b) {
    return bytes > kSmallStructure ? call_into_memory(function, result, a, b)
                                   : call_small(function, bytes, result, a, b);
}

} // namespace arauto::gfortran

#endif
