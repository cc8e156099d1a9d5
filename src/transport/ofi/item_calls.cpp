// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See item_calls.hpp.
#include "transport/ofi/item_calls.hpp"

#include <rdma/fi_errno.h>

#include <memory>
#include <utility>

namespace arauto::transport::ofi {

ssize_t send(Fabric& fabric, Item& item, fi_addr_t address) noexcept {
    return fabric.send({item.message, item.bytes, item.description(), address, &item.context});
}

Status receive(Fabric& fabric, Item& item) noexcept {
    for (;;) {
        const ssize_t code = fabric.receive(
            {item.message, kMessageBytes, item.description(), FI_ADDR_UNSPEC, &item.context});
        if (code == 0) {
            return ARAUTO_OK;
        }
        if (code != -FI_EAGAIN) {
            return fail(ARAUTO_ERR_SYSTEM, "the network takes no message: %s",
                        fabric.explain(code));
        }
    }
}

MessageMemory make_memory(Fabric& fabric, size_t bytes) noexcept {
    MessageMemory memory{std::make_shared_for_overwrite<std::byte[]>(bytes)};
    fabric.hold(memory.bytes);
    memory.region = fabric.register_local(memory.bytes.get(), bytes);
    return memory.region != nullptr || !fabric.needs_local() ? std::move(memory) : MessageMemory{};
}

} // namespace arauto::transport::ofi
