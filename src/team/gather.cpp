// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See gather.hpp. In round r a node has the data of 2^r nodes, its own first. It offers them to the
// node 2^r before it, and reads the offer of the node 2^r behind it: a message and a read for each
// round. Offers carry the turn, which only grows; a barrier lies between two turns, so that no
// offer is overwritten before it was read.
#include "team/gather.hpp"

#include "base/counters.hpp"
#include "remote/rma.hpp"
#include "remote/word.hpp"
#include "runtime/wait.hpp"
#include "team/segment.hpp"

#include <algorithm>
#include <cstddef>
#include <cstring>

namespace arauto::core {
namespace {

constexpr uint64_t kNowhere = ~uint64_t{0};

} // namespace

Gathering::Gathering(Team& team, size_t bytes) noexcept : team_(team), bytes_(bytes) {
    void* memory = nullptr;
    if (is_node_leader() &&
        this_rank().own_heap.allocate_local(static_cast<size_t>(team.size) * bytes, &memory) >= 0) {
        memory_ = static_cast<std::byte*>(memory);
    }
}

Gathering::~Gathering() {
    if (memory_ != nullptr) {
        static_cast<void>(this_rank().own_heap.free_local(memory_));
    }
}

/// The number of members on `count` nodes from `node` on, in the order of the team.
int Gathering::members_of(int node, int count) const noexcept {
    const int nodes = team_.nodes.count;
    if (count == nodes) {
        return team_.size;
    }
    const int end = team_.first_of((node + count) % nodes);
    return (end - team_.first_of(node) + team_.size) % team_.size;
}

void Gathering::take_own_node(uint64_t turn) noexcept {
    for (int i = 0; i < team_.nodes.members; ++i) {
        std::memcpy(memory_ + static_cast<size_t>(i) * bytes_,
                    team_.chunk(team_.nodes.first + i, Team::Chunk::input, turn), bytes_);
    }
}

/// `offset` in this rank's heap is ready for a member. The offset and the turn cross together.
void Gathering::offer(int member, int index, uint64_t turn, uint64_t offset) noexcept {
    Offer& theirs = team_.offer(member, index);
    const int rank = team_.to_world(member);
    tally_more(ARAUTO_COUNTER_CHUNK, {0, 1, sizeof turn + sizeof offset});
    if (!is_far(rank)) {
        theirs.offset = offset;
        theirs.turn.store(turn + 1, std::memory_order_seq_cst); // PAIR gather.offer: store
        ring(rank);
        return;
    }
    const word::WordAddress name = word::address_of_word(&theirs.turn);
    // PAIR gather.offer: store
    const transport::Signal signal{transport::AtomicOp::store, sizeof turn, name.offset, turn + 1};
    const bool is_short_enough =
        far_put(rank, name.offset + offsetof(Offer, offset),
                reinterpret_cast<const std::byte*>(&offset), sizeof offset, &signal, false);
    static_cast<void>(is_short_enough); // a word is
}

/// kNowhere when a member has failed, since the offer may depend on it.
uint64_t Gathering::await_offer(int index, uint64_t turn) noexcept {
    const Offer& mine = team_.offer(team_.rank, index);
    const Status status = wait_until(
        [&] {
            return mine.turn.load(std::memory_order_seq_cst) > turn; // PAIR gather.offer: look
        },
        [&] { return has_failed_member(team_) ? ARAUTO_ERR_FAILED : ARAUTO_OK; });
    return status < 0 ? kNowhere : mine.offset;
}

/// @return whether everything is here
bool Gathering::double_up(uint64_t turn) noexcept {
    const TeamNodes& nodes = team_.nodes;
    const auto own = static_cast<uint64_t>(memory_ - this_rank().heap(this_rank().rank));
    bool is_whole = memory_ != nullptr;
    for (int round = 0; (int64_t{1} << round) < nodes.count; ++round) {
        const int have = 1 << round;
        const int behind = (nodes.mine + have) % nodes.count;
        const int before = (nodes.mine - have + nodes.count) % nodes.count;
        offer(team_.first_of(before), round, turn, is_whole ? own : kNowhere);
        const uint64_t offset = await_offer(round, turn);
        is_whole = is_whole && offset != kNowhere;
        if (is_whole) {
            const int members = members_of(behind, std::min(have, nodes.count - have));
            const size_t bytes = static_cast<size_t>(members) * bytes_;
            const Status status = read_heap(
                team_.to_world(team_.first_of(behind)), offset,
                memory_ + static_cast<size_t>(members_of(nodes.mine, have)) * bytes_, bytes);
            is_whole = status >= 0;
            tally_more(ARAUTO_COUNTER_CHUNK, {0, 1, bytes});
        }
    }
    return is_whole;
}

const std::byte* Gathering::gather(uint64_t turn) noexcept {
    const TeamNodes& nodes = team_.nodes;
    const int to_node = team_.layout.rounds; // behind the offers of all rounds
    if (!is_node_leader()) {
        const uint64_t offset = await_offer(to_node, turn);
        return offset == kNowhere ? nullptr
                                  : this_rank().heap(team_.to_world(nodes.first)) + offset;
    }
    if (memory_ != nullptr) {
        take_own_node(turn);
    }
    const bool is_whole = double_up(turn) && !has_failed_member(team_);
    const auto offset =
        is_whole ? static_cast<uint64_t>(memory_ - this_rank().heap(this_rank().rank)) : kNowhere;
    for (int i = 1; i < nodes.members; ++i) {
        offer(nodes.first + i, to_node, turn, offset);
    }
    return is_whole ? memory_ : nullptr;
}

} // namespace arauto::core
