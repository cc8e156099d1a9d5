// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// How much shorter a run would have been with the changes that its findings suggest.
#pragma once

#include "findings.hpp"
#include "operations.hpp"
#include "replay.hpp"

#include <vector>

namespace arauto::tools::insight {

/// Replays the run with the change that each finding of 1 % of all time or more suggests, where it
/// can be replayed.
/// @return the prediction for an even division of the work
Prediction
predict(const Schedule& schedule, std::vector<Finding>& findings, std::vector<Operations>& sums);

} // namespace arauto::tools::insight
