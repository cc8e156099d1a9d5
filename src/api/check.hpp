// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Argument checks that several calls share. Each returns ARAUTO_OK or fails with a sentence that
// starts with the call's name.
#pragma once

#include "team/segment.hpp"

namespace arauto::api {

using core::check_alive;
using core::check_rank;
using core::check_running;

[[nodiscard]] inline Status
check_handle(const void* handle, const char* call, const char* what) noexcept {
    if (handle != nullptr) [[likely]] {
        return ARAUTO_OK;
    }
    return fail(ARAUTO_ERR_ARGUMENT, "%s: the %s is null", call, what);
}

[[nodiscard]] Status out_of_range(const core::Segment& segment,
                                  uint64_t offset,
                                  uint64_t bytes,
                                  const char* call) noexcept;

/// Everything that a data call needs: a live rank of the job, and bytes inside the segment.
[[nodiscard]] inline Status check_access(const core::Segment* segment,
                                         int rank,
                                         uint64_t offset,
                                         uint64_t bytes,
                                         const char* call) noexcept {
    if (segment == nullptr) [[unlikely]] {
        return check_handle(segment, call, "segment");
    }
    if (!core::this_rank().is_rank(rank)) [[unlikely]] {
        return check_rank(rank, call);
    }
    if (!core::contains(*segment, offset, bytes)) [[unlikely]] {
        return out_of_range(*segment, offset, bytes, call);
    }
    return check_alive(rank, call);
}

[[nodiscard]] inline Status
check_index(size_t index, size_t count, const char* call, const char* what) noexcept {
    if (index < count) [[likely]] {
        return ARAUTO_OK;
    }
    return fail(ARAUTO_ERR_RANGE, "%s: there is no %s %zu, the array has %zu (from %d)", call, what,
                number_of(index), count, number_of(0));
}

/// Bytes of an array; more than any heap has when the product does not fit.
[[nodiscard]] inline size_t array_bytes(size_t count, size_t element_bytes) noexcept {
    size_t bytes = 0;
    return __builtin_mul_overflow(count, element_bytes, &bytes) ? SIZE_MAX : bytes;
}

/// Returns the first failure of a list of checks.
#define ARAUTO_TRY(expression)                                                                     \
    do {                                                                                           \
        if (const ::arauto::Status try_status = (expression); try_status < 0) [[unlikely]] {       \
            return try_status;                                                                     \
        }                                                                                          \
    } while (false)

} // namespace arauto::api
