// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Creation and release of epochs objects.
#pragma once

#include "epoch/epochs.hpp"

namespace arauto::core {

/// Collective.
[[nodiscard]] Status create_epochs(Team& team, Epochs** epochs_out, const char* call) noexcept;
[[nodiscard]] Status free_epochs(Epochs* epochs, const char* call) noexcept;

/// Waits until the closed epochs are complete, or never will be.
void drain(Epochs& epochs) noexcept;

/// Operations that are recorded now.
[[nodiscard]] uint64_t count_recorded(Epochs& epochs) noexcept;

} // namespace arauto::core
