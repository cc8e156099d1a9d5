// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See shadow.hpp.
#include "check/shadow.hpp"

#include "check/shared_lock.hpp"
#include "os/shared_memory.hpp"

#include <algorithm>
#include <optional>

namespace arauto::check {
namespace {

constexpr auto kRelaxed = std::memory_order_relaxed; // relaxed because a lock orders the rest
constexpr size_t kWordsOfChunk = boot::kChunkBytes / sizeof(uint64_t);
constexpr size_t kInChunk = kWordsOfChunk - 1; // the last one is the number of the next chunk
constexpr uint64_t kCellsOfStripe = 64;
constexpr uint64_t kBatch = 64; // chunks that change their owner together

/// The mask of the bytes [first, end) that are in a cell.
uint64_t mask_in_cell(uint64_t cell, uint64_t first, uint64_t end) noexcept {
    const uint64_t start = cell * boot::kCellBytes;
    const uint64_t from = std::max(first, start) - start;
    const uint64_t to = std::min(end, start + boot::kCellBytes) - start;
    return (uint64_t{1} << to) - (uint64_t{1} << from);
}

} // namespace

Shadow::Shadow(boot::CheckArea& area, Order& order, Sites& sites, Races& races) noexcept
    : area_(area), order_(order), sites_(sites), races_(races),
      plane_{boot::part_of<std::atomic<uint64_t>>(area, area.plane_offset[0]),
             boot::part_of<std::atomic<uint64_t>>(area, area.plane_offset[1])} {}

std::atomic<uint64_t>* Shadow::chunk(uint64_t number) const noexcept {
    return boot::part_of<std::atomic<uint64_t>>(area_,
                                                area_.chunk_offset + number * boot::kChunkBytes);
}

std::atomic<uint32_t>& Shadow::stripe_of(uint64_t cell) const noexcept {
    return area_.stripe[cell / kCellsOfStripe % boot::CheckArea::kStripes];
}

/// 0: there is no room.
uint64_t Shadow::take_chunk() noexcept {
    const std::lock_guard<std::mutex> guard(mutex_);
    if (free_chunks_.empty()) {
        const SharedLock lock(area_.is_freeing);
        uint64_t next = area_.free_chunk.load(kRelaxed);
        while (next != 0 && free_chunks_.size() < kBatch) {
            free_chunks_.push_back(next);
            next = chunk(next)[kInChunk].load(kRelaxed);
        }
        area_.free_chunk.store(next, kRelaxed);
    }
    if (free_chunks_.empty()) {
        const uint64_t first = area_.chunks_used.fetch_add(kBatch, kRelaxed);
        if (first + kBatch > area_.chunks) {
            boot::CheckEnd none = boot::CheckEnd::none;
            area_.end.compare_exchange_strong(none, boot::CheckEnd::chunks_full, kRelaxed);
            return 0;
        }
        for (uint64_t i = kBatch; i > 0; --i) {
            free_chunks_.push_back(first + i - 1);
        }
        if (first == 0) {
            free_chunks_.pop_back(); // 0 is none
        }
    }
    const uint64_t number = free_chunks_.back();
    free_chunks_.pop_back();
    return number;
}

/// Under mutex_.
void Shadow::give_chunk(uint64_t number) noexcept {
    free_chunks_.push_back(number);
    if (free_chunks_.size() < 2 * kBatch) {
        return;
    }
    const SharedLock lock(area_.is_freeing);
    while (free_chunks_.size() > kBatch) {
        const uint64_t last = free_chunks_.back();
        free_chunks_.pop_back();
        chunk(last)[kInChunk].store(area_.free_chunk.load(kRelaxed), kRelaxed);
        area_.free_chunk.store(last, kRelaxed);
    }
}

void Shadow::free_list(uint64_t word) noexcept {
    if (component_of(word) != kList) {
        return;
    }
    const std::lock_guard<std::mutex> guard(mutex_);
    for (uint64_t number = list_of(word); number != 0;) {
        const uint64_t next = chunk(number)[kInChunk].load(kRelaxed);
        give_chunk(number);
        number = next;
    }
}

void Shadow::read_list(uint64_t word, List& list) const noexcept {
    if (component_of(word) != kList) {
        if (word != 0) {
            list.add(word);
        }
        return;
    }
    for (uint64_t number = list_of(word); number != 0;) {
        const std::atomic<uint64_t>* const words = chunk(number);
        for (size_t i = 0; i < kInChunk; ++i) {
            if (const uint64_t each = words[i].load(kRelaxed); each != 0) {
                list.add(each);
            }
        }
        number = words[kInChunk].load(kRelaxed);
    }
}

/// The word of several accesses, or of the only one; 0: there is no room.
uint64_t Shadow::make_list(const List& list) noexcept {
    if (list.count == 1) {
        return list.words[0];
    }
    uint64_t next = 0; // the chunks are filled from the end of the list on
    for (size_t first = (list.count - 1) / kInChunk * kInChunk;; first -= kInChunk) {
        const uint64_t number = take_chunk();
        if (number == 0) {
            return 0;
        }
        for (size_t i = 0; i < kInChunk; ++i) {
            chunk(number)[i].store(first + i < list.count ? list.words[first + i] : 0, kRelaxed);
        }
        chunk(number)[kInChunk].store(next, kRelaxed);
        next = number;
        if (first == 0) {
            return make_list_word(next);
        }
    }
}

/// @return false: the word is another one meanwhile
bool Shadow::write_list(std::atomic<uint64_t>& word, uint64_t old, const List& list) noexcept {
    const uint64_t next = make_list(list);
    uint64_t expected = old;
    // PAIR check.cell: put
    if (!word.compare_exchange_strong(expected, next, std::memory_order_seq_cst)) {
        free_list(next);
        return false;
    }
    free_list(old);
    return true;
}

/// Whether another access, which is in a plane that `who` conflicts with, is a race.
bool Shadow::conflicts(const Toucher& who, uint64_t word, uint64_t mask) const noexcept {
    if (component_of(word) == kFreed) {
        return true;
    }
    if ((mask_of(word) & mask) == 0) {
        return false;
    }
    const bool is_before =
        component_of(word) == kPending ? have_same_stamp(word, who.stamp) : order_.has_seen(word);
    return !is_before && !are_compatible(who, word, mask);
}

/// Whether they do not conflict as atomics: of one width, or accumulates that MPI allows.
bool Shadow::are_compatible(const Toucher& who, uint64_t word, uint64_t mask) const noexcept {
    if (!is_atomic(who.access)) {
        return false;
    }
    const boot::CheckSite other = sites_.at(site_of(word));
    if (!is_atomic(static_cast<Access>(other.access))) {
        return false;
    }
    const uint32_t mine = sites_.at(who.site).width;
    return mine != 0 || other.width != 0
               ? boot::may_accumulate(mine, mask, other.width, mask_of(word))
               : mask_of(word) == mask;
}

/// Whether nothing can conflict with this earlier access that does not also conflict with `who`.
bool Shadow::is_needless(const Toucher& who, uint64_t word, uint64_t mask) const noexcept {
    if (component_of(word) == kFreed) {
        return false;
    }
    if (component_of(word) == kPending) { // the later of two alike is complete no earlier, mostly
        return component_of(who.stamp) == kPending && site_of(word) == who.site &&
               rank_of_pending(word) == rank_of_pending(who.stamp) && (mask_of(word) & ~mask) == 0;
    }
    if (order_.have_all_seen(word)) {
        return true;
    }
    // A notification tells of no earlier put.
    const bool tells_of_it =
        component_of(word) != order_.own_puts() || component_of(who.stamp) == order_.own_puts();
    const bool is_as_strict =
        !is_atomic(who.access) || is_atomic(static_cast<Access>(sites_.at(site_of(word)).access));
    return order_.has_seen(word) && (mask_of(word) & ~mask) == 0 && tells_of_it && is_as_strict;
}

/// The first access of a word that is a race; 0: none is.
uint64_t Shadow::find_conflict(const Toucher& who, uint64_t word, uint64_t mask) const noexcept {
    List list;
    read_list(word, list);
    const uint64_t* const begin = list.words;
    const uint64_t* const end = begin + list.count;
    const uint64_t* const race =
        std::find_if(begin, end, [&](uint64_t each) { return conflicts(who, each, mask); });
    return race != end ? *race : 0;
}

void Shadow::touch_locked(const Toucher& who,
                          uint64_t cell,
                          uint64_t mask,
                          RaceFound& found) noexcept {
    std::atomic<uint64_t>& own = own_plane(who.access)[cell];
    const bool writes = is_write(who.access);
    const std::atomic<uint64_t>& opposite = plane_[writes ? 1 : 0][cell];
    uint64_t race = 0;
    for (bool is_put = false; !is_put;) {
        const uint64_t last = own.load(kRelaxed);
        const uint64_t other = opposite.load(kRelaxed);
        if (other == 0 && have_same_stamp(last, who.stamp) && site_of(last) == who.site &&
            (mask & ~mask_of(last)) == 0) {
            return;
        }
        race = other != 0 ? find_conflict(who, other, mask) : 0;
        List lasts;
        read_list(last, lasts);
        List kept;
        uint64_t mine = make_word(who.stamp, who.site, mask);
        bool is_freed = component_of(race) == kFreed;
        for (size_t i = 0; i < lasts.count; ++i) {
            const uint64_t word = lasts.words[i];
            if (writes && race == 0 && conflicts(who, word, mask)) {
                race = word;
            }
            is_freed = is_freed || component_of(word) == kFreed;
            if (have_same_stamp(word, who.stamp) && site_of(word) == who.site) {
                mine |= mask_of(word);
            } else if (word != race && !is_needless(who, word, mask)) {
                kept.add(word);
            }
        }
        if (is_freed) {
            break; // the place keeps its mark
        }
        kept.add(mine);
        is_put = write_list(own, last, kept);
        const uint64_t now =
            opposite.load(std::memory_order_seq_cst); // PAIR check.cell: look again
        if (is_put && race == 0 && now != other) {
            race = find_conflict(who, now, mask);
        }
    }
    if (race != 0) {
        found.word = race;
        found.access = static_cast<Access>(sites_.at(site_of(race)).access);
        const uint64_t bytes = component_of(race) == kFreed ? mask : mask & mask_of(race);
        found.first = cell * boot::kCellBytes + first_of(bytes);
        found.end = cell * boot::kCellBytes + kMaskBits -
                    static_cast<uint64_t>(__builtin_clzll(bytes << 56));
    }
}

void Shadow::touch_range(Access access,
                         Part part,
                         uint32_t site,
                         uint64_t place,
                         uint64_t bytes,
                         uint32_t width) noexcept {
    touch_as({order_.stamp_of_part(part), site, access}, place, bytes, width);
}

void Shadow::touch_as(const Toucher& who, uint64_t place, uint64_t bytes, uint32_t width) noexcept {
    const uint64_t end = place + bytes;
    if (bytes == 0 || end < place || (end - 1) / boot::kCellBytes >= area_.cells) {
        return;
    }
    order_.touch();
    RaceFound race; // of neighbouring cells, noted together
    const uint64_t last = (end - 1) / boot::kCellBytes;
    const bool is_plain = component_of(who.stamp) == order_.rank() && !is_atomic(who.access);
    for (uint64_t cell = place / boot::kCellBytes; cell <= last;) {
        if (is_plain && touch_alone(who, cell, mask_in_cell(cell, place, end), Told::seldom)) {
            ++cell;
            continue;
        }
        const uint64_t stop =
            is_plain ? cell + 1 : std::min(last + 1, (cell / kCellsOfStripe + 1) * kCellsOfStripe);
        RaceFound done; // that is complete, to be noted without the lock
        {
            const SharedLock lock(stripe_of(cell));
            for (; cell < stop && done.word == 0; ++cell) {
                RaceFound found;
                touch_locked(who, cell, mask_in_cell(cell, place, end), found);
                if (found.word == 0) {
                    continue;
                }
                if (race.word == 0) {
                    race = found;
                } else if (race.end == found.first && race.access == found.access &&
                           (race.word | kMaskMost) == (found.word | kMaskMost)) {
                    race.end = found.end;
                } else {
                    done = race;
                    race = found;
                }
            }
        }
        if (done.word != 0) {
            races_.note(who, done, width);
        }
    }
    if (race.word != 0) {
        races_.note(who, race, width);
    }
}

void Shadow::restamp_locked(const Toucher& who,
                            uint64_t stamp,
                            uint64_t cell,
                            uint64_t added) noexcept {
    std::atomic<uint64_t>& own = own_plane(who.access)[cell];
    for (bool is_put = false; !is_put;) {
        const uint64_t last = own.load(kRelaxed);
        List lasts;
        read_list(last, lasts);
        List kept;
        uint64_t mask = added;
        bool is_there = added != 0;
        for (size_t i = 0; i < lasts.count; ++i) {
            const uint64_t word = lasts.words[i];
            const bool is_of_site = site_of(word) == who.site;
            if (component_of(word) == kFreed) {
                return; // the place keeps its mark
            }
            if (is_of_site && have_same_stamp(word, who.stamp)) {
                is_there = true;
                mask |= mask_of(word);
            } else if (is_of_site && have_same_stamp(word, stamp)) {
                mask |= mask_of(word);
            } else {
                kept.add(word);
            }
        }
        if (!is_there) {
            return;
        }
        kept.add(make_word(stamp, who.site, mask));
        is_put = write_list(own, last, kept);
    }
}

void Shadow::restamp(
    const Toucher& who, uint64_t stamp, uint64_t place, uint64_t bytes, bool adds) noexcept {
    const uint64_t end = place + bytes;
    if (bytes == 0 || end < place || (end - 1) / boot::kCellBytes >= area_.cells) {
        return;
    }
    order_.touch();
    for (uint64_t cell = place / boot::kCellBytes; cell <= (end - 1) / boot::kCellBytes; ++cell) {
        const SharedLock lock(stripe_of(cell));
        restamp_locked(who, stamp, cell, adds ? mask_in_cell(cell, place, end) : 0);
    }
}

void Shadow::find_unwritten(uint32_t site,
                            uint64_t place,
                            uint64_t bytes,
                            uint32_t width) noexcept {
    const uint64_t end =
        std::min((place + bytes + boot::kCellBytes - 1) / boot::kCellBytes, area_.cells);
    const auto is_unwritten = [&](uint64_t cell) { return written()[cell].load(kRelaxed) == 0; };
    uint64_t first = place / boot::kCellBytes;
    while (first < end && !is_unwritten(first)) {
        ++first;
    }
    uint64_t behind = first;
    while (behind < end && is_unwritten(behind)) {
        ++behind;
    }
    if (behind > first) {
        RaceFound found;
        found.first = std::max(place, first * boot::kCellBytes);
        found.end = std::min(place + bytes, behind * boot::kCellBytes);
        races_.note_unwritten({order_.stamp(), site, Access::read}, found, width);
    }
}

void Shadow::forget(uint64_t place, uint64_t bytes) noexcept {
    const uint64_t first = place / boot::kCellBytes;
    const uint64_t end =
        std::min((place + bytes + boot::kCellBytes - 1) / boot::kCellBytes, area_.cells);
    constexpr uint64_t kCellsOfPage = os::kLargestPageBytes / sizeof(uint64_t);
    const uint64_t first_page =
        std::min(end, (first + kCellsOfPage - 1) / kCellsOfPage * kCellsOfPage);
    const uint64_t end_page = std::max(first_page, end / kCellsOfPage * kCellsOfPage);
    for (std::atomic<uint64_t>* const plane : plane_) {
        const auto clear = [&](uint64_t from, uint64_t to) {
            for (uint64_t cell = from; cell < to; ++cell) {
                const uint64_t word = plane[cell].load(kRelaxed);
                if (word != 0) {
                    plane[cell].store(0, kRelaxed);
                    free_list(word);
                }
            }
        };
        clear(first, first_page);
        if (end_page > first_page) { // lists in between are lost, which takes memory alone
            os::release_pages(plane + first_page, (end_page - first_page) * sizeof(uint64_t));
        }
        clear(end_page, end);
    }
}

void Shadow::mark_freed(uint32_t site, uint64_t place, uint64_t bytes) noexcept {
    forget(place, bytes);
    constexpr uint64_t kMost = uint64_t{1} << 20;
    const uint64_t first = place / boot::kCellBytes;
    const uint64_t cells = std::min(bytes, kMost) / boot::kCellBytes;
    const uint64_t word = make_word(stamp_of(kFreed, order_.rank()), site, kMaskMost);
    for (uint64_t cell = first; cell < std::min(first + cells, area_.cells); ++cell) {
        written()[cell].store(word, kRelaxed);
    }
}

} // namespace arauto::check
