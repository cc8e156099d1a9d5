// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See races.hpp.
#include "check/races.hpp"

#include "check/shared_lock.hpp"

#include <algorithm>
#include <cstring>
#include <string>
#include <tuple>

namespace arauto::check {
namespace {

constexpr auto kRelaxed = std::memory_order_relaxed; // relaxed because a lock orders the rest

bool is_same(const boot::RaceSide& a, const boot::RaceSide& b) noexcept {
    return a.site == b.site && a.access == b.access && a.part == b.part &&
           a.is_freed == b.is_freed && a.is_unwritten == b.is_unwritten;
}

} // namespace

/// Whether there is a record of these places. Bytes beside its own are added to it.
bool Races::widen_known(const boot::RaceSide& mine,
                        const boot::RaceSide& other,
                        const Bytes& bytes) noexcept {
    const uint32_t known = std::min(area_.races.load(kRelaxed), boot::CheckArea::kRaces);
    for (uint32_t i = 0; i < known; ++i) {
        boot::RaceRecord& record = area_.race[i];
        const auto& sides = record.sides;
        if (!(is_same(sides[0], other) && is_same(sides[1], mine)) &&
            !(is_same(sides[0], mine) && is_same(sides[1], other))) {
            continue;
        }
        const uint64_t object_end = record.object + record.object_bytes;
        const bool is_inside =
            record.object_bytes == 0 || (bytes.first >= record.object && bytes.end <= object_end);
        if (record.heap == bytes.rank && record.is_private == 0 && !bytes.is_private && is_inside) {
            record.first.store(std::min(record.first.load(kRelaxed), bytes.first), kRelaxed);
            record.end.store(std::max(record.end.load(kRelaxed), bytes.end), kRelaxed);
        }
        return true;
    }
    return false;
}

boot::RaceSide Races::side_of(uint64_t word, uint32_t site, Access access) const noexcept {
    const uint32_t images = order_.images();
    const uint32_t component = component_of(word);
    boot::RaceSide side{};
    side.site = site;
    side.access = static_cast<uint8_t>(access);
    if (component == kFreed) {
        side.rank = static_cast<uint32_t>(clock_of(word));
        side.is_freed = 1;
    } else if (component == kPending) {
        side.rank = rank_of_pending(word);
        side.part = static_cast<uint8_t>(Part::pending);
    } else {
        side.rank = component % images;
        side.part = static_cast<uint8_t>(component / images);
    }
    return side;
}

Races::Bytes Races::in_heap(const RaceFound& found) const noexcept {
    const uint64_t first = found.first % memory_.heap_stride;
    return {static_cast<uint32_t>(found.first / memory_.heap_stride), false, first,
            first + (found.end - found.first)};
}

void Races::note(const Toucher& who, const RaceFound& found, uint32_t width) noexcept {
    note_at(who, other_of(found), in_heap(found), width);
}

void Races::note_private(const Toucher& who, const RaceFound& found, uint32_t width) noexcept {
    note_at(who, other_of(found), {order_.rank(), true, found.first, found.end}, width);
}

void Races::note_unwritten(const Toucher& who, const RaceFound& found, uint32_t width) noexcept {
    boot::RaceSide none{};
    none.rank = static_cast<uint32_t>(found.first / memory_.heap_stride);
    none.is_unwritten = 1;
    note_at(who, {none, kNoClock}, in_heap(found), width);
}

Races::Other Races::other_of(const RaceFound& found) const noexcept {
    const uint32_t component = component_of(found.word);
    return {side_of(found.word, site_of(found.word), found.access),
            component < kPending ? component : kNoClock};
}

// This image's heap has the same allocation at the same offset where memory is symmetric.
void Races::note_at(const Toucher& who,
                    const Other& other,
                    const Bytes& bytes,
                    uint32_t width) noexcept {
    const boot::RaceSide mine = side_of(who.stamp, who.site, who.access);
    boot::RaceRecord* record = nullptr;
    {
        const SharedLock lock(area_.is_noting);
        if (widen_known(mine, other.side, bytes)) {
            return;
        }
        const uint32_t number = area_.races.load(kRelaxed);
        if (number >= boot::CheckArea::kRaces) {
            area_.races_untold.fetch_add(1, kRelaxed);
            return;
        }
        record = &area_.race[number];
        record->heap = bytes.rank;
        record->is_private = bytes.is_private ? 1 : 0;
        record->first.store(bytes.first, kRelaxed);
        record->end.store(bytes.end, kRelaxed);
        record->width = width;
        if (other.component != kNoClock) {
            record->heard = order_.heard(other.component);
            record->heard_of_carrier =
                order_.heard(order_.component(Part::carrier, other.side.rank));
        }
        record->sides[0] = other.side;
        record->sides[1] = mine;
        if (memory_.block_of != nullptr && !bytes.is_private) {
            std::tie(record->object, record->object_bytes) = memory_.block_of(bytes.first);
        }
        area_.races.store(number + 1, kRelaxed);
        record->written.store(1, std::memory_order_release); // PAIR race.record: but the name
    }
    if (record->object_bytes != 0 && memory_.name_at != nullptr) { // takes milliseconds
        const std::string name = memory_.name_at(record->object);
        std::strncpy(record->name, name.c_str(), sizeof record->name - 1);
    }
}

} // namespace arauto::check
