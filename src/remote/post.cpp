// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See post.hpp.
#include "remote/post.hpp"

#include "base/clock.hpp"
#include "remote/far_put.hpp"
#include "runtime/wait.hpp"

#include <algorithm>
#include <cstdio>

namespace arauto::core {
namespace {

using transport::Address;
using transport::Completion;
using transport::Operation;
using transport::Outcome;
using transport::Posted;
using transport::RunsOperation;
using transport::Space;

transport::Transport& transport_to(int peer) noexcept {
    Rank& self = this_rank();
    return peer == self.rank ? *self.self : is_far(peer) ? *self.network : *self.shm;
}

void end(const Completion& completion) noexcept {
    auto& pending = *reinterpret_cast<Pending*>(completion.ticket);
    pending.status = completion.status;
    if (completion.status < 0) {
        std::snprintf(pending.sentence, sizeof pending.sentence, "%s", last_error());
    }
    pending.is_done.store(true, std::memory_order_release); // PAIR rma.done: store
}

transport::Kind kind_of(Direction direction) noexcept {
    return direction == Direction::put ? transport::Kind::put : transport::Kind::get;
}

/// Ends the oldest operation that the transport has completed. @return false when there is none
bool end_one(transport::Transport& transport) noexcept {
    Completion completion{0, ARAUTO_OK};
    if (transport.poll({&completion, 1}) == 0) {
        return false;
    }
    end(completion);
    return true;
}

bool is_done(transport::Transport& transport, const Pending& pending) noexcept {
    while (!pending.is_done.load(std::memory_order_acquire)) { // PAIR rma.done: look
        if (!end_one(transport)) {
            return false;
        }
    }
    return true;
}

/// When all have departed, the target may have left before it had answered, or before it was asked,
/// and the network does not report it.
class LastAnswer {
  public:
    explicit LastAnswer(int peer) noexcept : peer_(peer) {}

    /// To be called at every look.
    void watch() noexcept {
        if (this_rank().current_phase() != Phase::finalized || !is_far(peer_) ||
            !this_rank().have_all_departed()) [[likely]] {
            return;
        }
        const int64_t now = now_ns();
        until_ns_ = until_ns_ == 0 ? now + kGraceNs : until_ns_;
        if (now > until_ns_) {
            this_rank().network->abandon(peer_);
        }
    }

