// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Where the images of a running job of this user wait. The memory of the job is found by the
// descriptors of its processes on this machine. It is read, and over several nodes the node leader
// is asked through it; the images are not disturbed.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace arauto::tools {

struct StatesOfJob {
    bool is_found = false; // false: the process belongs to no job of this version
    bool is_refused = false; // the system does not let this user look
    std::vector<std::string> lines; // "images 2, 3: sync all, x.f90:5"
    std::vector<std::string>
        calls{}; // the last ones of images on this machine, where they are kept
};

/// The states of the job that process `pid` belongs to as its launcher, an image, or a command
/// above them.
/// @param patience_ns  with other nodes, which may read debug information first
[[nodiscard]] StatesOfJob states_of_job(int pid, int64_t patience_ns);

[[nodiscard]] bool process_is_there(int pid);

/// A job of this user on this machine.
struct RunningJob {
    int pid =
        0; // of its launcher; where the system has started it, of an image that keeps its memory
    std::string program; // of its images
    uint32_t images = 0;
    uint32_t here = 0; // of those: on this machine, and not ended
    uint32_t waiting = 0; // of those
    int64_t since_s = 0; // seconds of the calendar
};
/// By the number of the process.
[[nodiscard]] std::vector<RunningJob> jobs_of_user();

} // namespace arauto::tools
