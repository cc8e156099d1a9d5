// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Implements arauto/notify.h and arauto/spi/event.h: everything is checked first, then the
// operation is done, then the slot counts.
#include "arauto/notify.h"

#include "api/rma.hpp"
#include "api/slots.hpp"
#include "arauto/rma.h"
#include "arauto/spi/event.h"
#include "arauto/spi/notify.h"
#include "arauto/spi/rma.h"
#include "base/memory_order.hpp"

#include <algorithm>

using namespace arauto;
using check::By;
using core::Direction;

namespace {

Status check_notify(const arauto_notify* notify, size_t index, const char* call) noexcept {
    ARAUTO_TRY(api::check_handle(notify, call, "notification"));
    return api::check_index(index, notify->count, call, "slot");
}

/// The slot of the rank whose memory `there` lies in, at `offset` of the segment.
[[nodiscard, gnu::always_inline]] inline core::SlotCell& cell_beside(std::byte* there,
                                                                     const core::Segment& segment,
                                                                     size_t offset,
                                                                     arauto_slot_t slot) noexcept {
    return *reinterpret_cast<core::SlotCell*>(there - segment.offset - offset + slot.offset);
}

[[gnu::noinline]] Status put_notify_any(arauto_segment_h segment,
                                        int rank,
                                        size_t offset,
                                        const void* source,
                                        size_t bytes,
                                        arauto_slot_t slot) noexcept {
    const char* call = "arauto_put_notify";
    ARAUTO_TRY(api::check_slot(slot, call));
    if (std::byte* const there = api::quick_ptr(segment, rank, offset, bytes); there != nullptr)
        [[likely]] {
        if (bytes > 0) {
            fetch_to_write(there + bytes - 1); // the copy reaches it only at its end
        }
        copy_bytes(there, source, bytes);
        core::post_quick(rank, cell_beside(there, *segment, offset, slot));
        return ARAUTO_OK;
    }
    ARAUTO_TRY(api::check_access(segment, rank, offset, bytes, call));
    return core::put_and_post({rank, transport::Space::heap, segment->offset + offset},
                              api::bytes_of(source), bytes, slot.offset);
}

/// A put with its notification, recorded as two operations.
[[gnu::noinline]] Status put_notify_recorded(const transport::Address& remote,
                                             const void* source,
                                             size_t bytes,
                                             uint64_t slot,
                                             const void* caller) noexcept {
    RecordedCall recorded(api::trace(), api::recorded_access(ARAUTO_RECORDED_PUT, remote, bytes),
                          caller);
    api::tell_move({Direction::put, caller, By::carrier}, remote, source, bytes);
    const api::ToldPost told(remote.peer, slot, By::carrier);
    uint64_t ticket = core::kNoTicket;
    const Status status =
        core::put_and_post_with_ticket(remote, api::bytes_of(source), bytes, slot, &ticket);
    if (status >= 0) {
        recorded.add(api::recorded_post(ARAUTO_RECORDED_POST, remote.peer, slot,
                                        api::ticket_or_number(remote.peer, slot, ticket)));
    }
    return recorded.ends_with(status);
}

[[gnu::noinline]] Status put_notify_in_segment_recorded(arauto_segment_h segment,
                                                        int rank,
                                                        size_t offset,
                                                        const void* source,
                                                        size_t bytes,
                                                        arauto_slot_t slot,
                                                        const void* caller) noexcept {
    const char* call = "arauto_put_notify";
    ARAUTO_TRY(api::check_slot(slot, call));
    ARAUTO_TRY(api::check_access(segment, rank, offset, bytes, call));
    return put_notify_recorded({rank, transport::Space::heap, segment->offset + offset}, source,
                               bytes, slot.offset, caller);
}

/// A post that leaves a record. `post` returns its ticket.
template <typename Post>
[[gnu::noinline]] Status post_recorded(arauto_recorded_op_t op,
                                       int rank,
                                       uint64_t offset,
                                       const void* caller,
                                       Post post,
                                       By by = By::program) noexcept {
    RecordedCall recorded(api::trace(), api::recorded_post(op, rank, offset, core::kNoTicket),
                          caller);
    const api::ToldPost told(rank, offset, by);
    const uint64_t ticket = post(rank, offset);
    recorded.set_argument(record_argument(offset, api::ticket_or_number(rank, offset, ticket)));
    return ARAUTO_OK;
}

[[gnu::noinline]] Status get_notify_recorded(arauto_segment_h segment,
                                             int rank,
                                             size_t offset,
                                             void* destination,
                                             size_t bytes,
                                             arauto_slot_t slot,
                                             const void* caller) noexcept {
    ARAUTO_TRY(api::move_in_segment_recorded(Direction::get, segment, rank, offset, destination,
                                             bytes, {"arauto_get_notify", caller}, By::carrier));
    return post_recorded(ARAUTO_RECORDED_POST, rank, slot.offset, caller, core::post_with_ticket,
                         By::carrier);
}

constexpr int kLooksUntimed = 16; // some 0.4 us: as long as a few readings of the clock

/// The record of a wait. Its peer is the count, and it names the last post that it takes.
Recorded recorded_wait(uint64_t offset, uint64_t count, uint64_t ticket) noexcept {
    return {.op = ARAUTO_RECORDED_WAIT,
            .peer = static_cast<uint32_t>(std::min<uint64_t>(count, UINT32_MAX)),
            .argument = record_argument(offset, ticket)};
}

[[gnu::noinline]] Status wait_recorded(uint64_t offset,
                                       uint64_t until_count,
                                       const char* call,
                                       const void* caller) noexcept {
    uint64_t ticket = core::expected_ticket(offset, until_count);
    RecordedCall recorded(api::trace(), recorded_wait(offset, until_count, ticket), caller);
    if (!spi::look_with_pause(kLooksUntimed,
                              [&] { return core::query_slot(offset) >= until_count; })) {
        recorded.set_waited();
    }
    const Status status = core::wait_slot_for_ticket(offset, until_count, call, &ticket);
    if (status >= 0) { // another thread may have taken some meanwhile
        recorded.set_argument(record_argument(offset, ticket));
        api::tell_taken(offset, until_count, caller);
    }
    return recorded.ends_with(status);
}

[[gnu::noinline]] void record_query(const void* caller) noexcept {
    count_call(api::trace(), {.op = ARAUTO_RECORDED_QUERY}, caller);
}

/// Notifications that were taken without a wait.
[[gnu::noinline]] void
record_taken(uint64_t offset, uint64_t count, uint64_t ticket, const void* caller) noexcept {
    if (count == 0) {
        record_query(caller);
        return;
    }
    const RecordedCall recorded(api::trace(), recorded_wait(offset, count, ticket), caller);
    api::tell_taken(offset, count, caller);
}

[[gnu::noinline]] Status
test_recorded(uint64_t offset, uint64_t until_count, int* done_out, const void* caller) noexcept {
    uint64_t ticket = 0;
    *done_out = core::test_slot_for_ticket(offset, until_count, &ticket) ? 1 : 0;
    record_taken(offset, *done_out != 0 ? until_count : 0, ticket, caller);
    return ARAUTO_OK;
}

[[gnu::noinline]] Status
take_recorded(uint64_t offset, uint64_t* count_out, const void* caller) noexcept {
    uint64_t ticket = 0;
    *count_out = core::take_slot_for_ticket(offset, &ticket);
    record_taken(offset, *count_out, ticket, caller);
    return ARAUTO_OK;
}

} // namespace

