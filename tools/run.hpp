// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// What `arauto run` has been asked for, and its way to other hosts.
#pragma once

#include "host_list.hpp"

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
    char** program = nullptr; // and its arguments, ended by null
};

/// Hands the job to an installed launcher and ends with its exit status.
int run_on_hosts(RunOptions& options);

} // namespace arauto::tools
