// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// `arauto where PID`: says where the images of a running job wait.
#include "command.hpp"
#include "running_job.hpp"

#include <charconv>
#include <cstdio>
#include <string_view>

namespace arauto::tools {
namespace {

constexpr int64_t kPatienceNs = 8'000'000'000;

constexpr const char* kUsage =
    "usage: arauto where PID\n"
    "\n"
    "Says where the images of a running job are, over several nodes those of all nodes: one line\n"
    "for each state, with the statement and, for a program compiled with -g, the line of its\n"
    "source. Of a job with --trace or --flight also the last calls of its images here.\n"
    "\n"
    "  PID   of 'arauto run', of a program that was started by hand, or of one of its images on\n"
    "        this machine\n";

} // namespace

int where(Arguments arguments) {
    const std::string_view word = arguments.size() == 1 ? arguments[0] : "";
    if (word == "--help" || word == "-h") {
        std::fputs(kUsage, stdout);
        return 0;
    }
    int pid = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), pid);
    if (error != std::errc() || end != word.data() + word.size() || pid <= 0) {
        return complain(kBadUsage, "where: which process? usage: arauto where PID");
    }
    const StatesOfJob states = states_of_job(pid, kPatienceNs);
    if (states.is_found) {
        for (const std::string& line : states.lines) {
            std::printf("%s\n", line.c_str());
        }
        for (const std::string& line : states.calls) {
            std::printf("%s\n", line.c_str());
        }
        return 0;
    }
    if (!process_is_there(pid)) {
        return complain(1, "where: there is no process %d", pid);
    }
    if (states.is_refused) {
        return complain(1, "where: process %d belongs to another user, who alone may look", pid);
    }
    return complain(1,
                    "where: process %d is no job of this version of Arauto with an image on this "
                    "machine",
                    pid);
}

} // namespace arauto::tools
