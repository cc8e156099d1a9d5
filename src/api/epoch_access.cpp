// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Implements the operations of arauto/epoch.h: each is done at once when its target has granted
// access, else recorded.
#include "epoch/epoch_access.hpp"

#include "api/checking_epochs.hpp"
#include "api/epoch.hpp"
#include "api/op.hpp"
#include "api/recording.hpp"
#include "api/rma.hpp"
#include "arauto/spi/epoch.h"
#include "epoch/epoch_request.hpp"
#include "epoch/epoch_request_wait.hpp"

using namespace arauto;
using core::Direction;
using core::MemberAccess;
using transport::Address;
using transport::Space;

namespace {

std::span<const std::byte> bytes_at(const void* memory, size_t bytes) noexcept {
    return {static_cast<const std::byte*>(memory), bytes};
}

/// Carries out `now()` when the member has granted access, else records `what`.
template <typename Now>
Status run(arauto_epochs& epochs,
           const core::Recording& what,
           arauto_request_t* request,
           Now now,
           const char* call) noexcept {
    for (;;) {
        core::OwnerGuard guard(epochs);
        const MemberAccess access = core::find_access(epochs, what.target, guard, call);
        ARAUTO_TRY(access.status);
        if (access.link == nullptr) {
            break;
        }
        if (core::has_room(epochs)) {
            return core::record_call(epochs, *access.link, what, request, call);
        }
        guard.release();
        core::make_room(epochs);
    }
    const Status status = now();
    if (status >= 0 && request != nullptr) {
        *request = {0, 0};
    }
    return status;
}

struct Memory {
    const void* address;
    size_t bytes;
};

/// A put or get that cannot be done at once, perhaps.
Status transfer(arauto_epochs& epochs,
                int rank,
                Direction direction,
                const Address& remote,
                Memory memory,
                arauto_request_t* request,
                const char* call) noexcept {
    const bool is_inline = direction == Direction::put && memory.bytes <= core::kInlineBytesMax;
    const core::Transfer record{.remote = remote.value,
                                .local = reinterpret_cast<uintptr_t>(memory.address),
                                .bytes = memory.bytes,
                                .moved = 0,
                                .space = remote.space,
                                .direction = direction,
                                .is_inline = is_inline};
    return run(
        epochs,
        {core::kTransfer, 0, rank, bytes_at(&record, sizeof record),
         is_inline ? bytes_at(memory.address, memory.bytes) : std::span<const std::byte>{}},
        request,
        [&] { return core::move(direction, remote, api::bytes_of(memory.address), memory.bytes); },
        call);
}

/// An entry by which the program has called this library.
struct Entered {
    const char* call;
    const void* caller; // null: the job is not observed
};

[[gnu::always_inline]] inline Status move_unobserved(arauto_epochs& epochs,
                                                     int rank,
                                                     Direction direction,
                                                     const Address& remote,
                                                     Memory memory,
                                                     arauto_request_t* request,
                                                     const char* call) noexcept {
    if (core::is_plain(epochs, rank)) [[likely]] {
        if (request != nullptr) {
            *request = {0, 0};
        }
        return core::move(direction, remote, api::bytes_of(memory.address), memory.bytes);
    }
    return transfer(epochs, rank, direction, remote, memory, request, call);
}

[[gnu::noinline]] Status move_observed(arauto_epochs& epochs,
                                       int rank,
                                       Direction direction,
                                       const Address& remote,
                                       Memory memory,
                                       arauto_request_t* request,
                                       const Entered& by) noexcept {
    const bool is_put = direction == Direction::put;
    api::ToldOperation told(epochs, rank, is_put ? ARAUTO_RECORDED_PUT : ARAUTO_RECORDED_GET,
                            by.caller);
    told.use_target(is_put ? check::Access::write : check::Access::read, remote, memory.bytes);
    told.use_origin(is_put ? check::Access::read : check::Access::write, memory.address,
                    memory.bytes);
    told.carries_out(core::is_plain(epochs, rank));
    return told.ends_with(
        move_unobserved(epochs, rank, direction, remote, memory, request, by.call), request);
}

/// A put or get of which all has been checked except whether the member has granted access.
[[gnu::always_inline]] inline Status move_or_record(arauto_epochs& epochs,
                                                    int rank,
                                                    Direction direction,
                                                    const Address& remote,
                                                    Memory memory,
                                                    arauto_request_t* request,
                                                    const Entered& by) noexcept {
    return by.caller != nullptr
               ? move_observed(epochs, rank, direction, remote, memory, request, by)
               : move_unobserved(epochs, rank, direction, remote, memory, request, by.call);
}

[[gnu::always_inline]] inline Status move_in_segment(arauto_epochs_h epochs,
                                                     int rank,
                                                     Direction direction,
                                                     arauto_segment_h segment,
                                                     size_t offset,
                                                     Memory memory,
                                                     arauto_request_t* request,
                                                     const Entered& by) noexcept {
    const char* const call = by.call;
    ARAUTO_TRY(api::check_epochs(epochs, call));
    ARAUTO_TRY(api::check_member(*epochs, rank, call));
    const int target = epochs->to_world(rank);
    ARAUTO_TRY(api::check_access(segment, target, offset, memory.bytes, call));
    return move_or_record(*epochs, rank, direction, {target, Space::heap, segment->offset + offset},
                          memory, request, by);
}

[[gnu::always_inline]] inline Status transfer_op(arauto_epochs& epochs,
                                                 const arauto_op_t& op,
                                                 arauto_request_t* request,
                                                 const Entered& by) noexcept {
    const Result<Address> address =
        api::address_of(op, epochs.to_world(op.rank), op.bytes, by.call);
    ARAUTO_TRY(address.status);
    return move_or_record(epochs, op.rank, api::is_put(op) ? Direction::put : Direction::get,
                          address.value, {api::local_of(op), op.bytes}, request, by);
}

Status apply_unobserved(arauto_epochs& epochs,
                        int rank,
                        const Address& address,
                        const transport::Atomic& atomic,
                        arauto_request_t* request,
                        const char* call) noexcept {
    const core::Fetch record{.remote = address.value,
                             .old = reinterpret_cast<uintptr_t>(atomic.old),
                             .operand = atomic.operand,
                             .expected = atomic.compare,
                             .op = atomic.op,
                             .width = atomic.width};
    return run(
        epochs, {core::kFetch, 0, rank, bytes_at(&record, sizeof record), {}}, request,
        [&] { return core::apply_atomic(address, atomic); }, call);
}

[[gnu::noinline]] Status apply_observed(arauto_epochs& epochs,
                                        int rank,
                                        const Address& address,
                                        const transport::Atomic& atomic,
                                        arauto_request_t* request,
                                        const Entered& by) noexcept {
    api::ToldOperation told(epochs, rank, ARAUTO_RECORDED_ATOMIC, by.caller);
    const bool writes = atomic.op != transport::AtomicOp::load;
    told.use_target(writes ? check::Access::atomic_write : check::Access::atomic_read, address,
                    atomic.width);
    told.use_origin(check::Access::write, atomic.old, sizeof *atomic.old);
    told.carries_out(core::is_plain(epochs, rank));
    return told.ends_with(apply_unobserved(epochs, rank, address, atomic, request, by.call),
                          request);
}

/// An atomic operation of which all has been checked except whether the member has granted access.
[[gnu::always_inline]] inline Status apply_or_record(arauto_epochs& epochs,
                                                     int rank,
                                                     const Address& address,
                                                     const transport::Atomic& atomic,
                                                     arauto_request_t* request,
                                                     const Entered& by) noexcept {
    return by.caller != nullptr ? apply_observed(epochs, rank, address, atomic, request, by)
                                : apply_unobserved(epochs, rank, address, atomic, request, by.call);
}

[[gnu::always_inline]] inline Status apply_op(arauto_epochs& epochs,
                                              const arauto_op_t& op,
                                              arauto_request_t* request,
                                              const Entered& by) noexcept {
    const Result<Address> address = api::atomic_address_of(op, epochs.to_world(op.rank), by.call);
    ARAUTO_TRY(address.status);
    return apply_or_record(epochs, op.rank, address.value, api::atomic_of(op), request, by);
}

Status move_at(arauto_epochs_h epochs,
               int rank,
               Direction direction,
               uint64_t address,
               Memory memory,
               arauto_request_t* request,
               const char* call) noexcept {
    ARAUTO_TRY(api::check_epochs(epochs, call));
    ARAUTO_TRY(api::check_member(*epochs, rank, call));
    const int target = epochs->to_world(rank);
    ARAUTO_TRY(api::check_alive(target, call));
    const Result<Address> remote = core::resolve(target, address, memory.bytes, call);
    ARAUTO_TRY(remote.status);
    return transfer(*epochs, rank, direction, remote.value, memory, request, call);
}

/// The record of an access, before its arguments are checked. Where it is deferred, the time is
/// that of the call.
Recorded
access_of(arauto_recorded_op_t op, const arauto_epochs* epochs, int rank, uint64_t bytes) noexcept {
    const bool is_known = epochs != nullptr && rank >= 0 && rank < epochs->size;
    return recorded_transfer(op, is_known ? epochs->to_world(rank) : core::this_rank().rank, 0,
                             bytes);
}

} // namespace

