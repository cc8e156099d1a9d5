// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The last meetings of a job over several nodes. Who has stopped serves the others until all have
// stopped, and then until nobody has anything to ask any more: an epoch that was closed and not
// waited for may move only now. So nodes report twice, up a binary tree past dead ones: all of ours
// have ended; all of ours have parted, which is to have nothing left to do, or no process. When the
// top has heard so of all, that goes to all as facts do (telling.hpp).
//
// Nobody leaves before the second word, and no node reports the second time before it knows the
// first. So whoever is lost before this node knows that all have ended has died, and who is lost
// afterwards is missed by nobody. Where something is left and nothing moves in the whole job (an
// epoch that nobody meets), the top ends the waiting, once all have reported that they know the
// first word. tests/model/meeting.pml is the model.
//
// Pretended nodes have one memory, and need no reports.
#pragma once

#include "core/telling.hpp"

namespace arauto::core {

/// Where nodes are real; once, before the network.
void open_meeting(int node, int nodes);

/// By who speaks for this node, at every step.
/// @param is_time  to say again what may have got lost with who heard it
void report_ends(bool is_time) noexcept;
/// Such a report has come.
void hear_report(int node, const Fact& report) noexcept;
/// The word has come, or is given. @return whether it was news on this node
bool learn_of_meeting(What what) noexcept;

/// Whether every rank of every node has stopped or failed, as far as is known here.
[[nodiscard]] bool all_have_ended() noexcept;
/// Whether nobody needs to stay any more.
[[nodiscard]] bool all_have_parted() noexcept;

/// When all have ended: serves the others until all have parted. What is left then is told.
void part_from_all() noexcept;

} // namespace arauto::core
