// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// `arauto run --hosts`, and programs with an MPI: finds an installed launcher, builds its command
// line, and reports faults in one sentence.
#include "check_mpi.hpp"
#include "command.hpp"
#include "compiler_words.hpp"
#include "launcher_child.hpp"
#include "program_mpi.hpp"
#include "run.hpp"
#include "starter.hpp"

#include "base/log.hpp"
#include "boot/check_area.hpp"
#include "boot/launcher.hpp"
#include "boot/settings.hpp"
#include "os/process.hpp"
#include "os/topology.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <netdb.h>
#include <sys/wait.h>
#include <unistd.h>

namespace arauto::tools {
namespace {

constexpr int kSignalBase = 128;
/// Settings of ours and of libfabric; launchers send their own by themselves.
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

JobRequest request_of(const RunOptions& options) {
    JobRequest request{};
    request.images = options.images;
    request.hosts = options.hosts;
    request.variables = variables_to_send();
    request.remote_shell = setting_text(boot::kRemoteShellSetting);
    request.labels = options.labels;
    request.goes_on_after_deaths = setting_text(boot::kOnFailureSetting) == std::string("continue");
    request.is_root = geteuid() == 0;
    return request;
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

int judge(const EndOfLauncher& end, const Starter& starter, bool is_verbose) {
    const int status = end.status;
    if (WIFSIGNALED(status)) {
        return complain(kSignalBase + WTERMSIG(status), "run: %s was killed by signal %d (%s)",
                        starter.program.c_str(), WTERMSIG(status),
                        os::signal_text(WTERMSIG(status)));
    }
    const int code = WEXITSTATUS(status);
    if (code == 0 && end.ends_by != 0) {
        return kSignalBase + end.ends_by; // not all launchers pass it on
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

/// The launcher that the user names, else that of the program's MPI, else any.
std::optional<Starter> starter_for(const std::string& mpi_library, std::string& why_not_out) {
    const std::string setting = setting_text(boot::kLauncherSetting);
    return mpi_library.empty() || setting != "auto" ? find_starter(setting, why_not_out)
                                                    : find_starter_of_mpi(mpi_library, why_not_out);
}

int start(const Starter& starter, const JobRequest& request, const RunOptions& options) {
    const std::vector<std::string> words = command_of(starter, request);
    if (options.is_verbose) {
        complain(0, "run: %s (%s) starts %d images on %s", starter.version.c_str(),
                 starter.program.c_str(), options.images, hosts_in_words(options.hosts).c_str());
        complain(0, "run: %s %s", joined_words(words).c_str(), *options.program);
    } else {
        log(LogLevel::info, "run: %s (%s) starts %d images on %s", starter.version.c_str(),
            starter.program.c_str(), options.images, hosts_in_words(options.hosts).c_str());
    }
    const EndOfLauncher end = run_launcher(words, options.program);
    if (end.status < 0) {
        return complain(1, "run: no process for the launcher: %s", std::strerror(errno));
    }
    return judge(end, starter, options.is_verbose);
}

} // namespace

int run_on_hosts(RunOptions& options, const std::string& mpi_library) {
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
    const std::optional<Starter> starter = starter_for(mpi_library, why_not);
    if (!starter) {
        return complain(kNotFound, "run: %s", why_not.c_str());
    }
    const JobRequest request = request_of(options);
    const bool knows_hosts_itself =
        starter->kind == StarterKind::srun || !request.remote_shell.empty();
    const std::string unknown = knows_hosts_itself ? "" : unknown_host(options.hosts);
    if (!unknown.empty()) {
        return complain(1, "run: there is no host '%s': neither this system nor ssh knows it",
                        unknown.c_str());
    }
    return start(*starter, request, options);
}

int run_by_mpi(RunOptions& options, const std::string& mpi_library) {
    std::string why_not;
    const std::optional<Starter> starter = starter_for(mpi_library, why_not);
    if (!starter) {
        return complain(kNotFound, "run: %s", why_not.c_str());
    }
    // As many slots as cores: where there are more images, the MPI waits without keeping them busy.
    options.hosts = {{"localhost", os::usable_cores()}};
    JobRequest request = request_of(options);
    request.is_here = true;
    const Result<int> is_checked = setting_choice(boot::kCheckSetting);
    if (!is_checked.ok() || is_checked.value == 0) {
        return start(*starter, request, options);
    }
    const CheckedByMpi check(options, mpi_library);
    return check.report(start(*starter, request, options));
}

} // namespace arauto::tools