namespace {

/// As api::recorded.
template <typename Call, typename... Arguments>
[[gnu::noinline]] Status access_recorded(arauto_recorded_op_t op,
                                         uint64_t bytes,
                                         const void* caller,
                                         Call call,
                                         arauto_epochs_h epochs,
                                         int rank,
                                         Arguments... arguments) noexcept {
    RecordedCall record(api::trace(), access_of(op, epochs, rank, bytes), caller);
    return record.ends_with(call(caller, epochs, rank, arguments...));
}

/// As api::run_recorded. What the record says is found only where there is one.
template <typename Call, typename... Arguments>
[[gnu::always_inline]] inline Status run_access(arauto_recorded_op_t op,
                                                uint64_t bytes,
                                                const void* caller,
                                                Call call,
                                                arauto_epochs_h epochs,
                                                int rank,
                                                Arguments... arguments) noexcept {
    static_assert(std::is_empty_v<Call>);
    if (api::is_observed()) [[unlikely]] {
        return access_recorded(op, bytes, caller, call, epochs, rank, arguments...);
    }
    return call(nullptr, epochs, rank, arguments...);
}

[[gnu::always_inline]] inline Status fetch(const void* caller,
                                           arauto_epochs_h epochs,
                                           int rank,
                                           arauto_segment_h segment,
                                           size_t offset,
                                           int width,
                                           arauto_atomic_op_t atomic,
                                           uint64_t operand,
                                           uint64_t* old_out,
                                           arauto_request_t* request) noexcept {
    const char* call = "arauto_epoch_fetch";
    transport::AtomicOp known{};
    ARAUTO_TRY(api::check_epochs(epochs, call));
    ARAUTO_TRY(api::check_member(*epochs, rank, call));
    ARAUTO_TRY(api::check_width(width, call));
    ARAUTO_TRY(api::find_op(atomic, &known, call));
    const int target = epochs->to_world(rank);
    ARAUTO_TRY(api::check_atomic(segment, target, offset, width, call));
    return apply_or_record(*epochs, rank, {target, Space::heap, segment->offset + offset},
                           {known, static_cast<uint8_t>(width), operand, 0, old_out}, request,
                           {call, caller});
}

[[gnu::always_inline]] inline Status run_op(arauto_epochs& epochs,
                                            const arauto_op_t& op,
                                            arauto_request_t* request,
                                            const Entered& by) noexcept {
    return api::is_transfer(op) ? transfer_op(epochs, op, request, by)
                                : apply_op(epochs, op, request, by);
}

[[gnu::noinline]] Status run_observed(arauto_epochs& epochs,
                                      const arauto_op_t& op,
                                      arauto_request_t* request,
                                      const Entered& by) noexcept {
    const auto kind = !api::is_transfer(op) ? ARAUTO_RECORDED_ATOMIC
                      : api::is_put(op)     ? ARAUTO_RECORDED_PUT
                                            : ARAUTO_RECORDED_GET;
    RecordedCall recorded(api::trace(), access_of(kind, &epochs, op.rank, op.bytes), by.caller);
    return recorded.ends_with(run_op(epochs, op, request, by));
}

} // namespace

