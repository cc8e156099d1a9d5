// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Implements arauto/rma.h and arauto/atomic.h: each call checks its arguments and calls the room
// remote.
#include "arauto/rma.h"

#include "api/rma.hpp"
#include "arauto/atomic.h"
#include "arauto/spi/atomic.h"
#include "arauto/spi/copy.h"
#include "arauto/spi/rma.h"
#include "base/memory_order.hpp"
#include "plan/plan.hpp"
#include "remote/far_put.hpp"

#include <atomic>

using namespace arauto;
using api::SectionPair;
using core::Direction;
using transport::Address;
using transport::Space;

namespace {

/// Checks the target of an access to an address.
[[gnu::always_inline]] inline Status check_target(int rank, const char* call) noexcept {
    ARAUTO_TRY(api::check_running(call));
    ARAUTO_TRY(api::check_rank(rank, call));
    return api::check_alive(rank, call);
}

Status move_at(Direction direction,
               int rank,
               uint64_t address,
               const void* local,
               size_t bytes,
               const char* call) noexcept {
    ARAUTO_TRY(check_target(rank, call));
    const Result<Address> remote = core::resolve(rank, address, bytes, call);
    ARAUTO_TRY(remote.status);
    return core::move(direction, remote.value, api::bytes_of(local), bytes);
}

Status check_pair(SectionPair pair, const char* call) noexcept {
    ARAUTO_TRY(api::check_handle(pair.remote, call, "remote section"));
    ARAUTO_TRY(api::check_handle(pair.local, call, "local section"));
    ARAUTO_TRY(plan::check_section(*pair.remote, call));
    ARAUTO_TRY(plan::check_section(*pair.local, call));
    return plan::check_shape(*pair.remote, *pair.local, call);
}

/// @param atomic  its width has been checked
Status
apply_at(int rank, uint64_t address, const transport::Atomic& atomic, const char* call) noexcept {
    ARAUTO_TRY(check_target(rank, call));
    const Result<Address> remote = core::resolve(rank, address, atomic.width, call);
    ARAUTO_TRY(remote.status);
    if (remote.value.space != Space::heap || address % atomic.width != 0) {
        return fail(ARAUTO_ERR_RANGE, "%s: address 0x%llx of %s is %s", call,
                    static_cast<unsigned long long>(address), name_of(rank).text,
                    remote.value.space != Space::heap ? "not in shared memory"
                                                      : "no multiple of the width");
    }
    return core::apply_atomic(remote.value, atomic);
}

struct Cell {
    arauto_segment_h segment;
    int rank;
    size_t offset;
    int width;
};

[[gnu::noinline]] Status
fetch_any(const Cell& cell, arauto_atomic_op_t op, uint64_t operand, uint64_t* old_out) noexcept {
    transport::AtomicOp op_here{};
    ARAUTO_TRY(api::find_op(op, &op_here, "arauto_atomic_fetch"));
    ARAUTO_TRY(api::check_width(cell.width, "arauto_atomic_fetch"));
    return api::apply(cell.segment, cell.rank, cell.offset,
                      {op_here, static_cast<uint8_t>(cell.width), operand, 0, old_out},
                      "arauto_atomic_fetch");
}

// The observed form of each call checks what it records, begins the record, tells the checker, and
// calls the plain form. So a wrong call leaves no record, and the plain forms know nothing of this.

arauto_recorded_op_t recorded_op(Direction direction) noexcept {
    return direction == Direction::put ? ARAUTO_RECORDED_PUT : ARAUTO_RECORDED_GET;
}

/// The record of a section.
Recorded recorded_section(Direction direction,
                          const Address& remote,
                          const arauto_section_t& section) noexcept {
    return api::recorded_access(direction == Direction::put ? ARAUTO_RECORDED_PUT_SECTION
                                                            : ARAUTO_RECORDED_GET_SECTION,
                                remote, api::recorded_bytes(section));
}

[[gnu::noinline]] Status move_at_recorded(Direction direction,
                                          int rank,
                                          uint64_t address,
                                          const void* local,
                                          size_t bytes,
                                          const api::Entry& entry) noexcept {
    ARAUTO_TRY(check_target(rank, entry.name));
    const Result<Address> remote = core::resolve(rank, address, bytes, entry.name);
    ARAUTO_TRY(remote.status);
    RecordedCall recorded(api::trace(),
                          api::recorded_access(recorded_op(direction), remote.value, bytes),
                          entry.caller);
    api::tell_move({direction, entry.caller}, remote.value, local, bytes);
    return recorded.ends_with(core::move(direction, remote.value, api::bytes_of(local), bytes));
}

/// Empty also for sections that are refused: the plain form says why, in its own order, and a wrong
/// call leaves no record.
plan::Span checked_bounds(SectionPair pair, const char* call) noexcept {
    constexpr plan::Span none{.low = 0, .high = 0, .empty = true};
    if (check_pair(pair, call) < 0) {
        return none;
    }
    const Result<plan::Span> span = plan::bounds(*pair.remote);
    return span.ok() ? span.value : none;
}

[[gnu::noinline]] Status move_section_in_segment_recorded(Direction direction,
                                                          arauto_segment_h segment,
                                                          int rank,
                                                          SectionPair pair,
                                                          const void* local_base,
                                                          const api::Entry& entry) noexcept {
    const auto move = [&] {
        return api::move_section_in_segment(direction, segment, rank, 0, pair, local_base,
                                            entry.name);
    };
    const plan::Span span = checked_bounds(pair, entry.name);
    const auto first = static_cast<uint64_t>(span.low);
    if (span.empty || api::check_access(segment, rank, first,
                                        static_cast<uint64_t>(span.high) - first, entry.name) < 0) {
        return move();
    }
    const uint64_t low = segment->offset + first;
    RecordedCall recorded(api::trace(),
                          recorded_section(direction, {rank, Space::heap, low}, *pair.remote),
                          entry.caller);
    api::tell_section({direction, entry.caller}, {rank, Space::heap, segment->offset}, pair,
                      local_base);
    return recorded.ends_with(move());
}

[[gnu::noinline]] Status move_section_at_recorded(Direction direction,
                                                  int rank,
                                                  uint64_t address,
                                                  SectionPair pair,
                                                  const void* local_base,
                                                  const api::Entry& entry) noexcept {
    const auto move = [&] {
        return api::move_section_at(direction, rank, address, pair, local_base, entry.name);
    };
    const plan::Span span = checked_bounds(pair, entry.name);
    if (span.empty || check_target(rank, entry.name) < 0) {
        return move();
    }
    const auto low = static_cast<uint64_t>(span.low);
    const Result<Address> remote =
        core::resolve(rank, address + low, static_cast<uint64_t>(span.high) - low, entry.name);
    if (!remote.ok()) {
        return move();
    }
    RecordedCall recorded(api::trace(), recorded_section(direction, remote.value, *pair.remote),
                          entry.caller);
    api::tell_section({direction, entry.caller},
                      {rank, remote.value.space, remote.value.value - low}, pair, local_base);
    return recorded.ends_with(move());
}

/// @param apply  the plain form
template <typename Apply>
Status apply_recorded(const Address& remote,
                      const transport::Atomic& atomic,
                      const void* caller,
                      Apply apply) noexcept {
    const api::ToldAtomic told(atomic.op, remote, atomic.width, caller);
    const Recorded what =
        api::recorded_access(ARAUTO_RECORDED_ATOMIC, remote, static_cast<uint64_t>(atomic.width));
    // Programs repeat an atomic until the cell has a value: records of all of them would fill the
    // ring. One on another node is timed, and too slow for that.
    if (!core::is_far(remote.peer) && count_if_repeated(api::trace(), what, caller)) {
        return apply();
    }
    RecordedCall recorded(api::trace(), what, caller);
    return recorded.ends_with(apply());
}

[[gnu::noinline]] Status apply_at_recorded(int rank,
                                           uint64_t address,
                                           const transport::Atomic& atomic,
                                           const api::Entry& entry) noexcept {
    ARAUTO_TRY(check_target(rank, entry.name));
    const Result<Address> remote = core::resolve(rank, address, atomic.width, entry.name);
    ARAUTO_TRY(remote.status);
    return apply_recorded(remote.value, atomic, entry.caller,
                          [&] { return apply_at(rank, address, atomic, entry.name); });
}

[[gnu::noinline]] Status apply_in_segment_recorded(const Cell& cell,
                                                   const transport::Atomic& atomic,
                                                   const api::Entry& entry) noexcept {
    ARAUTO_TRY(api::check_atomic(cell.segment, cell.rank, cell.offset, atomic.width, entry.name));
    return apply_recorded(
        {cell.rank, Space::heap, cell.segment->offset + cell.offset}, atomic, entry.caller,
        [&] { return api::apply(cell.segment, cell.rank, cell.offset, atomic, entry.name); });
}

[[gnu::noinline]] Status fetch_recorded(const Cell& cell,
                                        arauto_atomic_op_t op,
                                        uint64_t operand,
                                        uint64_t* old_out,
                                        const api::Entry& entry) noexcept {
    transport::AtomicOp op_here{};
    ARAUTO_TRY(api::find_op(op, &op_here, entry.name));
    ARAUTO_TRY(api::check_width(cell.width, entry.name));
    return apply_in_segment_recorded(
        cell, {op_here, static_cast<uint8_t>(cell.width), operand, 0, old_out}, entry);
}

[[gnu::always_inline]] inline Status flush(int rank) noexcept {
    if (rank == ARAUTO_EVERY_RANK) {
        core::flush_all(transport::Flush::data);
    } else {
        ARAUTO_TRY(api::check_rank(rank, "arauto_flush"));
        ARAUTO_TRY(api::check_alive(rank, "arauto_flush"));
        if (!core::this_rank().job.near.has(rank)) [[unlikely]] {
            core::flush_to(rank);
        }
    }
    store_fence();
#if defined(__x86_64__)
    // PAIR program.order: SYNC MEMORY, earlier accesses before later ones. A locked operation
    // orders everything here, takes half the time of mfence, and the thread sanitizer knows it.
    std::atomic<uint32_t> anchor{0};
    anchor.fetch_add(1, std::memory_order_seq_cst);
#else
    std::atomic_thread_fence(std::memory_order_seq_cst);
#endif
    return ARAUTO_OK;
}

[[gnu::noinline]] Status flush_recorded(int rank, const void* caller) noexcept {
    if (rank == ARAUTO_EVERY_RANK) {
        api::tell_sync_memory(caller);
    }
    return api::recorded(api::kRecordedFlush, caller, flush, rank);
}

} // namespace

