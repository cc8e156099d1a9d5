// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Three fast paths through one barrier. Rounds: in round r a member signals the one 2^r further on
// and waits for its own signal; ceil(log2 p) hand-overs. Central: one counter, the last arrival
// wakes all with one system call; used when ranks outnumber cores, where every round would cost
// context switches. Nodes: a counter on each node, rounds between the node leaders. After a failure
// signals may be missing for ever, and the members find out in the way of survivors.hpp.
#include "team/barrier.hpp"

#include "base/counters.hpp"
#include "base/memory_order.hpp"
#include "remote/word.hpp"
#include "team/survivors.hpp"

namespace arauto::core {
namespace {

/// Whether a member has entered a turn, or a later one.
class HasEntered {
  public:
    HasEntered(const Team& team, uint64_t turn) noexcept : team_(team), turn_(turn) {}
    [[nodiscard]] bool operator()(int member) const noexcept {
        return word::load(team_.cell(member).entered.value) >= turn_; // PAIR barrier.entered: look
    }
    [[nodiscard]] uint64_t meeting() const noexcept {
        return number_of_meeting(Turns::barriers, turn_);
    }

  private:
    const Team& team_;
    const uint64_t turn_;
};

template <typename Ready>
Passage wait_in(const Team& team, DoorbellRef bell, uint64_t turn, Ready ready) noexcept {
    return wait_in_turn(team, bell, ready, HasEntered(team, turn));
}

/// `count` members go through rounds, this one as the `index`-th; `member(i)` is the i-th's rank in
/// the team. Each member sends ceil(log2(count)) messages.
template <typename Member>
Passage pass_rounds(Team& team, int count, int index, Member member, uint64_t turn) noexcept {
    for (int round = 0; (int64_t{1} << round) < count; ++round) {
        const int next = member((index + (1 << round)) % count);
        // PAIR barrier.signal: stored here (seq_cst, then the bell), looked at below by its owner
        word::store_count_and_ring(team.to_world(next), team.signal(next, round).value, turn);
        tally_more(ARAUTO_COUNTER_BARRIER, {0, 1, sizeof turn});
        const Count& mine = team.signal(team.rank, round);
        const Passage passage = wait_in(team, own_bell(), turn, [&] {
            return mine.value.load(std::memory_order_seq_cst) >= turn; // PAIR barrier.signal
        });
        if (passage != Passage::through) {
            return passage;
        }
    }
    return Passage::through;
}

Passage pass_all(Team& team, uint64_t turn) noexcept {
    return pass_rounds(team, team.size, team.rank, [](int i) { return i; }, turn);
}

Passage pass_central(Team& team, uint64_t turn) noexcept {
    TeamCell& centre = team.cell(0);
    const DoorbellRef bell{centre.bell, centre.bell_sleepers};
    tally_more(ARAUTO_COUNTER_BARRIER, {0, 2, 2 * sizeof turn});
    const auto everyone = turn * static_cast<uint64_t>(team.size);
    // PAIR barrier.arrivals: arrive; the last member comes behind all others
    if (centre.arrivals.value.fetch_add(1, std::memory_order_seq_cst) + 1 == everyone) {
        centre.generation.store(turn, std::memory_order_seq_cst); // PAIR barrier.generation
        ring(bell);
        return Passage::through;
    }
    return wait_in(team, bell, turn, [&] {
        return centre.generation.load(std::memory_order_seq_cst) >= turn; // PAIR barrier.generation
    });
}

/// For a team over several nodes: the members of each node arrive at their leader, the leaders
/// synchronise, and each leader releases the members of its node.
Passage pass_nodes(Team& team, uint64_t turn) noexcept {
    TeamCell& centre = team.cell(team.nodes.first);
    const DoorbellRef bell{centre.bell, centre.bell_sleepers};
    const auto everyone = turn * static_cast<uint64_t>(team.nodes.members);
    tally_more(ARAUTO_COUNTER_BARRIER, {0, 2, 2 * sizeof turn});
    // PAIR barrier.arrivals: arrive
    const uint64_t arrivals = centre.arrivals.value.fetch_add(1, std::memory_order_seq_cst) + 1;
    if (team.rank != team.nodes.first) {
        if (arrivals == everyone) {
            ring(team.to_world(team.nodes.first));
        }
        return wait_in(team, bell, turn, [&] { // PAIR barrier.generation
            return centre.generation.load(std::memory_order_seq_cst) >= turn;
        });
    }
    Passage passage = wait_in(team, own_bell(), turn, [&] {
        // PAIR barrier.arrivals: look
        return centre.arrivals.value.load(std::memory_order_seq_cst) >= everyone;
    });
    if (passage == Passage::through) {
        const auto leader = [&team](int node) { return team.first_of(node); };
        passage = pass_rounds(team, team.nodes.count, team.nodes.mine, leader, turn);
    }
    if (passage == Passage::through) {
        centre.generation.store(turn, std::memory_order_seq_cst); // PAIR barrier.generation
        ring(bell);
    }
    return passage;
}

/// The result of a barrier is that it has ended.
class NoResult final : public TurnResult {
  public:
    bool take(int member) noexcept override {
        static_cast<void>(member);
        return true;
    }
    bool combine() noexcept override { return true; }
};

[[gnu::cold]] Status end_without(const Turn& turn, Passage passage) noexcept {
    const HasEntered has_entered(turn.team, turn.number);
    Ending ending = Ending::one_stopped;
    if (passage == Passage::broken) {
        NoResult nothing;
        ending =
            turn.team.is_spread() ? agree(turn, nothing) : await_survivors(turn.team, has_entered);
    } else if (turn.team.is_spread()) {
        note_ending(turn, ending);
    }
    return status_of(turn, ending, absent_members(turn.team, has_entered));
}

} // namespace

Status barrier(Team& team, const char* call, Brings brings) noexcept {
    store_fence();
    flush_before_members(team);
    if (team.size == 1) {
        return ARAUTO_OK;
    }
    const uint64_t number = ++team.barriers;
    tally(ARAUTO_COUNTER_BARRIER);
    team.cell(team.rank).entered.value.store(
        number, std::memory_order_release); // PAIR barrier.entered: store
    Passage passage = Passage::broken;
    if (!has_failed_member(team) && brings == Brings::whole_data) [[likely]] {
        passage = team.is_spread() ? pass_nodes(team, number)
                  : team.central   ? pass_central(team, number)
                                   : pass_all(team, number);
    }
    const Turn turn{team, Turns::barriers, number, call};
    if (passage != Passage::through) [[unlikely]] {
        return end_without(turn, passage);
    }
    if (team.is_spread()) [[unlikely]] {
        note_ending(turn, Ending::complete);
    }
    return ARAUTO_OK;
}

} // namespace arauto::core
