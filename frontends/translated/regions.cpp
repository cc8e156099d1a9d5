// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Which ranges of this process are coarrays, and where the other images have theirs. An image whose
// allocations went as everybody's did needs no table: heaps lie at one distance from each other.
#include "runtime.hpp"

#include <algorithm>
#include <mutex>
#include <shared_mutex>

namespace arauto::translated {
namespace {

struct Regions {
    std::shared_mutex guard;
    std::vector<Region*> by_base; // ascending
    Region* latest = nullptr; // where the last address was found
    std::vector<uint64_t> anchors; // one symmetric address, as each rank sees its own
    uint64_t serials = 0;
};

/// Never destroyed: programs free memory until their very end.
Regions& regions() noexcept {
    static auto* all = new Regions;
    return *all;
}

/// Where the region with this base is or would stand.
auto place_of(Regions& all, uintptr_t base) noexcept {
    return std::lower_bound(all.by_base.begin(), all.by_base.end(), base,
                            [](const Region* region, uintptr_t b) { return region->base < b; });
}

bool contains(const Region& region, uintptr_t address) noexcept {
    return address - region.base < region.bytes || address == region.base;
}

const Region* search(Regions& all, uintptr_t address) noexcept {
    auto next = place_of(all, address + 1);
    if (next == all.by_base.begin()) {
        return nullptr;
    }
    const Region* region = *--next;
    return contains(*region, address) ? region : nullptr;
}

/// Every image gives the base of its own; left empty when all bases lie alike.
arauto_status_t exchange_bases(Regions& all, Region& region) {
    const int self = arauto_rank();
    const auto offset = static_cast<int64_t>(region.base - all.anchors[static_cast<size_t>(self)]);
    const auto bytes = static_cast<int64_t>(region.bytes);
    int64_t range[4] = {offset, -offset, bytes, -bytes};
    arauto_status_t status =
        arauto_reduce(arauto_team_world(), range, 4, ARAUTO_INT64, ARAUTO_MIN, ARAUTO_ALL_RANKS);
    if (status < 0) {
        return status;
    }
    if (range[2] != -range[3]) {
        fail({}, 1,
             "ALLOCATE: a coarray has %lld bytes here, and from %lld to %lld on the images; a "
             "coarray has the same bounds on all",
             static_cast<long long>(bytes), static_cast<long long>(range[2]),
             static_cast<long long>(-range[3]));
    }
    if (range[0] != -range[1]) {
        region.bases.resize(static_cast<size_t>(arauto_size()));
        const uint64_t mine = region.base;
        status = arauto_allgather(arauto_team_world(), &mine, sizeof mine, region.bases.data());
    }
    return status;
}

} // namespace

const Region* find_region(uintptr_t address) noexcept {
    Regions& all = regions();
    const std::shared_lock lock(all.guard);
    return search(all, address);
}

bool find_place(const void* variable, Place& place) noexcept {
    const auto address = reinterpret_cast<uintptr_t>(variable);
    const Region* region = find_region(address);
    if (region == nullptr) {
        return false;
    }
    place = {region->serial, address - region->base};
    return true;
}

uint64_t remote_address(const void* local, int rank) noexcept {
    Regions& all = regions();
    const auto address = reinterpret_cast<uintptr_t>(local);
    const std::shared_lock lock(all.guard);
    const Region* region = search(all, address);
    if (region == nullptr) {
        return 0;
    }
    const auto target = static_cast<size_t>(rank);
    if (!region->bases.empty()) {
        return region->bases[target] + (address - region->base);
    }
    const auto self = static_cast<size_t>(arauto_rank());
    if (region->serial == 0) { // the segment behind the static data starts at the anchor
        return all.anchors[target] + (address - region->base);
    }
    return all.anchors[target] + (address - all.anchors[self]);
}

int32_t image_number(int32_t image, const void* base) noexcept {
    if (image < TRANSLATED_COSUBSCRIPT / 3 * 2 || image >= TRANSLATED_THERE) [[likely]] {
        return image;
    }
    const int32_t subscript = image - TRANSLATED_COSUBSCRIPT;
    const Region* region = find_region(reinterpret_cast<uintptr_t>(base));
    const bool has_bound = region != nullptr && region->lower.size() == 1;
    return has_bound ? subscript - region->lower[0] + 1 : subscript;
}

void add_region(Region region) {
    Regions& all = regions();
    region.serial = ++all.serials;
    const arauto_status_t status = exchange_bases(all, region);
    report({}, status, "ALLOCATE");
    if (region.base == 0) {
        return; // it was not allocated, here as everywhere
    }
    const std::unique_lock lock(all.guard);
    auto place = place_of(all, region.base);
    if (place != all.by_base.end() && (*place)->base == region.base) {
        **place = std::move(region);
    } else {
        all.by_base.insert(place, new Region(std::move(region)));
    }
}

void remove_region(uintptr_t base) noexcept {
    Regions& all = regions();
    const std::unique_lock lock(all.guard);
    auto place = place_of(all, base);
    if (place != all.by_base.end() && (*place)->base == base && (*place)->serial != 0) {
        delete *place;
        all.by_base.erase(place);
    }
}

void start_regions() {
    Regions& all = regions();
    StaticData data = find_static_data();
    const auto page = static_cast<size_t>(4096);
    arauto_segment_h segment = nullptr;
    report({}, arauto_segment_declare(data.bytes + 16 * page, &segment), "start of the program");
    report({}, arauto_segment_verify(), "start of the program");
    const auto start = reinterpret_cast<uintptr_t>(arauto_segment_base(segment));
    data.memory = (start + 16 * page - 1) & ~(16 * page - 1);
    all.anchors.resize(static_cast<size_t>(arauto_size()));
    const uint64_t mine = data.memory;
    report({}, arauto_allgather(arauto_team_world(), &mine, sizeof mine, all.anchors.data()),
           "start of the program");
    if (data.bytes > 0 && share_static_data(data)) {
        all.by_base.push_back(new Region{data.start, data.bytes, 0, {}, {}, {}});
    }
    // Nobody puts before all have moved their data: what came earlier would be lost.
    report({}, arauto_team_barrier(arauto_team_world()), "start of the program");
}

} // namespace arauto::translated

using namespace arauto::translated; // NOLINT: what translated code calls follows

void translated_register(const translated_array_t* a,
                         int32_t corank,
                         const int32_t* lower,
                         const int32_t* upper) {
    size_t bytes = a->section.element_bytes;
    for (int i = 0; i < a->section.rank; ++i) {
        bytes *= static_cast<size_t>(a->section.dim[i].extent);
    }
    Region region{
        reinterpret_cast<uintptr_t>(a->base), a->base != nullptr ? bytes : 0, 0, {}, {}, {}};
    region.lower.assign(lower, lower + corank);
    region.upper.assign(upper, upper + corank);
    add_region(std::move(region));
    report({}, arauto_team_barrier(arauto_team_world()), "ALLOCATE");
}

void translated_cobounds(const void* base, int32_t corank, int32_t* lower_out, int32_t* upper_out) {
    const Region* region = find_region(reinterpret_cast<uintptr_t>(base));
    if (region == nullptr || region->lower.size() != static_cast<size_t>(corank)) {
        fail({}, 1,
             "an image selector or a coarray inquiry: the coarray of corank %d is not allocated",
             corank);
    }
    std::copy(region->lower.begin(), region->lower.end(), lower_out);
    std::copy(region->upper.begin(), region->upper.end(), upper_out);
}
