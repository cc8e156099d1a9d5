// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Lock epochs, and flush within them: the target takes no part.
// See arauto/epoch.h for what each call does. A call with a null request waits.
#pragma once

#include "arauto/request.h"
#include "epoch/epochs.hpp"

namespace arauto::core {

struct LockCall {
    int rank;
    bool is_exclusive;
    bool is_unchecked;
};
[[nodiscard]] Status open_lock(Epochs& epochs, LockCall how, arauto_request_t* request) noexcept;
[[nodiscard]] Status close_lock(Epochs& epochs, int rank, arauto_request_t* request) noexcept;
[[nodiscard]] Status
open_lock_all(Epochs& epochs, bool is_unchecked, arauto_request_t* request) noexcept;
[[nodiscard]] Status close_lock_all(Epochs& epochs, arauto_request_t* request) noexcept;
[[nodiscard]] Status flush(Epochs& epochs, int rank, arauto_request_t* request) noexcept;

} // namespace arauto::core
