// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See far_put.hpp.
#include "remote/far_put.hpp"

#include "remote/progress.hpp"
#include "runtime/wait.hpp"

#include <thread>

namespace arauto::core {
namespace {

using transport::Operation;
using transport::Outcome;
using transport::Posted;

/// Posts until it is taken.
template <typename Post> Posted insist(Post post) noexcept {
    for (;;) {
        const Posted posted = post();
        if (posted.outcome != Outcome::again) {
            return posted;
        }
        serve_network();
        std::this_thread::yield(); // to the threads that empty full queues
    }
}

} // namespace

bool far_put(int rank,
             uint64_t offset,
             const std::byte* local,
             size_t bytes,
             const transport::Signal* signal,
             bool is_tracked) noexcept {
    if (bytes > far_put_max()) {
        return false;
    }
    const Operation operation{.kind = transport::Kind::put,
                              .remote = {rank, transport::Space::heap, offset},
                              .local = const_cast<std::byte*>(local), // a put only reads it
                              .bytes = bytes,
                              .atomic = {},
                              .ticket = 0,
                              .signal = signal,
                              .is_tracked = is_tracked};
    const Posted posted = insist([&] { return this_rank().network->post(operation); });
    if (posted.outcome == Outcome::failed) {
        serve_network();
    }
    return true;
}

size_t far_put_max() noexcept {
    return this_rank().network->unticketed_bytes_max();
}

void far_signal(int rank, const transport::Signal& signal, bool is_tracked) noexcept {
    const bool is_short_enough = far_put(rank, 0, nullptr, 0, &signal, is_tracked);
    static_cast<void>(is_short_enough); // nothing is
}

void flush_except(int rank, transport::Flush wanted) noexcept {
    transport::Network& network = *this_rank().network;
    if (network.is_flushed_except(rank, wanted)) [[likely]] {
        return;
    }
    const Status waited = wait_until([&] { return network.is_flushed_except(rank, wanted); },
                                     [] { return ARAUTO_OK; }); // lost ranks count as flushed
    static_cast<void>(waited); // a wait that nothing gives up returns ARAUTO_OK
}

void flush_to(int rank) noexcept {
    transport::Network& network = *this_rank().network;
    if (network.is_flushed_to(rank)) [[likely]] {
        return;
    }
    const Status waited =
        wait_until([&] { return network.is_flushed_to(rank); }, [] { return ARAUTO_OK; });
    static_cast<void>(waited); // a wait that nothing gives up returns ARAUTO_OK
}

} // namespace arauto::core
