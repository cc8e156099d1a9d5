// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The job as all its processes see it: the start of the shared mapping. A wire format: fixed
// widths, offsets, no pointers.
//
//   0                JobHeader, what is constant         (64 KiB, of which one page is touched)
//   64 KiB           JobHeader, what changes             (64 KiB, likewise)
//   128 KiB          guard
//   192 KiB          ImageBlock[images]                  (512 bytes each)
//                    guard
//   tally_offset     TallyBlock[images]                  (2048 bytes each), touched by jobs that
//   count
//                    guard
//   heap_offset      heap of rank 0: two halves and a guard, heap_stride bytes; then rank 1, ...
//
// Each part begins with a page of the largest size that processors have; heaps begin with a huge
// one. An image may not touch a guard, nor write what is constant (guards.hpp): an access past the
// end of one part is a crash of its own, and no damage to another.
//
// The launcher writes it before any image starts. Afterwards the launcher writes states of dead
// images, and an image writes its own block; any process may ring a doorbell. The launcher believes
// nothing here that contradicts how its children have ended: an image can write all of it.
#pragma once

#include "base/counters.hpp"
#include "os/shared_memory.hpp"

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace arauto::boot {

inline constexpr uint32_t kJobMagic = 0x41726175; // "Arau"
inline constexpr uint32_t kJobVersion = 6;
using os::kHugePageBytes;
using os::kLargestPageBytes;
inline constexpr size_t kGuardBytes = kLargestPageBytes; // between parts
inline constexpr size_t kHeapGuardBytes = kHugePageBytes; // behind each heap

enum class ImageState : uint32_t { absent = 0, running = 1, stopped = 2, failed = 3 };

/// Of an image that has ended, in a job of several nodes: others need not stay for it any more.
enum class Departure : uint32_t {
    none = 0,
    settled = 1, // it has nothing left to ask of others
    gone = 2, // nor is its process there to do so
};

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
    // PAIR job.ready: release once the rest stands, acquire by a process that opened it before
    std::atomic<uint32_t> ready;
    uint8_t rest_of_constants[kLargestPageBytes - 68];

    // line 0 of the second part: written rarely, read by every wait
    // PAIR job.changes: release by the process that changed a state or `ending`, acquire in every
    // wait before it looks at states.
    alignas(64) std::atomic<uint32_t> changes;
    std::atomic<uint32_t> ending; // 1: the job ends at once, leave
    std::atomic<int32_t> ending_code; // exit status of the job then
    std::atomic<uint32_t> stopped; // images in state stopped
    std::atomic<uint32_t> failed; // images in state failed
    std::atomic<uint32_t> handles_failures; // 1: a death does not end the job
    std::atomic<uint32_t> attached; // images that have joined
    std::atomic<uint32_t> met; // where nodes are only pretended: meetings times images
    std::atomic<uint32_t> all_ended; // 1: every rank of every node has stopped or failed
    std::atomic<uint32_t> departed; // images whose Departure is known here
    std::atomic<uint32_t> gone; // of those: images whose process has ended
    std::atomic<uint32_t> all_departed; // 1: no image needs to stay any more
    std::atomic<uint32_t> moves; // of epochs, since all have ended
    uint8_t pad1[12];

    // lines 1 and 2: cores that members may run on, a bit each; of jobs that others have started
    std::atomic<uint64_t> core_set[16];
};
inline constexpr size_t kConstantBytes = kLargestPageBytes; // the first part
inline constexpr size_t kHeaderBytes = 2 * kLargestPageBytes;
static_assert(offsetof(JobHeader, changes) == kConstantBytes);
static_assert(sizeof(JobHeader) == kConstantBytes + 192);
static_assert(std::atomic<uint32_t>::is_always_lock_free &&
              std::atomic<uint64_t>::is_always_lock_free);

struct ImageBlock {
    // line 0: its process and its state
    std::atomic<ImageState> state;
    std::atomic<int32_t> exit_code; // valid once stopped
    std::atomic<uint64_t> pid;
    std::atomic<uint64_t> map_base; // address of the mapping in that process
    std::atomic<int32_t> death_signal; // valid once failed; 0: none
    std::atomic<uint32_t> fail_called; // 1: it called arauto_fail()
    std::atomic<uint32_t> waiting; // threads of it in a long wait; to be told, not acted on
    std::atomic<Departure> departure;
    uint8_t pad0[24];

    // line 1: the doorbell, a futex. `sleepers` is read by every process that delivers.
    alignas(64) std::atomic<uint32_t> doorbell;
    std::atomic<uint32_t> sleepers;
    std::atomic<uint32_t> room_calls; // of origins that found a ring of tags full: a futex
    uint8_t pad1[52];

    // lines 2 and 3: the mailbox of transport/shm
    alignas(64) uint8_t mailbox[128];

    // lines 4..7: what it has published, where nodes are only pretended
    alignas(64) uint8_t card[256];
};
static_assert(sizeof(ImageBlock) == 512 && alignof(ImageBlock) == 64);

[[nodiscard]] constexpr size_t round_up(size_t bytes, size_t unit) noexcept {
    return (bytes + unit - 1) / unit * unit;
}

inline constexpr size_t kBlocksOffset = kHeaderBytes + kGuardBytes;

[[nodiscard]] constexpr size_t tally_offset_for(uint32_t images) noexcept {
    return kBlocksOffset + round_up(images * sizeof(ImageBlock), kLargestPageBytes) + kGuardBytes;
}

[[nodiscard]] constexpr size_t heap_offset_for(uint32_t images) noexcept {
    return round_up(tally_offset_for(images) + images * sizeof(TallyBlock) + kHeapGuardBytes,
                    kHugePageBytes);
}

/// Of a heap: the first is for symmetric memory, the second for the rank's own.
[[nodiscard]] constexpr uint64_t half_of_heap(uint64_t stride) noexcept {
    return (stride - kHeapGuardBytes) / 2;
}

/// Null when nothing is counted.
[[nodiscard]] inline TallyBlock* tally_blocks(JobHeader* header) noexcept {
    return header->tally_offset == 0
               ? nullptr
               : reinterpret_cast<TallyBlock*>(reinterpret_cast<std::byte*>(header) +
                                               header->tally_offset);
}

[[nodiscard]] inline ImageBlock* image_blocks(JobHeader* header) noexcept {
    return reinterpret_cast<ImageBlock*>(reinterpret_cast<std::byte*>(header) + kBlocksOffset);
}

/// Whether a job that ends at once can have this exit status; never that of success.
[[nodiscard]] constexpr bool is_code_of_end(int32_t code) noexcept {
    constexpr int32_t kLargest = 255;
    return code > 0 && code <= kLargest;
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
        header.departed.fetch_add(1, std::memory_order_seq_cst);
    }
    if (departure == Departure::gone && before != departure) {
        header.gone.fetch_add(1, std::memory_order_seq_cst); // PAIR job.losses: count
    }
    return before != departure;
}

} // namespace arauto::boot
