// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Teams: their members, and the offset at which each member keeps the cells that barriers and
// exchanges write. A process holds O(1) per team; each node has one member table, in the heap of
// the team's first member there.
#pragma once

#include "memory/layouts.hpp"
#include "runtime/rank.hpp"

#include <span>

namespace arauto::core {

inline constexpr Setting kBarrierSetting{
    "ARAUTO_BARRIER", "auto", SettingKind::choice, "auto|rounds|central",
    "the barrier of one machine: by rounds of signals, or by one central counter; auto "
    "takes the counter when images outnumber cores"};
inline constexpr Setting kTeamSettings[] = {kBarrierSetting};

/// The operations of a team that are counted in turns.
enum class Turns : uint8_t { barriers, exchanges };
inline constexpr size_t kTurnKinds = 2;
/// A number for a turn among those of all kinds.
[[nodiscard]] constexpr uint64_t number_of_meeting(Turns kind, uint64_t turn) noexcept {
    return turn * kTurnKinds + static_cast<uint64_t>(kind);
}

/// Offsets inside a member's block; the same for all members.
struct TeamLayout {
    int rounds = 0; // ceil(log2(size))
    size_t signals = 0;
    size_t slots = 0;
    size_t records = 0; // in jobs of several nodes, as what follows
    size_t offers = 0;
    size_t chunks = 0; // two for sending, two for results
    size_t table = 0;
    size_t bytes = 0;
};
[[nodiscard]] TeamLayout layout_for(int size) noexcept;

/// How a team lies on nodes. Those are numbered here in the order of their first members.
struct TeamNodes {
    int count = 1;
    int mine = 0;
    int first = 0; // of this node's members: its rank in the team; the node leader
    int members = 0; // of this node
    bool are_consecutive = true; // each node's members are, in the team
    const int32_t* firsts = nullptr; // by node; null: as the job's
};

struct Team {
    int rank = 0;
    int size = 1;
    int64_t number = -1;
    Team* parent = nullptr;
    const int32_t* members =
        nullptr; // rank in the job by rank in the team; null: they are the same
    TeamNodes nodes; // where the members are
    uint64_t offset = 0; // of the block in each member's heap
    TeamLayout layout;
    bool central = false; // barrier by one counter instead of rounds
    uint64_t barriers = 0;
    uint64_t exchanges = 0;
    uint64_t chunks_used = 0;
    uint64_t calls_to_all = 0; // SYNC IMAGES(*) over it
    uint32_t trace_id = 0; // the same at all members, and of no other team; 0: the initial one
    uint32_t trace_meetings = 0; // in a job that is observed
    uint32_t checked_meetings = 0; // in a job that is checked: of those that order accesses
    uint64_t trace_groups = 0; // of the initial team, in an observed job: see agree_on_trace_id()

    [[nodiscard]] int to_world(int team_rank) const noexcept {
        return members != nullptr ? members[team_rank] : team_rank;
    }
    [[nodiscard]] bool is_spread() const noexcept { return nodes.count > 1; }
    /// The leader of a node.
    [[nodiscard]] int first_of(int node) const noexcept {
        return nodes.firsts != nullptr ? nodes.firsts[node]
                                       : this_rank().job.manager->first_of(node);
    }
    [[nodiscard]] std::byte* block(int team_rank) const noexcept {
        return this_rank().heap(to_world(team_rank)) + offset;
    }
    [[nodiscard]] TeamCell& cell(int team_rank) const noexcept {
        return *reinterpret_cast<TeamCell*>(block(team_rank));
    }
    [[nodiscard]] Count& signal(int team_rank, int round) const noexcept {
        return reinterpret_cast<Count*>(block(team_rank) + layout.signals)[round];
    }
    /// Rounds 0..rounds-1, then `rounds` for folding in and `rounds + 1` for folding out.
    [[nodiscard]] ExchangeSlot& slot(int team_rank, uint64_t sequence, int round) const noexcept {
        const size_t index =
            (sequence & 1) * static_cast<size_t>(layout.rounds + 2) + static_cast<size_t>(round);
        return reinterpret_cast<ExchangeSlot*>(block(team_rank) + layout.slots)[index];
    }
    /// For a team over several nodes.
    [[nodiscard]] TurnRecord& record(int team_rank, Turns kind) const noexcept {
        return reinterpret_cast<TurnRecord*>(block(team_rank) +
                                             layout.records)[static_cast<size_t>(kind)];
    }
    /// Indices 0..rounds-1 for what comes from other nodes, `rounds` for what comes from this one.
    [[nodiscard]] Offer& offer(int team_rank, int index) const noexcept {
        return reinterpret_cast<Offer*>(block(team_rank) + layout.offers)[index];
    }
    enum class Chunk : uint8_t { input, result };
    /// Where a chunk is, in its member's heap.
    [[nodiscard]] uint64_t chunk_offset(Chunk which, uint64_t turn) const noexcept {
        const size_t index = (which == Chunk::result ? 2U : 0U) + (turn & 1);
        return offset + layout.chunks + index * kChunkBytes;
    }
    /// The address of a chunk of a member on this node.
    [[nodiscard]] std::byte* chunk(int team_rank, Chunk which, uint64_t turn) const noexcept {
        return this_rank().heap(to_world(team_rank)) + chunk_offset(which, turn);
    }
    [[nodiscard]] bool is_near(int team_rank) const noexcept {
        return nodes.count == 1 || this_rank().job.near.has(to_world(team_rank));
    }
};

[[nodiscard]] int from_world(const Team& team, int rank) noexcept;

/// Called before this member announces its arrival to the others. A single partner learns that only
/// after this rank's earlier operations on it. Several partners also learn it from each other, and
/// may conclude that others have received their data.
void flush_before_members(const Team& team) noexcept;

/// The lowest member that has failed, or -1.
[[nodiscard]] int first_failed_member(const Team& team) noexcept;

/// True when a member of the team has failed; one load while no rank has.
[[nodiscard]] inline bool has_failed_member(const Team& team) noexcept {
    // relaxed because a wait that starts too early notices by itself
    if (this_rank().header->failed.load(std::memory_order_relaxed) == 0) [[likely]] {
        return false;
    }
    return first_failed_member(team) >= 0;
}

} // namespace arauto::core
