// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Opens the network to the other nodes of a job. In a job on one node `this_rank().network` stays
// null.
#pragma once

#include "runtime/rank.hpp"

namespace arauto::core {

/// Whether a job of several nodes could be had here. @error ARAUTO_ERR_UNSUPPORTED
[[nodiscard]] Status check_network() noexcept;

/// Opens the network and starts the progress thread. Collective: ranks whose earlier steps failed
/// take part as well.
/// @param so_far  status of the earlier steps
[[nodiscard]] Status open_network(Status so_far) noexcept;

/// The start of the job's mapping in that rank's process; looked up when first needed.
[[nodiscard]] uint64_t map_base(int rank) noexcept;

} // namespace arauto::core
