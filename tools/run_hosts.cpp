// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// `arauto run --hosts`: another launcher starts the images; this command finds it, tells it what to
// do, and says in a sentence what went wrong.
#include "command.hpp"
#include "compiler_words.hpp"
#include "run.hpp"
#include "starter.hpp"

#include "base/log.hpp"
#include "boot/launcher.hpp"
#include "boot/settings.hpp"
#include "os/process.hpp"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <netdb.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace arauto::tools {
namespace {

constexpr int kSignalBase = 128;
constexpr int kPassedOn[] = {SIGINT, SIGQUIT, SIGTERM, SIGHUP, SIGUSR1, SIGUSR2};

// Of the handler: the launcher's process, and the last signal that asks for the end of the job.
pid_t g_child = 0;
volatile sig_atomic_t g_ends_by = 0;

/// Settings of ours and of libfabric; launchers tell their own by themselves.
std::vector<std::string> variables_to_send() {
    std::vector<std::string> names;
    for (char** entry = environ; *entry != nullptr; ++entry) {
        const std::string text = *entry;
        const std::string name = text.substr(0, std::min(text.find('='), text.size()));
        const bool is_launchers =
            name == boot::kJobDescriptorVariable || name == boot::kRankVariable;
        if (!is_launchers &&
            (name.starts_with("ARAUTO_") || name.starts_with("FI_") || name == "LD_LIBRARY_PATH")) {
            names.push_back(name);
        }
    }
    return names;
}

Wish wish_of(const RunOptions& options) {
    Wish wish{};
    wish.images = options.images;
    wish.hosts = options.hosts;
    wish.variables = variables_to_send();
    wish.remote_shell = setting_text(boot::kRemoteShellSetting);
    wish.labels = options.labels;
    wish.goes_on_after_deaths = setting_text(boot::kOnFailureSetting) == std::string("continue");
    wish.is_root = geteuid() == 0;
    return wish;
}

/// In words: a (2), b (2)
std::string hosts_in_words(const std::vector<HostSlots>& hosts) {
    std::string text;
    for (const HostSlots& host : hosts) {
        text += (text.empty() ? "" : ", ") + host.name + " (" + std::to_string(host.slots) + ")";
    }
    return text;
}

std::string joined_words(const std::vector<std::string>& words) {
    std::string text;
    for (const std::string& word : words) {
        text += (text.empty() ? "" : " ") + word;
    }
    return text;
}

/// The launcher is in the terminal's foreground as well: a signal of the terminal reaches both.
void pass_on(int signal, siginfo_t* info, void*) {
    if (signal != SIGUSR1 && signal != SIGUSR2) {
        g_ends_by = signal;
    }
    if (info->si_code != SI_KERNEL) {
        kill(g_child, signal);
    }
}

/// One that is ignored stays so, as `nohup` wants it.
void take_signals() {
    for (const int signal : kPassedOn) {
        struct sigaction before{};
        struct sigaction passing{};
        passing.sa_sigaction = pass_on;
        passing.sa_flags = SA_SIGINFO;
        sigemptyset(&passing.sa_mask);
        if (sigaction(signal, nullptr, &before) == 0 && before.sa_handler != SIG_IGN) {
            sigaction(signal, &passing, nullptr);
        }
    }
}

/// Holds up those that the handler passes on, until it knows where they go.
class SignalsHeldUp {
  public:
    SignalsHeldUp() {
        sigset_t held;
        sigemptyset(&held);
        for (const int signal : kPassedOn) {
            sigaddset(&held, signal);
        }
        sigprocmask(SIG_BLOCK, &held, &before_);
    }
    ~SignalsHeldUp() { sigprocmask(SIG_SETMASK, &before_, nullptr); }
    SignalsHeldUp(const SignalsHeldUp&) = delete;
    SignalsHeldUp& operator=(const SignalsHeldUp&) = delete;
    [[nodiscard]] const sigset_t& before() const { return before_; }

