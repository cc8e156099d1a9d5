// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Makes the transports of a job, and says for `arauto info` which this system permits. They live
// until the process ends.
#pragma once

#include "boot/job.hpp"
#include "transport/contract.hpp"

namespace arauto::transport {

/// Room that a rank's heap must give the shm transport for its copy ring.
inline constexpr size_t kBounceBytes = size_t{80} << 10;

[[nodiscard]] Transport* make_self(const boot::Job& job);
/// The transport to other nodes, published through the process manager. All ranks must synchronise
/// through it afterwards.
/// @error ARAUTO_ERR_UNSUPPORTED (no libfabric, no provider), ARAUTO_ERR_SYSTEM
/// @param find_extent  may be null
/// @param note_arrival  may be null; alike in all ranks
[[nodiscard]] Result<Network*>
make_network(const boot::Job& job, FindExtent find_extent, NoteArrival note_arrival);
/// Whether there may be one. @error ARAUTO_ERR_UNSUPPORTED
[[nodiscard]] Status check_network() noexcept;
[[nodiscard]] Transport* make_shm(const boot::Job& job, uint64_t bounce_offset);

/// "cross-memory attach" or "copy ring served by its owner": found out by trying it on a child
/// process.
[[nodiscard]] const char* foreign_access_method() noexcept;

/// The network that a job of several nodes would use here, found by opening it.
struct NetworkInfo {
    bool is_there = false;
    char text[160] = {}; // provider, interface and progress, or why there is none
    char notification[48] = {}; // how one travels with a put
    char notification_reason[192] = {}; // why, where that is not the usual way
    const char* registration = ""; // what is registered
    char providers[256] = {}; // of the library, also those that will not do; empty without it
};
[[nodiscard]] NetworkInfo describe_network() noexcept;

} // namespace arauto::transport
