// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See topology.hpp. Control groups of version 2 and, where those are not in use, version 1, at
// their usual mount points: a limit of any group on the way from the root to ours counts.
#include "os/topology.hpp"

#include <algorithm>
#include <bit>
#include <cstdio>
#include <cstring>
#include <sched.h>
#include <string>
#include <sys/resource.h>
#include <sys/sysinfo.h>
#include <unistd.h>

namespace arauto::os {
namespace {

constexpr const char* kGroups = "/sys/fs/cgroup";

/// Reads up to two numbers from a small file; returns how many ("max" is none).
int read_numbers(const std::string& path, long long* first, long long* second) noexcept {
    std::FILE* file = std::fopen(path.c_str(), "re");
    if (file == nullptr) {
        return 0;
    }
    const int found = std::fscanf(file, "%lld %lld", first, second);
    std::fclose(file);
    return std::max(found, 0);
}

/// True when `controller` is one of the words of a list with commas.
bool lists(const char* controllers, const char* controller) noexcept {
    const size_t length = std::strlen(controller);
    for (const char* word = controllers; word != nullptr; word = std::strchr(word, ',')) {
        word += *word == ',' ? 1 : 0;
        if (std::strncmp(word, controller, length) == 0 &&
            (word[length] == ',' || word[length] == '\0')) {
            return true;
        }
    }
    return false;
}

/// This process's group, as a path below the mount point of `controller` ("": version 2); "" when
/// it is in none.
std::string group_of_self(const char* controller) noexcept {
    std::FILE* file = std::fopen("/proc/self/cgroup", "re");
    if (file == nullptr) {
        return "";
    }
    std::string group;
    char line[1024];
    while (group.empty() && std::fgets(line, sizeof line, file) != nullptr) {
        line[std::strcspn(line, "\n")] = '\0';
        char* controllers = std::strchr(line, ':');
        char* path = controllers != nullptr ? std::strchr(controllers + 1, ':') : nullptr;
        if (path == nullptr) {
            continue;
        }
        *path = '\0';
        if (lists(controllers + 1, controller)) {
            group = path + 1;
        }
    }
    std::fclose(file);
    return group;
}

/// The smallest value of `quotient(first, second)` over the files `name` of this process's group
/// and all groups above; `none` when no file holds a limit.
template <typename Value, typename Quotient>
Value smallest_limit(const char* controller, const char* name, Value none, Quotient quotient) {
    std::string group = group_of_self(controller);
    const std::string mount = std::string(kGroups) + (*controller != '\0' ? "/" : "") + controller;
    for (;;) {
        long long first = 0;
        long long second = 0;
        const int found = read_numbers(mount + group + "/" + name, &first, &second);
        none = std::min(none, quotient(mount + group, found, first, second));
        if (group.empty()) {
            return none;
        }
        group.erase(std::min(group.rfind('/'), group.size()));
    }
}

int cores_of(long long quota, long long period) noexcept {
    const bool is_limited = quota > 0 && period > 0;
    return is_limited ? static_cast<int>((quota + period - 1) / period) : INT32_MAX;
}

size_t bytes_of(int found, long long limit) noexcept {
    return found >= 1 && limit > 0 ? static_cast<size_t>(limit) : SIZE_MAX;
}

} // namespace

CoreSet own_cores() noexcept {
    CoreSet cores{};
    cpu_set_t set;
    CPU_ZERO(&set);
    static_assert(sizeof set == sizeof cores && CPU_SETSIZE == 8 * sizeof cores);
    if (sched_getaffinity(0, sizeof set, &set) == 0) {
        std::memcpy(cores.data(), &set, sizeof set);
    }
    return cores;
}

int usable_cores(const CoreSet& set) noexcept {
    int cores = 0;
    for (const uint64_t word : set) {
        cores += std::popcount(word);
    }
    cores = cores > 0 ? cores : static_cast<int>(sysconf(_SC_NPROCESSORS_ONLN));
    const auto by_one_file = [](const std::string&, int found, long long quota, long long period) {
        return found == 2 ? cores_of(quota, period) : INT32_MAX;
    };
    const auto by_two_files = [](const std::string& group, int found, long long quota, long long) {
        long long period = 0;
        long long unused = 0;
        const bool has_both =
            found >= 1 && read_numbers(group + "/cpu.cfs_period_us", &period, &unused) >= 1;
        return has_both ? cores_of(quota, period) : INT32_MAX;
    };
    cores = smallest_limit("", "cpu.max", cores, by_one_file);
    cores = smallest_limit("cpu", "cpu.cfs_quota_us", cores, by_two_files);
    return std::max(cores, 1);
}

bool sessions_are_groups() noexcept {
    std::FILE* const file = std::fopen("/proc/sys/kernel/sched_autogroup_enabled", "re");
    if (file == nullptr) {
        return false;
    }
    const bool are = std::fgetc(file) == '1';
    std::fclose(file);
    return are;
}

size_t address_space_limit() noexcept {
    rlimit limit{};
    const bool is_limited = getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY;
    return is_limited ? static_cast<size_t>(limit.rlim_cur) : SIZE_MAX;
}

size_t usable_memory() noexcept {
    struct sysinfo info{};
    sysinfo(&info);
    const size_t bytes = static_cast<size_t>(info.totalram) * info.mem_unit;
    const auto by_file = [](const std::string&, int found, long long limit, long long) {
        return bytes_of(found, limit);
    };
    return smallest_limit("memory", "memory.limit_in_bytes",
                          smallest_limit("", "memory.max", bytes, by_file), by_file);
}

} // namespace arauto::os
