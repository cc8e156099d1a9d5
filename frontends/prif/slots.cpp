// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See slots.hpp. Each image has a table of its slots, in memory that all images reach: the offset
// of the variable that has the slot, 0 for a free one. Offsets count from the table, in bytes, so
// that a coarray's offset is the same number on all images of its team.
#include "slots.hpp"

#include "coarray/images.hpp"
#include "state.hpp"

#include "arauto/spi/lock.h"
#include "arauto/spi/notify.h"
#include "arauto/spi/rma.h"
#include "arauto/spi/segment.h"

#include <cstddef>

namespace arauto::prif {
namespace {

constexpr size_t kSlots = size_t{1} << 16;
constexpr int kWordBytes = 4; // of a variable that are used

/// The begin of a table; the offsets follow.
struct Header {
    uint64_t base; // address of the table as its owner sees it
    uint64_t next; // where the next look for a free slot begins
    uint64_t end; // of the slots that were ever given
};
constexpr size_t kOffsetsStart = sizeof(Header);
constexpr size_t kOffsetBytes = sizeof(uint64_t);

char* own_table() noexcept {
    return static_cast<char*>(arauto_segment_base(g_state.slots.table));
}

/// An operation on a word of a table.
arauto_op_t on_table(arauto_op_kind_t kind, int rank, size_t offset) noexcept {
    return {.kind = kind,
            .rank = rank,
            .segment = g_state.slots.table,
            .offset = offset,
            .width = static_cast<int>(kOffsetBytes)};
}

arauto_op_t on_variable(arauto_op_kind_t kind, const Target& target) noexcept {
    return {.kind = kind,
            .rank = target.rank,
            .segment = target.segment,
            .offset = target.offset,
            .width = kWordBytes};
}

/// The offset of a variable, as its owner's table has it.
arauto_status_t find_offset(const Target& target, uint64_t& offset) noexcept {
    uint64_t base = reinterpret_cast<uintptr_t>(own_table());
    uint64_t address = target.offset;
    if (target.segment != nullptr) {
        address += reinterpret_cast<uintptr_t>(arauto_segment_base(target.segment));
    } else if (target.rank != coarray::images.own_rank) {
        arauto_op_t op = on_table(ARAUTO_OP_LOAD, target.rank, offsetof(Header, base));
        op.old_out = &base;
        if (const arauto_status_t status = arauto_rma(&op); status < 0) {
            return status;
        }
    }
    offset = address - base;
    return ARAUTO_OK;
}

/// Enters an offset into a free slot; kSlots when there is none.
arauto_status_t take_slot(int rank, uint64_t offset, size_t& slot) noexcept {
    uint64_t next = 0;
    arauto_op_t go_on = on_table(ARAUTO_OP_FETCH, rank, offsetof(Header, next));
    go_on.atomic = ARAUTO_ATOMIC_ADD;
    go_on.operand = 1;
    go_on.old_out = &next;
    arauto_status_t status = arauto_rma(&go_on);
    for (size_t step = 0; status >= 0 && step < kSlots; ++step) {
        slot = (next + step) % kSlots;
        uint64_t old = 0;
        arauto_op_t enter =
            on_table(ARAUTO_OP_COMPARE_SWAP, rank, kOffsetsStart + slot * kOffsetBytes);
        enter.operand = offset;
        enter.old_out = &old;
        status = arauto_rma(&enter);
        if (status >= 0 && old == 0) {
            arauto_op_t extend = on_table(ARAUTO_OP_FETCH, rank, offsetof(Header, end));
            extend.atomic = ARAUTO_ATOMIC_MAX;
            extend.operand = slot + 1;
            return arauto_rma(&extend);
        }
    }
    slot = kSlots;
    return status;
}

/// Gives a variable its slot, unless another image does so at the same time.
arauto_status_t give_slot(const Target& target, size_t& slot) noexcept {
    uint64_t offset = 0;
    arauto_status_t status = find_offset(target, offset);
    if (status >= 0) {
        status = take_slot(target.rank, offset, slot);
    }
    if (status < 0 || slot == kSlots) {
        return status;
    }
    uint64_t old = 0;
    arauto_op_t name = on_variable(ARAUTO_OP_COMPARE_SWAP, target);
    name.operand = slot + 1;
    name.old_out = &old;
    status = arauto_rma(&name);
    if (status < 0 || old != 0) {
        arauto_op_t leave =
            on_table(ARAUTO_OP_STORE, target.rank, kOffsetsStart + slot * kOffsetBytes);
        static_cast<void>(arauto_rma(&leave));
        slot = old - 1;
    }
    return status;
}

/// The variable's word; 0: it has no slot yet.
arauto_status_t read_word(const Target& target, uint64_t& word) noexcept {
    void* address = nullptr;
    if (target.segment == nullptr) {
        static_cast<void>(arauto_is_shared_at(target.rank, target.offset, &address));
    } else if (void* const part = arauto_segment_pointer(target.segment, target.rank);
               part != nullptr &&
               target.offset + kWordBytes <= arauto_segment_size(target.segment)) {
        address = static_cast<char*>(part) + target.offset;
    }
    if (address != nullptr && reinterpret_cast<uintptr_t>(address) % kWordBytes == 0) {
        // PAIR prif.slot: read, once another image has given the slot by its compare-and-swap
        word = __atomic_load_n(static_cast<const uint32_t*>(address), __ATOMIC_ACQUIRE);
        return ARAUTO_OK;
    }
    arauto_op_t op = on_variable(ARAUTO_OP_LOAD, target);
    op.old_out = &word;
    return arauto_rma(&op); // says what is wrong with the address
}

bool find_slot(const Target& target,
               Variable& variable,
               const Errors& errors,
               const char* call) noexcept {
    uint64_t word = 0;
    arauto_status_t status = read_word(target, word);
    size_t slot = word - 1;
    if (status >= 0 && word == 0) {
        status = give_slot(target, slot);
    }
    if (status < 0) {
        coarray::report(errors, status, call);
        return false;
    }
    if (slot >= kSlots) {
        coarray::fail(errors,
                      word != 0 ? "%s: the variable of image %d is none that was zero at first"
                                : "%s: image %d has no slot left for a further event, notify "
                                  "variable or lock",
                      call, target.rank + 1);
        return false;
    }
    variable = {target.rank, slot};
    return true;
}

/// Whether nobody holds the lock of a slot; it cannot be given to another variable before.
bool is_free_lock(size_t slot) noexcept {
    int acquired = 0;
    const int self = coarray::images.own_rank;
    return arauto_lock_try(g_state.slots.locks, self, slot, &acquired) >= 0 && acquired != 0 &&
           arauto_lock_release(g_state.slots.locks, self, slot) >= 0;
}

} // namespace

void start_slots() {
    const size_t bytes = kOffsetsStart + kSlots * kOffsetBytes;
    coarray::report({}, arauto_segment_declare(bytes, &g_state.slots.table), "prif_init");
    coarray::report({}, arauto_notify_declare(kSlots, &g_state.slots.counts), "prif_init");
    coarray::report({}, arauto_lock_declare(kSlots, &g_state.slots.locks), "prif_init");
    reinterpret_cast<Header*>(own_table())->base = reinterpret_cast<uintptr_t>(own_table());
}

bool find_variable(const Reference& reference,
                   Variable& variable,
                   const Errors& errors,
                   const char* call) noexcept {
    Target target;
    return find_target(reference, target, errors, call) &&
           find_slot(target, variable, errors, call);
}

bool find_own_variable(const void* address,
                       Variable& variable,
                       const Errors& errors,
                       const char* call) noexcept {
    const Target target{coarray::images.own_rank, nullptr, reinterpret_cast<uintptr_t>(address)};
    return find_slot(target, variable, errors, call);
}

arauto_notify_h counts() noexcept {
    return g_state.slots.counts;
}

arauto_lock_h locks() noexcept {
    return g_state.slots.locks;
}

arauto_slot_t name_of(const Variable& variable) noexcept {
    arauto_slot_t slot{};
    coarray::report({}, arauto_notify_slot(g_state.slots.counts, variable.slot, &slot), "NOTIFY=");
    return slot;
}

void release_slots(const void* start, size_t bytes) noexcept {
    char* const table = own_table();
    auto* const header = reinterpret_cast<Header*>(table);
    auto* const offsets = reinterpret_cast<uint64_t*>(table + kOffsetsStart);
    const uint64_t first = reinterpret_cast<uintptr_t>(start) - reinterpret_cast<uintptr_t>(table);
    // PAIR prif.slot: read what other images have entered
    const uint64_t end = __atomic_load_n(&header->end, __ATOMIC_ACQUIRE);
    for (size_t slot = end; slot-- > 0;) {
        // PAIR prif.slot: read, once another image has given the slot by its compare-and-swap
        const uint64_t offset = __atomic_load_n(&offsets[slot], __ATOMIC_ACQUIRE);
        if (offset == 0 || offset - first >= bytes || !is_free_lock(slot)) {
            continue;
        }
        uint64_t left = 0;
        static_cast<void>(arauto_notify_take(g_state.slots.counts, slot, &left));
        // PAIR prif.slot: take it back; the next compare-and-swap finds it free
        __atomic_store_n(&offsets[slot], 0, __ATOMIC_RELEASE);
        // PAIR prif.slot: a hint only, which others go on from; a lost change costs them a search
        __atomic_store_n(&header->next, slot, __ATOMIC_RELEASE);
    }
}

} // namespace arauto::prif
