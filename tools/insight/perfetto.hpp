// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// A trace in the form of Perfetto, whose viewer is at ui.perfetto.dev.
#pragma once

#include "report.hpp"

#include <string>
#include <string_view>

namespace arauto::tools::insight {

/// A process for the node, with a track for each thread of an image, and below it a track of what
/// the thread did: computed, moved data, waited. Calls that were timed are slices, others instants.
/// A flow leads from each call that has ended a wait to the slice `released` in that wait.
[[nodiscard]] std::string perfetto_of(const Analysis& analysis);

/// Whether a file begins as perfetto_of() does.
[[nodiscard]] bool is_perfetto_of_trace(std::string_view first_bytes);

} // namespace arauto::tools::insight
