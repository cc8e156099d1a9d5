// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Four ways through one barrier. Rounds: in round r a member signals the one 2^r further on and
// waits for its own signal; ceil(log2 p) hand-overs. Central: one counter, the last arrival wakes
// all with one system call; used when ranks outnumber cores, where every round would cost context
// switches. Nodes: a counter on each, rounds between those who speak for them. Survivors: after a
// failure signals may be missing for ever, so each member compares the `entered` counts, which
// every member writes first in all ways.
#include "core/barrier.hpp"

#include "base/counters.hpp"
#include "core/wait.hpp"
#include "core/word.hpp"

namespace arauto::core {
namespace {

enum class Way : uint8_t { through, stopped, broken };

struct Passage {
    Way way = Way::through;
    Status status = ARAUTO_OK;
};

bool has_entered(const Team& team, int member, uint64_t turn) noexcept {
    return word::load(team.cell(member).entered.value) >= turn; // PAIR barrier.entered: look
}

/// Why a wait must end early; `broken` when only survivors are left to compare.
Passage look_at_members(const Team& team, uint64_t turn, const char* call) noexcept {
    const Missing missing =
        missing_members(team, [&](int member) { return has_entered(team, member, turn); });
    if (missing.stopped >= 0) {
        return {Way::stopped, fail_stopped(missing.stopped, call)};
    }
    if (missing.failed >= 0) {
        return {Way::broken, fail_failed(missing.failed, call)};
    }
    return {};
}

template <typename Ready>
Passage
wait_in(const Team& team, Bell bell, uint64_t turn, const char* call, Ready ready) noexcept {
    Passage passage;
    const Status status = wait_on(bell, ready, [&] {
        passage = look_at_members(team, turn, call);
        return passage.status;
    });
    return status < 0 ? passage : Passage{};
}

/// `count` members go through rounds, this one as the `index`-th; `member(i)` is the i-th's rank in
/// the team. ceil(log2(count)) messages of each.
template <typename Member>
Passage pass_rounds(
    Team& team, int count, int index, Member member, uint64_t turn, const char* call) noexcept {
    for (int round = 0; (int64_t{1} << round) < count; ++round) {
        const int next = member((index + (1 << round)) % count);
        // PAIR barrier.signal: stored here (seq_cst, then the bell), looked at below by its owner
        word::tell_count(team.to_world(next), team.signal(next, round).value, turn);
        tally_more(ARAUTO_COUNTER_BARRIER, {0, 1, sizeof turn});
        const Count& mine = team.signal(team.rank, round);
        const Passage passage = wait_in(team, own_bell(), turn, call, [&] {
            return mine.value.load(std::memory_order_seq_cst) >= turn; // PAIR barrier.signal
        });
        if (passage.way != Way::through) {
            return passage;
        }
    }
    return {};
}

Passage pass_all(Team& team, uint64_t turn, const char* call) noexcept {
    return pass_rounds(
        team, team.size, team.rank, [](int i) { return i; }, turn, call);
}

Passage pass_central(Team& team, uint64_t turn, const char* call) noexcept {
    TeamCell& centre = team.cell(0);
    const Bell bell{centre.bell, centre.bell_sleepers};
    tally_more(ARAUTO_COUNTER_BARRIER, {0, 2, 2 * sizeof turn});
    const auto everyone = turn * static_cast<uint64_t>(team.size);
    if (centre.arrivals.value.fetch_add(1, std::memory_order_seq_cst) + 1 == everyone) {
        centre.generation.store(turn, std::memory_order_seq_cst); // PAIR barrier.generation
        ring(bell);
        return {};
    }
    return wait_in(team, bell, turn, call, [&] {
        return centre.generation.load(std::memory_order_seq_cst) >= turn; // PAIR barrier.generation
    });
}

/// Of a team on several nodes: each node gathers, who speaks for it meets the others, and lets its
/// node go.
Passage pass_nodes(Team& team, uint64_t turn, const char* call) noexcept {
    TeamCell& centre = team.cell(team.nodes.first);
    const Bell bell{centre.bell, centre.bell_sleepers};
    const auto everyone = turn * static_cast<uint64_t>(team.nodes.members);
    tally_more(ARAUTO_COUNTER_BARRIER, {0, 2, 2 * sizeof turn});
    const uint64_t arrivals = centre.arrivals.value.fetch_add(1, std::memory_order_seq_cst) + 1;
    if (team.rank != team.nodes.first) {
        if (arrivals == everyone) {
            ring(team.to_world(team.nodes.first));
        }
        return wait_in(team, bell, turn, call, [&] { // PAIR barrier.generation
            return centre.generation.load(std::memory_order_seq_cst) >= turn;
        });
    }
    Passage passage = wait_in(team, own_bell(), turn, call, [&] {
        return centre.arrivals.value.load(std::memory_order_seq_cst) >= everyone;
    });
    if (passage.way == Way::through) {
        const auto speaker = [&team](int node) { return team.first_of(node); };
        passage = pass_rounds(team, team.nodes.count, team.nodes.mine, speaker, turn, call);
    }
    if (passage.way == Way::through) {
        centre.generation.store(turn, std::memory_order_seq_cst); // PAIR barrier.generation
        ring(bell);
    }
    return passage;
}

Passage pass_survivors(Team& team, uint64_t turn, const char* call) noexcept {
    ring_everyone(); // they may sleep in a way that waits for a signal we will not send
    for (int member = 0; member < team.size; ++member) {
        const int rank = team.to_world(member);
        Passage passage;
        const Status status = wait_until(
            [&] {
                return runtime().state(rank) == boot::ImageState::failed ||
                       has_entered(team, member, turn); // in this order: who failed answers nothing
            },
            [&] {
                passage = look_at_members(team, turn, call);
                return passage.way == Way::stopped ? passage.status : ARAUTO_OK;
            });
        if (status < 0) {
            return passage;
        }
    }
    return look_at_members(team, turn, call);
}

} // namespace

Status barrier(Team& team, const char* call) noexcept {
    transport::store_fence();
    quiet_before_members(team);
    if (team.size == 1) {
        return ARAUTO_OK;
    }
    const uint64_t turn = ++team.barriers;
    tally(ARAUTO_COUNTER_BARRIER);
    team.cell(team.rank).entered.value.store(
        turn, std::memory_order_release); // PAIR barrier.entered: store
    Passage passage{Way::broken, ARAUTO_OK};
    if (!has_failed_member(team)) [[likely]] {
        passage = team.is_spread() ? pass_nodes(team, turn, call)
                  : team.central   ? pass_central(team, turn, call)
                                   : pass_all(team, turn, call);
    }
    if (passage.way == Way::broken) {
        passage = pass_survivors(team, turn, call);
    }
    return passage.status;
}

} // namespace arauto::core
