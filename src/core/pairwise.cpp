// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// A row of counts in each rank's heap, one per possible partner; only rows of partners are ever
// touched, so memory grows with neighbours. Each count has one writer, so a store delivers it. A
// pair's n-th call meets the partner's n-th call.
#include "core/pairwise.hpp"

#include "base/counters.hpp"
#include "core/segment.hpp"
#include "core/wait.hpp"
#include "core/word.hpp"

#include <cstdlib>

namespace arauto::core {
namespace {

struct Pairwise {
    uint64_t row_offset = 0; // of Count[size] in each heap
    uint64_t* calls = nullptr; // by partner: how often we met; pages come when touched
};
constinit Pairwise g_pairwise;

Count& count_at(int owner, int writer) noexcept {
    return reinterpret_cast<Count*>(runtime().heap(owner) + g_pairwise.row_offset)[writer];
}

/// Tells `rank` that we are here, for the next time.
void arrive(int rank) noexcept {
    const uint64_t turn = ++g_pairwise.calls[rank];
    // PAIR pairwise.count: stored here (seq_cst, then the bell), looked at in meet by its owner
    word::tell_count(rank, count_at(rank, runtime().rank).value, turn);
    tally_more(ARAUTO_COUNTER_SYNC_RANKS, {0, 1, sizeof turn});
}

Status meet(int rank, const char* call) noexcept {
    const uint64_t turn = g_pairwise.calls[rank];
    const Count& theirs = count_at(runtime().rank, rank);
    return wait_until(
        [&] { return theirs.value.load(std::memory_order_seq_cst) >= turn; }, // PAIR pairwise.count
        [&] { return watch_rank(rank, call); });
}

/// A stopped partner outranks a failed one, as the Fortran standard orders their stat values.
Status worse(Status a, Status b) noexcept {
    if (a == ARAUTO_ERR_STOPPED || b == ARAUTO_OK) {
        return a;
    }
    return b;
}

/// As quiet_before_members().
void quiet_before(std::span<const int> ranks) noexcept {
    if (runtime().network != nullptr) [[unlikely]] {
        quiet_but(ranks.size() == 1 ? ranks[0] : -1);
    }
}

} // namespace

Status setup_pairwise() {
    const auto size = static_cast<size_t>(runtime().size);
    const Result<uint64_t> row = reserve_alike(size * sizeof(Count), "the counts of pairs");
    g_pairwise.row_offset = row.value;
    g_pairwise.calls = static_cast<uint64_t*>(std::calloc(size, sizeof(uint64_t)));
    return row.status;
}

Status sync_with(std::span<const int> ranks, const char* call) noexcept {
    transport::order_before_delivery();
    quiet_before(ranks);
    tally(ARAUTO_COUNTER_SYNC_RANKS);
    const int me = runtime().rank;
    for (const int rank : ranks) {
        if (rank != me) {
            arrive(rank);
        }
    }
    Status status = ARAUTO_OK;
    for (const int rank : ranks) {
        if (rank != me) {
            status = worse(status, meet(rank, call));
        }
    }
    return status;
}

Status sync_with_all(const Team& team, const char* call) noexcept {
    transport::order_before_delivery();
    quiet_before_members(team);
    tally(ARAUTO_COUNTER_SYNC_RANKS);
    for (int member = 0; member < team.size; ++member) {
        if (member != team.rank) {
            arrive(team.to_world(member));
        }
    }
    Status status = ARAUTO_OK;
    for (int member = 0; member < team.size; ++member) {
        if (member != team.rank) {
            status = worse(status, meet(team.to_world(member), call));
        }
    }
    return status;
}

} // namespace arauto::core
