// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Tests futexes between processes, and access to another process's memory.
#include "in_child.hpp"

#include "os/cma.hpp"
#include "os/futex.hpp"
#include "os/shared_memory.hpp"

#include <gtest/gtest.h>

#include <cerrno>
#include <new>
#include <vector>

namespace arauto::os {
namespace {

constexpr int64_t kLongNs = 10'000'000'000;
constexpr size_t kPage = 4096;

TEST(Futex, a_wait_for_a_value_that_is_gone_returns) {
    std::atomic<uint32_t> word{1};
    futex_wait(word, 0, kLongNs * 10); // the watchdog would bark
}

TEST(Futex, a_wait_ends_with_its_time) {
    std::atomic<uint32_t> word{0};
    futex_wait(word, 0, 1'000'000);
    EXPECT_EQ(word.load(), 0U);
}

TEST(Futex, wakes_another_process) {
    const Result<SharedMemory> memory = create_shared_memory(kPage, true);
    ASSERT_TRUE(memory.ok());
    auto* word = new (memory.value.address) std::atomic<uint32_t>{0};
    const pid_t sleeper = fork();
    if (sleeper == 0) {
        alarm(test::kWatchdogSeconds);
        while (word->load(std::memory_order_acquire) == 0) {
            futex_wait(*word, 0, kLongNs * 10);
        }
        _exit(0);
    }
    yield_core();
    word->store(1, std::memory_order_release);
    futex_wake_all(*word);
    int status = -1;
    waitpid(sleeper, &status, 0);
    EXPECT_EQ(status, 0);
    unmap(memory.value.address, kPage);
    close(memory.value.fd);
}

TEST(CrossMemory, what_is_mapped_here_is_known) {
    const Result<SharedMemory> memory = create_shared_memory(4 * kPage, true);
    ASSERT_TRUE(memory.ok());
    const auto address = reinterpret_cast<uint64_t>(memory.value.address);
    EXPECT_TRUE(is_mapped_here(address, 4 * kPage));
    EXPECT_TRUE(is_mapped_here(address + kPage - 1, 2)) << "across a border";
    unmap(memory.value.address, 4 * kPage);
    EXPECT_FALSE(is_mapped_here(address, 1));
    EXPECT_FALSE(is_mapped_here(0, 8));
    MappedHere mapped;
    EXPECT_TRUE(mapped.contains(reinterpret_cast<uint64_t>(&kLongNs), 8));
    EXPECT_FALSE(mapped.contains(address, 1));
    EXPECT_TRUE(mapped.contains(reinterpret_cast<uint64_t>(&kLongNs), 8)) << "still";
    close(memory.value.fd);
}

TEST(CrossMemory, more_runs_than_a_system_call_takes) {
    if (!cma_is_allowed()) {
        GTEST_SKIP() << "this system forbids process_vm_readv between processes of one job";
    }
    constexpr size_t kCount = 2 * kCmaRunsMax + 700;
    std::vector<uint32_t> there(2 * kCount);
    for (size_t i = 0; i < there.size(); ++i) {
        there[i] = static_cast<uint32_t>(i);
    }
    std::vector<uint32_t> here(kCount);
    std::vector<arauto::Run> runs;
    for (size_t i = 0; i < kCount; ++i) { // some are empty
        runs.push_back({reinterpret_cast<uint64_t>(&there[2 * i]), &here[i], i % 5 == 3 ? 0U : 4U});
    }
    const CmaProgress read = cma_read_runs(getpid(), runs);
    EXPECT_EQ(read.outcome, CmaOutcome::done);
    EXPECT_EQ(read.runs, kCount);
    for (size_t i = 0; i < kCount; ++i) {
        ASSERT_EQ(here[i], i % 5 == 3 ? 0 : 2 * i) << "run " << i;
    }
    runs[1500].remote = 64;
    const CmaProgress stopped = cma_write_runs(getpid(), runs);
    EXPECT_EQ(stopped.outcome, CmaOutcome::unmapped);
    EXPECT_EQ(stopped.runs, 1500U);
}

TEST(CrossMemory, reaches_private_memory_or_says_why_not) {
    if (!cma_is_allowed()) {
        GTEST_SKIP() << "this system forbids process_vm_readv between processes of one job";
    }
    int64_t value = 41;
    int ready[2];
    ASSERT_EQ(pipe(ready), 0);
    const pid_t child = fork();
    if (child == 0) {
        alarm(test::kWatchdogSeconds);
        value = 42; // in its own copy
        close(ready[1]);
        pause();
    }
    close(ready[1]);
    char nothing = 0;
    ASSERT_EQ(read(ready[0], &nothing, 1), 0);
    int64_t copy = 0;
    const auto address = reinterpret_cast<uint64_t>(&value);
    EXPECT_EQ(cma_read(child, address, &copy, sizeof copy), CmaOutcome::done);
    EXPECT_EQ(copy, 42);
    copy = 43;
    EXPECT_EQ(cma_write(child, address, &copy, sizeof copy), CmaOutcome::done);
    copy = 0;
    EXPECT_EQ(cma_read(child, address, &copy, sizeof copy), CmaOutcome::done);
    EXPECT_EQ(copy, 43);
    EXPECT_EQ(cma_read(child, 8, &copy, sizeof copy), CmaOutcome::unmapped);
    kill(child, SIGKILL);
    waitpid(child, nullptr, 0);
    EXPECT_EQ(cma_read(child, address, &copy, sizeof copy), CmaOutcome::gone);
    EXPECT_EQ(value, 41);
}

} // namespace
} // namespace arauto::os
