// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See process.hpp.
#include "os/process.hpp"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dirent.h>
#include <fcntl.h>
#include <poll.h>
#include <string>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace arauto::os {
namespace {

/// The signal settings that the launcher changes for itself and restores in every child.
struct SignalsBefore {
    sigset_t mask;
    struct sigaction on_child;
    bool is_saved;
};
SignalsBefore g_before; // written once, by the launcher before it makes children

constexpr int kPassedOn[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2, SIGCONT};

bool is_ignored(int signal) noexcept {
    struct sigaction current{};
    return sigaction(signal, nullptr, &current) == 0 && current.sa_handler == SIG_IGN;
}

sigset_t launcher_signals() noexcept {
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGCHLD);
    for (const int signal : kPassedOn) {
        if (!is_ignored(signal)) { // a blocked signal would be queued although it is ignored
            sigaddset(&set, signal);
        }
    }
    return set;
}

void restore_signals() noexcept {
    if (g_before.is_saved) {
        sigaction(SIGCHLD, &g_before.on_child, nullptr);
        sigprocmask(SIG_SETMASK, &g_before.mask, nullptr);
    }
}

/// Reads /proc/PID/stat from the last ")" on: the program's name before it may hold anything.
bool is_living_child(int pid) noexcept {
    char path[32];
    std::snprintf(path, sizeof path, "/proc/%d/stat", pid);
    char text[512];
    const int file = open(path, O_RDONLY | O_CLOEXEC);
    const ssize_t bytes = file >= 0 ? read(file, text, sizeof text - 1) : 0;
    if (file >= 0) {
        close(file);
    }
    text[std::max<ssize_t>(bytes, 0)] = '\0';
    const char* const end_of_name = std::strrchr(text, ')');
    char state = 'X';
    int parent = 0;
    return end_of_name != nullptr && std::sscanf(end_of_name, ") %c %d", &state, &parent) == 2 &&
           parent == getpid() && state != 'Z' && state != 'X';
}

bool has_children() noexcept {
    siginfo_t ended{};
    return waitid(P_ALL, 0, &ended, WEXITED | WNOHANG | WNOWAIT) == 0 || errno != ECHILD;
}

} // namespace

void bind_to_parent(pid_t parent) noexcept {
    restore_signals();
    bind_to_parent_within(parent);
    if (getppid() != parent) {
        _exit(1); // it died before this process asked for a signal
    }
}

void bind_to_parent_within(pid_t launcher) noexcept {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    prctl(PR_SET_PTRACER, static_cast<unsigned long>(launcher)); // its descendants are our siblings
}

void admit_siblings() noexcept {
    prctl(PR_SET_PTRACER, static_cast<unsigned long>(getppid()));
}

void adopt_orphans() noexcept {
    prctl(PR_SET_CHILD_SUBREAPER, 1);
}

void hear_of_parents_death() noexcept {
    prctl(PR_SET_PDEATHSIG, SIGCHLD);
}

bool is_under_valgrind() noexcept {
    // It preloads files of this name, and hides that from programs that it does not follow.
    const char* const preloaded = std::getenv("LD_PRELOAD");
    return preloaded != nullptr && std::strstr(preloaded, "/vgpreload_") != nullptr;
}

std::vector<pid_t> living_children() {
    std::vector<pid_t> found;
    DIR* const folder = has_children() ? opendir("/proc") : nullptr;
    for (const dirent* entry = nullptr;
         folder != nullptr && (entry = readdir(folder)) != nullptr;) {
        const int pid = std::atoi(entry->d_name); // 0: no process
        if (pid > 0 && is_living_child(pid)) {
            found.push_back(pid);
        }
    }
    if (folder != nullptr) {
        closedir(folder);
    }
    return found;
}

bool process_exists(int64_t pid) noexcept {
    const auto descriptor = static_cast<int>(syscall(SYS_pidfd_open, static_cast<pid_t>(pid), 0));
    if (descriptor < 0) { // dead, or an old system, for which one not yet collected exists
        return errno != ESRCH && (kill(static_cast<pid_t>(pid), 0) == 0 || errno != ESRCH);
    }
    pollfd ended{descriptor, POLLIN, 0};
    const bool exists = poll(&ended, 1, 0) == 0;
    close(descriptor);
    return exists;
}

int open_launcher_signals() noexcept {
    // A process that ignores SIGCHLD, or is started so, has no children to wait for.
    struct sigaction by_default{};
    by_default.sa_handler = SIG_DFL;
    sigaction(SIGCHLD, &by_default, &g_before.on_child);
    const sigset_t set = launcher_signals();
    sigprocmask(SIG_BLOCK, &set, &g_before.mask);
    g_before.is_saved = true;
    return signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
}

void close_launcher_signals(int descriptor) noexcept {
    restore_signals();
    close(descriptor);
}

int next_signal(int descriptor) noexcept {
    signalfd_siginfo info{};
    return read(descriptor, &info, sizeof info) == sizeof info ? static_cast<int>(info.ssi_signo)
                                                               : 0;
}

void wait_readable(int descriptor, int timeout_ms) noexcept {
    pollfd polled{descriptor, POLLIN, 0};
    poll(&polled, 1, timeout_ms);
}

EndedChild next_ended_child() noexcept {
    int status = 0;
    const pid_t pid = waitpid(-1, &status, WNOHANG);
    if (pid <= 0) {
        return {};
    }
    if (WIFSIGNALED(status)) {
        return {pid, 0, WTERMSIG(status), WCOREDUMP(status) != 0};
    }
    return {pid, WEXITSTATUS(status), 0, false};
}

void wait_for_end(pid_t child) noexcept {
    while (waitpid(child, nullptr, 0) < 0 && errno == EINTR) {
    }
}

const char* signal_text(int signal) noexcept {
    return strsignal(signal);
}

void detach_standard_input() noexcept {
    const int nothing = open("/dev/null", O_RDONLY | O_CLOEXEC);
    if (nothing >= 0) {
        dup2(nothing, STDIN_FILENO);
        close(nothing);
    }
}

void execute_this_program_again() noexcept {
    std::string text;
    const int file = open("/proc/self/cmdline", O_RDONLY | O_CLOEXEC);
    char part[4096];
    for (ssize_t bytes = 0; file >= 0 && (bytes = read(file, part, sizeof part)) > 0;) {
        text.append(part, static_cast<size_t>(bytes));
    }
    if (file >= 0) {
        close(file);
    }
    std::vector<char*> words;
    for (size_t at = 0; at < text.size(); at += std::strlen(&text[at]) + 1) {
        words.push_back(&text[at]);
    }
    words.push_back(nullptr);
    if (words.size() > 1) {
        execv("/proc/self/exe", words.data());
    }
}

} // namespace arauto::os
