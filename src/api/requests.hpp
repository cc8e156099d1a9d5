// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Requests name the work of an epoch, by a cell in the heap, or an operation of arauto_rma_begin,
// by a serial number. The two are told apart by the offset: cells are aligned.
#pragma once

#include "arauto/request.h"

#include <cstdint>

namespace arauto::api {

inline constexpr uint64_t kTransferMark = 1; // as an offset

/// @param serial  0: it is complete
[[nodiscard]] inline arauto_request_t request_of_transfer(uint64_t serial) noexcept {
    return serial != 0 ? arauto_request_t{kTransferMark, serial} : arauto_request_t{0, 0};
}
[[nodiscard]] inline bool is_transfer(const arauto_request_t& request) noexcept {
    return request.offset == kTransferMark;
}

} // namespace arauto::api
