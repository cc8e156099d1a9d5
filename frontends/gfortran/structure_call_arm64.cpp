// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See structure_call.hpp: ARM64 (AAPCS64). A result goes to memory whose address is in register x8,
// or, up to 16 bytes, to x0 and x1; but up to four components of one floating type come back in v0
// to v3. The second call has its arguments elsewhere, too: what is equal after both calls is what
// the function computed.
#include "structure_call.hpp"

#if defined(__aarch64__)

#include <algorithm>
#include <cstring>
#include <vector>

namespace arauto::gfortran {
namespace {

constexpr size_t kVectors = 4;
constexpr size_t kVectorBytes = 16;

struct Registers {
    uint64_t integer[2]; // x0, x1
    std::byte vector[kVectors][kVectorBytes]; // v0 to v3
};

// Calls function(a, b) with `memory` in x8 and `mark` in v0 to v3, and stores what may carry a
// result.
extern "C" void arauto_gfortran_capture(Address function,
                                        const void* a,
                                        const void* b,
                                        Registers* registers,
                                        uint64_t mark,
                                        void* memory) __attribute__((visibility("hidden")));
asm(R"(
    .text
    .hidden arauto_gfortran_capture
    .globl arauto_gfortran_capture
    .type arauto_gfortran_capture, %function
arauto_gfortran_capture:
    stp x29, x30, [sp, #-32]!
    mov x29, sp
    str x19, [sp, #16]
    mov x19, x3
    mov x9, x0
    mov x0, x1
    mov x1, x2
    mov x8, x5
    dup v0.2d, x4
    dup v1.2d, x4
    dup v2.2d, x4
    dup v3.2d, x4
    blr x9
    stp x0, x1, [x19]
    stp q0, q1, [x19, #16]
    stp q2, q3, [x19, #48]
    ldr x19, [sp, #16]
    ldp x29, x30, [sp], #32
    ret
    .size arauto_gfortran_capture, .-arauto_gfortran_capture
)");

/// The result if it was returned in one of the ways.
struct Reading {
    std::byte part[kVectors * kVectorBytes];
    bool is_possible;
};

/// Integers, or components of several types.
Reading read_integers(const Registers (&calls)[2], size_t bytes) noexcept {
    Reading found{};
    if (bytes <= sizeof calls[0].integer) {
        const size_t words = (bytes + sizeof(uint64_t) - 1) / sizeof(uint64_t);
        const uint64_t* const first = calls[0].integer;
        found.is_possible = std::equal(first, first + words, calls[1].integer);
        std::memcpy(found.part, calls[1].integer, bytes);
    }
    return found;
}

/// Components of `width` bytes each, one in each register.
Reading read_reals(const Registers (&calls)[2], size_t bytes, size_t width) noexcept {
    Reading found{};
    const size_t count = bytes / width;
    found.is_possible = bytes % width == 0 && count <= kVectors;
    for (size_t i = 0; i < count && found.is_possible; ++i) {
        found.is_possible = std::memcmp(calls[0].vector[i], calls[1].vector[i], width) == 0;
        std::memcpy(found.part + i * width, calls[1].vector[i], width);
    }
    return found;
}

/// Loading or computing one component leaves zeros above it. Where all registers but the first, a
/// part of which may have been used, look so and not all are 0, they hold components of this width.
bool are_of_width(const Registers& call, size_t bytes, size_t width) noexcept {
    const auto is_zero = [](std::byte byte) { return byte == std::byte{0}; };
    bool is_any_set = false;
    for (size_t i = 1; i < bytes / width; ++i) {
        const std::byte* const first = call.vector[i];
        if (!std::all_of(first + width, first + kVectorBytes, is_zero)) {
            return false;
        }
        is_any_set |= !std::all_of(first, first + width, is_zero);
    }
    return is_any_set;
}

/// Finds the floating type that the registers show. A wider one leaves the registers behind its
/// last as they came, or with the arguments.
Reading read_floating(const Registers (&calls)[2], size_t bytes) noexcept {
    const auto shows = [&](const Reading& reading, size_t width) {
        return reading.is_possible && (bytes == width || are_of_width(calls[1], bytes, width));
    };
    const Reading narrow = read_reals(calls, bytes, sizeof(float));
    if (shows(narrow, sizeof(float))) {
        return narrow;
    }
    const Reading wide = read_reals(calls, bytes, sizeof(double));
    if (shows(wide, sizeof(double))) {
        return wide;
    }
    const Reading widest = read_reals(calls, bytes, kVectorBytes);
    if (widest.is_possible) {
        return widest;
    }
    return wide.is_possible ? wide : narrow;
}

} // namespace

bool call_structure(Address function, size_t bytes, void* result, const void* a, const void* b) {
    constexpr uint64_t kMarks[2] = {0x5a5a5a5a5a5a5a5aULL, 0xa5a5a5a5a5a5a5a5ULL};
    Registers calls[2]{};
    if (bytes > kSmallStructure) {
        arauto_gfortran_capture(function, a, b, &calls[0], kMarks[0], result);
        return true;
    }
    const auto* const x = static_cast<const std::byte*>(a);
    const auto* const y = static_cast<const std::byte*>(b);
    const std::vector<std::byte> first(x, x + bytes); // aligned, and elsewhere
    const std::vector<std::byte> second(y, y + bytes);
    alignas(kVectorBytes) std::byte memory[2][kSmallStructure];
    std::memset(memory[0], 0x5a, bytes);
    std::memset(memory[1], 0xa5, bytes);
    arauto_gfortran_capture(function, a, b, &calls[0], kMarks[0], memory[0]);
    arauto_gfortran_capture(function, first.data(), second.data(), &calls[1], kMarks[1], memory[1]);
    const Reading integers = read_integers(calls, bytes);
    const Reading reals = read_floating(calls, bytes);
    if (bytes > sizeof calls[0].integer && memory[1][0] == memory[0][0]) {
        std::memcpy(result, memory[1], bytes); // its start was written by the address in x8
        return true;
    }
    const bool are_equal = std::memcmp(integers.part, reals.part, bytes) == 0;
    const bool is_clear =
        integers.is_possible != reals.is_possible || (reals.is_possible && are_equal);
    const void* const known = integers.is_possible ? integers.part : reals.part;
    std::memcpy(result, is_clear ? known : a, bytes);
    return is_clear;
}

} // namespace arauto::gfortran

#endif
