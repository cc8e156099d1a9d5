// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// A row of lines in each rank's heap, one for each possible partner; only those of partners are
// ever touched, so memory grows with neighbours. Each line has one writer, so a store delivers an
// arrival. A pair's n-th call matches the partner's n-th call.
//
// A rank may die when it has arrived for some of its partners and not for others. All of them must
// learn the same. So a rank first records the partners for which it is about to arrive, and commits
// that with one store. A dead rank has arrived for a partner if it had begun, or committed, that
// call. Over several nodes its notes may be lost with its node. In a SYNC IMAGES(*) the others then
// read each other's lines: a rank that began such a call began it for all. That is settled unless
// the only other rank that had been notified dies meanwhile too.
#include "team/pairwise.hpp"

#include "base/counters.hpp"
#include "base/memory_order.hpp"
#include "remote/word.hpp"
#include "runtime/wait.hpp"
#include "team/segment.hpp"

#include <cstddef>

namespace arauto::core {
namespace {

/// The team of a SYNC IMAGES(*), and its number there; no team: a SYNC IMAGES with a list.
struct CallToAll {
    const Team* team = nullptr;
    uint64_t number = 0;
};

PairLine& line_at(int owner, int writer) noexcept {
    return reinterpret_cast<PairLine*>(this_rank().heap(owner) +
                                       this_rank().words.pair_lines)[writer];
}

PairIntent& intent_of(int rank) noexcept {
    return *reinterpret_cast<PairIntent*>(this_rank().heap(rank) + this_rank().words.pair_intent);
}

/// A rank's number for a partner, in one of the arrays.
std::atomic<uint64_t>& number_at(int rank, uint64_t array, int partner) noexcept {
    return reinterpret_cast<std::atomic<uint64_t>*>(this_rank().heap(rank) + array)[partner];
}

std::atomic<uint64_t>& begun_with(int partner) noexcept {
    return number_at(this_rank().rank, this_rank().words.pairs_begun, partner);
}

uint64_t name_of_team(const Team& team) noexcept {
    return team.offset + 1;
}

/// The partners of a call, this rank left out.
class Partners {
  public:
    explicit Partners(std::span<const int> ranks) noexcept : ranks_(ranks) {}
    explicit Partners(const Team& team) noexcept : team_(&team) {}

    template <typename Visit> void visit(Visit visit) const noexcept {
        const int count = team_ != nullptr ? team_->size : static_cast<int>(ranks_.size());
        for (int i = 0; i < count; ++i) {
            const int rank = team_ != nullptr ? team_->to_world(i) : ranks_[static_cast<size_t>(i)];
            if (rank != this_rank().rank) {
                visit(rank);
            }
        }
    }
    [[nodiscard]] bool are_several() const noexcept {
        int partners = 0;
        visit([&](int) { ++partners; });
        return partners > 1;
    }

