// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Fences: epochs that all members open and close together.
// See arauto/epoch.h for what each call does. A call with a null request waits.
#pragma once

#include "arauto/request.h"
#include "epoch/epochs.hpp"

namespace arauto::core {

struct Fence {
    bool closes; // else the caller promises that there is nothing to close
    bool opens;
};
[[nodiscard]] Status fence(Epochs& epochs, Fence how, arauto_request_t* request) noexcept;

} // namespace arauto::core