  private:
    sigset_t before_{};
};

[[noreturn]] void become(std::vector<std::string> words, char** program) {
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

/// Starts it, passes signals on to it, and waits.
int wait_status_of(const std::vector<std::string>& words, char** program) {
    std::fflush(nullptr);
    {
        const SignalsHeldUp held;
        g_child = fork();
        if (g_child < 0) {
            return -1;
        }
        if (g_child == 0) {
            sigprocmask(SIG_SETMASK, &held.before(), nullptr);
            become(words, program);
        }
        take_signals();
    }
    int status = 0;
    while (waitpid(g_child, &status, 0) < 0 && errno == EINTR) {
    }
    return status;
}

bool resolves(const std::string& name) {
    addrinfo* found = nullptr;
    const bool is_known = getaddrinfo(name.c_str(), nullptr, nullptr, &found) == 0;
    if (is_known) {
        freeaddrinfo(found);
    }
    return is_known;
}

/// Whether the configuration of ssh makes something else of the name.
bool is_known_to_ssh(const std::string& name) {
    const std::string text = output_of("ssh -G " + shell_word(name) + " 2>/dev/null </dev/null");
    const size_t at = text.find("\nhostname ");
    const std::string real =
        at == std::string::npos ? "" : text.substr(at + 10, text.find('\n', at + 1) - at - 10);
    return text.find("\nproxyjump ") != std::string::npos ||
           text.find("\nproxycommand ") != std::string::npos ||
           (!real.empty() && real != name && resolves(real));
}

/// The first host that neither this system's resolver nor ssh knows: some launchers wait for it
/// without end.
std::string unknown_host(const std::vector<HostSlots>& hosts) {
    for (const HostSlots& host : hosts) {
        const std::string name = host.name.substr(host.name.find('@') + 1); // npos + 1 is 0
        if (!resolves(name) && !is_known_to_ssh(name)) {
            return name;
        }
    }
    return "";
}

int judge(int status, const Starter& starter, bool is_verbose) {
    if (WIFSIGNALED(status)) {
        return complain(kSignalBase + WTERMSIG(status), "run: %s was killed by signal %d (%s)",
                        starter.program.c_str(), WTERMSIG(status),
                        os::signal_text(WTERMSIG(status)));
    }
    const int code = WEXITSTATUS(status);
    if (code == 0 && g_ends_by != 0) {
        return kSignalBase + g_ends_by; // not all launchers tell
    }
    if (code != 0 && is_verbose) {
        complain(code, "run: %s ended with exit status %d", starter.program.c_str(), code);
    }
    return code;
}

int64_t images_wanted(const RunOptions& options) {
    return options.images > 0
               ? options.images
               : setting_integer(boot::kNumImagesSetting, images_of(options.hosts)).value;
}

} // namespace

int run_on_hosts(RunOptions& options) {
    const int64_t images = images_wanted(options);
    if (images > kImagesMax) {
        return complain(kBadUsage,
                        "run: the hosts have %lld slots, but a job has at most %d images; say how "
                        "many by -n",
                        static_cast<long long>(images), kImagesMax);
    }
    options.images = static_cast<int>(images);
    if (const std::string fault = share_out(options.images, options.hosts); !fault.empty()) {
        return complain(kBadUsage, "run: %s", fault.c_str());
    }
    std::string why_not;
    const std::optional<Starter> starter =
        find_starter(setting_text(boot::kLauncherSetting), why_not);
    if (!starter) {
        return complain(kNotFound, "run: %s", why_not.c_str());
    }
    const Wish wish = wish_of(options);
    const bool knows_hosts_itself =
        starter->kind == StarterKind::srun || !wish.remote_shell.empty();
    const std::string unknown = knows_hosts_itself ? "" : unknown_host(options.hosts);
    if (!unknown.empty()) {
        return complain(1, "run: there is no host '%s': neither this system nor ssh knows it",
                        unknown.c_str());
    }
    const std::vector<std::string> words = command_of(*starter, wish);
    if (options.is_verbose) {
        complain(0, "run: %s (%s) starts %d images on %s", starter->version.c_str(),
                 starter->program.c_str(), options.images, hosts_in_words(options.hosts).c_str());
        complain(0, "run: %s %s", joined_words(words).c_str(), *options.program);
    } else {
        log(LogLevel::info, "run: %s (%s) starts %d images on %s", starter->version.c_str(),
            starter->program.c_str(), options.images, hosts_in_words(options.hosts).c_str());
    }
    const int status = wait_status_of(words, options.program);
    if (status < 0) {
        return complain(1, "run: no process for the launcher: %s", std::strerror(errno));
    }
    return judge(status, *starter, options.is_verbose);
}

} // namespace arauto::tools