  private:
    std::span<const int> ranks_;
    const Team* team_ = nullptr;
};

/// Turns several arrivals into one fact. A single arrival is a fact by itself.
void commit(const Partners& partners) noexcept {
    const int me = this_rank().rank;
    std::atomic<uint64_t>& is_committed = intent_of(me).is_committed;
    // Others read all this when this process is dead, so that only the order of its own steps
    // counts, which release stores keep.
    is_committed.store(0, std::memory_order_release); // PAIR pairwise.commit: take back
    partners.visit([me](int rank) {
        // PAIR pairwise.commit: plan
        number_at(me, this_rank().words.pairs_planned, rank)
            .store(turn_with(rank) + 1, std::memory_order_release);
    });
    is_committed.store(1, std::memory_order_release); // PAIR pairwise.commit: store
}

/// Announces to `rank` that this rank has arrived, for the next turn.
void arrive(int rank, const CallToAll& all) noexcept {
    const uint64_t turn = turn_with(rank) + 1;
    begun_with(rank).store(turn, std::memory_order_release); // PAIR pairwise.commit: begin
    PairLine& line = line_at(rank, this_rank().rank);
    tally_more(ARAUTO_COUNTER_SYNC_RANKS, {0, 1, sizeof turn});
    if (all.team == nullptr) {
        word::store_count_and_ring(rank, line.arrived, turn); // PAIR pairwise.arrived: store
    } else if (!is_far(rank)) {
        // relaxed because the store of `arrived` orders both
        line.team.store(name_of_team(*all.team), std::memory_order_relaxed);
        line.calls.store(all.number, std::memory_order_relaxed);
        word::store_count_and_ring(rank, line.arrived, turn); // PAIR pairwise.arrived: store
    } else {
        const word::WordAddress name = word::address_of_word(&line.team);
        const uint64_t words[] = {name_of_team(*all.team), all.number};
        const transport::Signal signal{transport::AtomicOp::max, sizeof turn,
                                       word::address_of_word(&line.arrived).offset, turn};
        const bool is_short_enough =
            far_put(rank, name.offset, reinterpret_cast<const std::byte*>(words), sizeof words,
                    &signal, false); // PAIR pairwise.arrived: store
        static_cast<void>(is_short_enough); // two words are
    }
}

/// Whether another member's line shows that a lost rank had begun a call to all after `calls`.
/// Waits until that member has fenced the lost rank off, so that the line changes no more.
bool is_known_to(int member, int lost, const Team& team, uint64_t calls) noexcept {
    const PairLine& line = line_at(member, lost);
    const Status status = wait_until(
        [&] {
            return word::load(line.closed) != 0 || // PAIR pairwise.closed: look
                   learn_state(member) == boot::ImageState::failed;
        },
        [] { return ARAUTO_OK; });
    static_cast<void>(status); // the watch never gives up
    return word::load(line.team) == name_of_team(team) && word::load(line.calls) > calls;
}

/// Whether the line of any member shows that a lost rank had begun a call to all. The result is
/// stored in this rank's line, for members that look there.
bool is_known_to_others(int lost, const Team& team) noexcept {
    PairLine& mine = line_at(this_rank().rank, lost);
    // relaxed because the lost rank, which wrote it, is fenced off
    const uint64_t last = mine.team.load(std::memory_order_relaxed);
    if (last != 0 && last != name_of_team(team)) {
        return false; // its calls over this team are not known here
    }
    // relaxed because the lost rank writes it no more
    const uint64_t calls = mine.calls.load(std::memory_order_relaxed);
    for (int i = 0; i < team.size; ++i) {
        const int member = team.to_world(i);
        if (member == this_rank().rank || learn_state(member) == boot::ImageState::failed ||
            !is_known_to(member, lost, team, calls)) {
            continue;
        }
        // relaxed because others wait for nothing that depends on the order
        mine.team.store(name_of_team(team), std::memory_order_relaxed);
        mine.calls.store(calls + 1, std::memory_order_relaxed);
        return true;
    }
    return false;
}

/// Whether a rank that has ended had begun its call, and so has arrived for all its partners. News
/// of a stop may overtake the arrival on its way; all data of that rank are there by then.
bool had_begun(int rank, uint64_t turn, const CallToAll& all) noexcept {
    const int me = this_rank().rank;
    // PAIR pairwise.commit: look
    if (word::load_lasting(number_at(rank, this_rank().words.pairs_begun, me)) >= turn) {
        return true;
    }
    if (word::load_lasting(intent_of(rank).is_committed) != 0) {
        return word::load_lasting(number_at(rank, this_rank().words.pairs_planned, me)) >= turn;
    }
    const bool is_node_lost =
        is_far(rank) && leader_of_node(this_rank().job.manager->node_of(rank)) < 0;
    return is_node_lost && all.team != nullptr && is_known_to_others(rank, *all.team);
}

bool has_arrived(const PairLine& line, uint64_t turn) noexcept {
    return line.arrived.load(std::memory_order_seq_cst) >= turn; // PAIR pairwise.arrived
}

/// Watches a wait for one partner; the others are waited for afterwards.
struct PartnerWatch {
    const Partners& partners;
    int rank;
    const char* call;
    bool& has_ended;

