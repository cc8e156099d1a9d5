// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Long collectives: every member copies a chunk to memory that the others can read. Between two
// barriers each member combines its share of the chunk over all members, in rank order, so that the
// result has the same bits everywhere. Two sets of chunks alternate: the barrier of turn n+1 proves
// that every member has read the chunks of turn n.
#include "team/collective.hpp"

#include "base/counters.hpp"
#include "remote/rma.hpp"
#include "team/barrier.hpp"
#include "team/gather.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <cstring>

namespace arauto::core {
namespace {

uint64_t mix(uint64_t digest, uint64_t value) noexcept {
    return (digest ^ value) * 0x9e3779b97f4a7c15ULL + (digest >> 29);
}

/// Never the value that exchanges use for a mismatch.
uint64_t signature_of(uint64_t kind, uint64_t a, uint64_t b, int root) noexcept {
    return mix(mix(mix(kind, a), b), static_cast<uint64_t>(root + 2)) >> 1;
}

/// After a failure all take the same number of steps to the end.
bool goes_on(Status step, Status& worst) noexcept {
    worst = step < 0 ? step : worst;
    return step >= 0 || step == ARAUTO_ERR_FAILED;
}

[[nodiscard]] bool gets_result(const Team& team, const Reduction& what) noexcept {
    return what.root == ARAUTO_ALL_RANKS || what.root == team.rank;
}

/// Bytes of each member's data.
struct Piece {
    size_t begin;
    size_t bytes;
};

struct Share {
    size_t begin;
    size_t end;
};

/// Elements [begin, end) of `count` that are the share of `member`.
Share share(size_t count, int member, int size) noexcept {
    const auto m = static_cast<size_t>(member);
    const auto n = static_cast<size_t>(size);
    return {count * m / n, count * (m + 1) / n};
}

/// Part of a member's chunk. @return broken_data when the member is on another node and is lost;
/// then `to` is as it was
Brings read_chunk(const Team& team, int member, uint64_t offset, void* to, size_t bytes) noexcept {
    if (team.is_near(member)) [[likely]] {
        copy_bytes(to, this_rank().heap(team.to_world(member)) + offset, bytes);
        return Brings::whole_data;
    }
    return read_heap(team.to_world(member), offset, to, bytes) < 0 ? Brings::broken_data
                                                                   : Brings::whole_data;
}

Brings both(Brings a, Brings b) noexcept {
    return a == Brings::whole_data ? b : a;
}

/// From other members' chunks, of so many bytes each.
void count_reads(int reads, size_t bytes) noexcept {
    const auto messages = static_cast<uint64_t>(reads);
    tally(ARAUTO_COUNTER_CHUNK, messages, messages * bytes);
}

void combine_short(void* context, std::byte* inout, const std::byte* in) {
    const auto& what = *static_cast<const Reduction*>(context);
    what.combine(what.context, inout, in, what.count);
}

/// Combines this member's share of a chunk of `count` elements over all members.
Brings
combine_share(const Team& team, const Reduction& what, size_t count, uint64_t turn) noexcept {
    const Share mine = share(count, team.rank, team.size);
    if (mine.begin == mine.end) {
        return Brings::whole_data;
    }
    const size_t offset = mine.begin * what.element_bytes;
    std::byte* result = team.chunk(team.rank, Team::Chunk::result, turn) + offset;
    const size_t elements = mine.end - mine.begin;
    const uint64_t from = team.chunk_offset(Team::Chunk::input, turn) + offset;
    Brings brings = read_chunk(team, 0, from, result, elements * what.element_bytes);
    // Memory that is not mapped is fetched to a chunk that no member reads in this turn.
    std::byte* const fetched =
        team.is_spread() ? team.chunk(team.rank, Team::Chunk::result, turn + 1) + offset : nullptr;
    for (int member = 1; member < team.size; ++member) {
        const std::byte* theirs = team.chunk(member, Team::Chunk::input, turn) + offset;
        if (!team.is_near(member)) {
            const size_t bytes = elements * what.element_bytes;
            brings = both(brings, read_chunk(team, member, from, fetched, bytes));
            theirs = fetched;
        }
        what.combine(what.context, result, theirs, elements);
    }
    return brings;
}

Brings collect_shares(const Team& team,
                      const Reduction& what,
                      size_t count,
                      uint64_t turn,
                      std::byte* data) noexcept {
    Brings brings = Brings::whole_data;
    for (int member = 0; member < team.size; ++member) {
        const Share theirs = share(count, member, team.size);
        const size_t offset = theirs.begin * what.element_bytes;
        brings = both(
            brings, read_chunk(team, member, team.chunk_offset(Team::Chunk::result, turn) + offset,
                               data + offset, (theirs.end - theirs.begin) * what.element_bytes));
    }
    return brings;
}

// Over several nodes, where each one's members are consecutive: a member combines its share of the
// chunk over its own node; then that share, over what the nodes have; so a node reads a chunk of
// each other node once. Every node does the second step for itself, in the order of the nodes, so
// that the result has the same bits everywhere.

[[nodiscard]] int members_of(const Team& team, int node) noexcept {
    const int end = node + 1 < team.nodes.count ? team.first_of(node + 1) : team.size;
    return end - team.first_of(node);
}

[[nodiscard]] Share share_on_node(const Team& team, size_t count) noexcept {
    return share(count, team.rank - team.nodes.first, team.nodes.members);
}

void combine_on_node(const Team& team,
                     const Reduction& what,
                     size_t count,
                     uint64_t turn) noexcept {
    const Share mine = share_on_node(team, count);
    const size_t offset = mine.begin * what.element_bytes;
    std::byte* const partial = team.chunk(team.rank, Team::Chunk::result, turn) + offset;
    for (int index = 0; mine.begin != mine.end && index < team.nodes.members; ++index) {
        const std::byte* const theirs =
            team.chunk(team.nodes.first + index, Team::Chunk::input, turn) + offset;
        if (index == 0) {
            std::memcpy(partial, theirs, (mine.end - mine.begin) * what.element_bytes);
        } else {
            what.combine(what.context, partial, theirs, mine.end - mine.begin);
        }
    }
}

/// Reads a node's partial result for a span of elements, from the members with those shares.
Brings read_partial(const Team& team,
                    const Reduction& what,
                    int node,
                    size_t count,
                    Share span,
                    uint64_t turn,
                    std::byte* to) noexcept {
    const int first = team.first_of(node);
    const int members = members_of(team, node);
    const uint64_t from = team.chunk_offset(Team::Chunk::result, turn);
    Brings brings = Brings::whole_data;
    for (int index = 0; index < members; ++index) {
        const Share theirs = share(count, index, members);
        const Share common{std::max(theirs.begin, span.begin), std::min(theirs.end, span.end)};
        if (common.begin < common.end) {
            const size_t bytes = (common.end - common.begin) * what.element_bytes;
            std::byte* const part = to + (common.begin - span.begin) * what.element_bytes;
            brings =
                both(brings, read_chunk(team, first + index,
                                        from + common.begin * what.element_bytes, part, bytes));
        }
    }
    return brings;
}

/// Leaves this member's share of the result in its input chunk, which is not read any more.
Brings
combine_nodes(const Team& team, const Reduction& what, size_t count, uint64_t turn) noexcept {
    const Share mine = share_on_node(team, count);
    const size_t bytes = (mine.end - mine.begin) * what.element_bytes;
    Brings brings = Brings::whole_data;
    if (bytes == 0) {
        return brings;
    }
    std::byte* const chunk = team.chunk(team.rank, Team::Chunk::input, turn);
    std::byte* const result = chunk + mine.begin * what.element_bytes;
    // Data from other nodes go to a chunk that no member reads in this turn.
    std::byte* const fetched = team.chunk(team.rank, Team::Chunk::result, turn + 1);
    for (int node = 0; node < team.nodes.count; ++node) {
        brings = both(brings, read_partial(team, what, node, count, mine, turn,
                                           node == 0 ? result : fetched));
        if (node > 0) {
            what.combine(what.context, result, fetched, mine.end - mine.begin);
        }
    }
    count_reads(team.nodes.count - 1, bytes);
    return brings;
}

void collect_on_node(const Team& team,
                     const Reduction& what,
                     size_t count,
                     uint64_t turn,
                     std::byte* data) noexcept {
    for (int index = 0; index < team.nodes.members; ++index) {
        const Share theirs = share(count, index, team.nodes.members);
        const size_t offset = theirs.begin * what.element_bytes;
        copy_bytes(data + offset,
                   team.chunk(team.nodes.first + index, Team::Chunk::input, turn) + offset,
                   (theirs.end - theirs.begin) * what.element_bytes);
    }
}

/// One chunk over several nodes, once all have put theirs where others see it.
Status reduce_over_nodes(
    Team& team, const Reduction& what, size_t count, uint64_t turn, std::byte* data) noexcept {
    Status worst = ARAUTO_OK;
    combine_on_node(team, what, count, turn);
    if (!goes_on(barrier(team, what.call), worst)) {
        return worst;
    }
    const Brings brings =
        worst == ARAUTO_OK ? combine_nodes(team, what, count, turn) : Brings::whole_data;
    if (!goes_on(barrier(team, what.call, brings), worst)) {
        return worst;
    }
    if (worst == ARAUTO_OK && gets_result(team, what)) {
        collect_on_node(team, what, count, turn, data);
    }
    return worst;
}

/// Data of members on other nodes may get lost while they are read: then all members must learn it.
/// Data on this node stay readable, so that no barrier is needed.
Status close_reading(Team& team, const char* call, Brings brings) noexcept {
    return team.is_spread() ? barrier(team, call, brings) : ARAUTO_OK;
}

/// Reduces on one node, or where nodes' members are not consecutive.
Status reduce_over_members(
    Team& team, const Reduction& what, size_t count, uint64_t turn, std::byte* data) noexcept {
    Status worst = ARAUTO_OK;
    Brings brings = combine_share(team, what, count, turn);
    if (!goes_on(barrier(team, what.call, brings), worst)) {
        return worst;
    }
    brings = Brings::whole_data;
    if (worst == ARAUTO_OK) {
        // Each member reads its share of all; a member that gets the result reads all shares, too.
        const bool gets_it = gets_result(team, what);
        count_reads((gets_it ? 2 : 1) * (team.size - 1),
                    count * what.element_bytes / static_cast<size_t>(team.size));
        if (gets_it) {
            brings = collect_shares(team, what, count, turn, data);
        }
    }
    static_cast<void>(goes_on(close_reading(team, what.call, brings), worst));
    return worst;
}

Status reduce_long(Team& team, const Reduction& what) noexcept {
    const bool by_node = team.is_spread() && team.nodes.are_consecutive;
    const size_t per_chunk = kChunkBytes / what.element_bytes;
    Status worst = ARAUTO_OK;
    for (size_t done = 0; done < what.count;) {
        const size_t count = std::min(what.count - done, per_chunk);
        std::byte* data = what.data + done * what.element_bytes;
        const uint64_t turn = team.chunks_used++;
        copy_bytes(team.chunk(team.rank, Team::Chunk::input, turn), data,
                   count * what.element_bytes);
        if (!goes_on(barrier(team, what.call), worst)) {
            return worst;
        }
        // After a failure there may be no sound data to combine, but all take the same steps.
        if (worst != ARAUTO_OK) {
            const int barriers = team.is_spread() ? 2 : 1; // as many as with sound data
            for (int i = 0; i < barriers; ++i) {
                if (!goes_on(barrier(team, what.call), worst)) {
                    return worst;
                }
            }
        } else if (!goes_on(by_node ? reduce_over_nodes(team, what, count, turn, data)
                                    : reduce_over_members(team, what, count, turn, data),
                            worst)) {
            return worst;
        }
        done += count;
    }
    return worst;
}

/// Elements longer than a chunk: gather them one by one and combine here, in rank order.
Status reduce_huge(Team& team, const Reduction& what) noexcept {
    const auto size = static_cast<size_t>(team.size);
    auto* all = static_cast<std::byte*>(std::malloc(size * what.element_bytes));
    if (all == nullptr) {
        return fail(ARAUTO_ERR_MEMORY, "%s: no memory for %zu elements of %zu bytes", what.call,
                    size, what.element_bytes);
    }
    Status worst = ARAUTO_OK;
    for (size_t i = 0; i < what.count; ++i) {
        std::byte* element = what.data + i * what.element_bytes;
        if (!goes_on(allgather(team, element, what.element_bytes, all), worst)) {
            break;
        }
        for (size_t member = 1; member < size && worst == ARAUTO_OK; ++member) {
            what.combine(what.context, all, all + member * what.element_bytes, 1);
        }
        if (worst == ARAUTO_OK && gets_result(team, what)) {
            std::memcpy(element, all, what.element_bytes);
        }
    }
    std::free(all);
    return worst;
}

/// Reads from each member; of the part of `bytes` that begins at `done`.
Brings
read_all(const Team& team, uint64_t turn, Piece piece, size_t bytes, std::byte* all) noexcept {
    Brings brings = Brings::whole_data;
    for (int member = 0; member < team.size; ++member) {
        std::byte* const to = all + static_cast<size_t>(member) * bytes + piece.begin;
        brings = both(brings, read_chunk(team, member, team.chunk_offset(Team::Chunk::input, turn),
                                         to, piece.bytes));
    }
    count_reads(team.size - 1, piece.bytes);
    return brings;
}

Status
allgather_by_members(Team& team, const std::byte* mine, size_t bytes, std::byte* all) noexcept {
    Status worst = ARAUTO_OK;
    Brings brings = Brings::whole_data;
    for (size_t done = 0; done < bytes;) {
        const Piece piece{done, std::min(bytes - done, kChunkBytes)};
        const uint64_t turn = team.chunks_used++;
        copy_bytes(team.chunk(team.rank, Team::Chunk::input, turn), mine + done, piece.bytes);
        if (!goes_on(barrier(team, "allgather", brings), worst)) {
            return worst;
        }
        brings = read_all(team, turn, piece, bytes, all);
        done += piece.bytes;
    }
    static_cast<void>(goes_on(close_reading(team, "allgather", brings), worst));
    return worst;
}

/// The most memory that a node uses for the data of all members at a time.
constexpr size_t kGatherBytes = size_t{16} << 20;

[[nodiscard]] size_t gathered_at_a_time(const Team& team, size_t bytes) noexcept {
    const size_t share = std::max(kGatherBytes / static_cast<size_t>(team.size), size_t{64});
    return std::min({bytes, share, kChunkBytes});
}

Status
allgather_by_nodes(Team& team, const std::byte* mine, size_t bytes, std::byte* all) noexcept {
    const size_t most = gathered_at_a_time(team, bytes);
    Gathering gathering(team, most);
    Status worst = ARAUTO_OK;
    Brings brings = Brings::whole_data;
    for (size_t done = 0; done < bytes;) {
        const Piece piece{done, std::min(bytes - done, most)};
        const uint64_t turn = team.chunks_used++;
        copy_bytes(team.chunk(team.rank, Team::Chunk::input, turn), mine + done, piece.bytes);
        if (!goes_on(barrier(team, "allgather", brings), worst)) {
            return worst;
        }
        brings = Brings::whole_data;
        const std::byte* const gathered = worst < 0 ? nullptr : gathering.gather(turn);
        for (int i = 0; gathered != nullptr && i < team.size; ++i) {
            copy_bytes(all + static_cast<size_t>(gathering.member(i)) * bytes + done,
                       gathered + static_cast<size_t>(i) * most, piece.bytes);
        }
        if (gathered == nullptr) {
            brings = read_all(team, turn, piece, bytes, all);
        }
        done += piece.bytes;
    }
    static_cast<void>(goes_on(barrier(team, "allgather", brings), worst)); // all have looked at it
    return worst;
}

/// A broadcast as an exchange: of two payloads the one that the root has touched survives.
struct Rooted {
    uint8_t is_set;
    std::byte data[kExchangeBytes - 8];
};

void keep_rooted(void* context, std::byte* inout, const std::byte* in) {
    if (inout[0] == std::byte{0}) {
        std::memcpy(inout, in, *static_cast<const size_t*>(context));
    }
}

Status agree(Team& team, const char* call, uint64_t signature) noexcept {
    std::byte nothing{};
    return exchange(
        team,
        {.call = call, .signature = signature, .payload = &nothing, .bytes = 0, .combine = {}});
}

Status
broadcast_short(Team& team, std::byte* data, size_t bytes, int root, uint64_t signature) noexcept {
    Rooted message;
    message.is_set = team.rank == root ? 1 : 0;
    if (message.is_set != 0) {
        std::memcpy(message.data, data, bytes);
    }
    size_t length = offsetof(Rooted, data) + bytes;
    const Status status = exchange(team, {.call = "broadcast",
                                          .signature = signature,
                                          .payload = reinterpret_cast<std::byte*>(&message),
                                          .bytes = length,
                                          .combine = {keep_rooted, &length}});
    if (status >= 0 && message.is_set != 0 && team.rank != root) {
        std::memcpy(data, message.data, bytes);
    }
    return status;
}

/// A piece of the root's chunk. Over several nodes each node leader fetches it for
/// all there.
Status fetch_broadcast(Team& team, int root, uint64_t turn, std::byte* to, size_t bytes) noexcept {
    const uint64_t from = team.chunk_offset(Team::Chunk::input, turn);
    if (!team.is_spread()) {
        if (team.rank != root) {
            static_cast<void>(read_chunk(team, root, from, to, bytes)); // nothing is lost here
            count_reads(1, bytes);
        }
        return ARAUTO_OK;
    }
    const bool is_near = team.is_near(root);
    std::byte* const fetched = team.chunk(team.nodes.first, Team::Chunk::result, turn);
    Brings brings = Brings::whole_data;
    if (!is_near && team.rank == team.nodes.first) {
        brings = read_chunk(team, root, from, fetched, bytes);
        count_reads(1, bytes);
    }
    const Status status = barrier(team, "broadcast", brings);
    if (team.rank != root && status >= 0) {
        copy_bytes(to, is_near ? team.chunk(root, Team::Chunk::input, turn) : fetched, bytes);
    }
    return status;
}

} // namespace

Status reduce(Team& team, const Reduction& what) noexcept {
    const uint64_t signature = signature_of(what.kind, what.count, what.element_bytes, what.root);
    const bool is_short = what.count * what.element_bytes <= kExchangeBytes;
    const size_t bytes = is_short ? what.count * what.element_bytes : 0;
    alignas(std::max_align_t) std::byte scratch[kExchangeBytes];
    std::byte* payload = what.data;
    if (!gets_result(team, what) && bytes > 0) {
        payload = static_cast<std::byte*>(std::memcpy(scratch, what.data, bytes));
    }
    Reduction context = what;
    const Status status = exchange(team, {.call = what.call,
                                          .signature = signature,
                                          .payload = payload,
                                          .bytes = bytes,
                                          .combine = {combine_short, &context}});
    Status worst = ARAUTO_OK;
    if (!goes_on(status, worst) || is_short || team.size == 1) {
        return status;
    }
    const Status rest =
        what.element_bytes <= kChunkBytes ? reduce_long(team, what) : reduce_huge(team, what);
    return rest < 0 ? rest : worst;
}

Status broadcast(Team& team, std::byte* data, size_t bytes, int root) noexcept {
    const uint64_t signature = signature_of(0xb0ad, bytes, 1, root);
    if (team.size == 1) {
        return ARAUTO_OK;
    }
    if (bytes <= sizeof(Rooted::data)) {
        return broadcast_short(team, data, bytes, root, signature);
    }
    Status worst = ARAUTO_OK;
    if (!goes_on(agree(team, "broadcast", signature), worst)) {
        return worst;
    }
    for (size_t done = 0; done < bytes;) {
        const size_t piece = std::min(bytes - done, kChunkBytes);
        const uint64_t turn = team.chunks_used++;
        if (team.rank == root) {
            copy_bytes(team.chunk(root, Team::Chunk::input, turn), data + done, piece);
        }
        if (!goes_on(barrier(team, "broadcast"), worst)) {
            return worst;
        }
        if (!goes_on(fetch_broadcast(team, root, turn, data + done, piece), worst)) {
            return worst;
        }
        done += piece;
    }
    return worst;
}

Status allgather(Team& team, const std::byte* mine, size_t bytes, std::byte* all) noexcept {
    Status worst = ARAUTO_OK;
    if (!goes_on(agree(team, "allgather", signature_of(0xa119, bytes, 1, 0)), worst)) {
        return worst;
    }
    if (team.size == 1) {
        copy_bytes(all, mine, bytes);
        return ARAUTO_OK;
    }
    const Status rest = gathers_by_node(team) ? allgather_by_nodes(team, mine, bytes, all)
                                              : allgather_by_members(team, mine, bytes, all);
    return rest < 0 ? rest : worst;
}

} // namespace arauto::core