Status arauto::api::move_in_segment_recorded(Direction direction,
                                             arauto_segment_h segment,
                                             int rank,
                                             size_t offset,
                                             const void* local,
                                             size_t bytes,
                                             const Entry& entry,
                                             check::By by) noexcept {
    ARAUTO_TRY(check_access(segment, rank, offset, bytes, entry.name));
    const Address remote{rank, Space::heap, segment->offset + offset};
    RecordedCall recorded(trace(), recorded_access(recorded_op(direction), remote, bytes),
                          entry.caller);
    tell_move({direction, entry.caller, by}, remote, local, bytes);
    return recorded.ends_with(core::move(direction, remote, api::bytes_of(local), bytes));
}

[[gnu::noinline]] Status arauto::api::move_in_segment(Direction direction,
                                                      arauto_segment_h segment,
                                                      int rank,
                                                      size_t offset,
                                                      const void* local,
                                                      size_t bytes,
                                                      const char* call) noexcept {
    ARAUTO_TRY(api::check_access(segment, rank, offset, bytes, call));
    return core::move(direction, {rank, Space::heap, segment->offset + offset},
                      api::bytes_of(local), bytes);
}

Status arauto::api::move_section_at(Direction direction,
                                    int rank,
                                    uint64_t address,
                                    SectionPair pair,
                                    const void* local_base,
                                    const char* call) noexcept {
    ARAUTO_TRY(api::check_running(call));
    ARAUTO_TRY(api::check_rank(rank, call));
    ARAUTO_TRY(check_pair(pair, call));
    ARAUTO_TRY(api::check_alive(rank, call));
    const Result<plan::Span> span = plan::bounds(*pair.remote);
    ARAUTO_TRY(span.status);
    if (span.value.empty) {
        return ARAUTO_OK;
    }
    const auto low = static_cast<uint64_t>(span.value.low);
    const auto bytes = static_cast<uint64_t>(span.value.high - span.value.low);
    Result<Address> remote = core::resolve(rank, address + low, bytes, call);
    ARAUTO_TRY(remote.status);
    remote.value.value -= low;
    return core::move_section(direction, remote.value, *pair.remote, api::bytes_of(local_base),
                              *pair.local);
}

