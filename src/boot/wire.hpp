// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The job as all its processes see it: the start of the shared mapping. A wire format: fixed
// widths, offsets, no pointers.
//
//   0                JobHeader, constant part            (64 KiB, of which one page is touched)
//   64 KiB           JobHeader, variable part            (64 KiB, of which one page is touched)
//   128 KiB          guard
//   192 KiB          ImageBlock[images]                  (1664 bytes each)
//                    guard
//   tally_offset     TallyBlock[images]                  (2048 bytes each), if counters are on
//                    guard
//   profile_offset   ProfileBlock[images]                (74,944 bytes each), if a profile is on
//                    guard
//   heap_offset      heap of rank 0: two halves and a guard, heap_stride bytes; then rank 1, ...
//   trace_offset     TraceArea of rank 0 and its records, trace_stride bytes; then rank 1, ...,
//                    if the job is traced
//   check_offset     CheckArea (check_area.hpp), if the job is checked for races
//
// Each part begins with a page of the largest size that processors have; heaps begin with a huge
// one. An image may not touch a guard, nor write the constant part (guards.hpp): an access past the
// end of one part is a crash of its own, and no damage to another.
//
// The launcher writes it before any image starts. Afterwards the launcher writes states of dead
// images, and an image writes its own block; any process may ring a doorbell. The launcher believes
// nothing here that contradicts how its children have ended: an image can write all of it.
#pragma once

