// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Shared by the checks of a transport: offsets in each heap, one operation carried out to its end,
// and a barrier on the job's counters.
#pragma once

#include "boot/join.hpp"
#include "transport/make.hpp"

#include <algorithm>
#include <cstdio>
#include <sched.h>
#include <unistd.h>
#include <vector>

using namespace arauto; // NOLINT: the tests are about these two
using namespace arauto::transport; // NOLINT

inline constexpr uint64_t kBounce = 0; // offsets in each heap
inline constexpr uint64_t kArena = kBounceBytes; // one slot of kSlot bytes for each writer
inline constexpr uint64_t kSlot = 1 << 16;
inline constexpr uint64_t kCounter = 8 << 20;
inline constexpr uint64_t kAddresses =
    kCounter + 64; // the address of foreign memory, stored by each rank
inline constexpr uint64_t kWords =
    9 << 20; // for each writer some words, a line of the cache for each
inline constexpr uint64_t kLine = 64;
inline constexpr uint64_t kWordsOfWriter = 16 * kLine;
inline constexpr uint64_t kLongs = 16 << 20; // one slot of kLong bytes
inline constexpr uint64_t kLong = 1 << 20;

inline boot::Job g_job;
inline Transport* g_self;
inline Transport* g_between; // of the others
inline Network* g_network; // the same, where it is one
alignas(64) inline std::byte g_private[8][kSlot];

inline void require(bool ok, const char* what) {
    if (!ok) {
        std::fprintf(stderr, "rank %d: %s (%s)\n", g_job.rank, what, last_error());
        std::fflush(stderr);
        _exit(1);
    }
}

inline Transport& to(int peer) {
    return peer == g_job.rank ? *g_self : *g_between;
}

inline constexpr uint64_t kTicket = 4711;

/// Carries out what `post` starts, as remote/post does; returns its status.
template <typename Post> Status complete_posted(Transport& transport, Post post) {
    for (;;) {
        const Posted posted = post();
        if (posted.outcome == Outcome::done || posted.outcome == Outcome::failed) {
            require((posted.outcome == Outcome::done) == (posted.status >= 0),
                    "outcome and status agree");
            return posted.status;
        }
        if (posted.outcome == Outcome::posted) {
            break;
        }
        if (g_between != nullptr) {
            g_between->serve();
        }
        sched_yield();
    }
    Completion completion{0, ARAUTO_OK};
    while (transport.poll({&completion, 1}) == 0) {
        g_between->serve();
        sched_yield();
    }
    require(completion.ticket == kTicket, "a completion carries the ticket of its operation");
    return completion.status;
}

/// Data longer than the transport takes at once go in pieces, as remote/post cuts them.
inline Status complete(const Operation& operation) {
    Transport& transport = to(operation.remote.peer);
    const Capabilities can = transport.capabilities();
    const bool is_on_heap = operation.remote.space == Space::heap;
    const size_t bytes_max = is_on_heap ? can.heap_bytes_max : can.bytes_max;
    for (size_t done = 0; done < operation.bytes;) {
        Operation piece = operation;
        piece.ticket = kTicket;
        piece.remote.value += done;
        piece.local = static_cast<std::byte*>(operation.local) + done;
        piece.bytes = std::min(operation.bytes - done, bytes_max);
        const Status status = complete_posted(transport, [&] { return transport.post(piece); });
        if (status < 0) {
            return status;
        }
        done += piece.bytes;
    }
    return ARAUTO_OK;
}

inline Status complete(const RunsOperation& operation) {
    Transport& transport = to(operation.peer);
    return complete_posted(transport, [&] { return transport.post_runs(operation); });
}

inline void barrier() {
    if (g_job.is_spread()) {
        require(g_job.manager->synchronise() >= 0, "all synchronise");
        return;
    }
    static int64_t turn = 0;
    ++turn;
    auto* counter = reinterpret_cast<std::atomic<int64_t>*>(g_job.heap(0) + kCounter + 8);
    counter->fetch_add(1);
    while (counter->load() < turn * g_job.size) {
        if (g_between != nullptr) {
            g_between->serve();
        }
        sched_yield();
    }
}
