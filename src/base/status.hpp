// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Error reporting between rooms: a status code, and one message per thread that explains the last
// failure. The function that detects a failure writes the message; its callers pass the code on.
#pragma once

#include "arauto/status.h"

namespace arauto {

using Status = arauto_status_t;

/// Records the sentence (printf format) as this thread's last error and returns `code`.
[[nodiscard]] Status fail(Status code, const char* format, ...) noexcept
    __attribute__((format(printf, 2, 3), cold));

[[nodiscard]] const char* last_error() noexcept;
[[nodiscard]] const char* status_name(Status code) noexcept;

/// A value, or the reason why there is none. `value` is meaningful only when `status` >= 0.
template <typename T> struct [[nodiscard]] Result {
    Status status = ARAUTO_OK;
    T value{};
    [[nodiscard]] bool ok() const noexcept { return status >= 0; }
};

} // namespace arauto
