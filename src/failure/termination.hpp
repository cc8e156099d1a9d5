// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Termination detection in a job over several nodes. A rank that has stopped serves the others
// until all ranks have stopped, and then until no rank has a request left: an epoch that was closed
// and not waited for may complete only now. So each node reports twice, up a binary tree that skips
// dead nodes: first that all its ranks have ended, then that all have departed. A rank has departed
// when it has nothing left to do, or no process. When the root has both reports of all nodes, it
// spreads an event (gossip.hpp): all_ended, then all_departed.
//
// No rank leaves before all_departed, and no node sends its second report before it knows
// all_ended. So a rank that is lost before this node knows all_ended has died, and no rank needs
// one that is lost later. When something is left and nothing moves in the whole job (an epoch that
// has no counterpart), the root ends the waiting, once all nodes have reported that they know
// all_ended. tests/model/termination.pml is the model.
//
// Pretended nodes share one memory and need no reports.
#pragma once

#include "base/clock.hpp"
#include "failure/gossip.hpp"
#include "runtime/wait.hpp"

#include <algorithm>
#include <mutex>
#include <vector>

namespace arauto::core {

/// The parent of a node in the binary tree, past dead nodes; -1: none, this is the root.
[[nodiscard]] int superior_of(int node) noexcept;

/// Where nodes are real. Called once, before the network is opened.
void open_termination(int node, int nodes);

/// The node leader calls this at every step.
/// @param is_time  reports are sent again, since one may be lost with the rank that received it
void report_ends(bool is_time) noexcept;
/// A report has arrived.
void hear_report(int node, const MembershipEvent& report) noexcept;
/// all_ended or all_departed has arrived, or is decided here. @return whether it was new on this
/// node
bool learn_of_termination(EventKind kind) noexcept;

/// Whether every rank of every node has stopped or failed, as far as is known here.
[[nodiscard]] bool all_have_ended() noexcept;
/// Whether no rank needs to stay any longer.
[[nodiscard]] bool all_have_departed() noexcept;

/// Serves the others until all have departed, once all have ended. Says what is left undone then.
void depart_with_all() noexcept;

enum TerminationStage : int32_t { kRuns, kEnded, kKnows, kDeparted }; // kKnows: that all have ended

/// The state of a node and of the nodes that report to it.
struct TerminationReport {
    int32_t stage = kDeparted;
    uint32_t moves = 0;

    void add(const TerminationReport& other) noexcept {
        stage = std::min(stage, other.stage);
        moves += other.moves;
    }
};

/// Whether nothing moves for a while. Time in which this process itself was not let run does not
/// count: else a process that goes on after a stop of the whole job would end it.
class Stillness {
  public:
    void set_delay(int64_t delay_ns) noexcept { patience_ns_ = kPatienceNs + delay_ns; }
    [[nodiscard]] bool is_over(uint32_t moves) noexcept {
        const int64_t now = now_ns();
        const int64_t passed = std::min(now - looked_ns_, kLongestLookNs);
        still_ns_ = moves == moves_ ? still_ns_ + passed : 0;
        moves_ = moves;
        looked_ns_ = now;
        return still_ns_ > patience_ns_;
    }

  private:
    static constexpr int64_t kPatienceNs = 1'000'000'000; // others may not be let run either
    static constexpr int64_t kLongestLookNs = 2 * spi::kNapNs;
    int64_t patience_ns_ = kPatienceNs;
    uint32_t moves_ = 0;
    int64_t looked_ns_ = 0;
    int64_t still_ns_ = 0;
};

/// State. Only termination.cpp looks into this.
struct Termination {
    bool is_open = false; // nodes are real
    int node = 0;
    int nodes = 1;

    std::mutex mutex; // guards `reports`
    std::vector<TerminationReport> reports; // by node, its last

    // Used by the node leader's progress thread; with pretended nodes, by each process's
    // depart_with_all().
    Stillness stillness;
    int32_t reported = kRuns;
};

} // namespace arauto::core