Status arauto::api::move_section_in_segment(Direction direction,
                                            arauto_segment_h segment,
                                            int rank,
                                            uint64_t offset,
                                            SectionPair pair,
                                            const void* local_base,
                                            const char* call) noexcept {
    ARAUTO_TRY(check_pair(pair, call));
    const Result<plan::Span> span = plan::bounds(*pair.remote);
    ARAUTO_TRY(span.status);
    if (span.value.empty) {
        return api::check_access(segment, rank, offset, 0, call);
    }
    const uint64_t low = offset + static_cast<uint64_t>(span.value.low);
    ARAUTO_TRY(api::check_access(segment, rank, low,
                                 static_cast<uint64_t>(span.value.high - span.value.low), call));
    return core::move_section(direction, {rank, Space::heap, segment->offset + offset},
                              *pair.remote, api::bytes_of(local_base), *pair.local);
}

arauto_status_t arauto_put(
    arauto_segment_h segment, int rank, size_t offset, const void* source, size_t bytes) noexcept {
    if (std::byte* const there = api::quick_ptr(segment, rank, offset, bytes); there != nullptr)
        [[likely]] {
        api::copy(there, source, bytes);
        return ARAUTO_OK;
    }
    return api::move_in_segment(Direction::put, segment, rank, offset, source, bytes,
                                ARAUTO_ENTRY("arauto_put"));
}

