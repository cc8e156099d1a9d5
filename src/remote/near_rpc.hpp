// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// RPC between ranks of one node, in shared memory. A request lies in its origin's heap. The origin
// adds it to the backlog of the target, a stack whose top is a word of the target's ImageBlock. A
// waiting thread of the target takes the whole backlog and serves it; so does the RPC thread, if a
// front-end has asked for one. That thread sleeps on a bell of its own while the program computes.
#pragma once

#include "remote/rpc.hpp"

namespace arauto::core {

/// As call_rpc, to another rank of this node.
[[nodiscard]] Status call_near_rpc(const RpcRequest& request, std::span<std::byte> reply) noexcept;

/// Serves the requests of this rank's backlog, unless another thread does.
void serve_near_rpcs() noexcept;

/// Starts the RPC thread, unless it is there.
[[nodiscard]] Status start_rpc_thread() noexcept;

/// Ends it, before destructors free what functions of RPC need.
void dismiss_rpc_thread() noexcept;

} // namespace arauto::core
