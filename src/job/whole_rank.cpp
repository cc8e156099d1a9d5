// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See whole_rank.hpp.
#include "job/whole_rank.hpp"

namespace arauto::core {

// Here, so that a program that links the archive gets the constructor below with it.
constinit Rank* g_rank_to_run = nullptr;

WholeRank::WholeRank() noexcept {
    rank.duties = &duties;
    rank.active_messages = &active_messages;
    rank.progress = &progress;
    rank.rpc = &rpc;
    rank.transfers = &transfers;
    rank.boards = &boards;
    rank.lock_nodes = &lock_nodes;
    rank.epoch_objects = &epoch_objects;
    rank.requests = &requests;
    rank.gossip = &gossip;
    rank.heartbeat = &heartbeat;
    rank.liveness = &liveness;
    rank.losses = &losses;
    rank.membership = &membership;
    rank.partition = &partition;
    rank.process_watch = &process_watch;
    rank.standstill = &standstill;
    rank.termination = &termination;
    rank.life_cycle = &life_cycle;
}

namespace {

/// Makes the rank of this process before any constructor of a program runs. It stays when the
/// process ends, since threads and destructors of other libraries may still ask for it.
[[gnu::constructor(101)]] void make_rank_of_this_process() noexcept {
    g_rank_to_run = &(new WholeRank)->rank;
}

} // namespace

} // namespace arauto::core
