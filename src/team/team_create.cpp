// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Splitting: every member writes down (number, order). One member, the sorter, decides for each
// member where it belongs. Over several nodes each node leader does so for its node, when it could
// gather the requests of all. All new teams take the same offset in their heaps, agreed over the
// parent. Every choice follows from an exchange, so that all living members make the same one when
// others die meanwhile.
#include "team/team_create.hpp"

#include "remote/rma.hpp"
#include "team/barrier.hpp"
#include "team/exchange.hpp"
#include "team/gather.hpp"
#include "team/pairwise.hpp"
#include "team/segment.hpp"

#include <algorithm>
#include <cstring>
#include <tuple>
#include <vector>

namespace arauto::core {
namespace {

constexpr const char* kCall = "arauto_team_split";

/// The request of a member, at the start of its input chunk.
struct SplitRequest {
    int64_t number;
    int32_t order;
    int32_t member; // rank in the parent
};

/// The sorter's decision for one member; an array by rank in the parent, in the sorter's own
/// memory.
struct SplitDecision {
    int32_t rank; // in the new team
    int32_t size; // of the new team
    int32_t
        first; // index of the new team's first entry in the table of ranks that follows the array
};

bool went_through(Status status) noexcept {
    return status >= 0 || status == ARAUTO_ERR_FAILED;
}

/// The lowest member that has not failed, as far as this one knows.
int first_active(const Team& team) noexcept {
    int member = 0;
    while (member < team.rank && learn_state(team.to_world(member)) == boot::ImageState::failed) {
        ++member;
    }
    return member;
}

/// Reads the requests of all active members, one by one.
std::vector<SplitRequest> collect_requests(const Team& parent, uint64_t turn) {
    std::vector<SplitRequest> requests;
    for (int member = 0; member < parent.size; ++member) {
        const int rank = parent.to_world(member);
        SplitRequest request{};
        if (learn_state(rank) != boot::ImageState::failed &&
            read_heap(rank, parent.chunk_offset(Team::Chunk::input, turn), &request,
                      sizeof request) >= 0) {
            requests.push_back(request);
        }
    }
    return requests;
}

/// Writes SplitDecision[parent.size] and the ranks, grouped by new team, to memory the others can
/// read; null when there is none.
std::byte* sort_members(const Team& parent, std::vector<SplitRequest> requests) {
    std::sort(requests.begin(), requests.end(), [](const SplitRequest& a, const SplitRequest& b) {
        return std::tie(a.number, a.order, a.member) < std::tie(b.number, b.order, b.member);
    });
    const auto count = static_cast<size_t>(parent.size);
    void* memory = nullptr;
    if (this_rank().own_heap.allocate_local(count * (sizeof(SplitDecision) + sizeof(int32_t)),
                                            &memory) < 0) {
        return nullptr;
    }
    auto* decisions = static_cast<SplitDecision*>(memory);
    auto* table = reinterpret_cast<int32_t*>(decisions + count);
    for (size_t begin = 0; begin < requests.size();) {
        size_t end = begin;
        while (end < requests.size() && requests[end].number == requests[begin].number) {
            ++end;
        }
        for (size_t i = begin; i < end; ++i) {
            decisions[requests[i].member] = {static_cast<int32_t>(i - begin),
                                             static_cast<int32_t>(end - begin),
                                             static_cast<int32_t>(begin)};
            table[i] = parent.to_world(requests[i].member);
        }
        begin = end;
    }
    return static_cast<std::byte*>(memory);
}

/// The offset of a sorter's decision in its heap. The proposals are combined to the
/// highest.
constexpr uint64_t kNotMade = 0; // no decision: offsets of local memory are higher
constexpr uint64_t kNoMemory = ~uint64_t{0};

struct Proposal {
    uint64_t offset = kNotMade;
    int64_t sorter = 0; // the next one, if it comes to that: the lowest active member
    int64_t failures = 0; // members that could not read the decision
};

void take_highest(void*, std::byte* inout, const std::byte* in) noexcept {
    Proposal a;
    Proposal b;
    std::memcpy(&a, inout, sizeof a);
    std::memcpy(&b, in, sizeof b);
    a.offset = std::max(a.offset, b.offset);
    a.sorter = std::max(a.sorter, b.sorter);
    a.failures = std::max(a.failures, b.failures);
    std::memcpy(inout, &a, sizeof a);
}

/// The members agree on the highest of their proposals.
Status agree_on(Team& parent, Proposal& proposal) noexcept {
    proposal.sorter = first_active(parent);
    return exchange(parent, {.call = kCall,
                             .signature = 0x5b117,
                             .payload = reinterpret_cast<std::byte*>(&proposal),
                             .bytes = sizeof proposal,
                             .combine = {take_highest, nullptr}});
}

uint64_t offset_of(const std::byte* memory) noexcept {
    return memory == nullptr ? kNoMemory
                             : static_cast<uint64_t>(memory - this_rank().heap(this_rank().rank));
}

/// A rank's new team, as its sorter has decided.
struct NewTeam {
    SplitDecision mine{};
    std::vector<int32_t> copy; // where the sorter's memory is not mapped
    std::span<const int32_t> ranks; // of the members, by rank in it; until the sorter gives it back
    std::byte* decision = nullptr; // at the sorter: what it gives back when all have read it
};

/// @error ARAUTO_ERR_FAILED when the sorter is on another node and is lost
Status read_members(const Team& parent, int from, uint64_t offset, NewTeam& team) {
    const int sorter = parent.to_world(from);
    const Status status =
        read_heap(sorter, offset + static_cast<uint64_t>(parent.rank) * sizeof(SplitDecision),
                  &team.mine, sizeof team.mine);
    if (status < 0) {
        return status;
    }
    const auto size = static_cast<size_t>(team.mine.size);
    const uint64_t table = offset + static_cast<uint64_t>(parent.size) * sizeof(SplitDecision) +
                           static_cast<uint64_t>(team.mine.first) * sizeof(int32_t);
    if (parent.is_near(from)) {
        team.ranks = {reinterpret_cast<const int32_t*>(this_rank().heap(sorter) + table), size};
        return ARAUTO_OK;
    }
    team.copy.resize(size);
    team.ranks = team.copy;
    return read_heap(sorter, table, team.copy.data(), size * sizeof(int32_t));
}

void give_back(NewTeam& team) noexcept {
    if (team.decision != nullptr) {
        static_cast<void>(this_rank().own_heap.free_local(team.decision));
        team.decision = nullptr;
    }
}

/// Each node leader decides for its node, the same on each. @return whether it is done: it is not
/// when one of them could not, because nodes must not disagree on the members
bool decide_at_nodes(Team& parent, uint64_t turn, NewTeam& team, Status& status) {
    Gathering gathering(parent, sizeof(SplitRequest));
    const auto* const requests = reinterpret_cast<const SplitRequest*>(gathering.gather(turn));
    const int sorter = parent.nodes.first;
    if (requests != nullptr && sorter == parent.rank) {
        team.decision =
            sort_members(parent, std::vector<SplitRequest>(requests, requests + parent.size));
        const uint64_t offset = offset_of(team.decision);
        std::memcpy(parent.chunk(sorter, Team::Chunk::result, turn), &offset, sizeof offset);
    }
    Proposal all;
    all.failures =
        requests == nullptr || (sorter == parent.rank && team.decision == nullptr) ? 1 : 0;
    status = agree_on(parent, all);
    if (!went_through(status) || all.failures != 0) {
        give_back(team);
        return false;
    }
    uint64_t offset = kNotMade;
    std::memcpy(&offset, parent.chunk(sorter, Team::Chunk::result, turn), sizeof offset);
    static_cast<void>(read_members(parent, sorter, offset, team)); // on this node nothing is lost
    return true;
}

/// The lowest active member decides for all, after an exchange in which all have named it. When it
/// dies before all have read its decision, another one decides anew.
Status decide_at_one(Team& parent, uint64_t turn, int64_t sorter, NewTeam& team) {
    for (;;) {
        Proposal all;
        if (sorter == parent.rank) {
            team.decision = sort_members(parent, collect_requests(parent, turn));
            all.offset = offset_of(team.decision);
        }
        Status status = agree_on(parent, all);
        if (went_through(status) && all.offset == kNoMemory) {
            return fail(ARAUTO_ERR_MEMORY, "%s: %s has no memory for the table of members", kCall,
                        name_of(parent.to_world(static_cast<int>(sorter))).text);
        }
        if (went_through(status) && all.offset != kNotMade) {
            Proposal read;
            const int from = static_cast<int>(sorter);
            read.failures = read_members(parent, from, all.offset, team) < 0 ? 1 : 0;
            if (parent.is_spread()) {
                const Status agreed = agree_on(parent, read);
                status = agreed < 0 ? agreed : status;
            }
            if (went_through(status) && read.failures == 0) {
                return status;
            }
            all.sorter = std::max(all.sorter, read.sorter);
        }
        give_back(team);
        if (!went_through(status)) {
            return status;
        }
        sorter = all.sorter;
    }
}

/// The decision on its new team, for every member.
Status decide(Team& parent, int64_t number, int order, NewTeam& team) {
    const uint64_t turn = parent.chunks_used++;
    const SplitRequest request{number, order, parent.rank};
    std::memcpy(parent.chunk(parent.rank, Team::Chunk::input, turn), &request, sizeof request);
    Proposal all;
    const Status first = agree_on(parent, all); // after which every request is written, too
    if (!went_through(first)) {
        return first;
    }
    Status status = first;
    if (gathers_by_node(parent) && decide_at_nodes(parent, turn, team, status)) {
        return status < 0 ? status : first;
    }
    if (!went_through(status)) {
        return status;
    }
    status = decide_at_one(parent, turn, all.sorter, team);
    return status < 0 ? status : first;
}

/// Finds out on which nodes the members are. @return the node leaders
std::vector<int32_t> find_nodes(Team& team, std::span<const int32_t> ranks) {
    const boot::ProcessManager& manager = *this_rank().job.manager;
    TeamNodes& nodes = team.nodes;
    std::vector<int> index(static_cast<size_t>(manager.nodes()), -1); // by the job's node
    std::vector<int32_t> firsts;
    nodes.members = 0;
    nodes.are_consecutive = true;
    int last = -1;
    const int own = manager.node_of(ranks[static_cast<size_t>(team.rank)]);
    for (size_t member = 0; member < ranks.size(); ++member) {
        const int node = manager.node_of(ranks[member]);
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
    return firsts;
}

/// Points a team at the tables in the block of one of its members of this node, which writes them.
void fill_tables(Team& team, std::span<const int32_t> ranks, int keeper) {
    const Rank& self = this_rank();
    auto* const table = reinterpret_cast<int32_t*>(self.heap(ranks[static_cast<size_t>(keeper)]) +
                                                   team.offset + team.layout.table);
    std::vector<int32_t> firsts;
    if (self.job.is_spread()) {
        firsts = find_nodes(team, ranks);
        team.nodes.firsts = table + ranks.size();
    }
    team.members = table;
    if (keeper == team.rank) {
        std::copy(ranks.begin(), ranks.end(), table);
        std::copy(firsts.begin(), firsts.end(), table + ranks.size());
    }
}

/// The lowest member of this node.
int node_leader(std::span<const int32_t> ranks) noexcept {
    const boot::NearRanks& near = this_rank().job.near;
    const auto first = std::find_if(ranks.begin(), ranks.end(),
                                    [&near](int32_t member) { return near.has(member); });
    return static_cast<int>(first - ranks.begin());
}

} // namespace

Status setup_world() {
    Rank& self = this_rank();
    auto* world = new Team;
    world->rank = self.rank;
    world->size = self.size;
    world->layout = layout_for(self.size);
    const Result<uint64_t> offset = reserve_alike(world->layout.bytes, "the team of all");
    world->offset = offset.value;
    enum { kAuto, kRounds, kCentral };
    const Result<int> barrier = setting_choice(kBarrierSetting);
    if (!barrier.ok()) {
        return barrier.status;
    }
    self.has_central_barriers =
        barrier.value == kCentral || (barrier.value == kAuto && self.oversubscribed);
    world->central = self.has_central_barriers && self.size > 2;
    world->nodes.members = self.size;
    if (const boot::ProcessManager* const manager = self.job.manager; manager != nullptr) {
        world->nodes.count = manager->nodes();
        world->nodes.mine = manager->node_of(self.rank);
        world->nodes.first = manager->first_of(world->nodes.mine);
        world->nodes.members = static_cast<int>(manager->near().size());
        world->nodes.are_consecutive = self.job.near.scattered == nullptr;
    }
    self.world = world;
    return offset.status;
}

uint32_t trace_id_of(uint64_t creation, int32_t first) noexcept {
    constexpr uint64_t kPrime = 0x100000001b3;
    uint64_t id = (creation * kPrime) ^ static_cast<uint64_t>(first);
    id = (id * kPrime) ^ (id >> 29);
    return static_cast<uint32_t>(id ^ (id >> 32)) | 1;
}

Team* make_team_at(Team& parent, uint64_t offset, int rank, std::span<const int32_t> ranks) {
    const Rank& self = this_rank();
    auto* team = new Team;
    team->rank = rank;
    team->size = static_cast<int>(ranks.size());
    team->parent = &parent;
    team->offset = offset;
    team->layout = layout_for(team->size);
    team->central = self.has_central_barriers && team->size > 2;
    team->nodes.members = team->size;
    // All members have taken part in as many exchanges of the parent, and teams that are split
    // from it together have different first members.
    team->trace_id =
        trace_id_of((uint64_t{parent.trace_id} << 32) + parent.exchanges + 1, ranks[0]);
    fill_tables(*team, ranks, node_leader(ranks));
    return team;
}

Status split_team(Team& parent, int64_t number, int order, Team** team_out) noexcept {
    NewTeam wanted;
    const Status decided = decide(parent, number, order, wanted);
    if (!went_through(decided)) {
        return decided;
    }
    const Result<uint64_t> offset =
        allocate_symmetric(parent, layout_for(wanted.mine.size).bytes, false, kCall);
    if (!went_through(offset.status)) {
        give_back(wanted);
        return offset.status;
    }
    Team* const team = make_team_at(parent, offset.value, wanted.mine.rank, wanted.ranks);
    team->number = number;
    Status status = barrier(parent, kCall);
    if (status == ARAUTO_ERR_FAILED) {
        // The leader of a node may have failed before it wrote the tables of its node.
        fill_tables(*team, wanted.ranks, team->rank);
        status = barrier(parent, kCall); // before the decision is given back
    }
    give_back(wanted);
    *team_out = team;
    return status < 0 ? status : offset.status < 0 ? offset.status : decided;
}

/// The members synchronise by their pairwise counts, which outlive the team: a barrier of its own
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
    this_rank().own_heap.release_symmetric(team->offset);
    delete team;
    return status;
}

} // namespace arauto::core
