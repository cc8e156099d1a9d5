// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The memory of a job, and the ways to take a place in it.
#include "boot/job.hpp"

#include "base/log.hpp"
#include "base/naming.hpp"
#include "boot/hosts/hosts.hpp"
#include "boot/hosts/surrounding.hpp"
#include "boot/launcher.hpp"
#include "boot/pretended.hpp"
#include "boot/report.hpp"
#include "os/process.hpp"
#include "os/shared_memory.hpp"
#include "os/topology.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <new>
#include <unistd.h>

namespace arauto::boot {
namespace {

constexpr uint64_t kAddressSpace = uint64_t{64} << 40; // for heaps, of the 128 TiB of a process
constexpr uint64_t kSmallestStride = uint64_t{16} << 20;

/// What all heaps together may take: with `ulimit -v`, half, so that the program has the other.
uint64_t address_space_for_heaps() noexcept {
    return std::min<uint64_t>(kAddressSpace, os::address_space_limit() / 2);
}

/// For each half of a heap. Valgrind keeps books on every page and reads all of them when it looks
/// for leaks, which takes the memory that they then have.
constexpr uint64_t kHalfUnderValgrind = uint64_t{256} << 20;

uint64_t default_half() noexcept {
    const uint64_t memory = os::usable_memory();
    return os::is_under_valgrind() ? std::min(memory, kHalfUnderValgrind) : memory;
}

/// Address space for one image. A heap has two halves, for symmetric memory and for the image's
/// own, each as large as asked.
Result<uint64_t> choose_stride(int images) noexcept {
    const Result<int64_t> given = setting_integer(kHeapSizeSetting, 0);
    if (!given.ok()) {
        return {given.status, 0};
    }
    const uint64_t half = given.value > 0 ? static_cast<uint64_t>(given.value) : default_half();
    const uint64_t wanted = 2 * half + kHeapGuardBytes;
    const uint64_t share = address_space_for_heaps() / static_cast<uint64_t>(images);
    const uint64_t stride = std::max(std::min(wanted, share), std::min(wanted, kSmallestStride));
    return {ARAUTO_OK, round_up(stride, kHugePageBytes)};
}

} // namespace

Job place_in(JobHeader* header, int rank) noexcept {
    Job job;
    job.rank = rank;
    job.size = static_cast<int>(header->images);
    job.header = header;
    job.images = image_blocks(header);
    job.cores = static_cast<int>(header->cores);
    job.near.count = job.size;
    return job;
}

namespace {

/// The number in an environment variable that only our launcher sets; -1 when absent.
int take_variable(const char* name) noexcept {
    const char* text = std::getenv(name);
    const int value = text != nullptr ? std::atoi(text) : -1;
    unsetenv(name); // a program that this one starts is no image of this job
    return value;
}

} // namespace

Result<Job> attach(int fd, int rank) noexcept {
    const Result<std::byte*> first = os::map_shared_memory(fd, kHeaderBytes);
    if (!first.ok()) {
        return {first.status, {}};
    }
    const auto* peek = reinterpret_cast<const JobHeader*>(first.value);
    const bool is_ours = peek->magic == kJobMagic && peek->version == kJobVersion &&
                         static_cast<uint32_t>(rank) < peek->images;
    const uint64_t bytes = peek->total_bytes;
    os::unmap(first.value, kHeaderBytes);
    if (!is_ours) {
        return {fail(ARAUTO_ERR_SYSTEM,
                     "the launcher's memory is of another version of Arauto; use the `arauto` "
                     "command that belongs to the library this program was linked with"),
                {}};
    }
    const Result<std::byte*> all = os::map_shared_memory(fd, bytes);
    if (!all.ok()) {
        return {all.status, {}};
    }
    close(fd);
    const Job job = place_in(reinterpret_cast<JobHeader*>(all.value), rank);
    if (job.header->launcher_pid != 0) {
        os::bind_to_launcher(static_cast<pid_t>(job.header->launcher_pid));
    }
    return {ARAUTO_OK, job};
}

namespace {

Result<Job> stay_alone() noexcept {
    const Result<JobMemory> memory = create_job_memory(1, true);
    if (!memory.ok()) {
        return {memory.status, {}};
    }
    if (memory.value.fd >= 0) {
        close(memory.value.fd);
    }
    const Job job = place_in(memory.value.header, 0);
    mark_running(job);
    return {ARAUTO_OK, job};
}

Result<Job> launch_self(int images) noexcept {
    std::fflush(nullptr); // or every image would write what is buffered now
    const Child child{[](void*, const Job&, int) {}, nullptr, "this program", false, nullptr};
    const Launched launched = launch(images, child);
    if (launched.status < 0) {
        return {launched.status, {}};
    }
    if (!launched.is_image) {
        _exit(launched.exit_status); // the launcher has nothing of the program to clean up
    }
    return {ARAUTO_OK, launched.job};
}

/// Where rank 0 has the memory; `status` says whether it has any.
struct Offer {
    int64_t pid;
    int32_t fd;
    Status status;
};

Result<Job> attach_to(const Offer& offer, int rank) noexcept {
    if (offer.status < 0) {
        return {
            fail(offer.status, "%s of this job could not make the shared memory", name_of(0).text),
            {}};
    }
    const Result<int> fd = os::open_shared_memory_of(offer.pid, offer.fd);
    if (!fd.ok()) {
        return {fd.status, {}};
    }
    return attach(fd.value, rank);
}

Result<Job> join_or_start_here() noexcept {
    const int fd = take_variable(kJobDescriptorVariable);
    const int rank = take_variable(kRankVariable);
    if (fd >= 0 && rank >= 0) {
        const Result<Job> job = attach(fd, rank);
        if (job.ok()) {
            mark_running(job.value);
        }
        return job;
    }
    const Result<Host*> host = join_host_around();
    if (!host.ok()) {
        return {host.status, {}};
    }
    if (host.value != nullptr) {
        return join_host(*host.value);
    }
    const Result<int64_t> images = default_images();
    if (!images.ok()) {
        return {images.status, {}};
    }
    return images.value == 1 ? stay_alone() : launch_self(static_cast<int>(images.value));
}

} // namespace

Result<int64_t> default_images() noexcept {
    return setting_integer(kNumImagesSetting, os::usable_cores());
}

Result<JobMemory> create_job_memory(int images, bool anonymous_is_enough) noexcept {
    Result<uint64_t> stride = choose_stride(images);
    if (!stride.ok()) {
        return {stride.status, {}};
    }
    const Result<bool> counts = counters_are_wanted();
    if (!counts.ok()) {
        return {counts.status, {}};
    }
    Layout layout{images, stride.value, counts.value};
    Result<os::SharedMemory> memory;
    for (;;) {
        memory = os::create_shared_memory(job_bytes(layout), anonymous_is_enough);
        if (memory.status != ARAUTO_ERR_MEMORY || layout.stride / 2 < kSmallestStride) {
            break;
        }
        layout.stride = round_up(layout.stride / 2,
                                 kHugePageBytes); // the address space is limited: make do with less
    }
    if (!memory.ok()) {
        return {memory.status, {}};
    }
    return {ARAUTO_OK, {write_header(memory.value.address, layout), memory.value.fd, layout}};
}

size_t job_bytes(const Layout& layout) noexcept {
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
    header->tally_offset = layout.counts ? tally_offset_for(images) : 0;
    // The blocks are zero, which is what `absent` and every count start from.
    header->ready.store(1, std::memory_order_release); // PAIR job.ready: all stands
    return header;
}

void mark_running(const Job& job) noexcept {
    TallyBlock* const tallies = tally_blocks(job.header);
    g_tallies = tallies != nullptr ? tallies + job.rank : nullptr;
    ImageBlock& self = job.self();
    self.pid.store(static_cast<uint64_t>(getpid()),
                   std::memory_order_relaxed); // relaxed because `state` orders it
    self.map_base.store(reinterpret_cast<uint64_t>(job.header),
                        std::memory_order_relaxed); // likewise because of `state`
    self.state.store(ImageState::running, std::memory_order_release); // PAIR job.changes: set state
    job.header->attached.fetch_add(1, std::memory_order_seq_cst);
}

Result<Job> join_or_start() noexcept {
    const Result<Job> job = join_or_start_here();
    return job.ok() ? pretend_nodes(job.value) : job;
}

void offer_own_cores(JobHeader& header) noexcept {
    const os::CoreSet own = os::own_cores();
    for (size_t i = 0; i < own.size(); ++i) {
        header.core_set[i].fetch_or(own[i], std::memory_order_relaxed); // relaxed because all meet
    }
}

int count_cores(const JobHeader& header) noexcept {
    os::CoreSet all{};
    for (size_t i = 0; i < all.size(); ++i) {
        all[i] = header.core_set[i].load(std::memory_order_relaxed); // relaxed because all have met
    }
    return os::usable_cores(all);
}

Result<Job> join_within(const Surroundings& around) noexcept {
    if (!around.near.empty() && around.near.size() != static_cast<size_t>(around.size)) {
        const Result<SurroundingHost*> host = SurroundingHost::make(around);
        return host.ok() ? join_host(*host.value) : Result<Job>{host.status, {}};
    }
    os::admit_siblings();
    Result<JobMemory> memory{ARAUTO_OK, {}};
    Offer offer{getpid(), -1, ARAUTO_OK};
    if (around.rank == 0) {
        memory = create_job_memory(around.size, false);
        offer.fd = memory.value.fd;
        offer.status = memory.status;
    }
    // Everybody goes through both calls, so that a failure of one rank leaves none behind in them.
    const bool told = around.broadcast(around.context, &offer, sizeof offer) == 0;
    Result<Job> job{memory.status, {}};
    if (told && around.rank != 0) {
        job = attach_to(offer, around.rank);
    } else if (job.ok() && told) {
        job.value = place_in(memory.value.header, 0);
    }
    if (job.ok() && told) {
        offer_own_cores(*job.value.header);
        mark_running(job.value);
    }
    const bool met = around.barrier(around.context) == 0;
    if (memory.value.fd >= 0) {
        close(memory.value.fd);
    }
    if (!told || !met) {
        return {fail(ARAUTO_ERR_SYSTEM, "the surrounding job's %s failed",
                     told ? "barrier" : "broadcast"),
                {}};
    }
    if (job.ok() && job.value.header->attached.load(std::memory_order_acquire) !=
                        static_cast<uint32_t>(around.size)) {
        return {
            fail(ARAUTO_ERR_SYSTEM, "another process of this job could not map the shared memory"),
            {}};
    }
    if (job.ok()) {
        job.value.cores = count_cores(*job.value.header);
    }
    return job;
}

} // namespace arauto::boot
