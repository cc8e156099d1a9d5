// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The memory that the images of a checked job share (src/check), behind their heaps and traces.
// The process that holds the job reads the races in it. A wire format: fixed widths, offsets.
//
//   0                CheckArea
//   index_offset     CheckIndex[kIndex]: where objects are
//   arena_offset     the objects by which images order their accesses
//   chunk_offset     lists of accesses to one cell, 64 bytes each
//   plane_offset[0]  a word for each 8 bytes of all heaps: its last write
//   plane_offset[1]  the same: its last read
//
// All of it is zero at first, and sparse: pages come when they are touched.
#pragma once

#include "base/settings.hpp"
#include "base/status.hpp"
#include "os/program_frames.hpp"
#include "os/shared_memory.hpp"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string>

namespace arauto::boot {

inline constexpr Setting kCheckSetting{
    "ARAUTO_CHECK", "off", SettingKind::choice, "off|race",
    "race: find accesses of two images to one place that nothing orders, as 'arauto check' does"};
inline constexpr Setting kCheckOptionsSetting{
    "ARAUTO_CHECK_OPTIONS", "", SettingKind::text, "",
    "of a checked job, with commas between (default: none): 'co' (co_sum and its like order), "
    "'init' (reads of other images' memory that nothing was written to), 'shuffle=SEED' (short "
    "delays by chance)"};
inline constexpr Setting kCheckSettings[] = {kCheckSetting, kCheckOptionsSetting};

/// How a job is checked.
struct CheckOptions {
    uint32_t orders_collectives = 0; // 1: collective subroutines order their images
    uint32_t reports_initial = 0; // 1: remote reads of what nothing was written to
    uint64_t shuffle_seed = 0; // of delays; 0: none
    /// From here on the next meeting of all images forgets all accesses, so that words have room
    /// for later clocks. Not an option of users: tests lower it.
    uint64_t clock_limit = uint64_t{1} << 26;
};
/// @param text  as of kCheckOptionsSetting
/// @error ARAUTO_ERR_ARGUMENT
[[nodiscard]] Result<CheckOptions> parse_check_options(const char* text) noexcept;

/// Exit status of a job that ended without fault, in which races were found.
inline constexpr int kRacesFound = 66;

/// Where the memory of a checked job begins: programs that were compiled for it look for heaps in
/// the 8 TiB from there on (arauto/spi/race.h).
inline constexpr uint64_t kCheckedAddress = 0x1800'0000'0000;

/// A component of a clock and the clock of an image's program or carrier have room in a word.
inline constexpr int kCheckedImagesMax = 680;

/// Atomics of one width do not conflict with each other. One that reads and writes is a write.
enum class CheckAccess : uint8_t { read, write, atomic_read, atomic_write };

/// The components of an image in a vector clock, one of each kind for each image; and behind them
/// the operations of epochs that are under way, which have none.
enum class CheckPart : uint8_t { program, carrier, puts, pending };

/// One access of a race.
struct RaceSide {
    uint32_t rank;
    uint32_t site; // of CheckArea::site; 0: not known
    uint8_t access; // CheckAccess
    uint8_t part; // CheckPart
    uint8_t is_freed; // 1: not an access, but the place was deallocated
    uint8_t is_unwritten; // 1: not an access: nothing was written to the place
};

struct RaceRecord {
    std::atomic<uint32_t> written; // 1: all but the name is
    uint32_t heap; // of the rank in which the place is
    std::atomic<uint64_t> first; // offsets of the bytes
    std::atomic<uint64_t> end;
    uint64_t object; // offset of the allocation in which they are
    uint64_t object_bytes; // 0: not known
    uint32_t width; // of one access; 0: not known
    uint32_t heard; // site where the second image had last heard of the first; 0: never
    uint32_t heard_of_carrier; // the same, by a notification of its own or behind it
    uint32_t is_private; // 1: `first` and `end` are addresses of that rank, outside the heaps
    RaceSide sides[2]; // the second found the first
    char name[64]; // of a variable; empty: not known, or not yet
};

/// Why images have stopped checking.
enum class CheckEnd : uint32_t { none = 0, arena_full, chunks_full, clocks_full };

struct CheckIndex {
    std::atomic<uint64_t> key; // 0: free
    std::atomic<uint64_t> offset; // from the area
};

struct CheckArea {
    static constexpr uint32_t kModules = 64;
    static constexpr uint32_t kSites = uint32_t{1} << 18;
    static constexpr uint32_t kRaces = 64;
    static constexpr uint32_t kStripes = 4096;
    static constexpr uint32_t kIndex = uint32_t{1} << 18;

    uint64_t index_offset;
    uint64_t arena_offset;
    uint64_t arena_bytes;
    uint64_t chunk_offset;
    uint64_t chunks; // that there is room for
    uint64_t plane_offset[2];
    uint64_t cells; // of a plane
    uint32_t images;
    std::atomic<uint32_t> counts_from_0; // 1: the program calls the first image 0
    CheckOptions options;

