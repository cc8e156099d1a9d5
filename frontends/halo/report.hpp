// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The parts that the procedures of the Fortran module have in common: how a failure is reported,
// the team, and the check of an array's descriptor.
#pragma once

#include "descriptor.hpp"

#include "arauto/team.h"

#include <string_view>

namespace arauto::halo {

/// STAT= and ERRMSG= of a procedure.
struct Report {
    const char* procedure;
    int32_t* stat;
    const Descriptor* errmsg;

    /// Ends the procedure: reports a failure, and without STAT= ends the program with it.
    void operator()(arauto_status_t status) const noexcept;
};

/// Fills a character variable, with blanks behind the text.
void fill(const Descriptor& variable, std::string_view text) noexcept;

/// The current team of a coarray program; in others the team of all, of which this process becomes
/// a member. Null, with the error of arauto_init, where that fails.
[[nodiscard]] arauto_team_h find_team() noexcept;

/// Whether the compiler's descriptors are known.
[[nodiscard]] arauto_status_t check_descriptor(const Descriptor& array, const char* call) noexcept;

} // namespace arauto::halo
