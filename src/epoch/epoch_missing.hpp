// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The cause of a wait for epochs, found in this rank's engine once the wait has lasted: the members
// that have not posted, completed or fenced, or the lock. The waiting thread looks for it and holds
// no engine.
#pragma once

#include "boot/wait_card.hpp"
#include "epoch/epochs.hpp"

namespace arauto::core {

/// The epoch that completes with the request, if it has begun; else the first that holds this
/// rank's epochs up.
/// @param request  0: any
void find_missing(Epochs& epochs, JobOffset request, boot::WaitDetail& detail) noexcept;

/// The members that have not arrived at a fence.
void find_missing_at_fence(const Epochs& epochs,
                           uint64_t number,
                           boot::WaitDetail& detail) noexcept;

/// The peers of unfinished links of an access or an exposure epoch.
void find_missing_of(const Epochs& epochs, const Epoch& epoch, boot::WaitDetail& detail) noexcept;

} // namespace arauto::core
