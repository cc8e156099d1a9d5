// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Starts a job on this machine and watches it until it ends. Runs in `arauto run`, and in a program
// that was started by hand.
#pragma once

#include "base/settings.hpp"
#include "boot/check_area.hpp"
#include "boot/job.hpp"

namespace arauto::boot {

inline constexpr Setting kLauncherSetting{
    "ARAUTO_LAUNCHER", "auto", SettingKind::text, "",
    "the launcher that 'arauto run --hosts' uses to reach other hosts: name or path of a prterun, "
    "mpirun, mpiexec or srun; auto: the first of them that is installed"};
inline constexpr Setting kRemoteShellSetting{
    "ARAUTO_REMOTE_SHELL", "", SettingKind::text, "",
    "the program by which that launcher reaches other hosts (default: its own choice, mostly ssh)"};
inline constexpr Setting kRunSettings[] = {kLauncherSetting, kRemoteShellSetting};

/// The start of each child: the function returns only in a child that must go on as an image of
/// this very program.
struct Child {
    void (*start)(void* context, const Job& job, int memory_fd);
    void* context;
    const char* program; // for sentences
    bool
        shares_by_descriptor; // the child runs another program and needs a descriptor of the memory
    /// The launcher waits here when it has to read the images' output: returns once there was some,
    /// `signals` can be read, or time is up (-1: never). A last call without `signals` takes what
    /// is left. Null when the images write for themselves.
    void (*drain)(void* context, int signals, int timeout_ms);
};

/// Makes `images` processes and becomes their launcher. Returns twice over: in the launcher with
/// the exit status of the job and `is_image` false, in each child whose `start` returned with
/// `is_image` true and its view of the job.
struct Launched {
    Status status = ARAUTO_OK;
    bool is_image = false;
    Job job;
    int exit_status = 0;
    bool is_traced = false; // trace_file() has been written
    CheckArea* checked = nullptr; // where races are; null: the job was not checked
    bool has_broken_off = false; // an image died, or was ended before its end
};
[[nodiscard]] Launched launch(int images, const Child& child) noexcept;

/// Images that ARAUTO_NUM_IMAGES, else GFORTRAN_NUM_IMAGES, else the cores ask for.
[[nodiscard]] Result<int64_t> default_images() noexcept;

inline constexpr const char* kJobDescriptorVariable = "ARAUTO_JOB_FD";
inline constexpr const char* kRankVariable = "ARAUTO_RANK";

} // namespace arauto::boot
