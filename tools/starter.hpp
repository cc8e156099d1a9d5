// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The launchers that can start a job on several hosts, and the command line of each.
#pragma once

#include "host_list.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace arauto::tools {

enum class StarterKind : uint8_t { prterun, open_mpi_4, hydra, srun };

struct Starter {
    StarterKind kind;
    std::string program; // a path
    std::string version; // for people: "mpirun (Open MPI) 5.0.11"
};

/// The kind of a launcher, by the output of --version; none when it is unknown.
[[nodiscard]] std::optional<StarterKind> kind_of(std::string_view version);

struct JobRequest {
    int images;
    std::vector<HostSlots> hosts; // all with slots
    std::vector<std::string> variables; // of the environment, to go along
    std::string remote_shell; // empty: the launcher's own choice
    bool labels;
    bool goes_on_after_deaths;
    bool is_root;
    bool is_here; // the host is this machine, and more images than slots are welcome
};

/// The command that starts the job, up to the program.
[[nodiscard]] std::vector<std::string> command_of(const Starter& starter,
                                                  const JobRequest& request);

/// The launcher that a path names; none when it is none of these.
[[nodiscard]] std::optional<Starter> identify_starter(const std::string& program);

/// The one that the setting names, or the first that is installed.
/// @param why_not_out  a sentence without end when there is none
[[nodiscard]] std::optional<Starter> find_starter(const std::string& setting,
                                                  std::string& why_not_out);

} // namespace arauto::tools
