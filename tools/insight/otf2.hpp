// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// A trace in the format OTF2, which Vampir and Scalasca read. A program in Python writes it by the
// package otf2, so that this command needs no library for it.
#pragma once

#include "report.hpp"

#include <cstddef>
#include <string>

namespace arauto::tools::insight {

struct Otf2Input {
    std::string text; // as otf2_writer.py reads it
    size_t left_out = 0; // calls
};
/// @param most  calls that are written, the latest of each thread
[[nodiscard]] Otf2Input otf2_input(const Analysis& analysis, size_t most);

/// Writes the archive. @return 0, or the exit status after a complaint
int write_otf2(const Analysis& analysis, const std::string& folder);

} // namespace arauto::tools::insight