arauto_status_t arauto_get(
    arauto_segment_h segment, int rank, size_t offset, void* destination, size_t bytes) noexcept {
    if (const std::byte* const there = api::quick_ptr(segment, rank, offset, bytes);
        there != nullptr) [[likely]] {
        api::copy(destination, there, bytes);
        return ARAUTO_OK;
    }
    return api::move_in_segment(Direction::get, segment, rank, offset, destination, bytes,
                                ARAUTO_ENTRY("arauto_get"));
}

arauto_status_t arauto_put_section(arauto_segment_h segment,
                                   int rank,
                                   const arauto_section_t* remote,
                                   const void* local_base,
                                   const arauto_section_t* local) noexcept {
    if (api::is_observed()) [[unlikely]] {
        return move_section_in_segment_recorded(Direction::put, segment, rank, {remote, local},
                                                local_base, ARAUTO_ENTRY("arauto_put_section"));
    }
    return api::move_section_in_segment(Direction::put, segment, rank, 0, {remote, local},
                                        local_base, "arauto_put_section");
}

arauto_status_t arauto_get_section(arauto_segment_h segment,
                                   int rank,
                                   const arauto_section_t* remote,
                                   void* local_base,
                                   const arauto_section_t* local) noexcept {
    if (api::is_observed()) [[unlikely]] {
        return move_section_in_segment_recorded(Direction::get, segment, rank, {remote, local},
                                                local_base, ARAUTO_ENTRY("arauto_get_section"));
    }
    return api::move_section_in_segment(Direction::get, segment, rank, 0, {remote, local},
                                        local_base, "arauto_get_section");
}

arauto_status_t
arauto_put_at(int rank, uint64_t address, const void* source, size_t bytes) noexcept {
    if (api::is_observed()) [[unlikely]] {
        return move_at_recorded(Direction::put, rank, address, source, bytes,
                                ARAUTO_ENTRY("arauto_put_at"));
    }
    return move_at(Direction::put, rank, address, source, bytes, "arauto_put_at");
}

