// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Starts the race checker of this rank in a job that is checked.
#pragma once

#include "runtime/rank.hpp"

namespace arauto::core {

/// Sets Rank::checker where the job has memory for it. It stays until the process ends, since
/// threads may access memory until then.
/// @error ARAUTO_ERR_MEMORY
[[nodiscard]] Status begin_checking(Rank& self) noexcept;

} // namespace arauto::core
