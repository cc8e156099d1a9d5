// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Atomic subroutines on integers and logicals of 1 to 8 bytes.
#include "arauto/atomic.h"

#include "caller.hpp"
#include "coarray/atomic_name.hpp"
#include "foreign.hpp"
#include "images.hpp"
#include "segment.hpp"

#include <cstring>

using namespace arauto::gfortran;

namespace {

/// Little-endian: the low bytes of the word are the value.
uint64_t load_value(const void* value, int kind) noexcept {
    if (kind == 4) [[likely]] { // the only kind of ISO_FORTRAN_ENV
        uint32_t word = 0;
        std::memcpy(&word, value, sizeof word);
        return word;
    }
    uint64_t word = 0;
    std::memcpy(&word, value, static_cast<size_t>(kind));
    return word;
}

void store_value(void* value, int kind, uint64_t word) noexcept {
    std::memcpy(value, &word, static_cast<size_t>(kind));
}

/// An atomic variable.
struct Cell {
    Token token;
    size_t offset;
    int image; // 0: of this image
    int kind;
};

/// All of it; apart from the commonest, which then needs no frame of 350 bytes.
[[gnu::noinline]] void
operate(arauto_atomic_op_t op, const Cell& cell, const void* value, void* old, int* stat) {
    const Errors errors{stat};
    const SegmentBoundary boundary(errors);
    const char* const name = arauto::coarray::atomic_name(op, old != nullptr);
    const int rank = rank_or_report(cell.image, errors, name);
    if (rank < 0) {
        return;
    }
    uint64_t word = 0;
    const arauto_status_t status = arauto_atomic_fetch(
        cell.token->segment, rank, cell.offset, cell.kind, op, load_value(value, cell.kind), &word);
    if (status >= 0 && old != nullptr) {
        store_value(old, cell.kind, word);
    }
    report(errors, status, name);
}

} // namespace

CAF_EXPORT void _gfortran_caf_atomic_define(
    Token token, size_t offset, int image, void* value, int* stat, int, int kind) {
    note_caller(__builtin_return_address(0));
    const Errors errors{stat};
    const SegmentBoundary boundary(errors);
    const int rank = rank_or_report(image, errors, "ATOMIC_DEFINE");
    if (rank >= 0) {
        report(errors,
               arauto_atomic_store(token->segment, rank, offset, kind, load_value(value, kind)),
               "ATOMIC_DEFINE");
    }
}

CAF_EXPORT void _gfortran_caf_atomic_ref(
    Token token, size_t offset, int image, void* value, int* stat, int, int kind) {
    note_caller(__builtin_return_address(0));
    const Errors errors{stat};
    const SegmentBoundary boundary(errors);
    const int rank = rank_or_report(image, errors, "ATOMIC_REF");
    if (rank < 0) {
        return;
    }
    uint64_t word = 0;
    const arauto_status_t status = arauto_atomic_load(token->segment, rank, offset, kind, &word);
    if (status >= 0) {
        store_value(value, kind, word);
    }
    report(errors, status, "ATOMIC_REF");
}

CAF_EXPORT void _gfortran_caf_atomic_cas(Token token,
                                         size_t offset,
                                         int image,
                                         void* old,
                                         void* compare,
                                         void* desired,
                                         int* stat,
                                         int,
                                         int kind) {
    note_caller(__builtin_return_address(0));
    const Errors errors{stat};
    const SegmentBoundary boundary(errors);
    const int rank = rank_or_report(image, errors, "ATOMIC_CAS");
    if (rank < 0) {
        return;
    }
    uint64_t word = 0;
    const arauto_status_t status =
        arauto_atomic_compare_swap(token->segment, rank, offset, kind, load_value(compare, kind),
                                   load_value(desired, kind), &word);
    if (status >= 0) {
        store_value(old, kind, word);
    }
    report(errors, status, "ATOMIC_CAS");
}

/// @param op  1 add, 2 and, 3 or, 4 xor
CAF_EXPORT void _gfortran_caf_atomic_op(int op,
                                        Token token,
                                        size_t offset,
                                        int image,
                                        void* value,
                                        void* old,
                                        int* stat,
                                        int,
                                        int kind) {
    note_caller(__builtin_return_address(0));
    static constexpr arauto_atomic_op_t kOps[] = {ARAUTO_ATOMIC_ADD, ARAUTO_ATOMIC_ADD,
                                                  ARAUTO_ATOMIC_AND, ARAUTO_ATOMIC_OR,
                                                  ARAUTO_ATOMIC_XOR};
    const int rank = image_or_self_to_rank(image);
    // Most atomics add to a counter, between segments without private memory of other images.
    // PAIR foreign.used: look
    if (kind == 4 && old == nullptr && rank >= 0 &&
        !foreign.is_used.load(std::memory_order_seq_cst)) [[likely]] {
        if (arauto_atomic_fetch(token->segment, rank, offset, 4, kOps[op], load_value(value, 4),
                                nullptr) >= 0) [[likely]] {
            set_ok(stat);
            return;
        }
    }
    operate(kOps[op], {token, offset, image, kind}, value, old, stat);
}
