// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See topology.hpp. Control groups: version 2 as mounted by default; others are not looked for.
#include "os/topology.hpp"

#include <algorithm>
#include <cstdio>
#include <sched.h>
#include <sys/sysinfo.h>

namespace arauto::os {
namespace {

/// Reads up to two numbers from a small file; returns how many ("max" is none).
int read_numbers(const char* path, long long* first, long long* second) noexcept {
    std::FILE* file = std::fopen(path, "re");
    if (file == nullptr) {
        return 0;
    }
    const int found = std::fscanf(file, "%lld %lld", first, second);
    std::fclose(file);
    return std::max(found, 0);
}

} // namespace

int usable_cores() noexcept {
    cpu_set_t set;
    CPU_ZERO(&set);
    int cores = sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 1;
    long long quota = 0;
    long long period = 0;
    if (read_numbers("/sys/fs/cgroup/cpu.max", &quota, &period) == 2 && period > 0) {
        cores = std::min(cores, static_cast<int>((quota + period - 1) / period));
    }
    return std::max(cores, 1);
}

size_t usable_memory() noexcept {
    struct sysinfo info {};
    sysinfo(&info);
    size_t bytes = static_cast<size_t>(info.totalram) * info.mem_unit;
    long long limit = 0;
    long long unused = 0;
    if (read_numbers("/sys/fs/cgroup/memory.max", &limit, &unused) >= 1 && limit > 0) {
        bytes = std::min(bytes, static_cast<size_t>(limit));
    }
    return bytes;
}

} // namespace arauto::os
