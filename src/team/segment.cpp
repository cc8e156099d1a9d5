// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See segment.hpp, and docs/decisions on the symmetric heap by agreement.
#include "team/segment.hpp"

#include "team/barrier.hpp"
#include "team/exchange.hpp"

#include <algorithm>
#include <cstring>
#include <optional>

namespace arauto::core {
namespace {

constexpr uint64_t kNone = ~uint64_t{0};

/// The proposals of the members, combined.
struct Proposal {
    uint64_t bytes_min;
    uint64_t bytes_max;
    uint64_t offset_min;
    uint64_t offset_max; // kNone: a member found no room
};

void combine_proposals(void*, std::byte* inout, const std::byte* in) noexcept {
    Proposal a{};
    Proposal b{};
    std::memcpy(&a, inout, sizeof a);
    std::memcpy(&b, in, sizeof b);
    a.bytes_min = std::min(a.bytes_min, b.bytes_min);
    a.bytes_max = std::max(a.bytes_max, b.bytes_max);
    a.offset_min = std::min(a.offset_min, b.offset_min);
    a.offset_max = std::max(a.offset_max, b.offset_max);
    std::memcpy(inout, &a, sizeof a);
}

Status propose(Team& team, Proposal& proposal, const char* call) noexcept {
    return exchange(team, {.call = call,
                           .signature = 0x5e9,
                           .payload = reinterpret_cast<std::byte*>(&proposal),
                           .bytes = sizeof proposal,
                           .combine = {combine_proposals, nullptr}});
}

/// Whether the members go on after an exchange or barrier that ended so.
bool has_carried(Status status) noexcept {
    return status >= 0 || status == ARAUTO_ERR_FAILED;
}

/// The lowest offset that is free in the heaps of all members: each takes one from where the last
/// round ended, until all have taken the same. It is held meanwhile, for other threads may be
/// looking for offsets, too. After the barrier all members have cleared it.
Result<uint64_t>
take_common_offset(Team& team, uint64_t bytes, Status earlier, const char* call) noexcept {
    OwnHeap& heap = this_rank().own_heap;
    Status worst = earlier;
    Proposal round{bytes, bytes, 0, 0};
    std::optional<OwnHeap::Block> mine;
    for (;;) {
        mine = heap.reserve_symmetric_from(round.offset_max, bytes);
        const uint64_t offset = mine ? mine->offset : kNone;
        round = {bytes, bytes, offset, offset};
        const Status status = propose(team, round, call);
        worst = status < 0 ? status : worst;
        if (has_carried(status) && round.offset_min == round.offset_max && mine) {
            break;
        }
        if (mine) {
            heap.put_back(*mine);
        }
        if (!has_carried(status)) {
            return {status, 0};
        }
        if (round.offset_max == kNone) {
            return {heap.fail_no_room(call, bytes), 0};
        }
    }
    heap.clear(*mine, bytes);
    const Status status = barrier(team, call);
    if (!has_carried(status)) {
        heap.put_back(*mine);
        return {status, 0};
    }
    return {status < 0 ? status : worst, mine->offset};
}

} // namespace

Result<uint64_t>
allocate_symmetric(Team& team, size_t bytes, bool must_match, const char* call) noexcept {
    OwnHeap& heap = this_rank().own_heap;
    const std::optional<OwnHeap::Block> mine = heap.reserve_symmetric(bytes);
    if (mine) {
        heap.clear(*mine, bytes);
    }
    const uint64_t offset = mine ? mine->offset : kNone;
    Proposal all{bytes, bytes, offset, offset};
    const Status status = propose(team, all, call);
    const bool agreed = all.offset_min == all.offset_max && all.bytes_min == all.bytes_max;
    if (has_carried(status) && agreed && mine) [[likely]] {
        return {status, offset};
    }
    if (mine) {
        heap.put_back(*mine);
    }
    if (!has_carried(status)) {
        return {status, 0};
    }
    if (must_match && all.bytes_min != all.bytes_max) {
        return {fail(ARAUTO_ERR_MISMATCH,
                     "%s: the %ss requested different sizes, from %llu to %llu bytes; this %s "
                     "requested %llu",
                     call, noun(), static_cast<unsigned long long>(all.bytes_min),
                     static_cast<unsigned long long>(all.bytes_max), noun(),
                     static_cast<unsigned long long>(bytes)),
                0};
    }
    if (all.offset_max == kNone) {
        return {heap.fail_no_room(call, bytes), 0};
    }
    return take_common_offset(team, all.bytes_max, status, call);
}

Result<uint64_t> reserve_alike(uint64_t bytes, const char* what) noexcept {
    Rank& self = this_rank();
    const std::optional<OwnHeap::Block> block = self.own_heap.reserve_symmetric(bytes);
    if (block) {
        return {ARAUTO_OK, block->offset};
    }
    return {fail(ARAUTO_ERR_MEMORY,
                 "a job of %d %ss needs %llu bytes of each one's heap for %s, and half a heap has "
                 "%llu (setting ARAUTO_HEAP_SIZE)",
                 self.size, noun(), static_cast<unsigned long long>(bytes), what,
                 static_cast<unsigned long long>(self.own_heap.symmetric_capacity())),
            0};
}

Status
allocate_segment(Team& team, size_t bytes, Segment** segment_out, const char* call) noexcept {
    const Result<uint64_t> offset = allocate_symmetric(team, bytes, true, call);
    if (offset.status < 0 && offset.status != ARAUTO_ERR_FAILED) {
        return offset.status;
    }
    *segment_out = new Segment{offset.value, bytes, &team};
    return offset.status;
}

Status declare_segment(size_t bytes, Segment** segment_out, const char* call) noexcept {
    Rank& self = this_rank();
    const std::optional<OwnHeap::Block> block = self.own_heap.reserve_symmetric(bytes);
    if (!block) {
        return self.own_heap.fail_no_room(call, bytes);
    }
    self.declared.push_back(bytes);
    *segment_out = new Segment{block->offset, bytes, self.world};
    return ARAUTO_OK;
}

Status verify_declarations() noexcept {
    Rank& self = this_rank();
    uint64_t digest = 0xcbf29ce484222325ULL; // FNV-1a over the sizes
    for (const uint64_t bytes : self.declared) {
        digest = (digest ^ bytes) * 0x100000001b3ULL;
    }
    Proposal all{digest, digest, 0, 0};
    constexpr const char* kCall = "arauto_segment_verify";
    const Status status = propose(*self.world, all, kCall);
    if (status < 0) {
        return status;
    }
    if (all.bytes_min != all.bytes_max) {
        return fail(ARAUTO_ERR_MISMATCH,
                    "%s: the %ss declared different static coarrays; this %s declared %zu: do all "
                    "run the same program?",
                    kCall, noun(), noun(), self.declared.size());
    }
    return ARAUTO_OK;
}

Status free_segment(Segment* segment, const char* call) noexcept {
    const Status status = barrier(*segment->team, call);
    if (status == ARAUTO_ERR_STOPPED) {
        return status; // a stopped rank cannot free with us: the segment stays
    }
    release_segment(segment);
    return status;
}

void release_segment(Segment* segment) noexcept {
    this_rank().own_heap.release_symmetric(segment->offset);
    delete segment;
}

} // namespace arauto::core
