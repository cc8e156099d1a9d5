// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See running_job.hpp.
#include "running_job.hpp"

#include "command.hpp"

#include "base/clock.hpp"
#include "boot/last_calls.hpp"
#include "boot/state_request.hpp"
#include "boot/waiting.hpp"

#include <algorithm>
#include <bit>
#include <cerrno>
#include <cstdlib>
#include <ctime>
#include <dirent.h>
#include <fcntl.h>
#include <fstream>
#include <span>
#include <string_view>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace arauto::tools {
namespace {

// From a command to an image: guardian and launcher; or `arauto run`, a launcher of the system, its
// process of this host, a shell.
constexpr int kGenerationsDown = 4;
constexpr int kGenerationsUp = 2; // from an image to the guardian

std::vector<int> children_of(int pid) {
    std::vector<int> found;
    const std::string tasks = "/proc/" + std::to_string(pid) + "/task";
    DIR* const folder = opendir(tasks.c_str());
    for (const dirent* entry = nullptr;
         folder != nullptr && (entry = readdir(folder)) != nullptr;) {
        std::ifstream file(tasks + "/" + entry->d_name + "/children");
        for (int child = 0; file >> child;) {
            found.push_back(child);
        }
    }
    if (folder != nullptr) {
        closedir(folder);
    }
    return found;
}

/// 0: it has none, or does not run.
int parent_of(int pid) {
    const std::string all = contents_of("/proc/" + std::to_string(pid) + "/stat");
    const size_t end_of_name = std::min(all.rfind(')'), all.size());
    char state = 0;
    int parent = 0;
    return std::sscanf(all.c_str() + end_of_name, ") %c %d", &state, &parent) == 2 ? parent : 0;
}

std::vector<int> descendants_of(int pid) {
    std::vector<int> all{pid};
    size_t from = 0;
    for (int generation = 0; generation < kGenerationsDown; ++generation) {
        const size_t to = all.size();
        for (; from < to; ++from) {
            const std::vector<int> children = children_of(all[from]);
            all.insert(all.end(), children.begin(), children.end());
        }
    }
    return all;
}

std::vector<int> ancestors_of(int pid) {
    std::vector<int> all;
    int ancestor = pid;
    for (int generation = 0; generation < kGenerationsUp; ++generation) {
        ancestor = parent_of(ancestor);
        if (ancestor > 1) {
            all.push_back(ancestor);
        }
    }
    return all;
}

/// The start of a job's memory, as far as the blocks of images reach.
struct Memory {
    std::byte* start = nullptr;
    size_t bytes = 0;

