// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The type behind the handle of a board, and the checks of the calls that notify one.
#pragma once

#include "api/check.hpp"
#include "arauto/board.h"
#include "sync/board.hpp"

struct arauto_board : arauto::core::Board {
    using Board::Board;
};

namespace arauto::api {

[[nodiscard]] inline Status
check_tagged(const arauto_board* board, int tag, const char* call) noexcept {
    ARAUTO_TRY(check_handle(board, call, "board"));
    if (tag >= 0) [[likely]] {
        return ARAUTO_OK;
    }
    return fail(ARAUTO_ERR_ARGUMENT, "%s: the tag is %d, but it must be 0 or more", call, tag);
}

} // namespace arauto::api
