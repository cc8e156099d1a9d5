// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Implements arauto/op.h: checks the whole description, carries out the operation as the short
// calls do, then makes the notification.
#include "api/op.hpp"

#include "api/boards.hpp"
#include "api/recording.hpp"
#include "api/requests.hpp"
#include "api/rma.hpp"
#include "api/slots.hpp"
#include "remote/transfers.hpp"

using namespace arauto;
using check::By;
using core::Direction;
using transport::Address;
using transport::Space;

namespace {

/// The part of an operation that its match on a board reports.
struct MatchFields {
    uint64_t bytes = 0;
    uint64_t where = 0; // in the target's heap; 0: not known
};

/// Elements of the same shape, one behind the other.
/// @param bytes_out  of them all
arauto_section_t packed(const arauto_section_t& shape, uint64_t* bytes_out) noexcept {
    arauto_section_t result{};
    result.rank = shape.rank;
    result.element_bytes = shape.element_bytes;
    uint64_t bytes = shape.element_bytes; // of the dimensions so far
    for (int d = 0; d < shape.rank; ++d) {
        result.dim[d] = {shape.dim[d].extent, static_cast<int64_t>(bytes), nullptr};
        bytes *= static_cast<uint64_t>(shape.dim[d].extent);
    }
    *bytes_out = bytes;
    return result;
}

Status move_sections(const arauto_op_t& op,
                     Direction direction,
                     MatchFields& fields,
                     const char* call) noexcept {
    const arauto_section_t* remote = op.remote_section;
    const arauto_section_t* local = op.local_section;
    const arauto_section_t other = packed(remote != nullptr ? *remote : *local, &fields.bytes);
    remote = remote != nullptr ? remote : &other;
    local = local != nullptr ? local : &other;
    if (op.segment == nullptr) {
        return api::move_section_at(direction, op.rank, op.offset, {remote, local},
                                    api::local_of(op), call);
    }
    ARAUTO_TRY(api::check_access(op.segment, op.rank, op.offset, 0, call));
    return api::move_section_in_segment(direction, op.segment, op.rank, op.offset, {remote, local},
                                        api::local_of(op), call);
}

Status move_runs(const arauto_op_t& op,
                 Direction direction,
                 MatchFields& fields,
                 const char* call) noexcept {
    const std::span runs(op.runs, op.run_count);
    for (const arauto_run_t& run : runs) {
        fields.bytes += run.bytes;
    }
    if (op.segment == nullptr) {
        return api::move_runs_at(direction, op.rank, op.runs, op.run_count, call);
    }
    ARAUTO_TRY(api::check_access(op.segment, op.rank, 0, 0, call));
    for (const arauto_run_t& run : runs) {
        ARAUTO_TRY(api::check_access(op.segment, op.rank, run.address, run.bytes, call));
    }
    for (const arauto_run_t& run : runs) {
        ARAUTO_TRY(core::move(direction, {op.rank, Space::heap, op.segment->offset + run.address},
                              api::bytes_of(run.local), run.bytes));
    }
    return ARAUTO_OK;
}

Status move(const arauto_op_t& op, MatchFields& fields, const char* call) noexcept {
    const Direction direction = api::is_put(op) ? Direction::put : Direction::get;
    if (op.runs != nullptr) {
        return move_runs(op, direction, fields, call);
    }
    if (!api::is_contiguous(op)) {
        return move_sections(op, direction, fields, call);
    }
    const Result<Address> address = api::address_of(op, op.rank, op.bytes, call);
    ARAUTO_TRY(address.status);
    fields = {op.bytes,
              api::is_put(op) && address.value.space == Space::heap ? address.value.value : 0};
    return core::move(direction, address.value, api::bytes_of(api::local_of(op)), op.bytes);
}

/// How an operation posts its slot.
struct Posts {
    void post(int rank, uint64_t slot) const noexcept { core::post_slot(rank, slot); }
    Status put_and_post(const Address& remote,
                        std::byte* local,
                        size_t bytes,
                        uint64_t slot) const noexcept {
        return core::put_and_post(remote, local, bytes, slot);
    }
    Status post_tag(const arauto_op_t& op, MatchFields fields, const char* call) const noexcept {
        return op.board->post(op.rank, {0, op.tag, fields.bytes, fields.where}, call);
    }
};

/// The same in a job that is observed.
struct PostsWithTicket {
    uint64_t& ticket; // as of core::post_with_ticket()

