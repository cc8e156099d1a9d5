// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See operations.hpp.
#include "check/operations.hpp"

namespace arauto::check {

uint64_t Operations::begin(uint64_t object, int member) {
    // The program's accesses so far lie before; those from here on do not.
    order_.step();
    const uint64_t number = ++last_;
    Operation& operation = all_[number];
    operation.stamp = pending_stamp(order_.rank(), number);
    operation.object = object;
    operation.member = member;
    return number;
}

void Operations::use(uint64_t number, const Piece& piece) {
    const auto found = all_.find(number);
    if (found != all_.end() && piece.bytes != 0) {
        found->second.pieces.push_back(piece);
        const bool is_result = !piece.is_at_target && piece.access == Access::write;
        found->second.fetches = found->second.fetches || is_result;
    }
}

void Operations::accesses_origin(Operation& operation) {
    operation.is_begun = true;
    for (const Piece& piece : operation.pieces) {
        const Toucher who{operation.stamp, piece.site, piece.access};
        if (piece.is_private) {
            uses_.add(who, piece.first, piece.bytes);
        } else if (!piece.is_at_target) {
            shadow_.touch_as(who, piece.first, piece.bytes, piece.width);
        }
    }
}

void Operations::accesses_target(Operation& operation) noexcept {
    operation.is_admitted = true;
    for (const Piece& piece : operation.pieces) {
        if (piece.is_at_target) {
            shadow_.touch_as({operation.stamp, piece.site, piece.access}, piece.first, piece.bytes,
                             piece.width);
        }
    }
}

void Operations::finish_origin(Operation& operation, uint64_t stamp) noexcept {
    for (const Piece& piece : operation.pieces) {
        const Toucher who{operation.stamp, piece.site, piece.access};
        if (piece.is_at_target || operation.is_origin_free) {
            continue;
        }
        if (piece.is_private) {
            uses_.remove(who, piece.first);
        } else {
            shadow_.restamp(who, stamp, piece.first, piece.bytes, false);
        }
    }
    operation.is_origin_free = true;
}

void Operations::finish_target(const Operation& operation, uint64_t stamp) noexcept {
    for (const Piece& piece : operation.pieces) {
        if (piece.is_at_target) {
            shadow_.restamp({operation.stamp, piece.site, piece.access}, stamp, piece.first,
                            piece.bytes, !operation.is_admitted);
        }
    }
}

void Operations::complete(uint64_t number, Completion how, uint64_t stamp) noexcept {
    const auto found = all_.find(number);
    if (found == all_.end()) {
        return;
    }
    Operation& operation = found->second;
    finish_origin(operation, stamp);
    if (how == Completion::all || operation.fetches) {
        finish_target(operation, stamp);
        all_.erase(found);
    }
}

void Operations::close(uint64_t number, uint64_t stamp) noexcept {
    Operation& operation = all_.at(number);
    for (const Piece& piece : operation.pieces) {
        const Toucher who{operation.stamp, piece.site, piece.access};
        const bool is_done = !piece.is_at_target && operation.is_origin_free;
        if (!piece.is_private && !is_done) {
            shadow_.restamp(who, stamp, piece.first, piece.bytes,
                            piece.is_at_target && !operation.is_admitted);
        }
    }
    operation.is_closed = true; // its private memory keeps the stamp until it is complete
}

void Operations::forget(uint64_t number) noexcept {
    const auto found = all_.find(number);
    if (found == all_.end()) {
        return;
    }
    for (const Piece& piece : found->second.pieces) {
        if (piece.is_private && !found->second.is_origin_free) {
            uses_.remove({found->second.stamp, piece.site, piece.access}, piece.first);
        }
    }
    all_.erase(found);
}

} // namespace arauto::check
