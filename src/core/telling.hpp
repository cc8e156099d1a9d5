// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// How nodes tell each other facts about ranks. A fact goes to the nodes 1, 2, 4, ... further on in
// the ring of living nodes, to the one process that speaks for each: its lowest living rank. Each
// node that learns something tells it on. A process may die with what it was told, or was about to
// tell, so whoever begins to be told by this node is told all that is known here, and whoever
// begins to speak for its node tells all. tests/model/telling.pml is the model.
//
// put_in_outbox(), has_told_all() may be called by any thread; the rest by the attendant alone.
#pragma once

#include "core/runtime.hpp"

#include <cstdint>

namespace arauto::core {

enum class What : uint32_t {
    failed,
    stopped,
    gone, // they had stopped, and their processes have ended
    ending,
    handles,
    all_ended,
    all_parted,
    done, // of a node, to the one that it reports to: see meeting.hpp
    beat,
};

/// What travels. A wire format.
struct Fact {
    What what;
    int32_t first; // rank; of `done` the node
    int32_t count; // of `done` moves
    int32_t value; // exit status: of `ending` the job's, of `failed` its own should it live
};

inline constexpr int64_t kBeatNs = 250'000'000; // from one sign of life to the next

void open_telling(int node, int nodes) noexcept;

/// The first rank of a node that is not gone, or -1.
[[nodiscard]] int speaker_of(int node) noexcept;
template <typename Visit> void visit_ranks_of(int node, Visit visit) noexcept {
    const boot::Host& host = *runtime().job.host;
    for (int rank = host.first_of(node); rank < runtime().size; ++rank) {
        if (host.node_of(rank) == node) {
            visit(rank);
        }
    }
}

/// As of the last look_for_losses().
[[nodiscard]] bool is_dead(int node) noexcept;
/// The next living node, `step` on or later, round the ring; -1: there is no other.
[[nodiscard]] int living_node(int step, int direction) noexcept;

/// Which nodes live.
void look_for_losses() noexcept;
/// By who speaks for this node: who has not been told of what is known is.
void catch_up() noexcept;

/// To be told by this process.
void put_in_outbox(const Fact& fact) noexcept;
/// To one node, for so long; a node that takes no mail for longer is left out.
void tell_node(int node, const Fact& fact, int64_t patience_ns) noexcept;
/// One try to tell what is to be told.
void send_outbox() noexcept;
[[nodiscard]] bool has_told_all() noexcept;
/// By any thread: tells before it returns, if the network takes it in this time.
void tell_at_once(const Fact& fact, int64_t patience_ns) noexcept;

} // namespace arauto::core
