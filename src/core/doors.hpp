// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Which processes of a silent node have ended, when nobody is left to tell: the kernel of their
// host does, by refusing connections. A living process may be silent for long, since it is stopped
// or not let run, but connections are taken for it. Where all are refused, by a firewall say, that
// tells nothing: so none counts until one of this job's doors has been found open. By the attendant
// alone; never waits.
#pragma once

namespace arauto::core {

/// To be called at every beat.
/// @param is_silent  little has been heard of the node: its processes' doors are tried
/// @param visit  gets the ranks of those whose doors are closed
void look_at_doors(int node, bool is_silent, void (*visit)(int rank)) noexcept;

} // namespace arauto::core