    alignas(64) std::atomic<uint64_t> arena_used;
    std::atomic<uint64_t> chunks_used;
    std::atomic<uint64_t> free_chunk; // the first of a list, by their last words; 0: none
    std::atomic<uint32_t> is_freeing; // while a process changes that list
    std::atomic<CheckEnd> end; // the first reason stands
    std::atomic<uint32_t> instrumented; // images whose own loads and stores are seen
    std::atomic<uint32_t> attached; // images that check
    std::atomic<uint32_t> spread; // 1: over several nodes, nothing is checked
    std::atomic<uint32_t> unseen; // images compiled for it whose memory lies at other addresses

    alignas(64) std::atomic<uint32_t> modules;
    std::atomic<uint32_t> is_adding; // 1: one process adds
    char module[kModules][sizeof(os::ProgramFrames::module)];

    alignas(64) std::atomic<uint32_t> races; // whole or not
    std::atomic<uint32_t> is_noting; // 1: one process notes
    std::atomic<uint64_t> races_untold; // for which there was no room
    RaceRecord race[kRaces];

    // locks, each of the cells of some 512 bytes
    alignas(64) std::atomic<uint32_t> stripe[kStripes];

    // CheckSite, packed
    std::atomic<uint64_t> site[kSites];
};

/// Module 8 bits, operation 6, access 2, width 14, offset 34.
struct CheckSite {
    uint32_t module;
    uint32_t op; // arauto_recorded_op_t; 0: a load or store of the program
    uint32_t access; // CheckAccess
    // 1 + log2 of the bytes of a load or store; accumulate_kind() of a call; 0: not known
    uint32_t width;
    uint64_t offset; // of the instruction behind the call, as the module's symbols count
};
inline constexpr int kSiteOffsetBits = 34;
inline constexpr int kSiteWidthBits = 14;
inline constexpr int kSiteAccessBits = 2;
inline constexpr int kSiteOpBits = 6;

/// Accumulates of MPI differ by their operation and by the predefined type of the target's
/// elements. A site has both in place of a width; it is never 0.
struct AccumulateKind {
    uint32_t op; // kNoOperation, kSwap, or a number of the front-end's below these
    uint32_t type; // a number of the front-end's
    uint32_t bytes; // of an element
};
inline constexpr int kAccumulateTypeBits = 6;
inline constexpr int kAccumulateOpBits = 5;
inline constexpr int kAccumulateSizeBits = 2; // log2 of the bytes, 8 at most
inline constexpr int kAccumulateSizeShift = kAccumulateTypeBits + kAccumulateOpBits;
inline constexpr uint32_t kAccumulateMark = 1U << (kAccumulateSizeShift + kAccumulateSizeBits);
inline constexpr uint32_t kNoOperation = (1U << kAccumulateOpBits) - 1; // it reads alone
inline constexpr uint32_t kSwap = kNoOperation - 1; // MPI_Compare_and_swap
[[nodiscard]] constexpr uint32_t accumulate_kind(const AccumulateKind& kind) noexcept {
    const uint32_t size = kind.bytes >= 8 ? 3 : kind.bytes >= 4 ? 2 : kind.bytes >= 2 ? 1 : 0;
    return kAccumulateMark | size << kAccumulateSizeShift |
           (kind.op & kNoOperation) << kAccumulateTypeBits |
           (kind.type & ((1U << kAccumulateTypeBits) - 1));
}
static_assert(kAccumulateMark >> (kSiteWidthBits - 1) == 1);

/// Whether the bytes of a cell, as a mask, are whole elements of an accumulate of this kind.
[[nodiscard]] constexpr bool has_whole_elements(uint32_t kind, uint64_t mask) noexcept {
    const uint32_t size = 1U << (kind >> kAccumulateSizeShift & ((1U << kAccumulateSizeBits) - 1));
    const uint64_t element = (uint64_t{1} << size) - 1;
    for (uint32_t at = 0; at < 8; at += size) {
        const uint64_t part = mask >> at & element;
        if (part != 0 && part != element) {
            return false;
        }
    }
    return true;
}

/// Whether two accumulates of these kinds may be made to one place at a time: of one type, by one
/// operation, or one of them reads alone, or compares and swaps; and to the same elements.
[[nodiscard]] constexpr bool
may_accumulate(uint32_t a, uint64_t mask_a, uint32_t b, uint64_t mask_b) noexcept {
    if ((a & b & kAccumulateMark) == 0) {
        return false;
    }
    if (mask_a != mask_b && !(has_whole_elements(a, mask_a) && has_whole_elements(b, mask_b))) {
        return false;
    }
    const auto is_free = [](uint32_t kind) {
        return (kind >> kAccumulateTypeBits & kNoOperation) >= kSwap;
    };
    constexpr uint32_t kType = (1U << kAccumulateTypeBits) - 1;
    return (a & kType) == (b & kType) && (a == b || is_free(a) || is_free(b));
}

[[nodiscard]] constexpr uint64_t pack(const CheckSite& site) noexcept {
    const uint64_t call =
        (uint64_t{site.module} << kSiteOpBits | site.op) << kSiteAccessBits | site.access;
    return (call << kSiteWidthBits | site.width) << kSiteOffsetBits |
           (site.offset & ((uint64_t{1} << kSiteOffsetBits) - 1));
}
[[nodiscard]] constexpr CheckSite unpack_site(uint64_t key) noexcept {
    const uint64_t above = key >> (kSiteOffsetBits + kSiteWidthBits);
    return {static_cast<uint32_t>(above >> (kSiteAccessBits + kSiteOpBits)),
            static_cast<uint32_t>(above >> kSiteAccessBits & ((1U << kSiteOpBits) - 1)),
            static_cast<uint32_t>(above & ((1U << kSiteAccessBits) - 1)),
            static_cast<uint32_t>(key >> kSiteOffsetBits & ((1U << kSiteWidthBits) - 1)),
            key & ((uint64_t{1} << kSiteOffsetBits) - 1)};
}

inline constexpr uint64_t kCellBytes = 8;
inline constexpr uint64_t kChunkBytes = 64;

/// Where its parts are, as offsets from the area, and how long all of it is.
struct CheckLayout {
    uint64_t index_offset;
    uint64_t arena_offset;
    uint64_t arena_bytes;
    uint64_t chunk_offset;
    uint64_t chunks;
    uint64_t plane_offset[2];
    uint64_t cells;
    uint64_t bytes;
};
/// @param heap_bytes  of all heaps together
[[nodiscard]] constexpr CheckLayout check_layout_for(uint64_t heap_bytes) noexcept {
    constexpr uint64_t kSmallest = uint64_t{64} << 20;
    constexpr uint64_t kLargest = uint64_t{4} << 30;
    const auto page = [](uint64_t bytes) {
        return (bytes + os::kHugePageBytes - 1) / os::kHugePageBytes * os::kHugePageBytes;
    };
    const uint64_t room = page(std::clamp(heap_bytes / 4, kSmallest, kLargest));
    const uint64_t chunk_bytes = page(std::max(kSmallest, heap_bytes / 4));
    // A processor may take an access of memory for one of what it has just stored 4 KiB further on:
    // the words of a cell must not lie there.
    constexpr uint64_t kApart = 1344; // lines of 64 bytes
    const uint64_t plane = page(heap_bytes + 2 * kApart);
    CheckLayout layout{};
    layout.index_offset = page(sizeof(CheckArea));
    layout.arena_offset = layout.index_offset + page(CheckArea::kIndex * sizeof(CheckIndex));
    layout.arena_bytes = room;
    layout.chunk_offset = layout.arena_offset + room;
    layout.chunks = chunk_bytes / kChunkBytes;
    const uint64_t planes = layout.chunk_offset + chunk_bytes;
    layout.plane_offset[0] = planes + kApart;
    layout.plane_offset[1] = planes + plane + 2 * kApart;
    layout.cells = heap_bytes / kCellBytes;
    layout.bytes = planes + 2 * plane;
    return layout;
}

/// Writes what is constant in it; the memory is zero before.
inline void lay_out(CheckArea& area,
                    uint32_t images,
                    uint64_t heap_bytes,
                    const CheckOptions& options = {}) noexcept {
    const CheckLayout layout = check_layout_for(heap_bytes);
    area.index_offset = layout.index_offset;
    area.arena_offset = layout.arena_offset;
    area.arena_bytes = layout.arena_bytes;
    area.chunk_offset = layout.chunk_offset;
    area.chunks = layout.chunks;
    area.plane_offset[0] = layout.plane_offset[0];
    area.plane_offset[1] = layout.plane_offset[1];
    area.cells = layout.cells;
    area.images = images;
    area.options = options;
}

/// How many races are in it; once the images have ended.
[[nodiscard]] uint32_t count_races(const CheckArea& area) noexcept;

/// Whether a record may be read: an image that was killed may have left a part of it.
[[nodiscard]] bool is_whole(const RaceRecord& record) noexcept;

/// The variable by which `arauto check` names a file for the races of a job that the launcher of an
/// MPI starts, so that it can print them.
inline constexpr const char* kRacesFileVariable = "ARAUTO_CHECK_FILE";
/// Writes the area's own part, without its parts behind that, into that file.
/// @return false: no file was named, or it could not be written
[[nodiscard]] bool write_races(const CheckArea& area) noexcept;
/// "no race was found in this run"
[[nodiscard]] std::string races_found(uint32_t races, bool has_broken_off);

/// Says on standard error how many, where no command prints them.
void announce_races(const CheckArea& area, bool has_broken_off) noexcept;

/// A part of the area.
template <typename Part>
[[nodiscard]] inline Part* part_of(CheckArea& area, uint64_t offset) noexcept {
    return reinterpret_cast<Part*>(reinterpret_cast<std::byte*>(&area) + offset);
}

} // namespace arauto::boot