arauto_status_t
arauto_notify_create(arauto_team_h team, size_t count, arauto_notify_h* notify_out) noexcept {
    return api::create_array<core::SlotCell>(
        team, count, notify_out,
        api::slots_call("arauto_notify_create", "notification", __builtin_return_address(0)));
}

arauto_status_t arauto_notify_declare(size_t count, arauto_notify_h* notify_out) noexcept {
    return api::declare_array<core::SlotCell>(
        count, notify_out,
        api::slots_call("arauto_notify_declare", "notification", __builtin_return_address(0)));
}

arauto_status_t arauto_notify_free(arauto_notify_h notify) noexcept {
    return api::free_array(
        notify, api::slots_call("arauto_notify_free", "notification", __builtin_return_address(0)));
}

arauto_status_t
arauto_notify_slot(arauto_notify_h notify, size_t index, arauto_slot_t* slot_out) noexcept {
    const char* call = "arauto_notify_slot";
    ARAUTO_TRY(check_notify(notify, index, call));
    ARAUTO_TRY(api::check_handle(slot_out, call, "pointer for the slot"));
    slot_out->offset = notify->offset_of(index);
    return ARAUTO_OK;
}

arauto_status_t arauto_notify_post(int rank, arauto_slot_t slot) noexcept {
    const char* call = "arauto_notify_post";
    ARAUTO_TRY(api::check_running(call));
    ARAUTO_TRY(api::check_rank(rank, call));
    ARAUTO_TRY(api::check_slot(slot, call));
    ARAUTO_TRY(api::check_alive(rank, call));
    if (api::is_observed()) [[unlikely]] {
        return post_recorded(ARAUTO_RECORDED_POST, rank, slot.offset, __builtin_return_address(0),
                             core::post_with_ticket);
    }
    core::post_slot(rank, slot.offset);
    return ARAUTO_OK;
}

