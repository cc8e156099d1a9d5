// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Records of the calls of a traced job. Each thread writes its own ring in the memory of the job,
// so that the launcher can read it at the end, also of processes that were killed. Off by default:
// a call then tests one pointer, and the quick calls (quick_heap0 of runtime/rank.hpp) not even
// that.
//
// A record takes one reading of the clock, at the entry of the call. The slot is filled there, its
// time last; at the exit the rest follows, and then the ring's head. So the call in which a process
// dies is in the ring too: the slot at the head, if its time is later than that of the one before.
// A reader looks when the process has ended; the orders of these stores say what it can find.
#pragma once

#include "arauto/spi/trace.h"
#include "base/clock.hpp"
#include "base/post_numbers.hpp"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <ctime>
#include <pthread.h>
#include <span>

#if defined(__x86_64__)
#include <x86intrin.h>
#endif

namespace arauto {

/// Flags of a record.
enum RecordFlag : uint16_t {
    kRecordWaited = 1, // it left the first looks of a wait
    kRecordFailed = 2,
    kRecordFar = 4, // the peer is on another node
    kRecordPages = 8, // the bytes are counted in pages of 4 KiB, rounded up
    kRecordBehind = 16, // a part of the operation before, at whose entry it has its time
    kRecordEarlier = 32, // its time is that of an earlier reading of the clock: Trace::is_flight
};

/// In files and in shared memory; docs/specs/trace-file.md says what `argument` means.
struct Record {
    std::atomic<uint64_t> ticks; // at the entry. PAIR trace.record: behind the fields below
    uint32_t site; // of the program's call: an offset in its file, or a TraceSite; 0: not known
    uint32_t length; // 16 ticks each; 0: at most a few looks at memory
    uint16_t op; // arauto_recorded_op_t
    uint16_t flags;
    uint32_t peer; // a rank of the job, or as `op` says
    uint64_t argument;
};
static_assert(sizeof(Record) == 32);

inline constexpr uint32_t kNoPeer = UINT32_MAX;
inline constexpr uint32_t kSiteInTable = uint32_t{1} << 31; // beside the index of a TraceSite
inline constexpr int kLengthShift = 4;

/// Where the partner of an operation is.
enum class PeerClass : uint8_t { none, self, near, far };

/// All calls of one line, whatever the ring still has.
struct TraceTotal {
    uint64_t key; // site | op << 32 | class << 48 | 1 << 63; 0: of none yet
    uint64_t calls;
    uint64_t bytes;
    uint64_t ticks; // of those that were timed
    uint64_t waits; // how many have waited
};
static_assert(sizeof(TraceTotal) == 40);

[[nodiscard]] constexpr uint64_t total_key(uint32_t site, uint16_t op, PeerClass peer) noexcept {
    return site | uint64_t{op} << 32 | uint64_t{static_cast<uint8_t>(peer)} << 48 |
           uint64_t{1} << 63;
}

/// Whether a thread writes a ring. A thread that ends gives its ring back, and the next one goes on
/// behind its records.
enum RingState : uint32_t { kRingFresh = 0, kRingTaken = 1, kRingGivenBack = 2 };

/// Written by one thread at a time.
struct alignas(64) TraceRing {
    static constexpr size_t kTotals = 1024;

    std::atomic<uint64_t> head; // records that are whole. PAIR trace.head: behind the record
    std::atomic<uint32_t> state; // RingState. PAIR trace.ring: behind what a thread has written
    uint32_t pad;
    uint64_t capacity; // of records; a power of two
    uint64_t offset; // of the first record, from the start of this image's part
    uint64_t untold; // calls for which the table had no room
    uint64_t latest; // in flight: the time of the latest record
    uint64_t pad1[2];
    TraceTotal totals[kTotals];
};
static_assert(sizeof(TraceRing) == 64 + TraceRing::kTotals * sizeof(TraceTotal));

/// A call outside the program's own file.
struct TraceSite {
    static constexpr size_t kCallers = 4; // of which one may be the program's statement

    std::atomic<uint64_t> address; // or another number of the call; 0: free
    uint32_t module;
    std::atomic<uint32_t> is_filled; // PAIR trace.site: behind the other fields
    uint64_t offset[kCallers]; // behind calls, the innermost first; 0: no more
};
static_assert(sizeof(TraceSite) == 48);

struct TraceModule {
    uint64_t bias; // of its addresses
    uint64_t bytes; // of the file
    int64_t changed_ns; // when the file was written last
    char path[248];
};
static_assert(sizeof(TraceModule) == 272);

/// One time, by the clock of a node and by that of the lowest node.
struct TraceClock {
    uint64_t ticks; // of the node
    int64_t ns; // of the lowest node's machine; 0: it is not known
    uint64_t round_trip; // ticks in which the lowest node was asked for it, and has answered
};
static_assert(sizeof(TraceClock) == 24);

/// One image's part of the memory of a job; zero at first. Its records lie behind it.
struct alignas(64) TraceArea {
    static constexpr size_t kRings = 16; // of threads; the first one is longer than the others
    static constexpr size_t kSites = 2048;
    static constexpr size_t kModules = 32; // the program's file is the first