arauto_status_t
arauto_get_at(int rank, uint64_t address, void* destination, size_t bytes) noexcept {
    if (api::is_observed()) [[unlikely]] {
        return move_at_recorded(Direction::get, rank, address, destination, bytes,
                                ARAUTO_ENTRY("arauto_get_at"));
    }
    return move_at(Direction::get, rank, address, destination, bytes, "arauto_get_at");
}

arauto_status_t arauto_put_section_at(int rank,
                                      uint64_t address,
                                      const arauto_section_t* remote,
                                      const void* local_base,
                                      const arauto_section_t* local) noexcept {
    if (api::is_observed()) [[unlikely]] {
        return move_section_at_recorded(Direction::put, rank, address, {remote, local}, local_base,
                                        ARAUTO_ENTRY("arauto_put_section_at"));
    }
    return api::move_section_at(Direction::put, rank, address, {remote, local}, local_base,
                                "arauto_put_section_at");
}

arauto_status_t arauto_get_section_at(int rank,
                                      uint64_t address,
                                      const arauto_section_t* remote,
                                      void* local_base,
                                      const arauto_section_t* local) noexcept {
    if (api::is_observed()) [[unlikely]] {
        return move_section_at_recorded(Direction::get, rank, address, {remote, local}, local_base,
                                        ARAUTO_ENTRY("arauto_get_section_at"));
    }
    return api::move_section_at(Direction::get, rank, address, {remote, local}, local_base,
                                "arauto_get_section_at");
}

arauto_status_t arauto_copy_section(void* target_base,
                                    const arauto_section_t* target,
                                    const void* source_base,
                                    const arauto_section_t* source) noexcept {
    ARAUTO_TRY(check_pair({target, source}, "arauto_copy_section"));
    if (api::is_observed()) [[unlikely]] {
        api::tell_copy(target_base, *target, source_base, *source, __builtin_return_address(0));
    }
    plan::execute(plan::make_plan(*target, *source), api::bytes_of(target_base),
                  api::bytes_of(source_base));
    return ARAUTO_OK;
}

void arauto_copy_bytes(void* target, const void* source, size_t bytes) noexcept {
    if (bytes < kLongCopy) {
        std::memmove(target, source, bytes);
    } else {
        copy_long(target, source, bytes);
    }
}

int arauto_are_apart(const void* base_a,
                     const arauto_section_t* a,
                     const void* base_b,
                     const arauto_section_t* b) noexcept {
    if (a == nullptr || b == nullptr) {
        return 0;
    }
    const auto distance = static_cast<int64_t>(reinterpret_cast<uintptr_t>(base_b) -
                                               reinterpret_cast<uintptr_t>(base_a));
    return plan::are_apart(*a, *b, distance) ? 1 : 0;
}

arauto_status_t arauto_flush(int rank) noexcept {
    ARAUTO_TRY(api::check_running("arauto_flush"));
    if (api::is_observed()) [[unlikely]] {
        return flush_recorded(rank, __builtin_return_address(0));
    }
    return flush(rank);
}

arauto_status_t arauto_atomic_store(
    arauto_segment_h segment, int rank, size_t offset, int width, uint64_t value) noexcept {
    ARAUTO_TRY(api::check_width(width, "arauto_atomic_store"));
    if (api::is_observed()) [[unlikely]] {
        return apply_in_segment_recorded(
            {segment, rank, offset, width},
            {transport::AtomicOp::store, static_cast<uint8_t>(width), value, 0, nullptr},
            ARAUTO_ENTRY("arauto_atomic_store"));
    }
    return api::apply(segment, rank, offset,
                      {transport::AtomicOp::store, static_cast<uint8_t>(width), value, 0, nullptr},
                      "arauto_atomic_store");
}

arauto_status_t arauto_atomic_load(
    arauto_segment_h segment, int rank, size_t offset, int width, uint64_t* value_out) noexcept {
    ARAUTO_TRY(api::check_width(width, "arauto_atomic_load"));
    ARAUTO_TRY(api::check_handle(value_out, "arauto_atomic_load", "pointer for the value"));
    if (api::is_observed()) [[unlikely]] {
        return apply_in_segment_recorded(
            {segment, rank, offset, width},
            {transport::AtomicOp::load, static_cast<uint8_t>(width), 0, 0, value_out},
            ARAUTO_ENTRY("arauto_atomic_load"));
    }
    return api::apply(segment, rank, offset,
                      {transport::AtomicOp::load, static_cast<uint8_t>(width), 0, 0, value_out},
                      "arauto_atomic_load");
}

