// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Tests the numbers of cores and bytes that this process may use.
#include "in_child.hpp"

#include "os/topology.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <fstream>
#include <sched.h>
#include <sys/resource.h>
#include <sys/sysinfo.h>

namespace arauto::os {
namespace {

TEST(Topology, there_is_a_core_and_not_more_than_the_machine_has) {
    EXPECT_GE(usable_cores(), 1);
    EXPECT_LE(usable_cores(), get_nprocs_conf());
}

TEST(Topology, affinity_counts) {
    EXPECT_EQ(test::status_of([] {
                  cpu_set_t mine;
                  CPU_ZERO(&mine);
                  sched_getaffinity(0, sizeof mine, &mine);
                  int first = 0;
                  while (!CPU_ISSET(first, &mine)) {
                      ++first;
                  }
                  CPU_ZERO(&mine);
                  CPU_SET(first, &mine);
                  return sched_setaffinity(0, sizeof mine, &mine) == 0 ? usable_cores() : 0;
              }),
              1);
}

TEST(Topology, memory_is_some_and_not_more_than_the_machine_has) {
    struct sysinfo machine{};
    ASSERT_EQ(sysinfo(&machine), 0);
    EXPECT_GT(usable_memory(), size_t{1} << 20);
    EXPECT_LE(usable_memory(), static_cast<size_t>(machine.totalram) * machine.mem_unit);
}

TEST(Topology, sessions_are_groups_where_the_kernels_file_says_so) {
    int enabled = 0; // a kernel without the file has no such groups
    std::ifstream("/proc/sys/kernel/sched_autogroup_enabled") >> enabled;
    EXPECT_EQ(sessions_are_groups(), enabled == 1);
}

TEST(Topology, a_limit_of_the_address_space_is_seen) {
    EXPECT_EQ(test::status_of([] {
                  const rlimit limit{size_t{1} << 40, RLIM_INFINITY};
                  setrlimit(RLIMIT_AS, &limit);
                  return address_space_limit() == size_t{1} << 40 ? 0 : 1;
              }),
              0);
}

} // namespace
} // namespace arauto::os