  private:
    static constexpr int64_t kGraceNs = 100'000'000; // for the peer to be notified before
    const int peer_;
    int64_t until_ns_ = 0;
};

/// Calls `post(transport)`, which has the ticket of `pending`, until the transport takes the
/// operation or refuses it.
template <typename Post> Status start(int peer, Pending& pending, Post post) noexcept {
    transport::Transport& transport = transport_to(peer);
    LastAnswer answer(peer);
    Posted posted{Outcome::again, ARAUTO_OK};
    const Status waited = wait_until(
        [&] {
            answer.watch();
            posted = post(transport);
            if (posted.outcome != Outcome::again) {
                return true;
            }
            // A wait for that operation may have stepped an epoch, which waits here: it is this
            // wait then that must make room for the next one.
            static_cast<void>(end_one(transport));
            return false;
        },
        [&] {
            // A rank of another node that has stopped still serves, until all have stopped.
            return is_far(peer) ? check_alive(peer, "access")
                                : watch_rank(peer, "access to private memory");
        });
    if (waited < 0 || posted.outcome == Outcome::posted) {
        return waited;
    }
    pending.is_done.store(posted.status >= 0, std::memory_order_release); // PAIR rma.done: store
    return posted.status;
}

Status complete(Operation& operation) noexcept {
    Pending pending;
    const Status status = start(operation, pending);
    return status < 0 ? status : await(operation.remote.peer, pending);
}

/// A piece of a heap of another node. Short puts go without waiting, long ones wait until their
/// source is free.
Status move_far(Operation& operation) noexcept {
    const Address& remote = operation.remote;
    if (operation.kind == transport::Kind::put &&
        far_put(remote.peer, remote.value, static_cast<std::byte*>(operation.local),
                operation.bytes, nullptr)) {
        return check_alive(remote.peer, "put");
    }
    operation.is_ordered = true;
    return complete(operation);
}

} // namespace

Status start(Operation& operation, Pending& pending) noexcept {
    operation.ticket = pending.ticket();
    return start(operation.remote.peer, pending,
                 [&](transport::Transport& transport) { return transport.post(operation); });
}

bool has_ended(int peer, const Pending& pending) noexcept {
    return is_done(transport_to(peer), pending);
}

Status await(int peer, const Pending& pending) noexcept {
    transport::Transport& transport = transport_to(peer);
    if (!is_done(transport, pending)) {
        LastAnswer answer(peer);
        // A dead target is reported by the transport itself, through poll.
        const Status waited = wait_until(
            [&] {
                answer.watch();
                return is_done(transport, pending);
            },
            [] { return ARAUTO_OK; });
        static_cast<void>(waited);
    }
    return pending.status >= 0 ? pending.status : fail(pending.status, "%s", pending.sentence);
}

Status
move_posted(Direction direction, const Address& remote, std::byte* local, size_t bytes) noexcept {
    const bool is_far_heap = remote.space == Space::heap && is_far(remote.peer);
    const transport::Capabilities can = transport_to(remote.peer).capabilities();
    const size_t bytes_max = remote.space == Space::heap ? can.heap_bytes_max : can.bytes_max;
    for (size_t done = 0; done < bytes;) {
        const size_t piece = std::min(bytes - done, bytes_max);
        Operation operation{
            .kind = kind_of(direction),
            .remote = {remote.peer, remote.space, remote.value + done},
            .local = local + done,
            .bytes = piece,
            .atomic = {},
            .ticket = 0,
        };
        if (const Status status = is_far_heap ? move_far(operation) : complete(operation);
            status < 0) {
            return status;
        }
        done += piece;
    }
    return ARAUTO_OK;
}

bool may_signal(const Address& remote, size_t bytes, const transport::Signal& signal) noexcept {
    transport::Network& network = *this_rank().network;
    return bytes <= network.capabilities().heap_bytes_max && bytes > 0 && network.carries(signal) &&
           remote.space == Space::heap;
}

Status put_signalled(const Address& remote,
                     std::byte* local,
                     size_t bytes,
                     const transport::Signal& signal) noexcept {
    Operation operation{.kind = transport::Kind::put,
                        .remote = remote,
                        .local = local,
                        .bytes = bytes,
                        .atomic = {},
                        .ticket = 0,
                        .signal = &signal,
                        .is_ordered = true};
    return complete(operation);
}

Status
move_runs_posted(Direction direction, int peer, Space space, std::span<const Run> runs) noexcept {
    // Puts to far heaps are not waited for; they cannot fail but by the loss of the peer.
    const bool is_awaited = direction == Direction::get || space == Space::foreign || !is_far(peer);
    Pending pending;
    const RunsOperation operation{
        .kind = kind_of(direction),
        .peer = peer,
        .space = space,
        .runs = runs,
        .ticket = is_awaited ? pending.ticket() : 0,
    };
    const Status status = start(peer, pending, [&](transport::Transport& transport) {
        return transport.post_runs(operation);
    });
    return status < 0 ? status : await(peer, pending);
}

RunLimits run_limits(int peer) noexcept {
    const transport::Capabilities capabilities = transport_to(peer).capabilities();
    return {capabilities.runs_max, capabilities.bytes_max};
}

Status post_atomic(const Address& remote, const transport::Atomic& atomic, int owner) noexcept {
    Operation operation{.kind = transport::Kind::atomic,
                        .remote = remote,
                        .local = nullptr,
                        .bytes = atomic.width,
                        .atomic = atomic,
                        .ticket = 0,
                        .owner = owner};
    return complete(operation);
}

} // namespace arauto::core
