// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See starter.hpp.
#include "starter.hpp"

#include "command.hpp"
#include "compiler_words.hpp"

#include <algorithm>
#include <cstdlib>

namespace arauto::tools {
namespace {

using Words = std::vector<std::string>;

void append(Words& words, std::initializer_list<const char*> more) {
    words.insert(words.end(), more.begin(), more.end());
}

/// The options that both of Open MPI's launchers need.
void append_open_mpi(Words& words, const JobRequest& request) {
    if (request.is_root) {
        append(words, {"--allow-run-as-root"});
    }
    append(words, {"--host"});
    words.push_back(joined(request.hosts));
    append(words, {"-n"});
    words.push_back(std::to_string(request.images));
    append(words, {"--bind-to", "none"}); // as on one host
    for (const std::string& variable : request.variables) {
        append(words, {"-x"});
        words.push_back(variable);
    }
}

void append_open_mpi_4(Words& words, const JobRequest& request) {
    append_open_mpi(words, request);
    if (request.is_here) {
        append(words, {"--oversubscribe"});
    }
    if (!request.remote_shell.empty()) {
        append(words, {"--mca", "plm_rsh_agent"});
        words.push_back(request.remote_shell);
    }
    if (request.labels) {
        append(words, {"--tag-output"});
    }
    if (request.goes_on_after_deaths) {
        append(words, {"--enable-recovery"});
    }
}

void append_prterun(Words& words, const JobRequest& request) {
    append_open_mpi(words, request);
    if (request.is_here) {
        append(words, {"--map-by", ":OVERSUBSCRIBE"});
    }
    if (!request.remote_shell.empty()) {
        append(words, {"--prtemca", "plm_ssh_agent"});
        words.push_back(request.remote_shell);
    }
    if (request.labels) {
        append(words, {"--output", "tag"});
    }
    if (request.goes_on_after_deaths) {
        append(words, {"--runtime-options", "recoverable"});
    }
}

/// Hosts with slots of their own; its environment goes along by itself.
void append_hydra(Words& words, const JobRequest& request) {
    append(words, {"-hosts"});
    words.push_back(joined(request.hosts));
    append(words, {"-n"});
    words.push_back(std::to_string(request.images));
    if (!request.remote_shell.empty()) {
        append(words, {"-launcher", "ssh", "-launcher-exec"});
        words.push_back(request.remote_shell);
    }
    if (request.labels) {
        append(words, {"-prepend-rank"});
    }
    if (request.goes_on_after_deaths) {
        append(words, {"-disable-auto-cleanup"});
    }
}

/// Slots are the resource manager's: it only hears how many images each host gets at most.
void append_srun(Words& words, const JobRequest& request) {
    std::string names;
    int most = 0;
    for (const HostSlots& host : request.hosts) {
        names += (names.empty() ? "" : ",") + host.name;
        most = std::max(most, host.slots);
    }
    words.push_back("--nodelist=" + names);
    words.push_back("--nodes=" + std::to_string(request.hosts.size()));
    words.push_back("--ntasks=" + std::to_string(request.images));
    words.push_back("--ntasks-per-node=" + std::to_string(most));
    words.push_back("--input=0");
    words.push_back("--quit-on-interrupt"); // as the others do, and not at the second one
    if (request.labels) {
        append(words, {"--label"});
    }
    append(words, {request.goes_on_after_deaths ? "--kill-on-bad-exit=0" : "--kill-on-bad-exit=1"});
}

/// "mpirun (Open MPI) 5.0.11", "HYDRA 4.0.2"
std::string short_version(const std::string& text) {
    const std::string first = text.substr(0, text.find('\n'));
    const size_t at = text.find("Version:");
    if (first.find("HYDRA") == std::string::npos || at == std::string::npos) {
        return first;
    }
    const size_t number = text.find_first_of("0123456789", at);
    return "HYDRA " + text.substr(number, text.find('\n', number) - number);
}

} // namespace

std::optional<Starter> identify_starter(const std::string& program) {
    const std::string text = output_of(shell_word(program) + " --version 2>&1 </dev/null");
    const std::optional<StarterKind> kind = kind_of(text);
    if (!kind) {
        return std::nullopt;
    }
    return Starter{*kind, program, short_version(text)};
}

std::optional<StarterKind> kind_of(std::string_view version) {
    const auto says = [&](std::string_view word) { return version.find(word) != version.npos; };
    if (says("HYDRA")) {
        return StarterKind::hydra;
    }
    if (says("OpenRTE) 4") || says("Open MPI) 4") || says("OpenRTE) 3") || says("Open MPI) 3")) {
        return StarterKind::open_mpi_4;
    }
    if (says("PRRTE") || says("Open MPI) ") || says("prterun")) {
        return StarterKind::prterun;
    }
    if (version.starts_with("slurm")) {
        return StarterKind::srun;
    }
    return std::nullopt;
}

std::vector<std::string> command_of(const Starter& starter, const JobRequest& request) {
    Words words{starter.program};
    switch (starter.kind) {
    case StarterKind::prterun:
        append_prterun(words, request);
        break;
    case StarterKind::open_mpi_4:
        append_open_mpi_4(words, request);
        break;
    case StarterKind::hydra:
        append_hydra(words, request);
        break;
    case StarterKind::srun:
        append_srun(words, request);
        break;
    }
    return words;
}

std::optional<Starter> find_starter(const std::string& setting, std::string& why_not_out) {
    if (setting != "auto") {
        const bool is_path = setting.find('/') != std::string::npos;
        const std::string path = is_path ? setting : find_program_in_path(setting);
        if (!is_program(path)) {
            why_not_out = "ARAUTO_LAUNCHER names '" + setting + "', and there is no such program" +
                          (is_path ? "" : " in PATH");
            return std::nullopt;
        }
        std::optional<Starter> found = identify_starter(path);
        if (!found) {
            why_not_out = "ARAUTO_LAUNCHER names '" + setting + "', which is none of prterun, " +
                          "mpirun (Open MPI), mpiexec (MPICH and its relatives) and srun, by "
                          "the output of its --version";
        }
        return found;
    }
    Words names{"prterun", "mpirun", "mpiexec", "mpiexec.hydra", "mpirun.openmpi", "mpiexec.mpich"};
    // Within an allocation the resource manager itself knows the hosts.
    names.insert(std::getenv("SLURM_JOB_ID") != nullptr ? names.begin() : names.end(), "srun");
    for (const std::string& name : names) {
        const std::string path = find_program_in_path(name);
        std::optional<Starter> found = path.empty() ? std::nullopt : identify_starter(path);
        if (found) {
            return found;
        }
    }
    why_not_out = "to run on other hosts one of prterun, mpirun (Open MPI), mpiexec (MPICH) and "
                  "srun must be installed, and none is in PATH";
    return std::nullopt;
}

} // namespace arauto::tools
