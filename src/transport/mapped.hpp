// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// An operation on memory that is mapped in this process: for all transports that map memory.
#pragma once

#include "transport/atomics.hpp"

#include <cstring>

namespace arauto::transport {

/// Carries out `operation` at `at`; complete on return.
inline Posted execute_mapped(const Operation& operation, std::byte* at) noexcept {
    switch (operation.kind) {
    case Kind::put:
        std::memmove(at, operation.local, operation.bytes);
        break;
    case Kind::get:
        std::memmove(operation.local, at, operation.bytes);
        break;
    case Kind::atomic: {
        const uint64_t old = apply(operation.atomic, at);
        if (operation.atomic.old != nullptr) {
            *operation.atomic.old = old;
        }
        break;
    }
    }
    return {Outcome::done, ARAUTO_OK};
}

/// Carries out a put or get of runs, whose remote offsets count from address `base`.
inline Posted execute_mapped(const RunsOperation& operation, uintptr_t base) noexcept {
    for (const Run& run : operation.runs) {
        auto* const at = reinterpret_cast<std::byte*>(base + run.remote);
        const bool is_put = operation.kind == Kind::put;
        std::memmove(is_put ? at : run.local, is_put ? run.local : at, run.bytes);
    }
    return {Outcome::done, ARAUTO_OK};
}

} // namespace arauto::transport