arauto_status_t arauto_epoch_put(arauto_epochs_h epochs,
                                 int rank,
                                 arauto_segment_h segment,
                                 size_t offset,
                                 const void* memory,
                                 size_t bytes,
                                 arauto_request_t* request) noexcept {
    const auto put = [](const void* caller, arauto_epochs_h of, int member, arauto_segment_h there,
                        size_t at, Memory here, arauto_request_t* given)
                         __attribute__((always_inline)) {
                             return move_in_segment(of, member, Direction::put, there, at, here,
                                                    given, {"arauto_epoch_put", caller});
                         };
    return run_access(ARAUTO_RECORDED_PUT, bytes, __builtin_return_address(0), put, epochs, rank,
                      segment, offset, Memory{memory, bytes}, request);
}

arauto_status_t arauto_epoch_get(arauto_epochs_h epochs,
                                 int rank,
                                 arauto_segment_h segment,
                                 size_t offset,
                                 void* memory,
                                 size_t bytes,
                                 arauto_request_t* request) noexcept {
    const auto get = [](const void* caller, arauto_epochs_h of, int member, arauto_segment_h there,
                        size_t at, Memory here, arauto_request_t* given)
                         __attribute__((always_inline)) {
                             return move_in_segment(of, member, Direction::get, there, at, here,
                                                    given, {"arauto_epoch_get", caller});
                         };
    return run_access(ARAUTO_RECORDED_GET, bytes, __builtin_return_address(0), get, epochs, rank,
                      segment, offset, Memory{memory, bytes}, request);
}

