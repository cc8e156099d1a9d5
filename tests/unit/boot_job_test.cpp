// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Tests the layout of a job's memory, its guards, and how a process joins a job or starts one.
#include "in_child.hpp"

#include "boot/guards.hpp"
#include "boot/job_memory.hpp"
#include "boot/join.hpp"
#include "boot/launcher.hpp"
#include "os/shared_memory.hpp"
#include "os/topology.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <string>
#include <sys/resource.h>

namespace arauto::boot {
namespace {

constexpr uint64_t kMiB = 1 << 20;

JobMemory create(int images) {
    const Result<JobMemory> memory = create_job_memory(images, false);
    EXPECT_TRUE(memory.ok()) << last_error();
    return memory.value;
}

void release(const JobMemory& memory) {
    os::unmap(reinterpret_cast<std::byte*>(memory.header), memory.header->total_bytes);
    close(memory.fd);
}

TEST(JobMemory, is_laid_out_as_the_wire_format_says) {
    const JobMemory memory = create(5);
    const JobHeader& header = *memory.header;
    EXPECT_EQ(header.magic, kJobMagic);
    EXPECT_EQ(header.version, kJobVersion);
    EXPECT_EQ(header.images, 5U);
    EXPECT_EQ(header.launcher_pid, 0U);
    EXPECT_EQ(header.heap_offset % kHugePageBytes, 0U);
    EXPECT_EQ(header.heap_stride % kHugePageBytes, 0U);
    EXPECT_GE(header.heap_offset, kBlocksOffset + 5 * sizeof(ImageBlock) + kHeapGuardBytes);
    EXPECT_EQ(header.total_bytes, header.heap_offset + 5 * header.heap_stride);
    for (int rank = 0; rank < 5; ++rank) {
        EXPECT_EQ(image_blocks(memory.header)[rank].state.load(), ImageState::absent);
    }
    release(memory);
}

TEST(JobMemory, heaps_of_different_images_do_not_touch) {
    const JobMemory memory = create(3);
    const Job job = view_of_job(memory.header, 1);
    for (int rank = 0; rank < 3; ++rank) {
        *job.heap(rank) = static_cast<std::byte>(rank + 1);
        job.heap(rank)[2 * half_of_heap(memory.header->heap_stride) - 1] =
            static_cast<std::byte>(rank + 1);
    }
    for (int rank = 0; rank < 3; ++rank) {
        EXPECT_EQ(*job.heap(rank), static_cast<std::byte>(rank + 1));
    }
    EXPECT_EQ(&job.self(), image_blocks(memory.header) + 1);
    release(memory);
}

TEST(JobMemory, the_heap_size_is_what_the_setting_says_twice) {
    setenv("ARAUTO_HEAP_SIZE", "32M", 1);
    const JobMemory memory = create(2);
    EXPECT_EQ(memory.header->heap_stride, 64 * kMiB + kHeapGuardBytes);
    EXPECT_EQ(half_of_heap(memory.header->heap_stride), 32 * kMiB);
    release(memory);
    setenv("ARAUTO_HEAP_SIZE", "lots", 1);
    EXPECT_EQ(create_job_memory(2, false).status, ARAUTO_ERR_ARGUMENT);
    EXPECT_NE(std::strstr(last_error(), "ARAUTO_HEAP_SIZE"), nullptr);
    unsetenv("ARAUTO_HEAP_SIZE");
}

/// Whether a process with the guards of this rank lives through a touch.
bool survives(const JobMemory& memory, int rank, size_t offset, bool writes) {
    return test::status_of([&] {
               Job job = view_of_job(memory.header, rank);
               set_guards(job);
               volatile std::byte* const address = job.base() + offset;
               const std::byte there = *address;
               if (writes) {
                   *address = there;
               }
               return 0;
           }) == 0;
}

TEST(JobMemory, a_touch_between_its_parts_is_a_crash) {
    setenv("ARAUTO_HEAP_SIZE", "32M", 1);
    setenv("ARAUTO_COUNTERS", "on", 1);
    setenv("ARAUTO_PROFILE", "on", 1);
    const JobMemory memory = create(3);
    const JobHeader& header = *memory.header;
    const size_t heap1 = header.heap_offset + header.heap_stride;
    EXPECT_TRUE(survives(memory, 1, 0, false)) << "what is constant is read";
    EXPECT_FALSE(survives(memory, 1, 0, true)) << "but not written";
    for (const size_t start :
         {kConstantBytes, kBlocksOffset, size_t{header.tally_offset}, size_t{header.profile_offset},
          size_t{header.heap_offset}, heap1, heap1 + header.heap_stride}) {
        EXPECT_TRUE(survives(memory, 1, start, true)) << start;
        EXPECT_FALSE(survives(memory, 1, start - 1, true)) << start;
    }
    EXPECT_TRUE(survives(memory, 1, heap1 + 2 * half_of_heap(header.heap_stride) - 1, true));
    EXPECT_FALSE(survives(memory, 1, heap1 + 2 * half_of_heap(header.heap_stride), true));
    EXPECT_FALSE(survives(memory, 1, header.total_bytes, true));
    unsetenv("ARAUTO_HEAP_SIZE");
    unsetenv("ARAUTO_COUNTERS");
    unsetenv("ARAUTO_PROFILE");
    release(memory);
}

TEST(JobMemory, in_large_jobs_a_process_guards_its_own_heap) {
    setenv("ARAUTO_HEAP_SIZE", "1M", 1);
    const JobMemory memory = create(kGuardedHeapsMax + 1);
    const auto end_of_heap = [&](size_t rank) {
        return memory.header->heap_offset + (rank + 1) * memory.header->heap_stride - 1;
    };
    EXPECT_FALSE(survives(memory, 20, end_of_heap(20), true));
    EXPECT_FALSE(survives(memory, 20, end_of_heap(19), true));
    EXPECT_TRUE(survives(memory, 20, end_of_heap(21), true));
    EXPECT_FALSE(survives(memory, 0, memory.header->heap_offset - 1, true));
    unsetenv("ARAUTO_HEAP_SIZE");
    release(memory);
}

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
TEST(JobMemory, every_image_could_hold_the_memory_of_the_machine) {
    const JobMemory memory = create(2);
    EXPECT_GE(memory.header->heap_stride, 2 * os::usable_memory());
    release(memory);
}

TEST(JobMemory, a_limited_address_space_is_left_to_the_program_by_half) {
    EXPECT_EQ(test::status_of([] {
                  const rlim_t bytes = 8192 * kMiB;
                  const rlimit limit{bytes, bytes};
                  setrlimit(RLIMIT_AS, &limit);
                  setenv("ARAUTO_HEAP_SIZE", "768M", 1); // 6 GiB for all, which could be mapped
                  const Result<JobMemory> memory = create_job_memory(4, false);
                  const uint64_t slack = 5 * kHugePageBytes; // of rounding
                  const bool fits =
                      memory.ok() && memory.value.header->total_bytes <= bytes / 2 + slack;
                  return fits ? 0 : 1;
              }),
              0);
}

TEST(JobMemory, a_large_job_fits_into_the_address_space) {
    const JobMemory memory = create(4096);
    EXPECT_LE(memory.header->total_bytes, uint64_t{72} << 40);
    EXPECT_GE(memory.header->heap_stride, uint64_t{1} << 30);
    release(memory);
}
#endif

TEST(DefaultImages, come_from_the_setting_else_the_cores) {
    unsetenv("ARAUTO_NUM_IMAGES");
    EXPECT_EQ(default_images().value, os::usable_cores());
    setenv("ARAUTO_NUM_IMAGES", "6", 1);
    EXPECT_EQ(default_images().value, 6);
    for (const char* wrong : {"0", "-3", "six", "70000"}) {
        setenv("ARAUTO_NUM_IMAGES", wrong, 1);
        EXPECT_EQ(default_images().status, ARAUTO_ERR_ARGUMENT) << wrong;
        EXPECT_NE(std::strstr(last_error(), wrong), nullptr) << last_error();
    }
    unsetenv("ARAUTO_NUM_IMAGES");
}

TEST(JoinOrStart, one_image_stays_alone) {
    EXPECT_EQ(test::status_of([] {
                  setenv("ARAUTO_NUM_IMAGES", "1", 1);
                  const pid_t before = getpid();
                  const Result<Job> job = join_or_start();
                  const bool is_right =
                      job.ok() && getpid() == before && job.value.rank == 0 &&
                      job.value.size == 1 && job.value.header->launcher_pid == 0 &&
                      job.value.header->attached.load() == 1 &&
                      job.value.self().state.load() == ImageState::running &&
                      job.value.self().pid.load() == static_cast<uint64_t>(before);
                  return is_right ? 0 : 1;
              }),
              0);
}

TEST(JoinOrStart, a_launched_process_attaches_and_hides_how) {
    const JobMemory memory = create(3);
    memory.header->launcher_pid = static_cast<uint64_t>(getpid());
    const int status = test::status_of([&] {
        const int fd = dup(memory.fd);
        setenv(kJobDescriptorVariable, std::to_string(fd).c_str(), 1);
        setenv(kRankVariable, "2", 1);
        const Result<Job> job = join_or_start();
        if (!job.ok() || job.value.rank != 2 || job.value.size != 3) {
            return 1;
        }
        *job.value.heap(2) = std::byte{5};
        const bool is_hidden = getenv(kJobDescriptorVariable) == nullptr &&
                               getenv(kRankVariable) == nullptr && fcntl(fd, F_GETFD) == -1;
        return is_hidden ? 0 : 2;
    });
    EXPECT_EQ(status, 0);
    const Job seen = view_of_job(memory.header, 0);
    EXPECT_EQ(*seen.heap(2), std::byte{5});
    EXPECT_EQ(seen.images[2].state.load(), ImageState::running);
    EXPECT_EQ(seen.images[1].state.load(), ImageState::absent);
    EXPECT_EQ(memory.header->attached.load(), 1U);
    release(memory);
}

/// Joins with a descriptor of this memory and this rank; returns the status.
Status join_with(int fd, int rank) {
    setenv(kJobDescriptorVariable, std::to_string(fd).c_str(), 1);
    setenv(kRankVariable, std::to_string(rank).c_str(), 1);
    return join_or_start().status;
}

TEST(JoinOrStart, memory_of_another_version_is_refused) {
    const JobMemory memory = create(2);
    memory.header->version = kJobVersion + 1;
    EXPECT_EQ(join_with(memory.fd, 0), ARAUTO_ERR_SYSTEM);
    EXPECT_NE(std::strstr(last_error(), "another version of Arauto"), nullptr);
    memory.header->version = kJobVersion;
    EXPECT_EQ(join_with(memory.fd, 2), ARAUTO_ERR_SYSTEM) << "only ranks 0 and 1";
    EXPECT_EQ(image_blocks(memory.header)[0].state.load(), ImageState::absent);
    release(memory);
}

TEST(JoinOrStart, a_descriptor_that_is_closed_is_refused) {
    EXPECT_EQ(join_with(876, 0), ARAUTO_ERR_SYSTEM);
    EXPECT_NE(std::strstr(last_error(), "descriptor 876"), nullptr);
}

} // namespace
} // namespace arauto::boot
