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
    return a.site == b.site && a.access == b.access && a.part == b.part && a.is_freed == b.is_freed;
}

} // namespace

/// Whether there is a record of these places. Bytes beside its own are added to it.
bool Races::widen_known(const boot::RaceSide& mine,
                        const boot::RaceSide& other,
                        uint32_t heap,
                        uint64_t first,
                        uint64_t end) noexcept {
    const uint32_t known = std::min(area_.races.load(kRelaxed), boot::CheckArea::kRaces);
    for (uint32_t i = 0; i < known; ++i) {
        boot::RaceRecord& record = area_.race[i];
        const auto& sides = record.sides;
        if (!(is_same(sides[0], other) && is_same(sides[1], mine)) &&
            !(is_same(sides[0], mine) && is_same(sides[1], other))) {
            continue;
        }
        const uint64_t object_end = record.object + record.object_bytes;
        if (record.heap == heap &&
            (record.object_bytes == 0 || (first >= record.object && end <= object_end))) {
            record.first.store(std::min(record.first.load(kRelaxed), first), kRelaxed);
            record.end.store(std::max(record.end.load(kRelaxed), end), kRelaxed);
        }
        return true;
    }
    return false;
}

// This image's heap has the same allocation at the same offset where memory is symmetric.
void Races::note(const Toucher& who, const RaceFound& found, uint32_t width) noexcept {
    const uint32_t images = order_.images();
    const auto side = [&](uint64_t word, uint32_t site, Access access) {
        const uint32_t component = component_of(word);
        const bool is_freed = component == kFreed;
        return boot::RaceSide{.rank = is_freed ? static_cast<uint32_t>(clock_of(word))
                                               : component % images,
                              .site = site,
                              .access = static_cast<uint8_t>(access),
                              .part = static_cast<uint8_t>(is_freed ? 0 : component / images),
                              .is_freed = static_cast<uint8_t>(is_freed ? 1 : 0),
                              .spare = 0};
    };
    const boot::RaceSide mine = side(who.stamp, who.site, who.access);
    const boot::RaceSide other = side(found.word, site_of(found.word), found.access);
    const auto heap = static_cast<uint32_t>(found.first / memory_.heap_stride);
    const uint64_t first = found.first % memory_.heap_stride;
    const uint64_t end = first + (found.end - found.first);
    boot::RaceRecord* record = nullptr;
    {
        const SharedLock lock(area_.is_noting);
        if (widen_known(mine, other, heap, first, end)) {
            return;
        }
        const uint32_t number = area_.races.load(kRelaxed);
        if (number >= boot::CheckArea::kRaces) {
            area_.races_untold.fetch_add(1, kRelaxed);
            return;
        }
        record = &area_.race[number];
        record->heap = heap;
        record->first.store(first, kRelaxed);
        record->end.store(end, kRelaxed);
        record->width = width;
        record->heard = other.is_freed != 0 ? 0 : order_.heard(component_of(found.word));
        record->heard_of_carrier =
            other.is_freed != 0 ? 0 : order_.heard(order_.component(Part::carrier, other.rank));
        record->sides[0] = other;
        record->sides[1] = mine;
        if (memory_.block_of != nullptr) {
            std::tie(record->object, record->object_bytes) = memory_.block_of(first);
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
