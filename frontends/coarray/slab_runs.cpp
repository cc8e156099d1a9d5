// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See slab_runs.hpp. Segregated lists of free runs, joined with their neighbours.
#include "slab_runs.hpp"

#include <algorithm>
#include <bit>
#include <initializer_list>
#include <sys/mman.h>

namespace arauto::coarray {
namespace {

// The C library gives such blocks back at once, and keeps some 64 MiB of others.
constexpr uint32_t kReleased = (uint32_t{32} << 20U) / kSlabBytes;
constexpr uint64_t kKeptMax = (uint64_t{64} << 20U) / kSlabBytes;
constexpr int kLooksMax = 64; // in a list of runs of different lengths

} // namespace

bool SlabRuns::open(std::byte* start, uint32_t slabs) noexcept {
    void* const books = mmap(nullptr, size_t{slabs} * sizeof(Entry), PROT_READ | PROT_WRITE,
                             MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (books == MAP_FAILED) {
        return false;
    }
    start_ = start;
    entries_ = static_cast<Entry*>(books);
    top_ = 1;
    end_ = slabs;
    return true;
}

unsigned SlabRuns::bin_of(uint32_t slabs) noexcept {
    return slabs <= kExactBins ? slabs - 1
                               : kExactBins + static_cast<unsigned>(std::bit_width(slabs - 1)) - 6;
}

/// A free run of at least that length; 0: none.
uint32_t SlabRuns::find(uint32_t slabs) const noexcept {
    const unsigned bin = bin_of(slabs);
    int looks = 0;
    for (uint32_t run = bins_[bin]; run != 0 && looks < kLooksMax; run = entries_[run].next) {
        if (entries_[run].slabs >= slabs) {
            return run;
        }
        ++looks;
    }
    const uint64_t longer = bin + 1 < kBins ? filled_ >> (bin + 1) << (bin + 1) : 0;
    return longer != 0 ? bins_[std::countr_zero(longer)] : 0;
}

void SlabRuns::mark(uint32_t first, uint32_t slabs, bool is_free) noexcept {
    for (const uint32_t at : {first, first + slabs - 1}) {
        entries_[at].slabs = slabs;
        entries_[at].is_free = is_free;
    }
}

void SlabRuns::insert(uint32_t first, uint32_t slabs, Pages pages) noexcept {
    const unsigned bin = bin_of(slabs);
    mark(first, slabs, true);
    entries_[first].pages = pages;
    entries_[first].before = 0;
    entries_[first].next = bins_[bin];
    if (bins_[bin] != 0) {
        entries_[bins_[bin]].before = first;
    }
    bins_[bin] = first;
    filled_ |= uint64_t{1} << bin;
    kept_ += pages.kept;
}

/// Inserts the rest of a free run of this length whose start is in use.
void SlabRuns::insert_rest(uint32_t first, uint32_t slabs, uint32_t taken, Pages pages) noexcept {
    if (slabs > taken) {
        // The pages are taken for those of the start, which was in use last.
        const uint32_t kept = pages.kept - std::min(pages.kept, taken);
        insert(first + taken, slabs - taken, {pages.is_zero, kept});
    }
}

void SlabRuns::remove(uint32_t first) noexcept {
    const Entry& run = entries_[first];
    const unsigned bin = bin_of(run.slabs);
    (run.before != 0 ? entries_[run.before].next : bins_[bin]) = run.next;
    if (run.next != 0) {
        entries_[run.next].before = run.before;
    }
    if (bins_[bin] == 0) {
        filled_ &= ~(uint64_t{1} << bin);
    }
    kept_ -= run.pages.kept;
}

/// Takes a run at the top, together with the free run that ends there, if one does.
SlabRuns::Run SlabRuns::take_at_top(uint32_t slabs) noexcept {
    const Entry& last = entries_[top_ - 1];
    const uint32_t before = last.is_free && last.slabs < slabs ? last.slabs : 0;
    if (end_ - top_ < slabs - before) {
        return {0, false};
    }
    const uint32_t first = top_ - before;
    const bool is_zero = before == 0 || entries_[first].pages.is_zero;
    if (before != 0) {
        remove(first);
    }
    top_ = first + slabs;
    mark(first, slabs, false);
    return {first, is_zero};
}

SlabRuns::Run SlabRuns::take(uint32_t slabs) noexcept {
    const uint32_t found = find(slabs);
    if (found == 0) {
        return take_at_top(slabs);
    }
    const uint32_t length = entries_[found].slabs;
    const Pages pages = entries_[found].pages;
    remove(found);
    insert_rest(found, length, slabs, pages);
    mark(found, slabs, false);
    return {found, pages.is_zero};
}

/// Gives the pages back to the system; false when it does not take them.
bool SlabRuns::release(uint32_t first, uint32_t slabs) noexcept {
    return madvise(start_ + first * kSlabBytes, slabs * kSlabBytes, MADV_REMOVE) == 0;
}

void SlabRuns::give(uint32_t first) noexcept {
    uint32_t slabs = entries_[first].slabs;
    Pages pages{false, slabs};
    if (slabs >= kReleased && release(first, slabs)) {
        pages = {true, 0};
    }
    const auto join = [&](uint32_t run) {
        remove(run);
        slabs += entries_[run].slabs;
        pages.is_zero = pages.is_zero && entries_[run].pages.is_zero;
        pages.kept += entries_[run].pages.kept;
    };
    if (const uint32_t behind = first + slabs; behind < top_ && entries_[behind].is_free) {
        join(behind);
    }
    if (first > 1 && entries_[first - 1].is_free) {
        first -= entries_[first - 1].slabs;
        join(first);
    }
    if (kept_ + pages.kept > kKeptMax && release(first, slabs)) {
        pages = {true, 0};
    }
    insert(first, slabs, pages);
}

bool SlabRuns::grow(uint32_t first, uint32_t slabs) noexcept {
    const uint32_t length = entries_[first].slabs;
    const uint32_t behind = first + length;
    const uint32_t wanted = slabs - length;
    if (behind == top_) {
        if (end_ - top_ < wanted) {
            return false;
        }
        top_ += wanted;
    } else {
        const uint32_t there = entries_[behind].slabs;
        if (!entries_[behind].is_free || there < wanted) {
            return false;
        }
        const Pages pages = entries_[behind].pages;
        remove(behind);
        insert_rest(behind, there, wanted, pages);
    }
    mark(first, slabs, false);
    return true;
}

} // namespace arauto::coarray
