// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See thread_times.hpp.
#include "os/thread_times.hpp"

#include <algorithm>
#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dirent.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace arauto::os {
namespace {

/// The time of one thread, unless it is of this library.
uint64_t ticks_of(int64_t pid, const char* thread) noexcept {
    char path[64];
    std::snprintf(path, sizeof path, "/proc/%" PRId64 "/task/%.16s/stat", pid, thread);
    const int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) {
        return 0; // it has ended
    }
    char text[512];
    const ssize_t bytes = read(file, text, sizeof text - 1);
    close(file);
    text[std::max<ssize_t>(bytes, 0)] = '\0';
    const char* const name = std::strchr(text, '(');
    const char* const end_of_name = std::strrchr(text, ')'); // the name may hold anything
    if (name == nullptr || end_of_name == nullptr ||
        std::strncmp(name + 1, kThreadPrefix, std::strlen(kThreadPrefix)) == 0) {
        return 0;
    }
    uint64_t user = 0;
    uint64_t system = 0;
    const int found = std::sscanf(
        end_of_name, ") %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %" SCNu64 " %" SCNu64, &user,
        &system);
    return found == 2 ? user + system : 0;
}

} // namespace

void name_this_thread(const char* name) noexcept {
    pthread_setname_np(pthread_self(), name);
}

uint32_t this_thread_number() noexcept {
    return static_cast<uint32_t>(syscall(SYS_gettid));
}

uint64_t ticks_of_others(int64_t pid, uint32_t thread) noexcept {
    char path[32];
    std::snprintf(path, sizeof path, "/proc/%" PRId64 "/task", pid);
    DIR* const folder = opendir(path);
    uint64_t ticks = 0;
    for (const dirent* entry = nullptr;
         folder != nullptr && (entry = readdir(folder)) != nullptr;) {
        const auto number = static_cast<uint32_t>(std::strtoul(entry->d_name, nullptr, 10));
        if (number != 0 && number != thread) {
            ticks += ticks_of(pid, entry->d_name);
        }
    }
    if (folder != nullptr) {
        closedir(folder);
    }
    return ticks;
}

} // namespace arauto::os
