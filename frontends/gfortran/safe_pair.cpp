// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See safe_pair.hpp. A pair is judged when it is first asked about.
#include "safe_pair.hpp"

#include "image_memory.hpp"
#include "private_ranges.hpp"
#include "state.hpp"

#include "arauto/runtime.h"
#include "arauto/spi/segment.h"

#include <algorithm>
#include <atomic>
#include <memory>
#include <mutex>
#include <sys/mman.h>
#include <sys/resource.h>

namespace arauto::gfortran {
namespace {

enum class Verdict : uint8_t { none, safe, unsafe };

struct Pair {
    std::atomic<Verdict> verdict{Verdict::none}; // PAIR safe_pair.verdict: keep, look
    const ImageMemory* there = nullptr;
};

} // namespace

struct SafePairs {
    std::mutex mutex;
    Ranges reserved; // here, because others have memory there
    std::unique_ptr<Pair[]> pairs;
    int count = 0;
};

namespace {

Ranges ranges_of(const ImageMemory& memory) {
    const size_t count = std::min<uint64_t>(memory.range_count, ImageMemory::kRangesMax);
    return {memory.ranges, memory.ranges + count};
}

bool reserve(PrivateRange range) noexcept {
    auto* const start = reinterpret_cast<void*>(range.start);
    const size_t bytes = range.end - range.start;
    void* const mapped =
        mmap(start, bytes, PROT_NONE,
             MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
    if (mapped != MAP_FAILED && mapped != start) {
        munmap(mapped, bytes);
    }
    return mapped == start;
}

/// False when this process has something there.
bool reserve_all(SafePairs& all, const Ranges& ranges) {
    for (const PrivateRange& range : ranges) {
        for (const PrivateRange& part : parts_outside(range, all.reserved)) {
            if (!reserve(part)) {
                return false;
            }
            add_range(all.reserved, part);
        }
    }
    return true;
}

Verdict judge(SafePairs& all, Pair& pair, int rank) {
    const ImageMemory* const there = image_memory_of(rank);
    if (there == nullptr) {
        return Verdict::unsafe;
    }
    // PAIR image_memory.ranges: look
    const RangesState state = there->state.load(std::memory_order_acquire);
    if (state == RangesState::none) {
        return Verdict::none;
    }
    if (state == RangesState::unknown || arauto_heaps_are_alike(rank) == 0) {
        return Verdict::unsafe;
    }
    pair.there = there;
    const Ranges theirs = ranges_of(*there);
    const bool is_safe =
        !overlap(ranges_of(*own_image_memory()), theirs) && reserve_all(all, theirs);
    return is_safe ? Verdict::safe : Verdict::unsafe;
}

[[gnu::noinline]] Verdict find_verdict(SafePairs& all, int rank) {
    const std::lock_guard guard(all.mutex);
    Pair& pair = all.pairs[static_cast<size_t>(rank)];
    Verdict verdict = pair.verdict.load(std::memory_order_relaxed); // relaxed because of the mutex
    if (verdict == Verdict::none) {
        verdict = judge(all, pair, rank);
        pair.verdict.store(verdict, std::memory_order_release); // PAIR safe_pair.verdict: keep
    }
    return verdict;
}

/// Relaxed because who learns of such a block has synchronised with the image that has it.
bool has_private_blocks(const ImageMemory& memory) noexcept {
    return memory.has_private_blocks.load(std::memory_order_relaxed) != 0;
}

} // namespace

bool is_safe_pair(int rank) noexcept {
    // PAIR safe_pair.pairs: look
    SafePairs* const all = g_state.safe_pairs.load(std::memory_order_acquire);
    if (all == nullptr || rank < 0 || rank >= all->count) {
        return false;
    }
    const Pair& pair = all->pairs[static_cast<size_t>(rank)];
    Verdict verdict = pair.verdict.load(std::memory_order_acquire); // PAIR safe_pair.verdict: look
    if (verdict == Verdict::none) {
        verdict = find_verdict(*all, rank);
    }
    return verdict == Verdict::safe &&
           (pair.there == nullptr || // this very image
            (!has_private_blocks(*pair.there) && !has_private_blocks(*own_image_memory())));
}

void publish_private_ranges() {
    ImageMemory* const own = own_image_memory();
    // relaxed because one thread starts the program
    if (own == nullptr || g_state.safe_pairs.load(std::memory_order_relaxed) != nullptr) {
        return;
    }
    rlimit stack{};
    getrlimit(RLIMIT_STACK, &stack);
    const Ranges ranges = private_ranges(read_maps(), stack.rlim_cur);
    const bool is_known = !ranges.empty() && ranges.size() <= ImageMemory::kRangesMax;
    if (is_known) {
        std::copy(ranges.begin(), ranges.end(), own->ranges);
        own->range_count = ranges.size();
    }
    // PAIR image_memory.ranges: publish
    own->state.store(is_known ? RangesState::known : RangesState::unknown,
                     std::memory_order_release);
    auto* const all = new SafePairs; // never destroyed: programs run until their end
    all->count = arauto_size();
    all->pairs = std::make_unique<Pair[]>(static_cast<size_t>(all->count));
    all->pairs[static_cast<size_t>(arauto_rank())].verdict.store(
        Verdict::safe, std::memory_order_relaxed); // relaxed because the next store orders it
    g_state.safe_pairs.store(all, std::memory_order_release); // PAIR safe_pair.pairs: publish
}

} // namespace arauto::gfortran
