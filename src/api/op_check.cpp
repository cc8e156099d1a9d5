// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See op.hpp.
#include "api/boards.hpp"
#include "api/op.hpp"
#include "api/rma.hpp"
#include "api/slots.hpp"
#include "plan/plan.hpp"

#include <cstdint>

namespace arauto::api {
namespace {

using transport::Address;
using transport::Space;

/// @param fields  those that must be absent, as one sees them in a program
Status check_absent(bool is_absent, const char* call, const char* what, const char* fields) {
    if (is_absent) [[likely]] {
        return ARAUTO_OK;
    }
    return fail(ARAUTO_ERR_ARGUMENT, "%s: %s takes no %s; leave it 0", call, what, fields);
}

Status check_runs(const arauto_op_t& op, const char* call) noexcept {
    ARAUTO_TRY(check_absent(
        op.source == nullptr && op.destination == nullptr && op.bytes == 0 && op.offset == 0 &&
            op.remote_section == nullptr && op.local_section == nullptr,
        call, "an operation with runs", "source, destination, bytes, offset or section"));
    ARAUTO_TRY(check_handle(op.runs, call, "list of runs"));
    for (size_t i = 0; i < op.run_count; ++i) {
        if (op.runs[i].local == nullptr && op.runs[i].bytes > 0) {
            return fail(ARAUTO_ERR_ARGUMENT, "%s: the local memory of run %zu is null", call,
                        number_of(i));
        }
    }
    return ARAUTO_OK;
}

/// Bytes of a section's elements. @error ARAUTO_ERR_RANGE when no memory is that large
Status
count_bytes(const arauto_section_t& section, uint64_t* bytes_out, const char* call) noexcept {
    uint64_t bytes = section.element_bytes;
    bool is_huge = false;
    for (int d = 0; d < section.rank; ++d) {
        if (section.dim[d].extent == 0) {
            *bytes_out = 0;
            return ARAUTO_OK;
        }
        is_huge |= __builtin_mul_overflow(bytes, section.dim[d].extent, &bytes);
    }
    if (is_huge || bytes > INT64_MAX) {
        return fail(ARAUTO_ERR_RANGE, "%s: the section has more elements than any memory", call);
    }
    *bytes_out = bytes;
    return ARAUTO_OK;
}

/// @param bytes_out  of the elements
Status check_sections(const arauto_op_t& op, uint64_t* bytes_out, const char* call) noexcept {
    const arauto_section_t* const remote = op.remote_section;
    const arauto_section_t* const local = op.local_section;
    if (remote != nullptr) {
        ARAUTO_TRY(plan::check_section(*remote, call));
    }
    if (local != nullptr) {
        ARAUTO_TRY(plan::check_section(*local, call));
    }
    if (remote != nullptr && local != nullptr) {
        ARAUTO_TRY(plan::check_shape(*remote, *local, call));
    }
    ARAUTO_TRY(count_bytes(remote != nullptr ? *remote : *local, bytes_out, call));
    if (op.bytes != 0 && op.bytes != *bytes_out) {
        return fail(ARAUTO_ERR_ARGUMENT,
                    "%s: bytes is %zu, but the section has %llu; leave it 0 or make it that", call,
                    op.bytes, static_cast<unsigned long long>(*bytes_out));
    }
    return ARAUTO_OK;
}

Status check_transfer(const arauto_op_t& op, const char* call) noexcept {
    const char* const what = is_put(op) ? "a put" : "a get";
    ARAUTO_TRY(check_absent(op.width == 0 && op.atomic == 0 && op.operand == 0 &&
                                op.expected == 0 && op.old_out == nullptr,
                            call, what, "width, atomic, operand, expected or old_out"));
    ARAUTO_TRY(check_absent((is_put(op) ? op.destination : op.source) == nullptr, call, what,
                            is_put(op) ? "destination" : "source"));
    if (op.runs != nullptr || op.run_count != 0) {
        return check_runs(op, call);
    }
    uint64_t bytes = op.bytes;
    if (!is_contiguous(op)) {
        ARAUTO_TRY(check_sections(op, &bytes, call));
    }
    return bytes == 0 ? ARAUTO_OK
                      : check_handle(local_of(op), call, is_put(op) ? "source" : "destination");
}

Status check_atomic_op(const arauto_op_t& op, const char* call) noexcept {
    ARAUTO_TRY(check_absent(op.source == nullptr && op.destination == nullptr && op.bytes == 0 &&
                                is_contiguous(op) && op.run_count == 0,
                            call, "an atomic operation",
                            "source, destination, bytes, section or runs"));
    ARAUTO_TRY(check_width(op.width, call));
    switch (op.kind) {
    case ARAUTO_OP_STORE:
        return check_absent(op.atomic == 0 && op.expected == 0 && op.old_out == nullptr, call,
                            "a store", "atomic, expected or old_out");
    case ARAUTO_OP_LOAD:
        ARAUTO_TRY(check_absent(op.atomic == 0 && op.expected == 0 && op.operand == 0, call,
                                "a load", "atomic, expected or operand"));
        return check_handle(op.old_out, call, "pointer for the value (old_out)");
    case ARAUTO_OP_FETCH: {
        transport::AtomicOp known{};
        ARAUTO_TRY(find_op(op.atomic, &known, call));
        return check_absent(op.expected == 0, call, "a fetch", "expected");
    }
    default:
        return check_absent(op.atomic == 0, call, "a compare-and-swap", "atomic");
    }
}

Status check_notification(const arauto_op_t& op, const char* call) noexcept {
    if (op.slot.offset != 0 && op.board != nullptr) {
        return fail(ARAUTO_ERR_ARGUMENT,
                    "%s: a slot and a board are given, but an operation makes one notification",
                    call);
    }
    if (op.slot.offset != 0) {
        ARAUTO_TRY(check_slot(op.slot, call));
    }
    return op.board != nullptr
               ? check_tagged(op.board, op.tag, call)
               : check_absent(op.tag == 0, call, "an operation without a board", "tag");
}

} // namespace

Status check_op(const arauto_op_t* op, const char* call) noexcept {
    ARAUTO_TRY(check_handle(op, call, "operation"));
    if (op->kind < ARAUTO_OP_PUT || op->kind > ARAUTO_OP_COMPARE_SWAP) {
        return fail(ARAUTO_ERR_ARGUMENT,
                    "%s: the kind is %d, but it must be one of ARAUTO_OP_PUT (1) to "
                    "ARAUTO_OP_COMPARE_SWAP (6)",
                    call, static_cast<int>(op->kind));
    }
    ARAUTO_TRY(is_transfer(*op) ? check_transfer(*op, call) : check_atomic_op(*op, call));
    return check_notification(*op, call);
}

transport::Atomic atomic_of(const arauto_op_t& op) noexcept {
    using transport::AtomicOp;
    AtomicOp known = AtomicOp::store;
    switch (op.kind) {
    case ARAUTO_OP_LOAD:
        known = AtomicOp::load;
        break;
    case ARAUTO_OP_FETCH:
        static_cast<void>(find_op(op.atomic, &known, "")); // it has been checked
        break;
    case ARAUTO_OP_COMPARE_SWAP:
        known = AtomicOp::compare_swap;
        break;
    default:
        break;
    }
    return {known, static_cast<uint8_t>(op.width), op.operand, op.expected, op.old_out};
}

Result<Address>
address_of(const arauto_op_t& op, int rank, size_t bytes, const char* call) noexcept {
    const auto status = [&]() -> Status {
        if (op.segment != nullptr) {
            return check_access(op.segment, rank, op.offset, bytes, call);
        }
        ARAUTO_TRY(check_rank(rank, call));
        return check_alive(rank, call);
    }();
    if (status < 0) {
        return {status, {}};
    }
    if (op.segment != nullptr) {
        return {ARAUTO_OK, {rank, Space::heap, op.segment->offset + op.offset}};
    }
    return core::resolve(rank, op.offset, bytes, call);
}

Result<Address> atomic_address_of(const arauto_op_t& op, int rank, const char* call) noexcept {
    const auto width = static_cast<size_t>(op.width);
    const Result<Address> address = address_of(op, rank, width, call);
    if (address.status < 0) {
        return address;
    }
    if (address.value.space != Space::heap) {
        return {fail(ARAUTO_ERR_RANGE,
                     "%s: address 0x%llx of %s is not in shared memory, as an atomic operation "
                     "needs it",
                     call, static_cast<unsigned long long>(op.offset), name_of(rank).text),
                {}};
    }
    if (op.offset % width != 0) {
        return {fail(ARAUTO_ERR_RANGE, "%s: %s %llu is not a multiple of the width %d", call,
                     op.segment != nullptr ? "offset" : "address",
                     static_cast<unsigned long long>(op.offset), op.width),
                {}};
    }
    return address;
}

} // namespace arauto::api
