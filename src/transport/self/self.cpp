// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See self.hpp.
#include "transport/self/self.hpp"

#include "os/cma.hpp"
#include "transport/mapped.hpp"

namespace arauto::transport {

Capabilities Self::capabilities() const noexcept {
    return {.name = "self",
            .maps_heap = true,
            .foreign = true,
            .foreign_by = "memcpy",
            .bytes_max = SIZE_MAX};
}

std::byte* Self::mapped_heap(int) const noexcept {
    return heap_;
}

Posted Self::post(const Operation& operation) noexcept {
    if (operation.remote.space == Space::heap) {
        return execute_mapped(operation, heap_ + operation.remote.value);
    }
    // An address of our own may come from a broken pointer of the program: say so instead of
    // crashing inside the runtime.
    if (!os::is_mapped_here(operation.remote.value, operation.bytes)) {
        return {Outcome::failed,
                fail(ARAUTO_ERR_RANGE, "address %#llx of %zu bytes is not mapped in this process",
                     static_cast<unsigned long long>(operation.remote.value), operation.bytes)};
    }
    return execute_mapped(operation, reinterpret_cast<std::byte*>(operation.remote.value));
}

size_t Self::poll(std::span<Completion>) noexcept {
    return 0;
}

} // namespace arauto::transport