    std::atomic<uint64_t> begun; // in ticks
    std::atomic<uint64_t> ended; // 0: the program has not ended by itself
    std::atomic<uint64_t> lost; // records of threads that had no ring
    std::atomic<uint32_t> modules;
    std::atomic<uint32_t> is_adding; // PAIR trace.modules: by one thread at a time
    std::atomic<uint64_t> unplaced; // calls for whose place `site` had no room
    uint32_t node;
    uint32_t pad;
    TraceClock clock[2]; // of the node's lowest rank: from the start of the job and from its end
    uint64_t pad1[4];
    TraceModule module[kModules];
    TraceSite site[kSites];
    TraceRing ring[kRings];
    TraceRing arrivals; // notifications from other nodes
};
static_assert(sizeof(TraceArea) % alignof(TraceArea) == 0);

struct CodeRange {
    uintptr_t start;
    uintptr_t bytes;
};

/// The error of a pretended node's clock, for tests.
struct ClockError {
    int64_t from_ns = 0; // since then it runs wrong
    int64_t late_ns = 0;
    int64_t ppm = 0; // that it runs too fast
};

/// The means by which a process records; constant once it has begun, but for the ranges of the
/// libraries and the key.
struct Trace {
    static constexpr size_t kLibraries = 8;
    static constexpr uint64_t kCallsOfReading = 16;

    TraceArea* area = nullptr;
    uintptr_t program = 0; // where the program's file is loaded
    uintptr_t program_bytes = 0;
    // Code that lies between the program and this library, whose calls are the program's. A range
    // never changes. PAIR trace.libraries: their number behind the ranges
    CodeRange library[kLibraries] = {};
    std::atomic<uint32_t> libraries{0};
    bool is_linked_in = false; // this library is in the program's file
    bool has_counter = false; // of the processor; else the clock of the system is read
    ClockError clock_error; // of that of the system
    // Records alone, without totals, for the last calls of an image that dies. The clock is read
    // behind waits and at each kCallsOfReading-th call.
    bool is_flight = false;
    uint32_t rank = 0;
    uint32_t near_first = 0;
    uint32_t near_count = 1;
    const uint64_t* near_scattered = nullptr; // as boot::NearRanks has them
    std::atomic<bool> has_ring_key{false}; // by which a thread that ends gives its ring back
    pthread_key_t ring_key = 0;
    /// The site of an address that lies elsewhere.
    uint32_t (*find_site)(Trace& trace, uintptr_t address, uintptr_t caller) noexcept = nullptr;
    PostNumbers sent; // to other nodes
    PostNumbers arrived; // from there
};

/// The number of records in a ring of so many bytes: a power of two.
[[nodiscard]] constexpr uint64_t records_in(uint64_t bytes) noexcept {
    uint64_t count = 1;
    while (count * 2 * sizeof(Record) <= bytes) {
        count *= 2;
    }
    return count;
}

/// From here on, threads that end give their rings back. Without a free key they keep them.
void begin_giving_back(Trace& trace) noexcept;
void end_giving_back(Trace& trace) noexcept;

/// Whether the processor has a counter that runs at one rate on all cores, also while they sleep.
[[nodiscard]] bool has_steady_counter() noexcept;

[[nodiscard]] inline uint64_t read_ticks([[maybe_unused]] bool has_counter) noexcept {
#if defined(__x86_64__)
    if (has_counter) [[likely]] {
        return __rdtsc();
    }
#elif defined(__aarch64__)
    if (has_counter) [[likely]] {
        uint64_t ticks;
        asm volatile("mrs %0, cntvct_el0" : "=r"(ticks));
        return ticks;
    }
#endif
    return static_cast<uint64_t>(now_ns());
}

[[nodiscard]] uint64_t read_wrong_clock(const ClockError& error) noexcept;

/// The time of a record.
[[nodiscard]] inline uint64_t ticks_now(const Trace& trace) noexcept {
    return trace.has_counter ? read_ticks(true) : read_wrong_clock(trace.clock_error);
}

/// `offset` in the low 40 bits, and what else a record says of it above.
[[nodiscard]] constexpr uint64_t record_argument(uint64_t offset, uint64_t above) noexcept {
    constexpr int kOffsetBits = 40;
    return (offset & ((uint64_t{1} << kOffsetBits) - 1)) | above << kOffsetBits;
}

/// The description of a call that is recorded.
struct Recorded {
    arauto_recorded_op_t op;
    uint32_t peer = kNoPeer;
    uint64_t argument = 0;
    uint64_t bytes = 0; // of a transfer
    bool is_timed = false; // its end too, even if it does not wait
};

inline constexpr uint64_t kPageBytes = 4096;
inline constexpr uint64_t kBytesMax = (uint64_t{1} << 24) - 1;
inline constexpr uint64_t kTimedBytes = 4096; // a copy of so many takes longer than the clock

/// Bytes as a record has them: from 16 MiB on, in pages.
[[nodiscard]] constexpr uint64_t recorded_count(uint64_t bytes) noexcept {
    return bytes <= kBytesMax ? bytes : std::min((bytes + kPageBytes - 1) / kPageBytes, kBytesMax);
}

/// A transfer of `bytes` at `offset` in the heap of `peer`.
[[nodiscard]] constexpr Recorded
recorded_transfer(arauto_recorded_op_t op, int peer, uint64_t offset, uint64_t bytes) noexcept {
    return {.op = op,
            .peer = static_cast<uint32_t>(peer),
            .argument = record_argument(offset, recorded_count(bytes)),
            .bytes = bytes,
            .is_timed = bytes >= kTimedBytes};
}

/// The record of a call, from here to the end of the block. Calls within it leave none.
class RecordedCall {
  public:
    /// @param trace  null: nothing is recorded
    /// @param caller  the instruction behind the call, in the entry that the program has called
    [[gnu::always_inline]] RecordedCall(Trace* trace,
                                        const Recorded& what,
                                        const void* caller) noexcept {
        if (trace != nullptr) {
            begin(*trace, what, caller);
        }
    }
    RecordedCall(const RecordedCall&) = delete;
    RecordedCall& operator=(const RecordedCall&) = delete;
    [[gnu::always_inline]] ~RecordedCall() {
        if (trace_ != nullptr) {
            end();
        }
    }