arauto_status_t arauto_event_post(arauto_notify_h event, int rank, size_t index) noexcept {
    const char* call = "arauto_event_post";
    ARAUTO_TRY(check_notify(event, index, call));
    ARAUTO_TRY(api::check_rank(rank, call));
    ARAUTO_TRY(api::check_alive(rank, call));
    if (api::is_observed()) [[unlikely]] {
        return post_recorded(ARAUTO_RECORDED_EVENT_POST, rank, event->offset_of(index),
                             __builtin_return_address(0), core::post_event_with_ticket);
    }
    core::post_event(rank, event->offset_of(index));
    return ARAUTO_OK;
}

arauto_status_t arauto_event_flush() noexcept {
    ARAUTO_TRY(api::check_running("arauto_event_flush"));
    // By its last call it tells the checker.
    return api::run_recorded(api::kRecordedFlush, __builtin_return_address(0), [] {
        core::flush_all();
        return arauto_flush(ARAUTO_EVERY_RANK); // which orders accesses within the node
    });
}

int arauto_find_post_addresses(arauto_post_addresses_t* addresses_out) noexcept {
    const core::Rank& self = core::this_rank();
    if (self.quick_heap0 == nullptr) {
        return 0;
    }
    *addresses_out = {.heap = reinterpret_cast<char*>(self.heap(self.rank)),
                      .sleepers = reinterpret_cast<const uint32_t*>(&self.images[0].sleepers),
                      .sleepers_stride = sizeof(boot::ImageBlock)};
    return 1;
}

void arauto_ring(int rank) noexcept {
    core::ring(rank);
}

arauto_status_t arauto_put_notify(arauto_segment_h segment,
                                  int rank,
                                  size_t offset,
                                  const void* source,
                                  size_t bytes,
                                  arauto_slot_t slot) noexcept {
    // One element takes a path without a frame.
    std::byte* const there = api::quick_ptr(segment, rank, offset, sizeof(uint64_t));
    if (there != nullptr && bytes == sizeof(uint64_t) && api::is_slot(slot)) [[likely]] {
        fetch_to_write(there); // early: 163 ns one way instead of 172
        std::memcpy(there, source, sizeof(uint64_t));
        core::post_quick(rank, cell_beside(there, *segment, offset, slot));
        return ARAUTO_OK;
    }
    if (there == nullptr && api::is_observed()) [[unlikely]] {
        return put_notify_in_segment_recorded(segment, rank, offset, source, bytes, slot,
                                              __builtin_return_address(0));
    }
    return put_notify_any(segment, rank, offset, source, bytes, slot);
}

