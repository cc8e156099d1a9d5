// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See child_output.hpp.
#include "os/child_output.hpp"

#include <cerrno>
#include <chrono>
#include <csignal>
#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <string_view>
#include <sys/wait.h>
#include <unistd.h>

namespace arauto::os {
namespace {

constexpr int kPatienceMs = 10'000;
constexpr size_t kMostOutput = size_t{16} << 20; // nm's, for 200,000 symbols

/// The environment for a child that must not become an image, nor load what the program preloads.
std::vector<char*> plain_environment() {
    std::vector<char*> kept;
    for (char** variable = environ; *variable != nullptr; ++variable) {
        const std::string_view text = *variable;
        if (!text.starts_with("ARAUTO_") && !text.starts_with("LD_PRELOAD=") &&
            !text.starts_with("GMON_OUT_PREFIX=")) {
            kept.push_back(*variable);
        }
    }
    kept.push_back(nullptr);
    return kept;
}

/// Starts a program with standard output into a pipe. @return 0 when it cannot be started
pid_t start(std::vector<char*> words, int output) {
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    sigset_t none;
    sigemptyset(&none);
    posix_spawnattr_setsigmask(&attributes, &none); // a launcher blocks signals that must end it
    // Ctrl-C is for the job: its launcher still wants the answer then.
    posix_spawnattr_setpgroup(&attributes, 0);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP);
    words.push_back(nullptr);
    const std::vector<char*> environment = plain_environment();
    pid_t pid = 0;
    const int error =
        posix_spawnp(&pid, words[0], &actions, &attributes, words.data(), environment.data());
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    return error == 0 ? pid : 0;
}

/// Reads the pipe until its end, or until patience ends.
std::string read_all(int input) {
    using Clock = std::chrono::steady_clock;
    const auto end = Clock::now() + std::chrono::milliseconds(kPatienceMs);
    std::string text;
    char part[4096];
    while (text.size() < kMostOutput) {
        const auto rest =
            std::chrono::duration_cast<std::chrono::milliseconds>(end - Clock::now()).count();
        pollfd polled{input, POLLIN, 0};
        const int ready = rest > 0 ? poll(&polled, 1, static_cast<int>(rest)) : 0;
        if (ready < 0 && errno == EINTR) {
            continue;
        }
        const ssize_t bytes = ready > 0 ? read(input, part, sizeof part) : 0;
        if (bytes <= 0) {
            break;
        }
        text.append(part, static_cast<size_t>(bytes));
    }
    return text;
}

std::string output_of(const std::vector<char*>& words) {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) {
        return "";
    }
    const pid_t child = start(words, ends[1]);
    close(ends[1]);
    std::string text;
    if (child > 0) {
        text = read_all(ends[0]);
        kill(child, SIGKILL); // has no effect on one that has ended
        while (waitpid(child, nullptr, 0) < 0 && errno == EINTR) {
        }
    }
    close(ends[0]);
    return text;
}

} // namespace

std::string output_of_first(std::span<const char* const> tools,
                            const std::vector<std::string>& words) {
    for (std::string tool : tools) {
        std::vector<std::string> arguments = words;
        std::vector<char*> pointers{tool.data()};
        for (std::string& argument : arguments) {
            pointers.push_back(argument.data());
        }
        std::string output = output_of(pointers);
        if (!output.empty()) {
            return output;
        }
    }
    return "";
}

} // namespace arauto::os
