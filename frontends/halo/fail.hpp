// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The sentence of a call that is refused, and what it calls ranks and axes.
#pragma once

#include "arauto/status.h"

namespace arauto::halo {

/// Makes "call: why" the text of arauto_last_error(). @return `status`
[[gnu::format(printf, 3, 4)]] arauto_status_t
fail(arauto_status_t status, const char* call, const char* format, ...) noexcept;

/// The number by which the program knows a rank, axis or dimension that counts from 0.
[[nodiscard]] int number_of(int from_zero) noexcept;

/// "rank", or "image".
[[nodiscard]] const char* noun() noexcept;

} // namespace arauto::halo
