// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Waits for the requests of this process, and moves epochs on meanwhile.
#pragma once

#include "arauto/request.h"
#include "boot/wait_card.hpp"
#include "epoch/epochs.hpp"

namespace arauto::core {

[[nodiscard]] Status
test_request(arauto_request_t* request, bool* done_out, const char* call) noexcept;
[[nodiscard]] Status wait_request(arauto_request_t* request, const char* call) noexcept;

/// Says what an incomplete request waits for.
void describe_wait(const arauto_request_t& request, boot::WaitDetail& detail) noexcept;

/// Waits for a request that the caller has not been given, and gives it back.
[[nodiscard]] Status finish_request(Epochs& epochs, JobOffset request, const char* call) noexcept;

} // namespace arauto::core
