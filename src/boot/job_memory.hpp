// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Creates and lays out the memory of a job, and maps it into a process that joins.
#pragma once

#include "boot/check_area.hpp"
#include "boot/job.hpp"

namespace arauto::boot {

/// The properties of a job's memory, as its header has them.
struct Layout {
    int images = 0;
    uint64_t stride = 0;
    bool counts = false;
    bool profile = false;
    uint64_t trace_records = 0; // in the ring of an image's first thread; 0: it is not traced
    bool checks = false; // for races
    CheckOptions check_options{};
};

/// Reserves and lays out the memory of a job. Its maker keeps a copy of the layout, which no image
/// can overwrite.
struct JobMemory {
    JobHeader* header = nullptr;
    int fd = -1;
    Layout layout{};
};
/// @param images_here  that share this node's memory; 0: all
[[nodiscard]] Result<JobMemory>
create_job_memory(int images, bool anonymous_is_enough, int images_here = 0) noexcept;

/// Writes the start of a job's memory, which is zero.
[[nodiscard]] size_t job_bytes(const Layout& layout) noexcept;
/// Where the traces of the images are, behind the heaps.
[[nodiscard]] uint64_t trace_offset_for(const Layout& layout) noexcept;
/// Where the memory of the race checker is, behind them.
[[nodiscard]] uint64_t check_offset_for(const Layout& layout) noexcept;
JobHeader* write_header(std::byte* memory, const Layout& layout) noexcept;

/// Maps the memory of a job that another process has made, as one of its ranks.
[[nodiscard]] Result<Job> attach(int fd, int rank) noexcept;

/// The view that a rank has of memory that all ranks of its job share.
[[nodiscard]] Job view_of_job(JobHeader* header, int rank) noexcept;

/// Fills this process's block: it runs.
void mark_running(const Job& job) noexcept;

/// Launchers bind each process to cores of its own: none of them sees all that the job may use.
/// Each offers its own, and when all have, all can count.
void offer_own_cores(JobHeader& header) noexcept;
[[nodiscard]] int count_cores(const JobHeader& header) noexcept;

} // namespace arauto::boot
