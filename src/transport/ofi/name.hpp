// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The network name of a rank, which it publishes so that others can reach it. It is authenticated
// by the job's secret: a process without the secret cannot make one, nor pass another rank's off as
// its own.
#pragma once

#include "boot/job.hpp"
#include "transport/ofi/fabric.hpp"
#include "transport/ofi/message.hpp"

#include <cstddef>
#include <cstdint>

namespace arauto::transport::ofi {

/// A wire format.
struct Name {
    uint32_t magic;
    uint32_t bytes; // of `endpoint` that count
    std::byte endpoint[kEndpointBytesMax];
    uint64_t heap; // its address there
    uint64_t heap_bytes;
    uint64_t mac; // a MAC of all before, and of the rank, by the job's secret
};
static_assert(sizeof(Name) <= boot::ProcessManager::kBlobBytesMax);

/// Adds the MAC to a name of this rank.
void authenticate(int rank, const uint64_t (&secret)[2], Name* name) noexcept;
[[nodiscard]] bool is_authentic(int rank, const uint64_t (&secret)[2], const Name& name) noexcept;

} // namespace arauto::transport::ofi
