// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See record.hpp.
#include "base/record.hpp"

#include <algorithm>
#include <iterator>

#if defined(__x86_64__)
#include <cpuid.h>
#endif

__thread arauto_thread_t arauto_thread = {};

namespace arauto {
namespace {

/// Where the next record of this thread goes, after `ring.head` others.
[[gnu::always_inline]] inline Record&
slot_of(TraceArea& area, const TraceRing& ring, uint64_t number) noexcept {
    auto* const records =
        reinterpret_cast<Record*>(reinterpret_cast<std::byte*>(&area) + ring.offset);
    return records[number & (ring.capacity - 1)];
}

/// A ring for this thread; null: all are taken. A thread keeps its ring until it ends.
[[gnu::noinline, gnu::cold]] TraceRing* take_ring(Trace& trace) noexcept {
    for (TraceRing& ring : trace.area->ring) {
        uint32_t state = ring.state.load(std::memory_order_relaxed); // relaxed because only a hint
        // PAIR trace.ring: take, relaxed because in vain it says nothing
        if (ring.capacity != 0 && state != kRingTaken &&
            ring.state.compare_exchange_strong(state, kRingTaken, std::memory_order_acquire,
                                               std::memory_order_relaxed)) {
            arauto_thread.ring = &ring;
            // relaxed because the key was made before there were threads that record
            if (trace.has_ring_key.load(std::memory_order_relaxed)) {
                pthread_setspecific(trace.ring_key, &ring);
            }
            return &ring;
        }
    }
    return nullptr;
}

/// To be called at the end of the thread.
void give_back(void* ring) noexcept {
    if (arauto_thread.record != nullptr) {
        return; // it has ended within a call, whose record stays the last one
    }
    arauto_thread.ring = nullptr;
    static_cast<TraceRing*>(ring)->state.store(
        kRingGivenBack, std::memory_order_release); // PAIR trace.ring: give back
}

TraceRing* ring_of_thread(Trace& trace) noexcept {
    if (arauto_thread.ring != nullptr) [[likely]] {
        return static_cast<TraceRing*>(arauto_thread.ring);
    }
    return take_ring(trace);
}

/// Whether the address is in a library whose calls are the program's.
bool lies_between(const Trace& trace, uintptr_t address) noexcept {
    const uint32_t known =
        trace.libraries.load(std::memory_order_acquire); // PAIR trace.libraries: look
    return std::any_of(trace.library, trace.library + known, [address](const CodeRange& each) {
        return address - each.start < each.bytes;
    });
}

[[gnu::always_inline]] inline uint32_t site_of(Trace& trace, const void* caller) noexcept {
    const auto address = reinterpret_cast<uintptr_t>(caller);
    const auto noted = reinterpret_cast<uintptr_t>(arauto_thread.caller);
    const uintptr_t offset = address - trace.program;
    if (!trace.is_linked_in && offset < trace.program_bytes) [[likely]] {
        return static_cast<uint32_t>(offset);
    }
    if (trace.is_linked_in || lies_between(trace, address)) [[likely]] {
        const uintptr_t within = noted - trace.program;
        if (noted != 0 && within < trace.program_bytes) [[likely]] {
            return static_cast<uint32_t>(within);
        }
        if (trace.is_linked_in && noted == 0 && offset < trace.program_bytes) {
            return static_cast<uint32_t>(offset); // of a program that calls this library itself
        }
    }
    return trace.find_site != nullptr ? trace.find_site(trace, address, noted) : 0;
}

[[gnu::always_inline]] inline PeerClass class_of(const Trace& trace, uint32_t peer) noexcept {
    if (peer == trace.rank) {
        return PeerClass::self;
    }
    const uint32_t index = peer - trace.near_first;
    const bool is_near =
        index < trace.near_count && (trace.near_scattered == nullptr ||
                                     (trace.near_scattered[index / 64] >> (index % 64) & 1) != 0);
    return is_near ? PeerClass::near : PeerClass::far;
}

/// The totals of a line; null: there is no room.
[[gnu::always_inline]] inline TraceTotal* find_total(TraceRing& ring, uint64_t key) noexcept {
    constexpr uint64_t kGolden = 0x9e3779b97f4a7c15;
    constexpr size_t kTries = 32;
    const size_t first = key * kGolden >> 54;
    static_assert(TraceRing::kTotals == size_t{1} << 10);
    for (size_t i = 0; i < kTries; ++i) {
        TraceTotal& total = ring.totals[(first + i) % TraceRing::kTotals];
        if (total.key == key) [[likely]] {
            return &total;
        }
        if (total.key == 0) {
            total.key = key;
            return &total;
        }
    }
    return nullptr;
}

constexpr uint64_t bit_of(arauto_recorded_op_t op) noexcept {
    return uint64_t{1} << op;
}

constexpr bool has_peer(arauto_recorded_op_t op) noexcept {
    constexpr uint64_t kWithPeer =
        bit_of(ARAUTO_RECORDED_PUT) | bit_of(ARAUTO_RECORDED_GET) |
        bit_of(ARAUTO_RECORDED_PUT_SECTION) | bit_of(ARAUTO_RECORDED_GET_SECTION) |
        bit_of(ARAUTO_RECORDED_ATOMIC) | bit_of(ARAUTO_RECORDED_POST) |
        bit_of(ARAUTO_RECORDED_EVENT_POST) | bit_of(ARAUTO_RECORDED_TAG_POST) |
        bit_of(ARAUTO_RECORDED_LOCK) | bit_of(ARAUTO_RECORDED_UNLOCK);
    static_assert(ARAUTO_RECORDED_OPS <= 64);
    return (kWithPeer >> op & 1) != 0;
}

[[gnu::always_inline]] inline PeerClass peer_of(const Trace& trace, const Recorded& what) noexcept {
    return has_peer(what.op) ? class_of(trace, what.peer) : PeerClass::none;
}

/// Adds a call to the totals of its line.
[[gnu::always_inline]] inline void add_total(TraceRing& ring,
                                             const Record& record,
                                             PeerClass peer,
                                             uint64_t bytes,
                                             uint64_t ticks) noexcept {
    TraceTotal* const total = find_total(ring, total_key(record.site, record.op, peer));
    if (total == nullptr) [[unlikely]] {
        ++ring.untold;
        return;
    }
    ++total->calls;
    total->bytes += bytes;
    total->ticks += ticks;
    total->waits += (record.flags & kRecordWaited) != 0 ? 1 : 0;
}

[[gnu::always_inline]] inline void
fill(Record& record, PeerClass peer, const Recorded& what) noexcept {
    record.length = 0;
    record.op = static_cast<uint16_t>(what.op);
    record.flags = peer == PeerClass::far ? uint16_t{kRecordFar} : uint16_t{0};
    if (what.bytes > kBytesMax) [[unlikely]] {
        record.flags |= kRecordPages;
    }
    record.peer = what.peer;
    record.argument = what.argument;
}

} // namespace

void begin_giving_back(Trace& trace) noexcept {
    const bool is_made = pthread_key_create(&trace.ring_key, give_back) == 0;
    // relaxed because no other thread records yet
    trace.has_ring_key.store(is_made, std::memory_order_relaxed);
}

void end_giving_back(Trace& trace) noexcept {
    // relaxed because no other thread records any more
    if (trace.has_ring_key.exchange(false, std::memory_order_relaxed)) {
        pthread_key_delete(trace.ring_key);
    }
}

bool has_steady_counter() noexcept {
#if defined(__x86_64__)
    unsigned a = 0;
    unsigned b = 0;
    unsigned c = 0;
    unsigned d = 0;
    constexpr unsigned kLeaf = 0x80000007; // power management
    constexpr unsigned kInvariant = 1 << 8; // constant_tsc and nonstop_tsc of Linux
    return __get_cpuid(kLeaf, &a, &b, &c, &d) != 0 && (d & kInvariant) != 0;
#elif defined(__aarch64__)
    return true;
#else
    return false;
#endif
}

namespace {

/// Later than that of the record before, so that a reader finds the call under way.
[[gnu::always_inline]] inline uint64_t
time_in_flight(const Trace& trace, TraceRing& ring, Record& record) noexcept {
    // relaxed because this thread alone writes it
    if (ring.head.load(std::memory_order_relaxed) % Trace::kCallsOfReading == 0) {
        ring.latest = ticks_now(trace);
    } else {
        ++ring.latest;
        record.flags |= kRecordEarlier;
    }
    return ring.latest;
}

} // namespace

uint64_t read_wrong_clock(const ClockError& error) noexcept {
    constexpr int64_t kMillion = 1'000'000;
    const int64_t now = now_ns();
    return static_cast<uint64_t>(now - error.late_ns +
                                 (now - error.from_ns) * error.ppm / kMillion);
}

void note_arrival(Trace& trace, int source, uint64_t offset, uint64_t ticket) noexcept {
    TraceRing& ring = trace.area->arrivals;
    // relaxed because one thread at a time writes it
    const uint64_t head = ring.head.load(std::memory_order_relaxed);
    Record& record = slot_of(*trace.area, ring, head);
    record.site = 0;
    record.length = source >= 0 ? trace.arrived.next(source, offset) : 0;
    record.op = ARAUTO_RECORDED_ARRIVAL;
    record.flags = kRecordFar;
    record.peer = source >= 0 ? static_cast<uint32_t>(source) : kNoPeer;
    record.argument = record_argument(offset, ticket);
    record.ticks.store(ticks_now(trace), std::memory_order_release); // PAIR trace.record: all of it
    // relaxed because `head` orders it
    ring.state.store(kRingTaken, std::memory_order_relaxed);
    ring.head.store(head + 1, std::memory_order_release); // PAIR trace.head: the record is whole
}

void RecordedCall::begin(Trace& trace, const Recorded& what, const void* caller) noexcept {
    arauto_thread_t& thread = arauto_thread;
    if (thread.record != nullptr) {
        return; // of which this call is a part
    }
    TraceArea& area = *trace.area;
    TraceRing* const ring = ring_of_thread(trace);
    if (ring == nullptr) [[unlikely]] {
        area.lost.fetch_add(1, std::memory_order_relaxed); // relaxed because it is a count
        return;
    }
    // relaxed because this thread alone writes it
    Record& record = slot_of(area, *ring, ring->head.load(std::memory_order_relaxed));
    record.site = site_of(trace, caller);
    peer_ = peer_of(trace, what);
    fill(record, peer_, what);
    trace_ = &trace;
    bytes_ = what.bytes;
    is_timed_ = what.is_timed || peer_ == PeerClass::far;
    record_ = &record;
    thread.record = &record;
    thread.has_waited = 0;
    begun_ = trace.is_flight ? time_in_flight(trace, *ring, record) : ticks_now(trace);
    record.ticks.store(begun_, std::memory_order_release); // PAIR trace.record: all but the end
}

void RecordedCall::end() noexcept {
    Record& record = *record_;
    arauto_thread_t& thread = arauto_thread;
    auto& ring = *static_cast<TraceRing*>(thread.ring);
    const bool is_flight = trace_->is_flight;
    uint64_t ticks = 0;
    if ((is_timed_ && !is_flight) || thread.has_waited != 0) {
        const uint64_t now = ticks_now(*trace_);
        ticks = now - begun_;
        ring.latest = now;
        record.length =
            static_cast<uint32_t>(std::min<uint64_t>((ticks >> kLengthShift) + 1, UINT32_MAX));
        record.flags |= thread.has_waited != 0 ? uint16_t{kRecordWaited} : uint16_t{0};
    }
    if (!is_flight) {
        add_total(ring, record, peer_, bytes_, ticks);
    }
    thread.record = nullptr;
    // relaxed because this thread alone writes it
    const uint64_t head = ring.head.load(std::memory_order_relaxed);
    ring.head.store(head + 1, std::memory_order_release); // PAIR trace.head: the record is whole
}

void RecordedCall::set_bytes(uint64_t bytes) noexcept {
    if (trace_ != nullptr) {
        Record& record = *record_;
        bytes_ = bytes;
        is_timed_ = is_timed_ || bytes >= kTimedBytes;
        record.flags |= bytes > kBytesMax ? uint16_t{kRecordPages} : uint16_t{0};
        record.argument = record_argument(record.argument, recorded_count(bytes));
    }
}

void RecordedCall::add(const Recorded& what) noexcept {
    if (trace_ == nullptr) {
        return;
    }
    const uint32_t site = record_->site;
    end();
    auto& ring = *static_cast<TraceRing*>(arauto_thread.ring);
    // relaxed because this thread alone writes it
    Record& record = slot_of(*trace_->area, ring, ring.head.load(std::memory_order_relaxed));
    record.site = site;
    peer_ = peer_of(*trace_, what);
    fill(record, peer_, what);
    record.flags |= kRecordBehind;
    record_ = &record;
    arauto_thread.record = &record;
    arauto_thread.has_waited = 0;
    bytes_ = what.bytes;
    is_timed_ = false;
    record.ticks.store(begun_, std::memory_order_release); // PAIR trace.record: all but the end
}

void RecordedCall::end_with_parts(std::span<const Recorded> parts) noexcept {
    if (trace_ == nullptr) {
        return;
    }
    const uint32_t site = record_->site;
    end();
    auto& ring = *static_cast<TraceRing*>(arauto_thread.ring);
    // relaxed because this thread alone writes it
    uint64_t head = ring.head.load(std::memory_order_relaxed);
    for (const Recorded& part : parts) {
        Record& record = slot_of(*trace_->area, ring, head);
        record.site = site;
        fill(record, PeerClass::none, part);
        record.flags |= kRecordBehind;
        record.ticks.store(begun_, std::memory_order_release); // PAIR trace.record: it is whole
        ring.head.store(++head, std::memory_order_release); // PAIR trace.head: the record is whole
    }
    trace_ = nullptr;
}

namespace {

void add_call(TraceRing& ring, const Trace& trace, uint32_t site, const Recorded& what) noexcept {
    if (trace.is_flight) {
        return; // it has no totals
    }
    Record record{};
    record.site = site;
    const PeerClass peer = peer_of(trace, what);
    fill(record, peer, what);
    add_total(ring, record, peer, what.bytes, 0);
}

} // namespace

void count_call(Trace* trace, const Recorded& what, const void* caller) noexcept {
    if (trace == nullptr || arauto_thread.record != nullptr) [[likely]] {
        return;
    }
    TraceRing* const ring = ring_of_thread(*trace);
    if (ring == nullptr) {
        trace->area->lost.fetch_add(1, std::memory_order_relaxed); // relaxed because it is a count
        return;
    }
    add_call(*ring, *trace, site_of(*trace, caller), what);
}

bool count_if_repeated(Trace* trace, const Recorded& what, const void* caller) noexcept {
    auto* const ring = static_cast<TraceRing*>(arauto_thread.ring);
    // relaxed because this thread alone writes it
    const uint64_t head = ring != nullptr ? ring->head.load(std::memory_order_relaxed) : 0;
    if (head == 0 || arauto_thread.record != nullptr) {
        return false;
    }
    const Record& last = slot_of(*trace->area, *ring, head - 1);
    if (last.op != what.op || last.peer != what.peer || last.argument != what.argument) {
        return false;
    }
    const uint32_t site = site_of(*trace, caller);
    if (last.site != site) {
        return false;
    }
    add_call(*ring, *trace, site, what);
    return true;
}

RecordedText recorded_text(unsigned op) noexcept {
    using Kind = RecordedText::Kind;
    static constexpr RecordedText kTexts[] = {
        {"call", Kind::other},
        {"put", Kind::transfer},
        {"get", Kind::transfer},
        {"put of a section", Kind::transfer},
        {"get of a section", Kind::transfer},
        {"atomic", Kind::transfer},
        {"notify post", Kind::post},
        {"event post", Kind::post},
        {"event wait", Kind::wait},
        {"event query", Kind::other},
        {"sync all", Kind::meeting},
        {"sync images", Kind::wait},
        {"sync memory", Kind::other},
        {"lock", Kind::wait},
        {"unlock", Kind::other},
        {"co_broadcast", Kind::meeting},
        {"co_reduce to one", Kind::meeting},
        {"co_reduce", Kind::meeting},
        {"allgather", Kind::meeting},
        {"form team", Kind::meeting},
        {"allocate", Kind::meeting},
        {"deallocate", Kind::meeting},
        {"tagged post", Kind::post},
        {"board wait", Kind::wait},
        {"epoch call", Kind::wait},
        {"request wait", Kind::wait},
        {"wait", Kind::wait},
        {"arrival", Kind::other},
    };
    static_assert(std::size(kTexts) == ARAUTO_RECORDED_OPS);
    return op < std::size(kTexts) ? kTexts[op] : RecordedText{"unknown call", Kind::other};
}

} // namespace arauto
