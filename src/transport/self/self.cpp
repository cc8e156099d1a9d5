// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See self.hpp.
#include "transport/self/self.hpp"

#include "os/cma.hpp"
#include "transport/mapped.hpp"

namespace arauto::transport {
namespace {

constexpr size_t kRunsMax = 1024; // runs that the caller prepares, at most

/// An address of our own may come from a broken pointer of the program: say so instead of crashing
/// inside the runtime.
[[nodiscard]] bool is_reachable(os::MappedHere& mapped, uint64_t address, size_t bytes) noexcept {
    if (mapped.contains(address, bytes)) {
        return true;
    }
    static_cast<void>(fail(ARAUTO_ERR_RANGE,
                           "address %#llx of %zu bytes is not mapped in this process",
                           static_cast<unsigned long long>(address), bytes));
    return false;
}

} // namespace

Capabilities Self::capabilities() const noexcept {
    return {.name = "self",
            .foreign = true,
            .foreign_by = "memcpy",
            .heap_bytes_max = SIZE_MAX,
            .bytes_max = SIZE_MAX,
            .runs_max = kRunsMax};
}

Posted Self::post(const Operation& operation) noexcept {
    if (operation.remote.space == Space::heap) {
        return execute_mapped(operation, heap_ + operation.remote.value);
    }
    os::MappedHere mapped;
    if (!is_reachable(mapped, operation.remote.value, operation.bytes)) {
        return {Outcome::failed, ARAUTO_ERR_RANGE};
    }
    return execute_mapped(operation, reinterpret_cast<std::byte*>(operation.remote.value));
}

Posted Self::post_runs(const RunsOperation& operation) noexcept {
    if (operation.space == Space::heap) {
        return execute_mapped(operation, reinterpret_cast<uintptr_t>(heap_));
    }
    os::MappedHere mapped;
    for (const Run& run : operation.runs) {
        if (!is_reachable(mapped, run.remote, run.bytes)) {
            return {Outcome::failed, ARAUTO_ERR_RANGE};
        }
    }
    return execute_mapped(operation, uintptr_t{0});
}

size_t Self::poll(std::span<Completion>) noexcept {
    return 0;
}

} // namespace arauto::transport
