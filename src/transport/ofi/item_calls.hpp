// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// How an item goes to the network: it is sent, or receives the next message; and the memory of
// items is registered. Neither the items nor the network know the other.
#pragma once

#include "transport/ofi/fabric.hpp"
#include "transport/ofi/items.hpp"

namespace arauto::transport::ofi {

/// Sends the message of an item. @return 0, or the network's error; -FI_EAGAIN: not now
[[nodiscard]] ssize_t send(Fabric& fabric, Item& item, fi_addr_t address) noexcept;
/// Receives the next message in it.
/// @error ARAUTO_ERR_SYSTEM
[[nodiscard]] Status receive(Fabric& fabric, Item& item) noexcept;
/// @return no memory when the network does not register it
[[nodiscard]] MessageMemory make_memory(Fabric& fabric, size_t bytes) noexcept;

} // namespace arauto::transport::ofi
