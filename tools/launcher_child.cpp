// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See launcher_child.hpp.
#include "launcher_child.hpp"

#include "command.hpp"
#include "running_job.hpp"

#include "base/log.hpp"
#include "boot/launcher.hpp"
#include "boot/waiting.hpp"
#include "os/process.hpp"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace arauto::tools {
namespace {

constexpr int kLookAgainMs = 1000;
constexpr int64_t kPatienceNs = 3'000'000'000; // of a user who has pressed Ctrl-C

[[noreturn]] void become_launcher(std::vector<std::string> words, char** program) {
    prctl(PR_SET_PDEATHSIG, SIGTERM); // launchers end their jobs then
    // A job of its own: nothing of one that this command may be part of.
    unsetenv(boot::kJobDescriptorVariable);
    unsetenv(boot::kRankVariable);
    std::vector<char*> arguments;
    for (std::string& word : words) {
        arguments.push_back(word.data());
    }
    for (; *program != nullptr; ++program) {
        arguments.push_back(*program);
    }
    arguments.push_back(nullptr);
    execv(arguments[0], arguments.data());
    _exit(complain(kNotExecutable, "run: %s cannot be started: %s", arguments[0],
                   std::strerror(errno)));
}

[[noreturn]] void copy_input(int to) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    char buffer[4096];
    for (ssize_t bytes = 0; (bytes = read(STDIN_FILENO, buffer, sizeof buffer)) > 0;) {
        for (ssize_t done = 0; done < bytes;) {
            const ssize_t written = write(to, buffer + done, static_cast<size_t>(bytes - done));
            if (written < 0) {
                _exit(1);
            }
            done += written;
        }
    }
    _exit(0);
}

/// The input that the user types. The launcher has left the terminal, so a process that has not
/// reads the input and passes it on. There is none where standard input is no terminal.
class TypedInput {
  public:
    explicit TypedInput(int signals) {
        int ends[2];
        if (isatty(STDIN_FILENO) == 0 || pipe2(ends, O_CLOEXEC) != 0) {
            return;
        }
        reader_ = fork();
        if (reader_ == 0) {
            os::close_launcher_signals(signals);
            close(ends[0]);
            copy_input(ends[1]);
        }
        close(ends[1]);
        from_ = ends[0];
    }
    ~TypedInput() {
        if (reader_ > 0) {
            kill(reader_, SIGKILL);
            os::wait_for_end(reader_);
        }
    }
    TypedInput(const TypedInput&) = delete;
    TypedInput& operator=(const TypedInput&) = delete;

    /// In the launcher's process.
    void take() const {
        if (from_ >= 0) {
            dup2(from_, STDIN_FILENO);
        }
    }
    /// In this one, once the launcher's process is there.
    void leave() {
        if (from_ >= 0) {
            close(from_);
            from_ = -1;
        }
    }

  private:
    int from_ = -1;
    pid_t reader_ = 0;
};

/// Where the images of this machine's part of the job, and by them all others, wait. Silent when
/// none waits, or no image is on this machine.
void report_waits(int signal, pid_t launcher) {
    const std::vector<std::string> lines = states_of_job(launcher, kPatienceNs).lines;
    const bool waits = std::ranges::any_of(
        lines, [](const std::string& line) { return boot::is_line_of_wait(line); });
    if (!waits) {
        return;
    }
    log(LogLevel::error, "signal %d (%s) ends the job, whose images are here:", signal,
        os::signal_text(signal));
    for (const std::string& line : lines) {
        log(LogLevel::error, "  %s", line.c_str());
    }
}

} // namespace

EndOfLauncher run_launcher(const std::vector<std::string>& words, char** program) {
    std::fflush(nullptr);
    const int signals = os::open_launcher_signals();
    TypedInput input(signals);
    const pid_t launcher = signals < 0 ? -1 : fork();
    if (launcher < 0) {
        return {.status = -1, .ends_by = 0};
    }
    if (launcher == 0) {
        os::close_launcher_signals(signals);
        setsid();
        input.take();
        become_launcher(words, program);
    }
    input.leave();
    EndOfLauncher end{};
    while (waitpid(launcher, &end.status, WNOHANG) == 0) {
        os::wait_readable(signals, kLookAgainMs);
        for (int signal = os::next_signal(signals); signal != 0;
             signal = os::next_signal(signals)) {
            if (signal == SIGCHLD) {
                continue;
            }
            const bool ends =
                signal == SIGINT || signal == SIGTERM || signal == SIGHUP || signal == SIGQUIT;
            if (ends && end.ends_by == 0) {
                report_waits(signal, launcher);
            }
            end.ends_by = ends ? signal : end.ends_by;
            kill(launcher, signal);
        }
    }
    return end;
}

} // namespace arauto::tools
