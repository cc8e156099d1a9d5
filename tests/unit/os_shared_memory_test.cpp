// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Tests shared mappings: guards, equal addresses, limits, and pages that are given back.
#include "in_child.hpp"

#include "os/shared_memory.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <fcntl.h>
#include <string>
#include <sys/mman.h>
#include <sys/resource.h>
#include <vector>

namespace arauto::os {
namespace {

constexpr size_t kPage = 4096;
constexpr size_t kSmall = 64 * kPage;

SharedMemory create(size_t bytes, bool anonymous_is_enough = false) {
    const Result<SharedMemory> memory = create_shared_memory(bytes, anonymous_is_enough);
    EXPECT_TRUE(memory.ok()) << last_error();
    return memory.value;
}

bool is_zero(const std::byte* first, size_t bytes) {
    return std::all_of(first, first + bytes, [](std::byte b) { return b == std::byte{0}; });
}

size_t resident_pages(std::byte* first, size_t bytes) {
    std::vector<unsigned char> pages(bytes / kPage);
    EXPECT_EQ(mincore(first, bytes, pages.data()), 0);
    return static_cast<size_t>(
        std::count_if(pages.begin(), pages.end(), [](unsigned char p) { return (p & 1) != 0; }));
}

TEST(SharedMemory, a_terabyte_costs_nothing_until_touched) {
#if defined(__SANITIZE_THREAD__)
    GTEST_SKIP() << "the thread sanitizer leaves programs little more than a terabyte of addresses";
#endif
    const size_t terabyte = size_t{1} << 40;
    const SharedMemory memory = create(terabyte);
    ASSERT_NE(memory.address, nullptr);
    memory.address[terabyte - 1] = std::byte{7};
    EXPECT_EQ(resident_pages(memory.address, kSmall), 0U);
    unmap(memory.address, terabyte);
    close(memory.fd);
}

TEST(SharedMemory, lies_between_guards) {
    const SharedMemory memory = create(kSmall);
    EXPECT_EQ(reinterpret_cast<uintptr_t>(memory.address) % kHugePageBytes, 0U);
    const auto survives = [&](std::ptrdiff_t offset) {
        return test::status_of([&] {
                   memory.address[offset] = std::byte{1};
                   return 0;
               }) == 0;
    };
    const auto bytes = static_cast<std::ptrdiff_t>(kSmall);
    const auto guard = static_cast<std::ptrdiff_t>(kOuterGuardBytes);
    EXPECT_TRUE(survives(0));
    EXPECT_TRUE(survives(bytes - 1));
    for (const std::ptrdiff_t outside : {std::ptrdiff_t{-1}, -guard, bytes, bytes + guard - 1}) {
        EXPECT_FALSE(survives(outside)) << outside;
    }
    unmap(memory.address, kSmall);
    close(memory.fd);
}

TEST(SharedMemory, other_processes_can_have_it_at_its_address) {
    const SharedMemory memory = create(kSmall);
    if (!is_common_address(memory.address)) {
        unmap(memory.address, kSmall);
        close(memory.fd);
        GTEST_SKIP() << "this system has other use for the addresses that all processes may have";
    }
    *memory.address = std::byte{4};
    const SharedMemory second = create(kSmall);
    EXPECT_NE(second.address, memory.address);
    EXPECT_TRUE(is_common_address(second.address)) << "the next one";
    const Result<std::byte*> taken = map_shared_memory(memory.fd, kSmall, memory.address);
    ASSERT_TRUE(taken.ok());
    EXPECT_NE(taken.value, memory.address) << "it is in use here";
    EXPECT_FALSE(is_common_address(taken.value));
    EXPECT_EQ(*taken.value, std::byte{4});
    unmap(taken.value, kSmall);
    EXPECT_EQ(test::status_of([&] {
                  unmap(memory.address, kSmall);
                  const Result<std::byte*> free_again =
                      map_shared_memory(memory.fd, kSmall, memory.address);
                  return free_again.value == memory.address && *memory.address == std::byte{4} ? 0
                                                                                               : 1;
              }),
              0);
    for (const SharedMemory& each : {memory, second}) {
        unmap(each.address, kSmall);
        close(each.fd);
    }
}

TEST(SharedMemory, new_memory_lies_where_it_is_asked_for_if_that_is_free) {
    auto* const wanted = reinterpret_cast<std::byte*>(uintptr_t{0x1800'0000'0000});
    const Result<SharedMemory> memory = create_shared_memory(kSmall, true, wanted);
    ASSERT_TRUE(memory.ok());
    if (memory.value.address != wanted) {
        unmap(memory.value.address, kSmall);
        close(memory.value.fd);
        GTEST_SKIP() << "this system has other use for that address";
    }
    const Result<SharedMemory> second = create_shared_memory(kSmall, true, wanted);
    ASSERT_TRUE(second.ok());
    EXPECT_NE(second.value.address, wanted) << "it is taken";
    for (const SharedMemory& each : {memory.value, second.value}) {
        unmap(each.address, kSmall);
        close(each.fd);
    }
}

TEST(SharedMemory, memory_of_this_process_lies_at_its_address_once) {
#if defined(__SANITIZE_THREAD__)
    GTEST_SKIP() << "the thread sanitizer has other use for that address";
#endif
    auto* const address = reinterpret_cast<std::byte*>(uintptr_t{0x1900'0000'0000});
    EXPECT_EQ(test::status_of([&] { // which leaves this process as it was
                  if (!map_own_memory(address, kSmall)) {
                      return 1;
                  }
                  const bool was_zero = is_zero(address, kSmall);
                  *address = std::byte{4};
                  return was_zero && !map_own_memory(address, kSmall) && *address == std::byte{4}
                             ? 0
                             : 2;
              }),
              0);
}

TEST(SharedMemory, starts_as_zero_and_is_shared_with_a_second_mapping) {
    const SharedMemory memory = create(kSmall);
    EXPECT_TRUE(is_zero(memory.address, kSmall));
    const Result<std::byte*> again = map_shared_memory(memory.fd, kSmall);
    ASSERT_TRUE(again.ok());
    ASSERT_NE(again.value, memory.address);
    memory.address[123] = std::byte{9};
    EXPECT_EQ(again.value[123], std::byte{9});
    unmap(again.value, kSmall);
    unmap(memory.address, kSmall);
    close(memory.fd);
}

TEST(SharedMemory, its_descriptor_does_not_reach_programs_by_itself) {
    const SharedMemory memory = create(kSmall);
    EXPECT_NE(fcntl(memory.fd, F_GETFD) & FD_CLOEXEC, 0);
    unmap(memory.address, kSmall);
    close(memory.fd);
}

TEST(SharedMemory, is_shared_with_forked_children) {
    const SharedMemory memory = create(kSmall, true);
    EXPECT_EQ(test::status_of([&] {
                  memory.address[5] = std::byte{3};
                  return 0;
              }),
              0);
    EXPECT_EQ(memory.address[5], std::byte{3});
}

TEST(SharedMemory, a_descriptor_of_something_else_is_refused_with_a_sentence) {
    const Result<std::byte*> closed = map_shared_memory(987, kSmall);
    EXPECT_EQ(closed.status, ARAUTO_ERR_SYSTEM);
    EXPECT_NE(std::strstr(last_error(), "descriptor 987 is not the memory of a job"), nullptr);
    const SharedMemory small = create(kPage);
    EXPECT_EQ(map_shared_memory(small.fd, kSmall).status, ARAUTO_ERR_SYSTEM) << "would be SIGBUS";
    unmap(small.address, kPage);
    close(small.fd);
}

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
TEST(SharedMemory, a_limited_address_space_gets_a_status_and_leaves_no_descriptor) {
    EXPECT_EQ(test::status_of([] {
                  const rlimit limit{size_t{1} << 30, size_t{1} << 30};
                  setrlimit(RLIMIT_AS, &limit);
                  const int next = dup(0);
                  close(next);
                  const Result<SharedMemory> memory = create_shared_memory(size_t{1} << 32, true);
                  const bool is_told =
                      std::strstr(last_error(), "4096 MiB of address space") != nullptr;
                  return memory.status == ARAUTO_ERR_MEMORY && is_told && dup(0) == next ? 0 : 1;
              }),
              0);
}
#endif

TEST(SharedMemory, a_limit_on_files_does_not_kill) {
    const auto create_limited = [](bool anonymous_is_enough) {
        const rlimit limit{kPage, kPage};
        setrlimit(RLIMIT_FSIZE, &limit);
        const Result<SharedMemory> memory = create_shared_memory(kSmall, anonymous_is_enough);
        return memory.ok() ? 0 : 1;
    };
    EXPECT_EQ(test::status_of([&] { return create_limited(false); }), 1);
    EXPECT_EQ(test::status_of([&] { return create_limited(true); }), 0);
}

class ReleasePages : public ::testing::TestWithParam<bool> {
  protected:
    void SetUp() override {
        memory_ = create(kSmall);
        if (!GetParam()) { // private memory: MADV_REMOVE is refused
            void* mine =
                mmap(nullptr, kSmall, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
            address_ = static_cast<std::byte*>(mine);
        } else {
            address_ = memory_.address;
        }
        std::memset(address_, 0xff, kSmall);
    }
    void TearDown() override {
        unmap(memory_.address, kSmall);
        close(memory_.fd);
    }
    /// Releases, and checks that exactly the range is zero.
    void release(size_t first, size_t bytes) {
        release_pages(address_ + first, bytes);
        EXPECT_TRUE(is_zero(address_ + first, bytes));
        const auto is_kept = [](std::byte b) { return b == std::byte{0xff}; };
        EXPECT_TRUE(std::all_of(address_, address_ + first, is_kept));
        EXPECT_TRUE(std::all_of(address_ + first + bytes, address_ + kSmall, is_kept));
    }
    SharedMemory memory_;
    std::byte* address_ = nullptr;
};

TEST_P(ReleasePages, whole_pages) {
    release(kPage, 3 * kPage);
}
TEST_P(ReleasePages, ragged_ends) {
    release(kPage - 100, 2 * kPage + 300);
}
TEST_P(ReleasePages, less_than_a_page) {
    release(kPage + 64, 128);
}
TEST_P(ReleasePages, across_one_border_without_a_whole_page) {
    release(2 * kPage - 64, 128);
}
TEST_P(ReleasePages, nothing) {
    release(100, 0);
    release(kPage, 0);
}
TEST_P(ReleasePages, everything) {
    release(0, kSmall);
}
INSTANTIATE_TEST_SUITE_P(SharedAndPrivate,
                         ReleasePages,
                         ::testing::Bool(),
                         [](const auto& each) -> std::string {
                             return each.param ? "shared" : "private_memory";
                         });

TEST(SharedMemory, released_pages_go_back_to_the_system) {
    const SharedMemory memory = create(kSmall);
    std::memset(memory.address, 1, kSmall);
    release_pages(memory.address, kSmall);
    EXPECT_EQ(resident_pages(memory.address, kSmall), 0U);
    unmap(memory.address, kSmall);
    close(memory.fd);
}

} // namespace
} // namespace arauto::os
