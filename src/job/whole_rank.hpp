// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// A rank with the state of all rooms: the object that the room `job` builds, and of which a
// simulated job has many.
#pragma once

#include "epoch/epoch_request.hpp"
#include "epoch/epoch_wait.hpp"
#include "failure/gossip.hpp"
#include "failure/heartbeat.hpp"
#include "failure/liveness.hpp"
#include "failure/losses.hpp"
#include "failure/membership.hpp"
#include "failure/partition.hpp"
#include "failure/process_watch.hpp"
#include "failure/standstill.hpp"
#include "failure/termination.hpp"
#include "job/life_cycle.hpp"
#include "remote/active_message.hpp"
#include "remote/progress.hpp"
#include "remote/rpc.hpp"
#include "remote/transfers.hpp"
#include "runtime/duty_thread.hpp"
#include "runtime/rank.hpp"
#include "sync/board.hpp"
#include "sync/lock.hpp"

namespace arauto::core {

struct WholeRank {
    Rank rank;
    Duties duties;
    ActiveMessages active_messages;
    Progress progress;
    Rpc rpc;
    Transfers transfers;
    Boards boards;
    LockNodes lock_nodes;
    EpochObjects epoch_objects;
    RequestTable requests;
    Gossip gossip;
    Heartbeat heartbeat;
    Liveness liveness;
    Losses losses;
    Membership membership;
    Partition partition;
    ProcessWatch process_watch;
    Standstill standstill;
    Termination termination;
    LifeCycle life_cycle;

    WholeRank() noexcept;
    WholeRank(const WholeRank&) = delete;
    WholeRank& operator=(const WholeRank&) = delete;
};

/// `g_rank` of runtime/rank.hpp, for code that sets it.
[[gnu::visibility("hidden")]] extern Rank* g_rank_to_run asm("arauto_rank_of_process");

} // namespace arauto::core