#include "base/counters.hpp"
#include "base/record.hpp"
#include "boot/profile.hpp"
#include "os/program_frames.hpp"
#include "os/shared_memory.hpp"

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace arauto::boot {

inline constexpr uint32_t kJobMagic = 0x41726175; // "Arau"
inline constexpr uint32_t kJobVersion = 14;
using os::kHugePageBytes;
using os::kLargestPageBytes;
inline constexpr size_t kGuardBytes = kLargestPageBytes; // between parts
inline constexpr size_t kHeapGuardBytes = kHugePageBytes; // behind each heap

enum class ImageState : uint32_t { absent = 0, running = 1, stopped = 2, failed = 3 };

/// Whether others must still stay for an image that has ended, in a job of several nodes.
enum class Departure : uint32_t {
    none = 0,
    settled = 1, // it has nothing left to ask of others
    gone = 2, // nor is its process there to do so
};

/// Where the images of all nodes wait, for a process that asks; see state_request.hpp.
struct StateRequest {
    std::atomic<uint32_t> is_served; // 1: the node leader looks at `asked`
    std::atomic<uint32_t> asked; // PAIR states.asked: a process that asks adds 1
    std::atomic<uint32_t> sequence; // PAIR states.answer: odd while the answer changes
    std::atomic<uint32_t> answered; // the value of `asked` that the answer is for
    std::atomic<uint32_t> bytes;
    std::atomic<char> text[32740]; // lines
};
static_assert(sizeof(StateRequest) == 32760 && sizeof(std::atomic<char>) == 1);

struct JobHeader {
    // line 0: constant after creation
    uint32_t version;
    uint32_t magic;
    uint32_t images;
    uint32_t cores; // that the maker of the job may use; see Job::cores
    uint64_t total_bytes;
    uint64_t heap_offset;
    uint64_t heap_stride;
    uint64_t launcher_pid; // 0: no launcher watches (one process, or another started us)
    uint64_t tally_offset; // 0: nothing is counted
    // PAIR job.ready: release once the rest is written, acquire by a process that opened it before
    std::atomic<uint32_t> ready;
    // where every process of this node maps the job's memory if it can, so that an address in a
    // heap means the same in all; 0: anywhere. map_base says where it is.
    uint64_t wanted_base;
    uint64_t profile_offset; // 0: there is no profile
    uint64_t trace_offset; // 0: the job is not traced
    uint64_t trace_stride;
    uint64_t trace_records; // in the ring of an image's first thread
    uint64_t trace_has_counter; // 1: ticks are those of the processor, 0: nanoseconds
    uint64_t trace_ticks; // when the memory was made, and the same time
    int64_t trace_ns; // of the clock of its machine
    uint64_t check_offset; // 0: the job is not checked
    uint64_t trace_is_flight; // 1: as of Trace
    uint8_t rest_of_constants[kLargestPageBytes - 144];

    // line 0 of the second part: written rarely, read by every wait
    // PAIR job.changes: release by the process that changed a state or `ending`, acquire in every
    // wait before it looks at states.
    alignas(64) std::atomic<uint32_t> changes;
    std::atomic<uint32_t> ending; // 1: the job ends at once, leave
    std::atomic<int32_t> ending_code; // exit status of the job then
    // PAIR job.counts: of images in a state, counted behind it
    std::atomic<uint32_t> stopped;
    std::atomic<uint32_t> failed;
    std::atomic<uint32_t> handles_failures; // 1: a death does not end the job
    std::atomic<uint32_t> attached; // images that have joined
    std::atomic<uint32_t>
        synchronised; // where nodes are only pretended: calls of synchronise(), of all images
    // PAIR job.termination: the first process of a node to learn of it, and the others of that node
    std::atomic<uint32_t> all_ended; // 1: every rank of every node has stopped or failed
    std::atomic<uint32_t> departed; // images whose Departure is known here
    std::atomic<uint32_t> gone; // of those: images whose process has ended
    std::atomic<uint32_t> all_departed; // 1: no image needs to stay any more
    std::atomic<uint32_t> moves; // of epochs, since all have ended
    uint8_t pad1[12];

    // lines 1 and 2: cores that members may run on, a bit each; of jobs that others have started
    std::atomic<uint64_t> core_set[16];

    // from line 3: of jobs over several nodes; its pages are touched when a process asks
    alignas(64) StateRequest states;
};
inline constexpr size_t kConstantBytes = kLargestPageBytes; // the first part
inline constexpr size_t kHeaderBytes = 2 * kLargestPageBytes;
static_assert(offsetof(JobHeader, changes) == kConstantBytes);
static_assert(offsetof(JobHeader, states) == kConstantBytes + 192);
static_assert(sizeof(JobHeader) <= kHeaderBytes);
static_assert(std::atomic<uint32_t>::is_always_lock_free &&
              std::atomic<uint64_t>::is_always_lock_free);

/// Where in the program an image waits, once a wait has lasted; see wait_card.hpp.
struct WaitCard {
    // PAIR wait.card: odd while the words change, and 0 words count then
    std::atomic<uint32_t> sequence;
    // PAIR wait.card_owner: the number of the one thread that fills it; 0: none does
    std::atomic<uint32_t> owner;
    std::atomic<uint64_t> since_ns; // of the clock of this machine; 0: it does not wait
    std::atomic<uint64_t> words[62]; // os::ProgramFrames
    std::atomic<uint64_t> detail[16]; // WaitDetail
};
static_assert(sizeof(WaitCard) == 640);

struct ImageBlock {
    // line 0: its process and its state
    std::atomic<ImageState> state;
    std::atomic<int32_t> exit_code; // valid once stopped
    std::atomic<uint64_t> pid;
    std::atomic<uint64_t> map_base; // address of the mapping in that process
    std::atomic<int32_t> death_signal; // valid once failed; 0: none
    std::atomic<uint32_t> fail_called; // 1: it called arauto_fail()
    std::atomic<uint32_t> waiting; // threads of it in a long wait; for reports alone
    std::atomic<Departure> departure;
    std::atomic<uint64_t> told_wait; // since_ns of a wait that a report was about
    uint8_t pad0[16];

    // line 1: the doorbell, a futex. `sleepers` is read by every process that delivers.
    alignas(64) std::atomic<uint32_t> doorbell;
    std::atomic<uint32_t> sleepers;
    std::atomic<uint32_t> duty_requests; // of ranks that need the duty thread: a futex
    std::atomic<uint32_t> rpc_bell; // of the thread that serves RPC while the program computes
    std::atomic<uint64_t> rpc_backlog; // the newest request, from the start of the mapping; 0: none
    std::atomic<uint32_t> rpc_sleepers; // at rpc_bell
    uint8_t pad1[36];

    // lines 2 and 3: the mailbox of transport/shm
    alignas(64) uint8_t mailbox[128];

    // lines 4..7: what it has published, where nodes are only pretended
    alignas(64) uint8_t card[256];

    // lines 8..17
    alignas(64) WaitCard wait_card;

    // lines 18..25: where a fault has ended it
    std::atomic<int32_t> fatal_signal; // that `fatal_frames` belong to; 0: none
    uint8_t pad2[4];
    os::ProgramFrames fatal_frames; // read when the process has ended
    uint8_t pad3[8];
};
static_assert(sizeof(ImageBlock) == 1664 && alignof(ImageBlock) == 64);

[[nodiscard]] constexpr size_t round_up(size_t bytes, size_t unit) noexcept {
    return (bytes + unit - 1) / unit * unit;
}

inline constexpr size_t kBlocksOffset = kHeaderBytes + kGuardBytes;

[[nodiscard]] constexpr size_t tally_offset_for(uint32_t images) noexcept {
    return kBlocksOffset + round_up(images * sizeof(ImageBlock), kLargestPageBytes) + kGuardBytes;
}
[[nodiscard]] constexpr size_t profile_offset_for(uint32_t images) noexcept {
    return tally_offset_for(images) + round_up(images * sizeof(TallyBlock), kLargestPageBytes) +
           kGuardBytes;
}

/// From the start of rank 0's heap to that of a rank's heap. Every address in a heap is computed by
/// this.
[[nodiscard]] constexpr uint64_t heap_distance(int rank, uint64_t stride) noexcept {
    return static_cast<uint64_t>(rank) * stride;
}
[[nodiscard]] constexpr size_t heap_offset_for(uint32_t images) noexcept {
    return round_up(profile_offset_for(images) + images * sizeof(ProfileBlock) + kHeapGuardBytes,
                    kHugePageBytes);
}

/// In the place of a thread: the ring of arrivals.
inline constexpr size_t kArrivalsRing = TraceArea::kRings;

/// Records in the ring of an image's n-th thread, of `first` in that of the first one.
[[nodiscard]] constexpr uint64_t trace_records_of(size_t ring, uint64_t first) noexcept {
    constexpr uint64_t kPart = 8;
    if (ring == kArrivalsRing) {
        return first > 1 ? first / 2 : first;
    }
    return ring == 0 || first <= kPart ? first : first / kPart;
}
/// Where a ring's records begin, from the start of an image's part.
[[nodiscard]] constexpr uint64_t trace_ring_offset(size_t ring, uint64_t first) noexcept {
    uint64_t offset = round_up(sizeof(TraceArea), kLargestPageBytes);
    for (size_t before = 0; before < ring; ++before) {
        offset += trace_records_of(before, first) * sizeof(Record);
    }
    return offset;
}
[[nodiscard]] constexpr uint64_t trace_stride_for(uint64_t first) noexcept {
    return round_up(trace_ring_offset(kArrivalsRing + 1, first), kLargestPageBytes);
}

[[nodiscard]] inline TraceRing& trace_ring(TraceArea& area, size_t ring) noexcept {
    return ring == kArrivalsRing ? area.arrivals : area.ring[ring];
}
[[nodiscard]] inline const TraceRing& trace_ring(const TraceArea& area, size_t ring) noexcept {
    return ring == kArrivalsRing ? area.arrivals : area.ring[ring];
}

/// Bytes of one half of a heap: the first half is for symmetric memory, the second for the rank's
/// own.
[[nodiscard]] constexpr uint64_t half_of_heap(uint64_t stride) noexcept {
    return (stride - kHeapGuardBytes) / 2;
}

/// One for each image, in a part of the mapping.
template <typename Block>
[[nodiscard]] Block* blocks_at(JobHeader* header, uint64_t offset) noexcept {
    return reinterpret_cast<Block*>(reinterpret_cast<std::byte*>(header) + offset);
}

/// Null when nothing is counted.
[[nodiscard]] inline TallyBlock* tally_blocks(JobHeader* header) noexcept {
    return header->tally_offset != 0 ? blocks_at<TallyBlock>(header, header->tally_offset)
                                     : nullptr;
}

/// Null when there is no profile.
[[nodiscard]] inline ProfileBlock* profile_blocks(JobHeader* header) noexcept {
    return header->profile_offset != 0 ? blocks_at<ProfileBlock>(header, header->profile_offset)
                                       : nullptr;
}

/// The traces of all images; a launcher keeps this from before they begin.
struct Traces {
    std::byte* first = nullptr; // null: the job is not traced
    uint64_t stride = 0;
    uint64_t records = 0; // in the ring of an image's first thread

    [[nodiscard]] TraceArea& area(int rank) const noexcept {
        return *reinterpret_cast<TraceArea*>(first + static_cast<uint64_t>(rank) * stride);
    }
};
[[nodiscard]] inline Traces traces_of(JobHeader* header) noexcept {
    return header->trace_offset != 0 ? Traces{blocks_at<std::byte>(header, header->trace_offset),
                                              header->trace_stride, header->trace_records}
                                     : Traces{};
}

[[nodiscard]] inline ImageBlock* image_blocks(JobHeader* header) noexcept {
    return blocks_at<ImageBlock>(header, kBlocksOffset);
}

/// Whether a job that ends at once can have this exit status; never that of success.
[[nodiscard]] constexpr bool is_code_of_end(int32_t code) noexcept {
    constexpr int32_t kLargest = 255;
    return code > 0 && code <= kLargest;
}

/// Decides the exit status of a job that ends at once. The first decision stands; `ending` is set
/// after it.
/// @return whether this was the first
inline bool decide_end(JobHeader& header, int32_t code) noexcept {
    int32_t undecided = 0;
    // PAIR job.ending_code: decide
    return header.ending_code.compare_exchange_strong(undecided, code, std::memory_order_seq_cst);
}

/// The exit status of a process that leaves because the job ends.
[[nodiscard]] inline int status_of_end(const JobHeader& header) noexcept {
    // PAIR job.ending_code: look
    const int32_t code = header.ending_code.load(std::memory_order_acquire);
    return is_code_of_end(code) ? code : 1;
}

/// @return whether it was news
inline bool note_departure(JobHeader& header, ImageBlock& image, Departure departure) noexcept {
    // PAIR job.departure: note
    const Departure before = image.departure.exchange(departure, std::memory_order_acq_rel);
    if (before == Departure::none) {
        header.departed.fetch_add(1, std::memory_order_seq_cst); // PAIR job.departure: count
    }
    if (departure == Departure::gone && before != departure) {
        header.gone.fetch_add(1, std::memory_order_seq_cst); // PAIR job.losses: count
    }
    return before != departure;
}

} // namespace arauto::boot
