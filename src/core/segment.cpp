// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See segment.hpp, and docs/decisions on the symmetric heap by agreement.
#include "core/segment.hpp"

#include "core/barrier.hpp"
#include "core/exchange.hpp"
#include "os/shared_memory.hpp"

#include <algorithm>
#include <cstring>
#include <mutex>
#include <optional>

namespace arauto::core {
namespace {

constexpr uint64_t kNone = ~uint64_t{0};
constexpr uint64_t kLarge = uint64_t{1} << 20; // from here on pages go back to the system

/// What the members propose, combined.
struct Proposal {
    uint64_t bytes_min;
    uint64_t bytes_max;
    uint64_t offset_min;
    uint64_t offset_max; // kNone: somebody found no room
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

/// A place in this rank's symmetric half, and what it takes to make it zero.
struct Taken {
    uint64_t offset;
    uint64_t old_high_water;
};

std::optional<Taken> reserve_lowest(uint64_t bytes) noexcept {
    Runtime& rt = runtime();
    const std::lock_guard<std::mutex> guard(rt.symmetric_mutex);
    const uint64_t old_high_water = rt.symmetric.high_water();
    const std::optional<uint64_t> offset = rt.symmetric.reserve(bytes);
    return offset ? std::optional<Taken>({*offset, old_high_water}) : std::nullopt;
}

/// Not the smallest block that fits but the lowest place from `start` on.
std::optional<Taken> reserve_from(uint64_t start, uint64_t bytes) noexcept {
    Runtime& rt = runtime();
    const std::lock_guard<std::mutex> guard(rt.symmetric_mutex);
    const uint64_t old_high_water = rt.symmetric.high_water();
    const std::optional<uint64_t> offset = rt.symmetric.find_from(start, bytes);
    if (!offset || !rt.symmetric.reserve_at(*offset, bytes)) {
        return std::nullopt;
    }
    return Taken{*offset, old_high_water};
}

/// Gives back what has not been written to.
void put_back(const std::optional<Taken>& taken) noexcept {
    if (taken) {
        Runtime& rt = runtime();
        const std::lock_guard<std::mutex> guard(rt.symmetric_mutex);
        rt.symmetric.release(taken->offset);
    }
}

/// Makes reused memory zero again; memory above the old high water was never touched.
void clear(const Taken& taken, uint64_t bytes) noexcept {
    std::byte* const memory = runtime().heap(runtime().rank) + taken.offset;
    const uint64_t reused = taken.offset >= taken.old_high_water
                                ? 0
                                : std::min(bytes, taken.old_high_water - taken.offset);
    if (reused >= kLarge) {
        os::release_pages(memory, reused);
    } else if (reused > 0) {
        std::memset(memory, 0, reused);
    }
}

Status no_room(const char* call, uint64_t bytes, const Heap& heap) noexcept {
    return fail(ARAUTO_ERR_MEMORY,
                "%s: no room for %llu bytes in this %s's heap: its largest free block is %llu of "
                "%llu bytes (setting ARAUTO_HEAP_SIZE)",
                call, static_cast<unsigned long long>(bytes), noun(),
                static_cast<unsigned long long>(heap.largest_free()),
                static_cast<unsigned long long>(heap.capacity()));
}

Status no_room_in_half(const char* call, uint64_t bytes) noexcept {
    const std::lock_guard<std::mutex> guard(runtime().symmetric_mutex);
    return no_room(call, bytes, runtime().symmetric);
}

/// Whether the members go on after an exchange or barrier that ended so.
bool has_carried(Status status) noexcept {
    return status >= 0 || status == ARAUTO_ERR_FAILED;
}

/// The lowest place that is free in the heaps of all members: each takes one from where the last
/// round ended, until all have taken the same. It is held meanwhile, for other threads may be
/// looking for places, too. The barrier tells that everyone has cleared it.
Result<uint64_t>
take_common_place(Team& team, uint64_t bytes, Status earlier, const char* call) noexcept {
    Status worst = earlier;
    Proposal round{bytes, bytes, 0, 0};
    std::optional<Taken> mine;
    for (;;) {
        mine = reserve_from(round.offset_max, bytes);
        const uint64_t place = mine ? mine->offset : kNone;
        round = {bytes, bytes, place, place};
        const Status status = propose(team, round, call);
        worst = status < 0 ? status : worst;
        if (has_carried(status) && round.offset_min == round.offset_max && mine) {
            break;
        }
        put_back(mine);
        if (!has_carried(status)) {
            return {status, 0};
        }
        if (round.offset_max == kNone) {
            return {no_room_in_half(call, bytes), 0};
        }
    }
    clear(*mine, bytes);
    const Status status = barrier(team, call);
    if (!has_carried(status)) {
        put_back(mine);
        return {status, 0};
    }
    return {status < 0 ? status : worst, mine->offset};
}

} // namespace

Result<uint64_t>
allocate_symmetric(Team& team, size_t bytes, bool must_match, const char* call) noexcept {
    const std::optional<Taken> mine = reserve_lowest(bytes);
    if (mine) {
        clear(*mine, bytes);
    }
    const uint64_t place = mine ? mine->offset : kNone;
    Proposal all{bytes, bytes, place, place};
    const Status status = propose(team, all, call);
    const bool agreed = all.offset_min == all.offset_max && all.bytes_min == all.bytes_max;
    if (has_carried(status) && agreed && mine) [[likely]] {
        return {status, place};
    }
    put_back(mine);
    if (!has_carried(status)) {
        return {status, 0};
    }
    if (must_match && all.bytes_min != all.bytes_max) {
        return {fail(ARAUTO_ERR_MISMATCH,
                     "%s: the %ss asked for different sizes, from %llu to %llu bytes; this %s "
                     "for %llu",
                     call, noun(), static_cast<unsigned long long>(all.bytes_min),
                     static_cast<unsigned long long>(all.bytes_max), noun(),
                     static_cast<unsigned long long>(bytes)),
                0};
    }
    if (all.offset_max == kNone) {
        return {no_room_in_half(call, bytes), 0};
    }
    return take_common_place(team, all.bytes_max, status, call);
}

Result<uint64_t> reserve_alike(uint64_t bytes, const char* what) noexcept {
    Runtime& rt = runtime();
    const std::optional<uint64_t> place = rt.symmetric.reserve(bytes);
    if (place) {
        return {ARAUTO_OK, *place};
    }
    return {fail(ARAUTO_ERR_MEMORY,
                 "a job of %d %ss needs %llu bytes of each one's heap for %s, and half a heap has "
                 "%llu (setting ARAUTO_HEAP_SIZE)",
                 rt.size, noun(), static_cast<unsigned long long>(bytes), what,
                 static_cast<unsigned long long>(rt.symmetric.capacity())),
            0};
}

std::optional<uint64_t> hold_symmetric(uint64_t start, uint64_t bytes) noexcept {
    const std::optional<Taken> taken = reserve_from(start, bytes);
    if (!taken) {
        return std::nullopt;
    }
    clear(*taken, bytes);
    return taken->offset;
}

void release_symmetric(uint64_t offset) noexcept {
    Runtime& rt = runtime();
    // Under the mutex, for another thread may take the place at once.
    const std::lock_guard<std::mutex> guard(rt.symmetric_mutex);
    const uint64_t bytes = rt.symmetric.release(offset);
    if (bytes >= kLarge) {
        os::release_pages(rt.heap(rt.rank) + offset, bytes);
    }
}

Status
allocate_segment(Team& team, size_t bytes, Segment** segment_out, const char* call) noexcept {
    const Result<uint64_t> place = allocate_symmetric(team, bytes, true, call);
    if (place.status < 0 && place.status != ARAUTO_ERR_FAILED) {
        return place.status;
    }
    *segment_out = new Segment{place.value, bytes, &team};
    return place.status;
}

Status declare_segment(size_t bytes, Segment** segment_out, const char* call) noexcept {
    Runtime& rt = runtime();
    const std::lock_guard<std::mutex> guard(rt.symmetric_mutex);
    const std::optional<uint64_t> place = rt.symmetric.reserve(bytes);
    if (!place) {
        return no_room(call, bytes, rt.symmetric);
    }
    rt.declared.push_back(bytes);
    *segment_out = new Segment{*place, bytes, rt.world};
    return ARAUTO_OK;
}

Status verify_declarations() noexcept {
    Runtime& rt = runtime();
    uint64_t digest = 0xcbf29ce484222325ULL; // FNV-1a over the sizes
    for (const uint64_t bytes : rt.declared) {
        digest = (digest ^ bytes) * 0x100000001b3ULL;
    }
    Proposal all{digest, digest, 0, 0};
    constexpr const char* kCall = "arauto_segment_verify";
    const Status status = propose(*rt.world, all, kCall);
    if (status < 0) {
        return status;
    }
    if (all.bytes_min != all.bytes_max) {
        return fail(ARAUTO_ERR_MISMATCH,
                    "%s: the %ss declared different static coarrays; this %s declared %zu: do all "
                    "run the same program?",
                    kCall, noun(), noun(), rt.declared.size());
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
    release_symmetric(segment->offset);
    delete segment;
}

Status allocate_local(size_t bytes, void** memory_out) noexcept {
    Runtime& rt = runtime();
    const std::lock_guard<std::mutex> guard(rt.local_mutex);
    const std::optional<uint64_t> place = rt.local.reserve(bytes);
    if (!place) {
        return no_room("arauto_memory_allocate", bytes, rt.local);
    }
    *memory_out = rt.heap(rt.rank) + *place;
    return ARAUTO_OK;
}

Status free_local(void* memory) noexcept {
    if (memory == nullptr) {
        return ARAUTO_OK;
    }
    Runtime& rt = runtime();
    const std::lock_guard<std::mutex> guard(rt.local_mutex);
    const auto offset = static_cast<uint64_t>(static_cast<std::byte*>(memory) - rt.heap(rt.rank));
    const uint64_t bytes = rt.local.release(offset);
    if (bytes == 0) {
        return fail(ARAUTO_ERR_ARGUMENT,
                    "arauto_memory_free: %p was not allocated by arauto_memory_allocate, or is "
                    "free already",
                    memory);
    }
    if (bytes >= kLarge) {
        os::release_pages(memory, bytes);
    }
    return ARAUTO_OK;
}

bool is_local(const void* memory) noexcept {
    Runtime& rt = runtime();
    if (rt.header == nullptr) {
        return false;
    }
    const std::lock_guard<std::mutex> guard(rt.local_mutex);
    return rt.local.is_used(
        static_cast<uint64_t>(static_cast<const std::byte*>(memory) - rt.heap(rt.rank)));
}

} // namespace arauto::core