arauto_status_t arauto_atomic_fetch(arauto_segment_h segment,
                                    int rank,
                                    size_t offset,
                                    int width,
                                    arauto_atomic_op_t op,
                                    uint64_t operand,
                                    uint64_t* old_out) noexcept {
    // Counters are the commonest atomics by far.
    if (op == ARAUTO_ATOMIC_ADD && width == 4 && offset % 4 == 0) [[likely]] {
        std::byte* const there = api::quick_ptr(segment, rank, offset, 4);
        if (there != nullptr) [[likely]] {
            const std::atomic_ref<uint32_t> cell(*reinterpret_cast<uint32_t*>(there));
            // PAIR program.atomic: the same operation by other ranks
            const uint32_t old =
                cell.fetch_add(static_cast<uint32_t>(operand), std::memory_order_seq_cst);
            if (old_out != nullptr) {
                *old_out = old;
            }
            return ARAUTO_OK;
        }
    }
    if (api::is_observed()) [[unlikely]] {
        return fetch_recorded({segment, rank, offset, width}, op, operand, old_out,
                              ARAUTO_ENTRY("arauto_atomic_fetch"));
    }
    return fetch_any({segment, rank, offset, width}, op, operand, old_out);
}

arauto_status_t arauto_atomic_compare_swap(arauto_segment_h segment,
                                           int rank,
                                           size_t offset,
                                           int width,
                                           uint64_t expected,
                                           uint64_t desired,
                                           uint64_t* old_out) noexcept {
    ARAUTO_TRY(api::check_width(width, "arauto_atomic_compare_swap"));
    if (api::is_observed()) [[unlikely]] {
        return apply_in_segment_recorded({segment, rank, offset, width},
                                         {transport::AtomicOp::compare_swap,
                                          static_cast<uint8_t>(width), desired, expected, old_out},
                                         ARAUTO_ENTRY("arauto_atomic_compare_swap"));
    }
    return api::apply(segment, rank, offset,
                      {transport::AtomicOp::compare_swap, static_cast<uint8_t>(width), desired,
                       expected, old_out},
                      "arauto_atomic_compare_swap");
}

arauto_status_t arauto_atomic_fetch_at(int rank,
                                       uint64_t address,
                                       int width,
                                       arauto_atomic_op_t op,
                                       uint64_t operand,
                                       uint64_t* old_out) noexcept {
    const char* call = "arauto_atomic_fetch_at";
    transport::AtomicOp op_here{};
    ARAUTO_TRY(api::find_op(op, &op_here, call));
    ARAUTO_TRY(api::check_width(width, call));
    if (api::is_observed()) [[unlikely]] {
        return apply_at_recorded(rank, address,
                                 {op_here, static_cast<uint8_t>(width), operand, 0, old_out},
                                 ARAUTO_ENTRY(call));
    }
    return apply_at(rank, address, {op_here, static_cast<uint8_t>(width), operand, 0, old_out},
                    call);
}

arauto_status_t arauto_atomic_compare_swap_at(int rank,
                                              uint64_t address,
                                              int width,
                                              uint64_t expected,
                                              uint64_t desired,
                                              uint64_t* old_out) noexcept {
    const char* call = "arauto_atomic_compare_swap_at";
    ARAUTO_TRY(api::check_width(width, call));
    if (api::is_observed()) [[unlikely]] {
        return apply_at_recorded(rank, address,
                                 {transport::AtomicOp::compare_swap, static_cast<uint8_t>(width),
                                  desired, expected, old_out},
                                 ARAUTO_ENTRY(call));
    }
    return apply_at(rank, address,
                    {transport::AtomicOp::compare_swap, static_cast<uint8_t>(width), desired,
                     expected, old_out},
                    call);
}