    void post(int rank, uint64_t slot) const noexcept {
        const api::ToldPost told(rank, slot, By::carrier);
        ticket = core::post_with_ticket(rank, slot);
    }
    Status put_and_post(const Address& remote,
                        std::byte* local,
                        size_t bytes,
                        uint64_t slot) const noexcept {
        const api::ToldPost told(remote.peer, slot, By::carrier);
        return core::put_and_post_with_ticket(remote, local, bytes, slot, &ticket);
    }
    Status post_tag(const arauto_op_t& op, MatchFields fields, const char* call) const noexcept {
        const uint64_t slot = api::told_slot(*op.board, core::this_rank().rank, op.tag);
        const api::ToldPost told(op.rank, slot, By::carrier);
        return Posts{}.post_tag(op, fields, call);
    }
};

/// One message where it goes to another node.
template <typename Post>
Status put_and_count(const arauto_op_t& op, const char* call, Post posts) noexcept {
    const Result<Address> address = api::address_of(op, op.rank, op.bytes, call);
    ARAUTO_TRY(address.status);
    return posts.put_and_post(address.value, api::bytes_of(op.source), op.bytes, op.slot.offset);
}

Status apply(const arauto_op_t& op, MatchFields& fields, const char* call) noexcept {
    const Result<Address> address = api::atomic_address_of(op, op.rank, call);
    ARAUTO_TRY(address.status);
    fields.bytes = static_cast<uint64_t>(op.width);
    return core::apply_atomic(address.value, api::atomic_of(op));
}

/// Carries out an operation of which the description has been checked.
template <typename Post>
Status carry_out(const arauto_op_t& op, const char* call, Post posts) noexcept {
    if (api::is_put(op) && api::is_contiguous(op) && op.slot.offset != 0) {
        return put_and_count(op, call, posts);
    }
    MatchFields fields;
    ARAUTO_TRY(api::is_transfer(op) ? move(op, fields, call) : apply(op, fields, call));
    if (op.slot.offset != 0) {
        posts.post(op.rank, op.slot.offset);
    }
    return op.board == nullptr ? ARAUTO_OK : posts.post_tag(op, fields, call);
}

/// Begins an operation, or carries it out where it cannot go on after the call.
/// @param serial_out  as of core::begin_move
template <typename Post>
Status begin(const arauto_op_t& op, uint64_t* serial_out, const char* call, Post posts) noexcept {
    if (!api::is_contiguous(op) || op.board != nullptr ||
        (!api::is_put(op) && op.slot.offset != 0)) {
        return carry_out(op, call, posts);
    }
    const Result<Address> address = api::is_transfer(op)
                                        ? api::address_of(op, op.rank, op.bytes, call)
                                        : api::atomic_address_of(op, op.rank, call);
    ARAUTO_TRY(address.status);
    if (!core::may_go_on(address.value)) {
        return carry_out(op, call, posts);
    }
    if (!api::is_transfer(op)) {
        return core::begin_atomic(address.value, api::atomic_of(op), serial_out);
    }
    std::byte* const local = api::bytes_of(api::local_of(op));
    if (op.slot.offset != 0) {
        return core::begin_put_and_post(address.value, local, op.bytes, op.slot.offset, serial_out);
    }
    return core::begin_move(api::is_put(op) ? Direction::put : Direction::get, address.value, local,
                            op.bytes, nullptr, serial_out);
}

/// The place that displacements of an operation count from, as far as it can be found.
Address start_of(const arauto_op_t& op) noexcept {
    Address remote{op.rank, Space::heap, op.offset};
    if (op.segment != nullptr) {
        remote.value += op.segment->offset;
    } else {
        const uint64_t first =
            op.runs != nullptr && op.run_count > 0 ? op.runs[0].address : op.offset;
        const Result<Address> found = core::resolve(op.rank, first, 0, "arauto_rma");
        remote = found.status >= 0 ? found.value : remote;
    }
    return remote;
}

/// The record of an operation, without its post.
Recorded recorded_op(const arauto_op_t& op, const Address& remote) noexcept {
    const bool is_whole = api::is_contiguous(op);
    const auto put_kind = is_whole ? ARAUTO_RECORDED_PUT : ARAUTO_RECORDED_PUT_SECTION;
    const auto get_kind = is_whole ? ARAUTO_RECORDED_GET : ARAUTO_RECORDED_GET_SECTION;
    uint64_t bytes = op.bytes;
    if (op.runs != nullptr) {
        bytes = 0;
        for (const arauto_run_t& run : std::span(op.runs, op.run_count)) {
            bytes += run.bytes;
        }
    } else if (!is_whole) {
        bytes = api::recorded_bytes(op.remote_section != nullptr ? *op.remote_section
                                                                 : *op.local_section);
    }
    return api::is_transfer(op)
               ? api::recorded_access(api::is_put(op) ? put_kind : get_kind, remote, bytes)
               : api::recorded_access(ARAUTO_RECORDED_ATOMIC, remote,
                                      static_cast<uint64_t>(op.width));
}

/// Tells the checker of a put or get.
void tell_transfer(const arauto_op_t& op, const Address& remote, const void* caller) noexcept {
    const api::ToldMove move{api::is_put(op) ? Direction::put : Direction::get, caller,
                             api::notifies(op) ? By::carrier : By::program};
    if (op.runs != nullptr) {
        api::tell_runs(move, op.rank, {op.runs, op.run_count},
                       op.segment != nullptr ? std::optional(op.segment->offset) : std::nullopt);
    } else if (api::is_contiguous(op)) {
        api::tell_move(move, remote, api::local_of(op), op.bytes);
    } else {
        uint64_t bytes = 0;
        const arauto_section_t other =
            packed(op.remote_section != nullptr ? *op.remote_section : *op.local_section, &bytes);
        api::tell_section(move, remote,
                          {op.remote_section != nullptr ? op.remote_section : &other,
                           op.local_section != nullptr ? op.local_section : &other},
                          api::local_of(op));
    }
}

/// Carries out an operation that leaves a record, and another one for its post.
/// @param carry  gets how it posts
template <typename Carry>
[[gnu::noinline]] Status
carry_out_recorded(const arauto_op_t& op, const void* caller, Carry carry) noexcept {
    uint64_t ticket = core::kNoTicket;
    if (api::check_rank(op.rank, "arauto_rma") < 0 || api::check_alive(op.rank, "arauto_rma") < 0) {
        return carry(PostsWithTicket{ticket}); // which says so in its own words
    }
    const Address remote = start_of(op);
    RecordedCall recorded(api::trace(), recorded_op(op, remote), caller);
    std::optional<api::ToldAtomic> told;
    if (api::is_transfer(op)) {
        tell_transfer(op, remote, caller);
    } else {
        told.emplace(api::atomic_of(op).op, remote, op.width, caller,
                     api::notifies(op) ? By::carrier : By::program);
    }
    const Status status = carry(PostsWithTicket{ticket});
    if (op.slot.offset != 0 && status >= 0) {
        recorded.add(api::recorded_post(ARAUTO_RECORDED_POST, op.rank, op.slot.offset,
                                        api::ticket_or_number(op.rank, op.slot.offset, ticket)));
    }
    return recorded.ends_with(status);
}

} // namespace

arauto_status_t arauto_rma(const arauto_op_t* op) noexcept {
    const char* call = "arauto_rma";
    ARAUTO_TRY(api::check_running(call));
    ARAUTO_TRY(api::check_op(op, call));
    if (api::is_observed()) [[unlikely]] {
        return carry_out_recorded(*op, __builtin_return_address(0), [&](PostsWithTicket posts) {
            return carry_out(*op, call, posts);
        });
    }
    return carry_out(*op, call, Posts{});
}

arauto_status_t arauto_rma_begin(const arauto_op_t* op, arauto_request_t* request_out) noexcept {
    const char* call = "arauto_rma_begin";
    ARAUTO_TRY(api::check_running(call));
    ARAUTO_TRY(api::check_op(op, call));
    ARAUTO_TRY(api::check_handle(request_out, call, "request"));
    uint64_t serial = 0;
    ARAUTO_TRY(api::is_observed() ? carry_out_recorded(*op, __builtin_return_address(0),
                                                       [&](PostsWithTicket posts) {
                                                           return begin(*op, &serial, call, posts);
                                                       })
                                  : begin(*op, &serial, call, Posts{}));
    *request_out = api::request_of_transfer(serial);
    return ARAUTO_OK;
}