    [[nodiscard]] boot::JobHeader& header() const {
        return *reinterpret_cast<boot::JobHeader*>(start);
    }
    [[nodiscard]] std::span<const boot::ImageBlock> blocks() const {
        return {boot::image_blocks(&header()), header().images};
    }
};

bool is_memory_of_a_job(const std::string& target) {
    return target.starts_with("/memfd:arauto") || target.starts_with("/dev/shm/arauto-");
}

/// The size of the part of a job's memory that is looked at. 0: those in the header do not fit
/// together.
size_t bytes_to_map(const boot::JobHeader& header) {
    if (header.trace_offset == 0) {
        return boot::kBlocksOffset + header.images * sizeof(boot::ImageBlock);
    }
    const bool is_sound = std::has_single_bit(header.trace_records) &&
                          header.trace_records <= uint64_t{1} << 40 &&
                          header.trace_stride == boot::trace_stride_for(header.trace_records);
    return is_sound ? header.trace_offset + header.images * header.trace_stride : 0;
}

enum class Access : uint8_t { reads, asks }; // asks: a request is written

Memory map(const std::string& path, Access access) {
    const bool asks = access == Access::asks;
    const int protection = asks ? PROT_READ | PROT_WRITE : PROT_READ;
    const int fd = open(path.c_str(), (asks ? O_RDWR : O_RDONLY) | O_CLOEXEC);
    if (fd < 0) {
        return {};
    }
    struct stat facts{};
    Memory memory;
    boot::JobHeader* header = nullptr;
    if (fstat(fd, &facts) == 0 && static_cast<size_t>(facts.st_size) >= boot::kHeaderBytes) {
        void* const first = mmap(nullptr, boot::kHeaderBytes, PROT_READ, MAP_SHARED, fd, 0);
        if (first != MAP_FAILED) {
            header = static_cast<boot::JobHeader*>(first);
        }
    }
    if (header != nullptr && header->magic == boot::kJobMagic &&
        header->version == boot::kJobVersion) {
        memory.bytes = bytes_to_map(*header);
        void* const all = memory.bytes != 0 && memory.bytes <= static_cast<size_t>(facts.st_size)
                              ? mmap(nullptr, memory.bytes, protection, MAP_SHARED, fd, 0)
                              : MAP_FAILED;
        memory.start = all != MAP_FAILED ? static_cast<std::byte*>(all) : nullptr;
    }
    if (header != nullptr) {
        munmap(header, boot::kHeaderBytes);
    }
    close(fd);
    return memory;
}

/// @param is_refused  set when the system does not let this user look
Memory memory_held_by(int pid, bool& is_refused, Access access = Access::asks) {
    const std::string path = "/proc/" + std::to_string(pid) + "/fd";
    DIR* const folder = opendir(path.c_str());
    is_refused = is_refused || (folder == nullptr && errno == EACCES);
    Memory memory;
    for (const dirent* entry = nullptr;
         folder != nullptr && memory.start == nullptr && (entry = readdir(folder)) != nullptr;) {
        const std::string descriptor = path + "/" + entry->d_name;
        char target[64];
        const ssize_t length = readlink(descriptor.c_str(), target, sizeof target);
        if (length > 0 && is_memory_of_a_job({target, static_cast<size_t>(length)})) {
            memory = map(descriptor, access);
        }
    }
    if (folder != nullptr) {
        closedir(folder);
    }
    return memory;
}

/// Held by a process that belongs to the job of process `pid`; without a start when there is none.
Memory memory_of_job(int pid, bool& is_refused) {
    std::vector<int> relatives = descendants_of(pid);
    const std::vector<int> ancestors = ancestors_of(pid);
    relatives.insert(relatives.end(), ancestors.begin(), ancestors.end());
    for (const int relative : relatives) {
        if (const Memory memory = memory_held_by(relative, is_refused); memory.start != nullptr) {
            return memory;
        }
    }
    // Under a launcher of the system the node leader holds it, an image like this one.
    const int parent = parent_of(pid);
    for (const int sibling : parent > 0 ? children_of(parent) : std::vector<int>()) {
        bool is_refused_there = false;
        const Memory memory = memory_held_by(sibling, is_refused_there);
        const auto is_this = [&](const boot::ImageBlock& block) {
            // relaxed because it is a snapshot
            return block.pid.load(std::memory_order_relaxed) == static_cast<uint64_t>(pid);
        };
        if (memory.start != nullptr && std::ranges::any_of(memory.blocks(), is_this)) {
            return memory;
        }
    }
    return {};
}

/// The last calls of the images in this memory, where their job keeps them.
std::vector<std::string> calls_in(const Memory& memory) {
    constexpr int kMostImages = 16;
    constexpr size_t kCalls = 5;
    const boot::Traces traces = boot::traces_of(&memory.header());
    const int images = traces.first != nullptr ? static_cast<int>(memory.header().images) : 0;
    std::vector<std::string> lines;
    int told = 0;
    for (int rank = 0; rank < images && told < kMostImages; ++rank) {
        // relaxed because it is a snapshot
        if (traces.area(rank).begun.load(std::memory_order_relaxed) == 0) {
            continue; // it is on another node, or has not begun
        }
        ++told;
        lines.push_back("the last calls of image " + std::to_string(rank + 1) + ":");
        for (const std::string& call : boot::last_calls(memory.header(), traces, rank, kCalls)) {
            lines.push_back("  " + call);
        }
    }
    return lines;
}

/// The states of the images in this memory.
StatesOfJob near_states(const Memory& memory) {
    std::vector<boot::ImagesInState> states = boot::look_at_states(memory.blocks());
    // In a job of several nodes the images of the others are not in this memory.
    if (memory.header().launcher_pid == 0) {
        std::erase_if(states, [](const boot::ImagesInState& state) {
            return state.kind == boot::ImagesInState::Kind::absent;
        });
    }
    return {.is_found = true, .is_refused = false, .lines = boot::lines_of(states), .calls = {}};
}

} // namespace