    Status operator()() const noexcept {
        const Status watched = watch_rank(rank, call);
        has_ended = watched == ARAUTO_ERR_FAILED || watched == ARAUTO_ERR_STOPPED;
        return watched;
    }
    void describe(boot::WaitDetail& detail) const noexcept {
        detail.kind = boot::WaitDetail::Kind::ranks;
        partners.visit([&](int partner) {
            if (!has_arrived(line_at(this_rank().rank, partner), turn_with(partner))) {
                detail.add_rank(partner);
            }
        });
    }
};

Status
await_partner(const Partners& partners, int rank, const char* call, const CallToAll& all) noexcept {
    const uint64_t turn = turn_with(rank);
    const PairLine& line = line_at(this_rank().rank, rank);
    bool has_ended = false;
    const Status status = wait_until([&] { return has_arrived(line, turn); },
                                     PartnerWatch{partners, rank, call, has_ended});
    return status < 0 && has_ended && had_begun(rank, turn, all) ? ARAUTO_OK : status;
}

/// A stopped partner outranks a failed one, as the Fortran standard orders their stat values.
Status worse(Status a, Status b) noexcept {
    if (a == ARAUTO_ERR_STOPPED || b == ARAUTO_OK) {
        return a;
    }
    return b;
}

Status sync_all_pairs(const Partners& partners, const char* call, const CallToAll& all) noexcept {
    tally(ARAUTO_COUNTER_SYNC_RANKS);
    if (partners.are_several()) {
        commit(partners);
    }
    partners.visit([&](int rank) { arrive(rank, all); });
    Status status = ARAUTO_OK;
    partners.visit(
        [&](int rank) { status = worse(status, await_partner(partners, rank, call, all)); });
    return status;
}

/// As flush_before_members().
void flush_before(std::span<const int> ranks) noexcept {
    if (this_rank().network != nullptr) [[unlikely]] {
        flush_except(ranks.size() == 1 ? ranks[0] : -1);
    }
}

} // namespace

uint64_t turn_with(int partner) noexcept {
    // relaxed because it is this rank's own
    return begun_with(partner).load(std::memory_order_relaxed);
}

Status setup_pairwise() {
    const auto size = static_cast<uint64_t>(this_rank().size);
    const uint64_t lines = size * sizeof(PairLine);
    const uint64_t numbers = size * sizeof(uint64_t);
    const Result<uint64_t> reserved =
        reserve_alike(lines + sizeof(PairIntent) + 2 * numbers, "the counts of pairs");
    WordOffsets& words = this_rank().words;
    words.pair_lines = reserved.value;
    words.pair_intent = reserved.value + lines;
    words.pairs_begun = words.pair_intent + sizeof(PairIntent);
    words.pairs_planned = words.pairs_begun + numbers;
    return reserved.status;
}

void close_pair(int rank) noexcept {
    if (this_rank().words.pair_intent != 0) { // it is set up
        // PAIR pairwise.closed: store, after its writer was fenced off
        line_at(this_rank().rank, rank).closed.store(1, std::memory_order_seq_cst);
    }
}

Status sync_with(std::span<const int> ranks, const char* call) noexcept {
    order_before_delivery();
    flush_before(ranks);
    return sync_all_pairs(Partners(ranks), call, {});
}

Status sync_with_all(Team& team, const char* call) noexcept {
    order_before_delivery();
    flush_before_members(team);
    const uint64_t number = ++team.calls_to_all;
    return sync_all_pairs(Partners(team), call,
                          team.is_spread() ? CallToAll{&team, number} : CallToAll{});
}

} // namespace arauto::core
