// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See job_memory.hpp.
#include "boot/job_memory.hpp"

#include "base/log.hpp"
#include "boot/check_area.hpp"
#include "boot/pretended.hpp"
#include "boot/profile_report.hpp"
#include "boot/report.hpp"
#include "boot/settings.hpp"
#include "boot/trace_file.hpp"
#include "os/process.hpp"
#include "os/shared_memory.hpp"
#include "os/topology.hpp"

#include <algorithm>
#include <new>
#include <unistd.h>

namespace arauto::boot {
namespace {

// For heaps, of the 128 TiB of a process: so much lies at one address in all of them.
constexpr uint64_t kAddressSpace = uint64_t{48} << 40;
constexpr uint64_t kCheckedShare = 5; // a checked job needs four times as much beside them
constexpr uint64_t kCheckedSpace = uint64_t{7} << 40; // of its window, which ends with more
constexpr uint64_t kSmallestStride = uint64_t{16} << 20;
constexpr uint64_t kSmallestTrace = uint64_t{64} << 10; // of ARAUTO_TRACE_SIZE

/// The limit of all heaps together: with `ulimit -v`, half, so that the program has the other.
uint64_t address_space_for_heaps() noexcept {
    return std::min<uint64_t>(kAddressSpace, os::address_space_limit() / 2);
}

/// The memory of a checked job lies where programs that were compiled for it look.
std::byte* checked_address() noexcept {
    return reinterpret_cast<std::byte*>(uintptr_t{kCheckedAddress});
}

/// For each half of a heap.
uint64_t default_half() noexcept {
    const uint64_t memory = os::usable_memory();
    return os::is_under_valgrind() ? std::min(memory, kHalfUnderValgrind) : memory;
}

/// Address space for one image. A heap has two halves, for symmetric memory and for the image's
/// own, each as large as asked.
Result<uint64_t> choose_stride(int images, bool checks) noexcept {
    const Result<int64_t> given = setting_integer(kHeapSizeSetting, 0);
    if (!given.ok()) {
        return {given.status, 0};
    }
    const uint64_t half = given.value > 0 ? static_cast<uint64_t>(given.value) : default_half();
    const uint64_t wanted = 2 * half + kHeapGuardBytes;
    const uint64_t all = address_space_for_heaps();
    const uint64_t space = checks ? std::min(all, kCheckedSpace) / kCheckedShare : all;
    const uint64_t share = space / static_cast<uint64_t>(images);
    const uint64_t stride = std::max(std::min(wanted, share), std::min(wanted, kSmallestStride));
    return {ARAUTO_OK, round_up(stride, kHugePageBytes)};
}

/// Images touch their records at the start, so all of them together get a share of the memory.
uint64_t trace_records_within_memory(uint64_t wanted, int images) noexcept {
    if (wanted == 0) {
        return 0; // the job is not traced
    }
    constexpr uint64_t kShare = 4;
    const uint64_t share = os::usable_memory() / kShare / static_cast<uint64_t>(images);
    uint64_t records = wanted;
    while (records > records_in(kSmallestTrace) && records * sizeof(Record) > share) {
        records /= 2;
    }
    if (records < wanted) {
        log(LogLevel::warn,
            "the records of all images may take a quarter of the memory, so the trace keeps %llu "
            "KiB of each, not %llu as --trace-size says",
            static_cast<unsigned long long>(records * sizeof(Record) >> 10),
            static_cast<unsigned long long>(wanted * sizeof(Record) >> 10));
    }
    return records;
}

/// @error ARAUTO_ERR_ARGUMENT
Result<bool> check_is_wanted(int images) noexcept {
    const Result<int> choice = setting_choice(kCheckSetting);
    if (choice.ok() && choice.value != 0 && images > kCheckedImagesMax) {
        return {fail(ARAUTO_ERR_ARGUMENT,
                     "a job of %d images cannot be checked for races: %d images is the most",
                     images, kCheckedImagesMax),
                false};
    }
    return {choice.status, choice.ok() && choice.value != 0};
}

uint64_t heaps_of(const Layout& layout) noexcept {
    return static_cast<uint64_t>(layout.images) * layout.stride;
}

} // namespace

Result<JobMemory>
create_job_memory(int images, bool anonymous_is_enough, int images_here) noexcept {
    const Result<bool> checks = check_is_wanted(images);
    if (!checks.ok()) {
        return {checks.status, {}};
    }
    Result<uint64_t> stride = choose_stride(images, checks.value);
    if (!stride.ok()) {
        return {stride.status, {}};
    }
    const Result<bool> counts = counters_are_wanted();
    if (!counts.ok()) {
        return {counts.status, {}};
    }
    const Result<bool> profile = profile_is_wanted();
    if (!profile.ok()) {
        return {profile.status, {}};
    }
    const Result<uint64_t> records = trace_records_wanted();
    if (!records.ok()) {
        return {records.status, {}};
    }
    // Where no launcher of ours watches, there is no process that could report a death by them.
    const bool serves = images_here == 0 || trace_is_wanted();
    const uint64_t kept = trace_records_within_memory(serves ? records.value : 0,
                                                      images_here > 0 ? images_here : images);
    const Result<CheckOptions> options = parse_check_options(setting_text(kCheckOptionsSetting));
    if (!options.ok()) {
        return {options.status, {}};
    }
    Layout layout{images, stride.value, counts.value, profile.value,
                  kept,   checks.value, options.value};
    Result<os::SharedMemory> memory;
    for (;;) {
        memory = os::create_shared_memory(job_bytes(layout), anonymous_is_enough,
                                          checks.value ? checked_address() : nullptr);
        if (memory.status != ARAUTO_ERR_MEMORY || layout.stride / 2 < kSmallestStride) {
            break;
        }
        layout.stride = round_up(layout.stride / 2,
                                 kHugePageBytes); // the address space is limited: make do with less
    }
    if (memory.status == ARAUTO_ERR_MEMORY && kept > 0) {
        const uint64_t bytes = static_cast<uint64_t>(images) * trace_stride_for(kept);
        return {fail(ARAUTO_ERR_MEMORY,
                     "there is no memory for the job with %llu MiB for the records of its trace; "
                     "lower --trace-size, or raise the limits of this shell (ulimit -v, ulimit -f)",
                     static_cast<unsigned long long>(bytes >> 20)),
                {}};
    }
    if (!memory.ok()) {
        return {memory.status, {}};
    }
    return {ARAUTO_OK, {write_header(memory.value.address, layout), memory.value.fd, layout}};
}

size_t job_bytes(const Layout& layout) noexcept {
    const auto images = static_cast<uint64_t>(layout.images);
    const uint64_t traces =
        layout.trace_records > 0 ? images * trace_stride_for(layout.trace_records) : 0;
    const uint64_t traced = trace_offset_for(layout) + traces;
    return layout.checks
               ? round_up(traced, kHugePageBytes) + check_layout_for(heaps_of(layout)).bytes
               : traced;
}

uint64_t check_offset_for(const Layout& layout) noexcept {
    return layout.checks ? job_bytes(layout) - check_layout_for(heaps_of(layout)).bytes : 0;
}

uint64_t trace_offset_for(const Layout& layout) noexcept {
    return heap_offset_for(static_cast<uint32_t>(layout.images)) +
           static_cast<uint64_t>(layout.images) * layout.stride;
}

JobHeader* write_header(std::byte* memory, const Layout& layout) noexcept {
    const auto images = static_cast<uint32_t>(layout.images);
    auto* header = new (memory) JobHeader; // not {}: that would touch the rest of the constants
    header->version = kJobVersion;
    header->magic = kJobMagic;
    header->images = images;
    header->cores = static_cast<uint32_t>(os::usable_cores());
    header->total_bytes = job_bytes(layout);
    header->heap_offset = heap_offset_for(images);
    header->heap_stride = layout.stride;
    header->launcher_pid = 0;
    header->wanted_base = os::is_common_address(memory) || memory == checked_address()
                              ? reinterpret_cast<uint64_t>(memory)
                              : 0;
    header->tally_offset = layout.counts ? tally_offset_for(images) : 0;
    header->profile_offset = layout.profile ? profile_offset_for(images) : 0;
    header->trace_offset = layout.trace_records > 0 ? trace_offset_for(layout) : 0;
    header->trace_stride = trace_stride_for(layout.trace_records);
    header->trace_records = layout.trace_records;
    header->trace_is_flight = trace_is_wanted() ? 0 : 1;
    header->check_offset = check_offset_for(layout);
    if (layout.checks) {
        lay_out(*reinterpret_cast<CheckArea*>(memory + header->check_offset), images,
                heaps_of(layout), layout.check_options);
    }
    header->trace_has_counter = has_steady_counter() && !clocks_are_wrong() ? 1 : 0;
    header->trace_ns = now_ns();
    header->trace_ticks = read_ticks(header->trace_has_counter != 0);
    // The blocks are zero, which is what `absent` and every count start from.
    header->ready.store(1, std::memory_order_release); // PAIR job.ready: all is written
    return header;
}

void mark_running(const Job& job) noexcept {
    TallyBlock* const tallies = tally_blocks(job.header);
    g_tallies = tallies != nullptr ? tallies + job.rank : nullptr;
    ProfileBlock* const profiles = profile_blocks(job.header);
    begin_profile(profiles != nullptr ? profiles + job.rank : nullptr);
    ImageBlock& self = job.self();
    self.pid.store(static_cast<uint64_t>(getpid()),
                   std::memory_order_relaxed); // relaxed because `state` orders it
    self.map_base.store(reinterpret_cast<uint64_t>(job.header),
                        std::memory_order_relaxed); // relaxed because `state` orders it
    self.state.store(ImageState::running, std::memory_order_release); // PAIR job.changes: set state
    job.header->attached.fetch_add(1, std::memory_order_seq_cst); // PAIR job.attached: count
}

Job view_of_job(JobHeader* header, int rank) noexcept {
    Job job;
    job.rank = rank;
    job.size = static_cast<int>(header->images);
    job.header = header;
    job.images = image_blocks(header);
    job.cores = static_cast<int>(header->cores);
    job.near.count = job.size;
    return job;
}

Result<Job> attach(int fd, int rank) noexcept {
    const Result<std::byte*> first = os::map_shared_memory(fd, kHeaderBytes);
    if (!first.ok()) {
        return {first.status, {}};
    }
    const auto* peek = reinterpret_cast<const JobHeader*>(first.value);
    const bool is_ours = peek->magic == kJobMagic && peek->version == kJobVersion &&
                         static_cast<uint32_t>(rank) < peek->images;
    const uint64_t bytes = peek->total_bytes;
    auto* const wanted = reinterpret_cast<std::byte*>(peek->wanted_base);
    os::unmap(first.value, kHeaderBytes);
    if (!is_ours) {
        return {fail(ARAUTO_ERR_SYSTEM,
                     "the launcher's memory is of another version of Arauto; use the `arauto` "
                     "command that belongs to the library this program was linked with"),
                {}};
    }
    const Result<std::byte*> all = os::map_shared_memory(fd, bytes, wanted);
    if (!all.ok()) {
        return {all.status, {}};
    }
    close(fd);
    const Job job = view_of_job(reinterpret_cast<JobHeader*>(all.value), rank);
    if (job.header->launcher_pid != 0) {
        os::bind_to_parent_within(static_cast<pid_t>(job.header->launcher_pid));
    }
    return {ARAUTO_OK, job};
}

void offer_own_cores(JobHeader& header) noexcept {
    const os::CoreSet own = os::own_cores();
    for (size_t i = 0; i < own.size(); ++i) {
        header.core_set[i].fetch_or(own[i],
                                    std::memory_order_relaxed); // relaxed because all synchronise
    }
}

int count_cores(const JobHeader& header) noexcept {
    os::CoreSet all{};
    for (size_t i = 0; i < all.size(); ++i) {
        all[i] = header.core_set[i].load(
            std::memory_order_relaxed); // relaxed because all have synchronised
    }
    return os::usable_cores(all);
}

} // namespace arauto::boot
