// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Operations that a transport carries out, because the memory is not mapped in this process, or is
// private to another process. They are cut into pieces that the transport accepts, one after the
// other, and each piece is waited for; transfers.hpp does that in a later call.
#pragma once

#include "base/copy.hpp"
#include "runtime/rank.hpp"

#include <atomic>
#include <span>

namespace arauto::core {

enum class Direction : uint8_t { put, get };

/// An operation that has been handed to a transport. Its address is its ticket, so that any thread
/// that polls its completion can find it: it stays where it is until it has ended.
struct Pending {
    std::atomic<bool> is_done{false}; // PAIR rma.done: the poller stores, the waiting thread looks
    Status status = ARAUTO_OK;
    char sentence[200] = {};

    [[nodiscard]] uint64_t ticket() const noexcept { return reinterpret_cast<uint64_t>(this); }
};
/// Hands an operation to the transport, and waits only until that takes it. Writes the ticket into
/// `operation`, of which a copy took 25 ns of 1,580.
/// @return the failure, if it was not taken; `pending` has not begun then
[[nodiscard]] Status start(transport::Operation& operation, Pending& pending) noexcept;
/// Polls completions that are there, and looks whether this one is. Never waits.
[[nodiscard]] bool has_ended(int peer, const Pending& pending) noexcept;
/// Waits until it has ended. @return its status
[[nodiscard]] Status await(int peer, const Pending& pending) noexcept;

/// Copies one contiguous piece; complete on return. A put to a far rank is the exception: it is in
/// order with this rank's other operations there, and complete when flush_to() returns. Arguments
/// are checked by the caller.
[[nodiscard]] Status move_posted(Direction direction,
                                 const transport::Address& remote,
                                 std::byte* local,
                                 size_t bytes) noexcept;

/// Whether put_signalled() takes a put of this length into a heap of another node.
[[nodiscard]] bool may_signal(const transport::Address& remote,
                              size_t bytes,
                              const transport::Signal& signal) noexcept;
/// A put that ends with a signal, as far as move_posted() waits for one.
[[nodiscard]] Status put_signalled(const transport::Address& remote,
                                   std::byte* local,
                                   size_t bytes,
                                   const transport::Signal& signal) noexcept;

/// Limits of one posted operation on several runs of `peer`.
struct RunLimits {
    size_t runs_max;
    size_t bytes_max;
};
[[nodiscard]] RunLimits run_limits(int peer) noexcept;

/// Copies runs that are within run_limits, in the order given; complete on return.
[[nodiscard]] Status move_runs_posted(Direction direction,
                                      int peer,
                                      transport::Space space,
                                      std::span<const Run> runs) noexcept;

/// @param owner  whose heap is meant, of the peer's node; -1: the peer's
[[nodiscard]] Status post_atomic(const transport::Address& remote,
                                 const transport::Atomic& atomic,
                                 int owner = -1) noexcept;

} // namespace arauto::core
