// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See move.hpp.
#include "move.hpp"

#include "copy.hpp"
#include "errors.hpp"

#include "arauto/rma.h"
#include "arauto/spi/counters.h"
#include "arauto/spi/rma.h"

#include <algorithm>

namespace arauto::mpi {
namespace {

bool move_dense(Direction direction, const Origin& origin, const Target& target) noexcept {
    const auto bytes = static_cast<size_t>(
        std::min(origin.layout->size * origin.count, target.layout->size * target.count));
    char* const here = origin.address + origin.layout->true_lower_bound;
    const int64_t offset = target.layout->true_lower_bound;
    if (target.direct != nullptr) [[likely]] {
        char* const there = target.direct + offset;
        // A process may move data within its own part, so that the two may overlap.
        copy_bytes(direction == Direction::put ? there : here,
                   direction == Direction::put ? here : there, bytes);
        return true;
    }
    const uint64_t address = target.address + static_cast<uint64_t>(offset);
    const arauto_status_t status = direction == Direction::put
                                       ? arauto_put_at(target.job_rank, address, here, bytes)
                                       : arauto_get_at(target.job_rank, address, here, bytes);
    return status >= 0;
}

arauto_section_t section_of(int64_t offset, int64_t stride, const Piece& piece) noexcept {
    arauto_section_t section{};
    section.rank = 1;
    section.element_bytes = static_cast<size_t>(piece.bytes);
    section.offset = offset;
    section.dim[0] = {piece.count, stride, nullptr};
    return section;
}

} // namespace

bool move_foreign(Direction direction,
                  const Target& target,
                  const Piece& piece,
                  char* origin) noexcept {
    const arauto_section_t there = section_of(piece.target, piece.target_stride, piece);
    const arauto_section_t here = section_of(piece.origin, piece.origin_stride, piece);
    const arauto_status_t status =
        direction == Direction::put
            ? arauto_put_section_at(target.job_rank, target.address, &there, origin, &here)
            : arauto_get_section_at(target.job_rank, target.address, &there, origin, &here);
    return status >= 0;
}

void tally_blocks(arauto_counter_t counter, const Origin& origin, const Target& target) noexcept {
    if (target.direct == nullptr) {
        return;
    }
    arauto_count_t blocks{0, 0, 0};
    if (origin.layout->is_dense && target.layout->is_dense) {
        const int64_t bytes =
            std::min(origin.layout->size * origin.count, target.layout->size * target.count);
        blocks = {0, 1, static_cast<uint64_t>(bytes)};
    } else {
        Walk walk({*origin.layout, origin.count, 0}, {*target.layout, target.count, 0});
        for (Piece piece; walk.next(piece);) {
            blocks.messages += static_cast<uint64_t>(piece.count);
            blocks.bytes += static_cast<uint64_t>(piece.count * piece.bytes);
        }
    }
    arauto_counters_add(counter, blocks);
}

void tally_move(Direction direction, const Origin& origin, const Target& target) noexcept {
    if (target.direct != nullptr) {
        const arauto_counter_t counter =
            direction == Direction::put ? ARAUTO_COUNTER_PUT : ARAUTO_COUNTER_GET;
        tally(counter);
        tally_blocks(counter, origin, target);
    }
}

bool move_now(Direction direction, const Origin& origin, const Target& target) noexcept {
    if (origin.layout->is_dense && target.layout->is_dense) [[likely]] {
        return move_dense(direction, origin, target);
    }
    Walk walk({*origin.layout, origin.count, 0}, {*target.layout, target.count, 0});
    for (Piece piece; walk.next(piece);) {
        if (target.direct == nullptr) {
            if (!move_foreign(direction, target, piece, origin.address)) {
                return false;
            }
        } else if (direction == Direction::put) {
            copy_to_target(piece, origin.address, target.direct);
        } else {
            copy_to_origin(piece, origin.address, target.direct);
        }
    }
    return true;
}

int move(const Window& window,
         Direction direction,
         const Origin& origin,
         const Target& target,
         const char* call) noexcept {
    return move_now(direction, origin, target)
               ? MPI_SUCCESS
               : fail(window, MPI_ERR_RMA_RANGE, "%s: %s", call, arauto_last_error());
}

} // namespace arauto::mpi