arauto_status_t arauto_put_notify_at(
    int rank, uint64_t address, const void* source, size_t bytes, arauto_slot_t slot) noexcept {
    const char* call = "arauto_put_notify_at";
    ARAUTO_TRY(api::check_running(call));
    ARAUTO_TRY(api::check_rank(rank, call));
    ARAUTO_TRY(api::check_slot(slot, call));
    ARAUTO_TRY(api::check_alive(rank, call));
    const Result<transport::Address> remote = core::resolve(rank, address, bytes, call);
    ARAUTO_TRY(remote.status);
    if (api::is_observed()) [[unlikely]] {
        return put_notify_recorded(remote.value, source, bytes, slot.offset,
                                   __builtin_return_address(0));
    }
    return core::put_and_post(remote.value, api::bytes_of(source), bytes, slot.offset);
}

arauto_status_t arauto_get_notify(arauto_segment_h segment,
                                  int rank,
                                  size_t offset,
                                  void* destination,
                                  size_t bytes,
                                  arauto_slot_t slot) noexcept {
    const char* call = "arauto_get_notify";
    ARAUTO_TRY(api::check_slot(slot, call));
    if (api::is_observed()) [[unlikely]] {
        return get_notify_recorded(segment, rank, offset, destination, bytes, slot,
                                   __builtin_return_address(0));
    }
    ARAUTO_TRY(
        api::move_in_segment(Direction::get, segment, rank, offset, destination, bytes, call));
    core::post_slot(rank, slot.offset);
    return ARAUTO_OK;
}

arauto_status_t
arauto_notify_wait(arauto_notify_h notify, size_t index, uint64_t until_count) noexcept {
    const char* call = "arauto_notify_wait";
    ARAUTO_TRY(check_notify(notify, index, call));
    ARAUTO_TRY(api::check_until_count(until_count, call));
    if (api::is_observed()) [[unlikely]] {
        return wait_recorded(notify->offset_of(index), until_count, call,
                             __builtin_return_address(0));
    }
    return core::wait_slot(notify->offset_of(index), until_count, call);
}

arauto_status_t arauto_notify_test(arauto_notify_h notify,
                                   size_t index,
                                   uint64_t until_count,
                                   int* done_out) noexcept {
    const char* call = "arauto_notify_test";
    ARAUTO_TRY(check_notify(notify, index, call));
    ARAUTO_TRY(api::check_until_count(until_count, call));
    ARAUTO_TRY(api::check_handle(done_out, call, "pointer for the answer"));
    if (api::is_observed()) [[unlikely]] {
        return test_recorded(notify->offset_of(index), until_count, done_out,
                             __builtin_return_address(0));
    }
    *done_out = core::test_slot(notify->offset_of(index), until_count) ? 1 : 0;
    return ARAUTO_OK;
}

arauto_status_t
arauto_notify_query(arauto_notify_h notify, size_t index, uint64_t* count_out) noexcept {
    const char* call = "arauto_notify_query";
    ARAUTO_TRY(check_notify(notify, index, call));
    ARAUTO_TRY(api::check_handle(count_out, call, "pointer for the count"));
    if (api::is_observed()) [[unlikely]] {
        record_query(__builtin_return_address(0));
    }
    *count_out = core::query_slot(notify->offset_of(index));
    return ARAUTO_OK;
}

arauto_status_t
arauto_notify_take(arauto_notify_h notify, size_t index, uint64_t* count_out) noexcept {
    const char* call = "arauto_notify_take";
    ARAUTO_TRY(check_notify(notify, index, call));
    ARAUTO_TRY(api::check_handle(count_out, call, "pointer for the count"));
    if (api::is_observed()) [[unlikely]] {
        return take_recorded(notify->offset_of(index), count_out, __builtin_return_address(0));
    }
    *count_out = core::take_slot(notify->offset_of(index));
    return ARAUTO_OK;
}
