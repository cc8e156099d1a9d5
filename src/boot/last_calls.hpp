// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The last calls of images, by the records of a trace or of `--flight`: for the report of a death,
// for the file that is written when a job breaks off, and for `arauto where`.
#pragma once

#include "boot/wire.hpp"

#include <string>
#include <vector>

namespace arauto::boot {

/// The last calls of an image, the oldest first: "12 us before: put, heat.f90:42; to image 2, 80
/// bytes", before its end; "ago" while it runs, when one may be wrong that is written now. Reads
/// the debug information of the program, which may take seconds.
/// @param most  lines; calls that repeat each other are one
[[nodiscard]] std::vector<std::string>
last_calls(const JobHeader& header, const Traces& traces, int rank, size_t most);

/// Writes those of all images, if that is wanted, and says where. Once, when they have ended.
void write_flight(JobHeader* header, const Traces& traces, int images) noexcept;

} // namespace arauto::boot
