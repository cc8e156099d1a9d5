// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The checks of arauto_rma and arauto_epoch_rma that do not depend on the memory of the operation.
#pragma once

#include "api/check.hpp"
#include "arauto/op.h"

namespace arauto::api {

[[nodiscard]] inline bool is_put(const arauto_op_t& op) noexcept {
    return op.kind == ARAUTO_OP_PUT;
}
[[nodiscard]] inline bool is_transfer(const arauto_op_t& op) noexcept {
    return op.kind == ARAUTO_OP_PUT || op.kind == ARAUTO_OP_GET;
}
[[nodiscard]] inline bool is_contiguous(const arauto_op_t& op) noexcept {
    return op.remote_section == nullptr && op.local_section == nullptr && op.runs == nullptr;
}
[[nodiscard]] inline bool notifies(const arauto_op_t& op) noexcept {
    return op.slot.offset != 0 || op.board != nullptr;
}
/// Memory of this process that a put or get without runs names.
[[nodiscard]] inline const void* local_of(const arauto_op_t& op) noexcept {
    return is_put(op) ? op.source : op.destination;
}

/// Every field has a meaning for the operation's kind, and nothing that it needs is missing.
/// Whether the target can be reached remains to be checked.
/// @error ARAUTO_ERR_ARGUMENT, ARAUTO_ERR_SHAPE
[[nodiscard]] Status check_op(const arauto_op_t* op, const char* call) noexcept;

/// An atomic operation that check_op has passed, as the rooms below know it.
[[nodiscard]] transport::Atomic atomic_of(const arauto_op_t& op) noexcept;

/// Where an operation on `bytes` contiguous bytes happens.
/// @param rank  in the job
/// @error ARAUTO_ERR_RANK, ARAUTO_ERR_RANGE, ARAUTO_ERR_FAILED
[[nodiscard]] Result<transport::Address>
address_of(const arauto_op_t& op, int rank, size_t bytes, const char* call) noexcept;

/// Where an atomic operation happens: in memory that ranks share, and aligned.
[[nodiscard]] Result<transport::Address>
atomic_address_of(const arauto_op_t& op, int rank, const char* call) noexcept;

} // namespace arauto::api
