// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// `arauto doctor FILE`, and the end of `arauto run --trace`.
#pragma once

#include <span>
#include <string>

namespace arauto::tools::insight {

/// The arguments of `arauto doctor`, of which one is a file.
int doctor_trace(std::span<char*> arguments);

/// Prints on standard error what the trace shows, or only where it is when it is large. Prints
/// nothing when it went through a pipe.
void print_short_report(const std::string& file);

} // namespace arauto::tools::insight