    [[nodiscard]] bool is_on() const noexcept { return trace_ != nullptr; }
    /// Later knowledge of the call.
    void set_argument(uint64_t argument) noexcept {
        if (trace_ != nullptr) {
            record_->argument = argument;
        }
    }
    void set_bytes(uint64_t bytes) noexcept;
    void set_timed() noexcept { is_timed_ = true; }
    void set_waited() noexcept { arauto_thread.has_waited = 1; }
    /// A second operation of the same call, without a time of its own.
    void add(const Recorded& what) noexcept;
    /// Ends the record, and adds further ones with its time, which tell more of the same call and
    /// are in no totals.
    void end_with_parts(std::span<const Recorded> parts) noexcept;
    /// Notes a failure. @return `status`
    arauto_status_t ends_with(arauto_status_t status) noexcept {
        if (trace_ != nullptr && status < 0) [[unlikely]] {
            record_->flags |= kRecordFailed;
        }
        return status;
    }

  private:
    // Hot, though the calls of a job that is not traced come here by an unlikely branch: compiled
    // as cold code they took 6 of 27 ns.
    [[gnu::hot]] void begin(Trace& trace, const Recorded& what, const void* caller) noexcept;
    [[gnu::hot]] void end() noexcept;

    Trace* trace_ = nullptr;
    Record* record_ = nullptr;
    uint64_t bytes_ = 0;
    uint64_t begun_ = 0;
    bool is_timed_ = false;
    PeerClass peer_ = PeerClass::none;
};

/// Records a notification that has come from another node. By one thread at a time.
/// @param source  the rank; -1: not known
/// @param ticket  as of a post
void note_arrival(Trace& trace, int source, uint64_t offset, uint64_t ticket) noexcept;

/// Adds to the totals of a line alone: for calls that a program may repeat without end.
void count_call(Trace* trace, const Recorded& what, const void* caller) noexcept;
/// The same if the latest record of this thread is of such a call at the same place.
/// @return whether it is
bool count_if_repeated(Trace* trace, const Recorded& what, const void* caller) noexcept;

struct RecordedText {
    enum class Kind : uint8_t { other, transfer, post, wait, meeting };
    const char* name; // as a program of Fortran has it, or C
    Kind kind;
};
[[nodiscard]] RecordedText recorded_text(unsigned op) noexcept;

} // namespace arauto