arauto_status_t arauto_epoch_fetch(arauto_epochs_h epochs,
                                   int rank,
                                   arauto_segment_h segment,
                                   size_t offset,
                                   int width,
                                   arauto_atomic_op_t atomic,
                                   uint64_t operand,
                                   uint64_t* old_out,
                                   arauto_request_t* request) noexcept {
    return run_access(
        ARAUTO_RECORDED_ATOMIC, static_cast<uint64_t>(width), __builtin_return_address(0),
        [](auto... given) __attribute__((always_inline)) { return fetch(given...); }, epochs, rank,
        segment, offset, width, atomic, operand, old_out, request);
}

arauto_status_t arauto_epoch_put_at(arauto_epochs_h epochs,
                                    int rank,
                                    uint64_t address,
                                    const void* memory,
                                    size_t bytes,
                                    arauto_request_t* request) noexcept {
    // A front-end has told of it itself.
    const auto put = [](const void*, arauto_epochs_h of, int member, uint64_t at, Memory here,
                        arauto_request_t* given) __attribute__((always_inline)) {
        return move_at(of, member, Direction::put, at, here, given, "arauto_epoch_put_at");
    };
    return run_access(ARAUTO_RECORDED_PUT, bytes, __builtin_return_address(0), put, epochs, rank,
                      address, Memory{memory, bytes}, request);
}

arauto_status_t arauto_epoch_get_at(arauto_epochs_h epochs,
                                    int rank,
                                    uint64_t address,
                                    void* memory,
                                    size_t bytes,
                                    arauto_request_t* request) noexcept {
    const auto get = [](const void*, arauto_epochs_h of, int member, uint64_t at, Memory here,
                        arauto_request_t* given) __attribute__((always_inline)) {
        return move_at(of, member, Direction::get, at, here, given, "arauto_epoch_get_at");
    };
    return run_access(ARAUTO_RECORDED_GET, bytes, __builtin_return_address(0), get, epochs, rank,
                      address, Memory{memory, bytes}, request);
}

