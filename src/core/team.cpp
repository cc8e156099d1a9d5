// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Splitting: everyone publishes (number, order); who speaks for a node sorts what all want, once
// for that node, when it could bring that together; else the first active member does it for all.
// All new teams take the same offset in their heaps, agreed over the parent.
#include "core/team.hpp"

#include "core/barrier.hpp"
#include "core/exchange.hpp"
#include "core/gather.hpp"
#include "core/network.hpp"
#include "core/pairwise.hpp"
#include "core/rma.hpp"
#include "core/segment.hpp"

#include <algorithm>
#include <cstring>
#include <tuple>
#include <vector>

namespace arauto::core {
namespace {

constexpr const char* kCall = "arauto_team_split";

/// What a member wants; stands at the start of its input chunk.
struct Wish {
    int64_t number;
    int32_t order;
    int32_t member; // rank in the parent
};

/// What the sorter decided for one member; an array by rank in the parent, in the sorter's own
/// memory.
struct Place {
    int32_t rank; // in the new team
    int32_t size; // of the new team
    int32_t
        first; // index of the new team's first entry in the table of ranks that follows the array
};

int rounds_for(int size) noexcept {
    int rounds = 0;
    while ((int64_t{1} << rounds) < size) {
        ++rounds;
    }
    return rounds;
}

bool went_through(Status status) noexcept {
    return status >= 0 || status == ARAUTO_ERR_FAILED;
}

int first_active(const Team& team) noexcept {
    int member = 0;
    while (member < team.size - 1 &&
           runtime().state(team.to_world(member)) == boot::ImageState::failed) {
        ++member;
    }
    return member;
}

/// Of all who are active, asked one by one.
std::vector<Wish> collect_wishes(const Team& parent, uint64_t turn) {
    std::vector<Wish> wishes;
    for (int member = 0; member < parent.size; ++member) {
        if (runtime().state(parent.to_world(member)) != boot::ImageState::failed) {
            Wish wish{};
            read_heap(parent.to_world(member), parent.chunk_place(Team::Chunk::input, turn), &wish,
                      sizeof wish);
            wishes.push_back(wish);
        }
    }
    return wishes;
}

/// Writes Place[parent.size] and the ranks, grouped by new team, to memory the others can read;
/// null when there is none.
std::byte* sort_members(const Team& parent, std::vector<Wish> wishes) {
    std::sort(wishes.begin(), wishes.end(), [](const Wish& a, const Wish& b) {
        return std::tie(a.number, a.order, a.member) < std::tie(b.number, b.order, b.member);
    });
    const auto count = static_cast<size_t>(parent.size);
    void* memory = nullptr;
    if (allocate_local(count * (sizeof(Place) + sizeof(int32_t)), &memory) < 0) {
        return nullptr;
    }
    auto* places = static_cast<Place*>(memory);
    auto* table = reinterpret_cast<int32_t*>(places + count);
    for (size_t begin = 0; begin < wishes.size();) {
        size_t end = begin;
        while (end < wishes.size() && wishes[end].number == wishes[begin].number) {
            ++end;
        }
        for (size_t i = begin; i < end; ++i) {
            places[wishes[i].member] = {static_cast<int32_t>(i - begin),
                                        static_cast<int32_t>(end - begin),
                                        static_cast<int32_t>(begin)};
            table[i] = parent.to_world(wishes[i].member);
        }
        begin = end;
    }
    return static_cast<std::byte*>(memory);
}

/// A sorter tells where its decision stands: an offset in its heap, kNowhere when it found no
/// memory.
constexpr uint64_t kNowhere = ~uint64_t{0};

struct Decision {
    Status status = ARAUTO_OK;
    bool is_made = false;
    uint64_t place = kNowhere; // in the sorter's heap
    int sorter = 0; // rank in the parent
};

void tell_place(Team& parent, uint64_t turn, const std::byte* memory) {
    const uint64_t offset = memory == nullptr
                                ? kNowhere
                                : static_cast<uint64_t>(memory - runtime().heap(runtime().rank));
    std::memcpy(parent.chunk(parent.rank, Team::Chunk::result, turn), &offset, sizeof offset);
}

/// Every member has told its wish.
Decision decide_at_one(Team& parent, uint64_t turn) {
    Decision decision;
    decision.sorter = first_active(parent);
    if (decision.sorter == parent.rank) {
        tell_place(parent, turn, sort_members(parent, collect_wishes(parent, turn)));
    }
    decision.status = barrier(parent, kCall);
    if (!went_through(decision.status)) {
        return decision;
    }
    read_heap(parent.to_world(decision.sorter), parent.chunk_place(Team::Chunk::result, turn),
              &decision.place, sizeof decision.place);
    if (decision.place == kNowhere) {
        decision.status = fail(ARAUTO_ERR_MEMORY, "%s: %s has no memory for the table of members",
                               kCall, name_of(parent.to_world(decision.sorter)).text);
        return decision;
    }
    decision.is_made = true;
    return decision;
}

void keep_lower(void*, std::byte* inout, const std::byte* in) {
    *inout = std::min(*inout, *in);
}

/// The same on each node. Not made when one of them could not: nodes must not disagree on who is
/// there.
Decision decide_at_nodes(Team& parent, uint64_t turn) {
    Gathering gathering(parent, sizeof(Wish), kCall);
    const auto* const wishes = reinterpret_cast<const Wish*>(gathering.gather(turn));
    Decision decision;
    decision.sorter = parent.nodes.first;
    std::byte* table = nullptr;
    if (wishes != nullptr && decision.sorter == parent.rank) {
        table = sort_members(parent, std::vector<Wish>(wishes, wishes + parent.size));
        tell_place(parent, turn, table);
    }
    std::byte could{static_cast<uint8_t>(wishes != nullptr &&
                                         (table != nullptr || decision.sorter != parent.rank))};
    decision.status = exchange(parent, {.call = kCall,
                                        .signature = 0x5b117,
                                        .payload = &could,
                                        .bytes = sizeof could,
                                        .combine = {keep_lower, nullptr}});
    // Not by the status, which may differ from rank to rank after a failure.
    decision.is_made = went_through(decision.status) && could != std::byte{0};
    if (decision.is_made) {
        std::memcpy(&decision.place, parent.chunk(decision.sorter, Team::Chunk::result, turn),
                    sizeof decision.place);
    } else if (table != nullptr) {
        static_cast<void>(free_local(table));
    }
    return decision;
}

Decision decide(Team& parent, int64_t number, int order) {
    const uint64_t turn = parent.chunks_used++;
    const Wish wish{number, order, parent.rank};
    std::memcpy(parent.chunk(parent.rank, Team::Chunk::input, turn), &wish, sizeof wish);
    Decision decision;
    decision.status = barrier(parent, kCall);
    if (!went_through(decision.status)) {
        return decision;
    }
    if (gathers_by_node(parent)) {
        decision = decide_at_nodes(parent, turn);
    }
    if (decision.is_made || !went_through(decision.status)) {
        return decision;
    }
    return decide_at_one(parent, turn);
}

/// A rank's new team, as its sorter has decided.
struct NewTeam {
    Place mine{};
    std::vector<int32_t> copy; // where the sorter's memory is not mapped
    std::span<const int32_t> ranks; // of the members, by rank in it; until the sorter gives it back
};

NewTeam read_members(const Team& parent, const Decision& decision) {
    NewTeam team;
    const int sorter = parent.to_world(decision.sorter);
    read_heap(sorter, decision.place + static_cast<uint64_t>(parent.rank) * sizeof(Place),
              &team.mine, sizeof team.mine);
    const auto size = static_cast<size_t>(team.mine.size);
    const uint64_t table = decision.place + static_cast<uint64_t>(parent.size) * sizeof(Place) +
                           static_cast<uint64_t>(team.mine.first) * sizeof(int32_t);
    if (parent.is_near(decision.sorter)) {
        team.ranks = {reinterpret_cast<const int32_t*>(runtime().heap(sorter) + table), size};
    } else {
        team.copy.resize(size);
        read_heap(sorter, table, team.copy.data(), size * sizeof(int32_t));
        team.ranks = team.copy;
    }
    return team;
}

/// Finds out on which nodes the members are. Who speaks for the node writes the table of those who
/// do; @return the bytes of `firsts_at` that were needed
void find_nodes(Team& team, std::span<const int32_t> ranks, int32_t* firsts_at) {
    const boot::Host& host = *runtime().job.host;
    TeamNodes& nodes = team.nodes;
    std::vector<int> index(static_cast<size_t>(host.nodes()), -1); // by the job's node
    std::vector<int32_t> firsts;
    nodes.members = 0;
    int last = -1;
    const int own = host.node_of(ranks[static_cast<size_t>(team.rank)]);
    for (size_t member = 0; member < ranks.size(); ++member) {
        const int node = host.node_of(ranks[member]);
        nodes.members += node == own ? 1 : 0;
        if (node == last) {
            continue;
        }
        last = node;
        int& number = index[static_cast<size_t>(node)];
        if (number >= 0) {
            nodes.are_consecutive = false;
            continue;
        }
        number = static_cast<int>(firsts.size());
        firsts.push_back(static_cast<int32_t>(member));
    }
    nodes.count = static_cast<int>(firsts.size());
    nodes.mine = index[static_cast<size_t>(own)];
    nodes.first = firsts[static_cast<size_t>(nodes.mine)];
    nodes.firsts = firsts_at;
    if (nodes.first == team.rank) {
        std::copy(firsts.begin(), firsts.end(), firsts_at);
    }
}

} // namespace

TeamLayout layout_for(int size) noexcept {
    TeamLayout layout;
    layout.rounds = rounds_for(size);
    const auto rounds = static_cast<size_t>(layout.rounds);
    layout.signals = sizeof(TeamCell);
    layout.slots = layout.signals + rounds * sizeof(Count);
    const bool is_spread = runtime().job.is_spread();
    layout.offers = layout.slots + 2 * (rounds + 2) * sizeof(ExchangeSlot);
    layout.chunks = layout.offers + (is_spread ? (rounds + 1) * sizeof(Offer) : 0);
    layout.table = layout.chunks + 4 * kChunkBytes;
    const size_t tables = is_spread ? 2 : 1; // of members, and of nodes
    layout.bytes = layout.table + tables * static_cast<size_t>(size) * sizeof(int32_t);
    return layout;
}

Status setup_world() {
    Runtime& rt = runtime();
    auto* world = new Team;
    world->rank = rt.rank;
    world->size = rt.size;
    world->layout = layout_for(rt.size);
    const Result<uint64_t> place = reserve_alike(world->layout.bytes, "the team of all");
    world->offset = place.value;
    world->central = rt.oversubscribed && rt.size > 2;
    world->nodes.members = rt.size;
    if (const boot::Host* const host = rt.job.host; host != nullptr) {
        world->nodes.count = host->nodes();
        world->nodes.mine = host->node_of(rt.rank);
        world->nodes.first = host->first_of(world->nodes.mine);
        world->nodes.members = static_cast<int>(host->near().size());
        world->nodes.are_consecutive = rt.job.near.scattered == nullptr;
    }
    rt.world = world;
    return place.status;
}

Team* place_team(Team& parent, uint64_t offset, int rank, std::span<const int32_t> ranks) {
    const Runtime& rt = runtime();
    auto* team = new Team;
    team->rank = rank;
    team->size = static_cast<int>(ranks.size());
    team->parent = &parent;
    team->offset = offset;
    team->layout = layout_for(team->size);
    team->central = rt.oversubscribed && team->size > 2;
    const auto table_of = [&](int member) {
        return reinterpret_cast<int32_t*>(rt.heap(ranks[static_cast<size_t>(member)]) + offset +
                                          team->layout.table);
    };
    team->nodes.members = team->size;
    if (rt.job.is_spread()) {
        const auto first = std::find_if(ranks.begin(), ranks.end(),
                                        [&](int32_t member) { return rt.job.near.has(member); });
        find_nodes(*team, ranks, table_of(static_cast<int>(first - ranks.begin())) + ranks.size());
    }
    int32_t* const table = table_of(team->nodes.first);
    if (rank == team->nodes.first) {
        std::memcpy(table, ranks.data(), ranks.size_bytes());
    }
    team->members = table;
    return team;
}

Status split_team(Team& parent, int64_t number, int order, Team** team_out) noexcept {
    const Decision decision = decide(parent, number, order);
    if (!decision.is_made) {
        return decision.status;
    }
    const NewTeam wanted = read_members(parent, decision);
    const Result<uint64_t> place =
        allocate_symmetric(parent, layout_for(wanted.mine.size).bytes, false, kCall);
    if (!went_through(place.status)) {
        return place.status;
    }
    Team* const team = place_team(parent, place.value, wanted.mine.rank, wanted.ranks);
    team->number = number;
    const Status status = barrier(parent, kCall);
    if (decision.sorter == parent.rank) {
        static_cast<void>(free_local(runtime().heap(runtime().rank) + decision.place));
    }
    *team_out = team;
    return status < 0 ? status : place.status;
}

/// The members meet over their pairwise counts, which outlive the team: a barrier of the team's own
/// still reads the flags and the table that a faster member would already have given back.
Status free_team(Team* team) noexcept {
    std::vector<int> members(static_cast<size_t>(team->size));
    for (int member = 0; member < team->size; ++member) {
        members[static_cast<size_t>(member)] = team->to_world(member);
    }
    const Status status = sync_with(members, "arauto_team_free");
    if (status == ARAUTO_ERR_STOPPED) {
        return status;
    }
    release_symmetric(team->offset);
    delete team;
    return status;
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

void quiet_before_members(const Team& team) noexcept {
    if (runtime().network != nullptr) [[unlikely]] {
        quiet_but(team.size == 2 ? team.to_world(1 - team.rank) : -1);
    }
}

} // namespace arauto::core
