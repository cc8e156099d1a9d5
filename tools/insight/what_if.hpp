// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// `arauto doctor FILE --what-if CHANGES`: the run as it would have been.
#pragma once

#include "edit.hpp"
#include "report.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace arauto::tools::insight {

struct Changes {
    std::vector<Edit> edits;
    std::string fault; // a sentence; empty: all were understood
};

/// Reads "heat.f90:42=pairs,57=none,image3*0.8".
[[nodiscard]] Changes parse_changes(std::string_view text, const Analysis& analysis);

/// The time of the run with these changes, and what its end has waited for then.
/// @param text  the changes, in the words of the user
[[nodiscard]] std::string
what_if_report(const Analysis& analysis, const std::vector<Edit>& edits, std::string_view text);

} // namespace arauto::tools::insight
