// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// A request for the states of the images of all nodes, through the memory of one node. A process
// outside the job (`arauto where`, `arauto run --hosts`) asks, and the node leader answers with the
// lines that it has collected (src/failure/standstill.hpp). An image pays nothing for it.
#pragma once

#include "boot/wire.hpp"

#include <string>
#include <vector>

namespace arauto::boot {

/// The process outside. @return false when the node leader does not answer in this time
[[nodiscard]] bool
ask_for_states(StateRequest& request, int64_t patience_ns, std::vector<std::string>& lines_out);

/// The node leader. @return the number of a request that is not answered yet; 0: there is none
[[nodiscard]] uint32_t pending_request(const StateRequest& request) noexcept;
/// Lines that do not fit are left out, and the last says so.
void answer_request(StateRequest& request, uint32_t number, const std::vector<std::string>& lines);

} // namespace arauto::boot
