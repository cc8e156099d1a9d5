// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The parsed options of `arauto run`, and the start of a job on other hosts.
#pragma once

#include "host_list.hpp"
#include "race_report.hpp"

#include <string>
#include <vector>

namespace arauto::tools {

inline constexpr int kImagesMax = 65536;

struct RunOptions {
    int images = 0; // 0: not given
    bool labels = false;
    bool is_verbose = false;
    bool wants_help = false; // and nothing else matters
    std::vector<HostSlots> hosts; // empty: this one
    bool heeds_mpi = true; // false: --mpi=no
    char** program = nullptr; // and its arguments, ended by null
    bool checks = false; // as `arauto check`, which has the next
    RaceOutput races;
};

/// Hands the job to an installed launcher and ends with its exit status.
/// @param mpi_library  of the program; empty: none
int run_on_hosts(RunOptions& options, const std::string& mpi_library);

/// Runs the job on this machine by the launcher of the program's MPI, and ends with its exit
/// status.
int run_by_mpi(RunOptions& options, const std::string& mpi_library);

} // namespace arauto::tools
