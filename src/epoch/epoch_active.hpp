// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Access and exposure epochs between pairs of ranks: post, start, complete, wait.
// See arauto/epoch.h for what each call does. A call with a null request waits.
#pragma once

#include "arauto/request.h"
#include "epoch/epochs.hpp"

namespace arauto::core {

[[nodiscard]] Status open_post(Epochs& epochs, RankList origins) noexcept;
[[nodiscard]] Status open_start(Epochs& epochs, RankList targets, bool is_unchecked) noexcept;
[[nodiscard]] Status close_start(Epochs& epochs, arauto_request_t* request) noexcept;
[[nodiscard]] Status close_post(Epochs& epochs, arauto_request_t* request) noexcept;
[[nodiscard]] Status test_post(Epochs& epochs, bool* done_out) noexcept;

} // namespace arauto::core
