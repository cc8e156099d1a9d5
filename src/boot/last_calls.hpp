// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The last calls of images that have ended, by the records of a trace or of `--flight`: for the
// report of a death, and for the file that is written when a job breaks off.
#pragma once

#include "boot/wire.hpp"

#include <string>
#include <vector>

namespace arauto::boot {

/// The last calls of an image whose process has ended, the oldest first. Reads the debug
/// information of the program, which may take seconds.
/// @param most  lines; calls that repeat each other are one
[[nodiscard]] std::vector<std::string>
last_calls(const JobHeader& header, const Traces& traces, int rank, size_t most);

/// Writes those of all images, if that is wanted, and says where. Once, when they have ended.
void write_flight(JobHeader* header, const Traces& traces, int images) noexcept;

} // namespace arauto::boot
