// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See apply.hpp.
#include "apply.hpp"

#include "move.hpp"

#include <algorithm>
#include <cstring>

namespace arauto::mpi {
namespace {

constexpr int64_t kBufferBytes = int64_t{64} * 1024; // private memory is changed in such pieces

/// Changes at most kBufferBytes of private memory: gets the bytes, applies the operation to the
/// copy, and puts it back.
bool apply_to_copy(const Operand& operand, const Target& target, const Piece& piece) noexcept {
    alignas(64) char copy[kBufferBytes];
    Piece through = piece;
    through.origin = 0;
    through.origin_stride = piece.bytes;
    if (!move_foreign(Direction::get, target, through, copy)) {
        return false;
    }
    apply_blocks(operand.plan.apply,
                 {copy, operand.address + piece.origin, piece.count, piece.bytes,
                  piece.origin_stride, element_count(operand.plan.basic, piece.bytes)});
    return move_foreign(Direction::put, target, through, copy);
}

bool apply_foreign(const Operand& operand, const Target& target, const Piece& piece) noexcept {
    return cut_piece(piece, kBufferBytes, basic_bytes(operand.plan.basic),
                     [&](const Piece& part) { return apply_to_copy(operand, target, part); });
}

bool may_swap(Basic basic) noexcept {
    return is_integer(basic) || basic == Basic::kByte ||
           (basic >= Basic::kBool8 && basic <= Basic::kBool64);
}

} // namespace

bool apply_now(const Operand& operand, const Target& target) noexcept {
    const AccumulatePlan& plan = operand.plan;
    if (plan.origin->is_dense && plan.target->is_dense && target.direct != nullptr) {
        const int64_t bytes =
            std::min(plan.origin->size * operand.count, plan.target->size * target.count);
        plan.apply(target.direct + plan.target->true_lower_bound,
                   operand.address + plan.origin->true_lower_bound,
                   element_count(plan.basic, bytes));
        return true;
    }
    Walk walk({*plan.origin, operand.count, 0}, {*plan.target, target.count, 0});
    for (Piece piece; walk.next(piece);) {
        if (target.direct != nullptr) [[likely]] {
            apply_blocks(plan.apply, {target.direct + piece.target, operand.address + piece.origin,
                                      piece.count, piece.target_stride, piece.origin_stride,
                                      element_count(plan.basic, piece.bytes)});
        } else if (!apply_foreign(operand, target, piece)) {
            return false;
        }
    }
    return true;
}

bool may_swap(const Layout& layout) noexcept {
    return layout.is_predefined && may_swap(layout.basic) && layout.size <= kSwapBytesMax;
}

bool swap_now(const Target& target, char* desired, const void* expected, char* result) noexcept {
    const Layout& layout = *target.layout;
    if (!move_now(Direction::get, {result, &layout, 1}, target)) {
        return false;
    }
    const bool is_swapped = std::memcmp(result, expected, static_cast<size_t>(layout.size)) == 0;
    return !is_swapped || move_now(Direction::put, {desired, &layout, 1}, target);
}

} // namespace arauto::mpi