StatesOfJob states_of_job(int pid, int64_t patience_ns) {
    StatesOfJob states;
    const Memory memory = memory_of_job(pid, states.is_refused);
    if (memory.start == nullptr) {
        return states;
    }
    const std::vector<std::string> calls = calls_in(memory);
    boot::StateRequest& request = memory.header().states;
    // relaxed because an answer shows the rest
    if (request.is_served.load(std::memory_order_relaxed) == 0) {
        states = near_states(memory);
        states.calls = calls;
        return states;
    }
    if (boot::ask_for_states(request, patience_ns, states.lines)) {
        states.is_found = true;
        states.calls = calls;
        return states;
    }
    states = near_states(memory);
    states.calls = calls;
    states.lines.emplace_back("the images of other nodes: no answer in time");
    return states;
}

namespace {

/// Seconds of the calendar at a time of the monotonic clock.
int64_t calendar_at(int64_t ns) {
    constexpr int64_t kSecondNs = 1'000'000'000;
    return static_cast<int64_t>(time(nullptr)) - (now_ns() - ns) / kSecondNs;
}

/// The file that a process executes, and its first word where that cannot be read.
std::string program_of(int pid) {
    const std::string folder = "/proc/" + std::to_string(pid);
    char path[4096];
    const ssize_t length = readlink((folder + "/exe").c_str(), path, sizeof path);
    return length > 0 ? std::string(path, static_cast<size_t>(length))
                      : std::string(contents_of(folder + "/cmdline").c_str());
}

RunningJob describe(int pid, const Memory& memory) {
    RunningJob job;
    job.pid = pid;
    job.images = memory.header().images;
    job.since_s = calendar_at(memory.header().trace_ns);
    for (const boot::ImageBlock& block : memory.blocks()) {
        boot::ShownWait wait;
        switch (boot::kind_of(block, wait)) {
        case boot::ImagesInState::Kind::waits:
        case boot::ImagesInState::Kind::begins_to_wait:
            ++job.waiting;
            [[fallthrough]];
        case boot::ImagesInState::Kind::runs:
            ++job.here;
            if (job.program.empty()) {
                // relaxed because it is a snapshot
                job.program =
                    program_of(static_cast<int>(block.pid.load(std::memory_order_relaxed)));
            }
            break;
        default:
            break;
        }
    }
    return job;
}

} // namespace

std::vector<RunningJob> jobs_of_user() {
    std::vector<RunningJob> jobs;
    DIR* const folder = opendir("/proc");
    for (const dirent* entry = nullptr;
         folder != nullptr && (entry = readdir(folder)) != nullptr;) {
        const std::string_view name = entry->d_name;
        struct stat facts{};
        if (name.find_first_not_of("0123456789") != std::string_view::npos ||
            stat(("/proc/" + std::string(name)).c_str(), &facts) != 0 ||
            facts.st_uid != geteuid()) {
            continue;
        }
        const int pid = std::atoi(entry->d_name);
        bool is_refused = false;
        const Memory memory = memory_held_by(pid, is_refused, Access::reads);
        if (memory.start == nullptr) {
            continue;
        }
        // Images that are being started hold it too.
        const uint64_t launcher = memory.header().launcher_pid;
        if (launcher == static_cast<uint64_t>(pid) || launcher == 0) {
            jobs.push_back(describe(pid, memory));
        }
        munmap(memory.start, memory.bytes);
    }
    if (folder != nullptr) {
        closedir(folder);
    }
    std::ranges::sort(jobs, {}, &RunningJob::pid);
    return jobs;
}

bool process_is_there(int pid) {
    return parent_of(pid) != 0 || access(("/proc/" + std::to_string(pid)).c_str(), F_OK) == 0;
}

} // namespace arauto::tools
