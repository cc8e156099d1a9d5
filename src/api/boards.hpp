// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The type behind the handle of a board, and the checks of the calls that notify one.
#pragma once

#include "api/check.hpp"
#include "arauto/board.h"
#include "sync/board.hpp"

struct arauto_board : arauto::core::Board {
    using Board::Board;

    uint64_t told_as = 0; // of no other board, and the same at all members; in a checked job
};

namespace arauto::api {

/// For the checker, as a slot: a board keeps the order of posts from one source by one tag.
[[nodiscard]] inline uint64_t told_slot(const arauto_board& board, int source, int tag) noexcept {
    constexpr uint64_t kGolden = 0x9e3779b97f4a7c15;
    constexpr uint64_t kNoOffset = uint64_t{1} << 43; // a word has 44 bits for it
    const uint64_t pair =
        uint64_t{static_cast<uint32_t>(source)} << 32 | static_cast<uint32_t>(tag);
    return ((((board.told_as + 1) * kGolden) ^ pair) * kGolden >> 21) | kNoOffset;
}

[[nodiscard]] inline Status
check_tagged(const arauto_board* board, int tag, const char* call) noexcept {
    ARAUTO_TRY(check_handle(board, call, "board"));
    if (tag >= 0) [[likely]] {
        return ARAUTO_OK;
    }
    return fail(ARAUTO_ERR_ARGUMENT, "%s: the tag is %d, but it must be 0 or more", call, tag);
}

} // namespace arauto::api
