// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See team.hpp.
#include "team/team.hpp"

#include "remote/far_put.hpp"

namespace arauto::core {
namespace {

int rounds_for(int size) noexcept {
    int rounds = 0;
    while ((int64_t{1} << rounds) < size) {
        ++rounds;
    }
    return rounds;
}

} // namespace

TeamLayout layout_for(int size) noexcept {
    TeamLayout layout;
    layout.rounds = rounds_for(size);
    const auto rounds = static_cast<size_t>(layout.rounds);
    layout.signals = sizeof(TeamCell);
    layout.slots = layout.signals + rounds * sizeof(Count);
    const bool is_spread = this_rank().job.is_spread();
    layout.records = layout.slots + 2 * (rounds + 2) * sizeof(ExchangeSlot);
    layout.offers = layout.records + (is_spread ? kTurnKinds * sizeof(TurnRecord) : 0);
    layout.chunks = layout.offers + (is_spread ? (rounds + 1) * sizeof(Offer) : 0);
    layout.table = layout.chunks + 4 * kChunkBytes;
    const size_t tables = is_spread ? 2 : 1; // of members, and of nodes
    layout.bytes = layout.table + tables * static_cast<size_t>(size) * sizeof(int32_t);
    return layout;
}

int from_world(const Team& team, int rank) noexcept {
    if (team.members == nullptr) {
        return rank;
    }
    for (int member = 0; member < team.size; ++member) {
        if (team.members[member] == rank) {
            return member;
        }
    }
    return -1;
}

int first_failed_member(const Team& team) noexcept {
    for (int member = 0; member < team.size; ++member) {
        if (learn_state(team.to_world(member)) == boot::ImageState::failed) {
            return member;
        }
    }
    return -1;
}

void flush_before_members(const Team& team) noexcept {
    if (this_rank().network != nullptr) [[unlikely]] {
        flush_except(team.size == 2 ? team.to_world(1 - team.rank) : -1);
    }
}

} // namespace arauto::core
