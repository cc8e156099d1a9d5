// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Makes the transports of a job. What is made lives until the process ends.
#pragma once

#include "boot/job.hpp"
#include "transport/contract.hpp"

namespace arauto::transport {

/// Room that a rank's heap must give the shm transport for its copy ring.
inline constexpr size_t kBounceBytes = size_t{80} << 10;

[[nodiscard]] Transport* make_self(const boot::Job& job);
/// The way to other nodes, published through the job's host, which must meet afterwards.
/// @error ARAUTO_ERR_UNSUPPORTED (no libfabric, no provider), ARAUTO_ERR_SYSTEM
/// @param find_extent  as ofi::FindExtent; may be null
[[nodiscard]] Result<Network*> make_network(const boot::Job& job, FindExtent find_extent);
/// Whether there may be one. @error ARAUTO_ERR_UNSUPPORTED
[[nodiscard]] Status check_network() noexcept;
[[nodiscard]] Transport* make_shm(const boot::Job& job, uint64_t bounce_offset);

} // namespace arauto::transport
