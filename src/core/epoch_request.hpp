// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The requests of this process: cells in its heap, which peers mark complete. Made and given back
// by the owner alone.
#pragma once

#include "arauto/request.h"
#include "core/epochs.hpp"

namespace arauto::core {

/// A request that waits for `left` completions. 0 when the heap is full.
[[nodiscard]] Place make_request(Epochs& epochs, uint32_t left) noexcept;
/// One that nobody has been given.
void discard_request(Epochs& epochs, Place request) noexcept;
/// What the program is given: nothing when it is complete already, without a failure.
[[nodiscard]] arauto_request_t hand_out(Epochs& epochs, Place request) noexcept;

/// One completion; by whoever steps the engine. The first failure counts. 0 is allowed.
void complete_request(const Epochs& view, Place request, Status status, int culprit) noexcept;

[[nodiscard]] Status
test_request(arauto_request_t* request, bool* done_out, const char* call) noexcept;
[[nodiscard]] Status wait_request(arauto_request_t* request, const char* call) noexcept;
[[nodiscard]] Status free_request(arauto_request_t* request, const char* call) noexcept;

/// Waits for a request that the caller has not been given, and gives it back.
[[nodiscard]] Status finish_request(Epochs& epochs, Place request, const char* call) noexcept;

} // namespace arauto::core