arauto_status_t arauto_epoch_rma(arauto_epochs_h epochs,
                                 const arauto_op_t* op,
                                 arauto_request_t* request) noexcept {
    const char* call = "arauto_epoch_rma";
    ARAUTO_TRY(api::check_epochs(epochs, call));
    ARAUTO_TRY(api::check_op(op, call));
    ARAUTO_TRY(api::check_member(*epochs, op->rank, call));
    if (!api::is_contiguous(*op) || api::notifies(*op)) [[unlikely]] {
        return fail(ARAUTO_ERR_UNSUPPORTED,
                    "%s: within an epoch an operation is contiguous or atomic, and notifies no "
                    "rank: its sections, runs, slot and board must be 0",
                    call);
    }
    if (api::is_observed()) [[unlikely]] {
        return run_observed(*epochs, *op, request, {call, __builtin_return_address(0)});
    }
    return run_op(*epochs, *op, request, {call, nullptr});
}

arauto_status_t arauto_kernel_register(arauto_kernel_f function, int* kernel_out) noexcept {
    const char* call = "arauto_kernel_register";
    ARAUTO_TRY(api::check_handle(reinterpret_cast<const void*>(function), call, "function"));
    ARAUTO_TRY(api::check_handle(kernel_out, call, "pointer for the number"));
    return core::register_kernel(function, kernel_out);
}

arauto_status_t arauto_epoch_run(arauto_epochs_h epochs,
                                 int rank,
                                 int kernel,
                                 const void* payload,
                                 size_t bytes,
                                 int flags,
                                 arauto_request_t* request) noexcept {
    const char* call = "arauto_epoch_run";
    ARAUTO_TRY(api::check_epochs(epochs, call));
    ARAUTO_TRY(api::check_member(*epochs, rank, call));
    const arauto_kernel_f function =
        kernel < 0 ? nullptr : core::find_kernel(static_cast<uint32_t>(kernel));
    if (function == nullptr) [[unlikely]] {
        return fail(ARAUTO_ERR_ARGUMENT, "%s: there is no kernel %d", call, kernel);
    }
    if (bytes > core::kPayloadBytesMax || (flags & ~ARAUTO_RUN_OWNER_ONLY) != 0) [[unlikely]] {
        return fail(ARAUTO_ERR_ARGUMENT,
                    "%s: a payload of %zu bytes with flags %d; at most %zu bytes, and flags of "
                    "ARAUTO_RUN_, are possible",
                    call, bytes, flags, core::kPayloadBytesMax);
    }
    const int target = epochs->to_world(rank);
    ARAUTO_TRY(api::check_alive(target, call));
    const auto now = [&] {
        const arauto_kernel_call_t what{.origin = core::this_rank().rank,
                                        .target = target,
                                        .is_origin = 1,
                                        .payload = const_cast<void*>(payload),
                                        .bytes = bytes,
                                        .context = epochs->context};
        return function(&what);
    };
    return run(*epochs,
               {static_cast<uint32_t>(kernel),
                static_cast<uint32_t>(flags),
                rank,
                bytes_at(payload, bytes),
                {}},
               request, now, call);
}

arauto_status_t arauto_epoch_reach(arauto_epochs_h epochs, int rank, int* ready_out) noexcept {
    const char* call = "arauto_epoch_reach";
    ARAUTO_TRY(api::check_epochs(epochs, call));
    ARAUTO_TRY(api::check_member(*epochs, rank, call));
    ARAUTO_TRY(api::check_handle(ready_out, call, "pointer for the answer"));
    if (core::is_plain(*epochs, rank)) [[likely]] {
        *ready_out = 1;
        return ARAUTO_OK;
    }
    core::OwnerGuard guard(*epochs);
    const MemberAccess access = core::find_access(*epochs, rank, guard, call);
    ARAUTO_TRY(access.status);
    *ready_out = access.link == nullptr ? 1 : 0;
    return ARAUTO_OK;
}
