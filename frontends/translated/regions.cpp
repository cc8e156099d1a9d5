// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The address ranges of this process that are coarrays, and the addresses of the same coarrays on
// other images. An image whose allocations were the same as all others' needs no table: heaps lie
// at a constant distance from each other.
#include "coarray/teams.hpp"
#include "quick.hpp"
#include "runtime.hpp"
#include "segment.hpp"
#include "state.hpp"
#include "together.hpp"

#include "arauto/spi/rma.h"
#include "arauto/spi/segment.h"

#include <algorithm>
#include <cstdio>
#include <dlfcn.h>
#include <mutex>
#include <shared_mutex>
#include <utility>

namespace arauto::translated {

struct Regions {
    std::shared_mutex guard;
    std::vector<Region*> by_base; // ascending
    Region* latest = nullptr; // where the last address was found
    std::vector<uint64_t> anchors; // one symmetric address, as each rank sees its own
    uint64_t serials = 0;
    std::vector<StaticData> objects; // that were there when the program started
};

namespace {

Regions& regions() noexcept {
    return g_state.regions.get();
}

/// The position of the region with this base, or where it would be inserted.
auto position_of(Regions& all, uintptr_t base) noexcept {
    return std::lower_bound(all.by_base.begin(), all.by_base.end(), base,
                            [](const Region* region, uintptr_t b) { return region->base < b; });
}

bool contains(const Region& region, uintptr_t address) noexcept {
    return address - region.base < region.bytes || address == region.base;
}

const Region* search(Regions& all, uintptr_t address) noexcept {
    auto next = position_of(all, address + 1);
    if (next == all.by_base.begin()) {
        return nullptr;
    }
    const Region* region = *--next;
    return contains(*region, address) ? region : nullptr;
}

bool must_undo() noexcept {
    return t_state.undo[0] != '\0';
}

void undo_because(const std::string& fault) noexcept {
    std::snprintf(t_state.undo, sizeof t_state.undo, "%s", fault.c_str());
}

std::string different_sizes(int64_t here, int64_t least, int64_t most) {
    return "the images requested different sizes, from " + std::to_string(least) + " to " +
           std::to_string(most) + " bytes; this image requested " + std::to_string(here);
}

/// Where this process has the whole of what the other images have; null where it has not.
void map_bases(Region& region) {
    const size_t size = region.bases.size();
    region.mapped.assign(size, nullptr);
    for (size_t rank = 0; rank < size; ++rank) {
        void* first = nullptr;
        void* last = nullptr;
        const uint64_t base = region.bases[rank];
        const size_t length = region.bytes > 0 ? region.bytes - 1 : 0;
        const auto image = static_cast<int>(rank);
        if (base != 0 && arauto_is_shared_at(image, base, &first) != 0 &&
            arauto_is_shared_at(image, base + length, &last) != 0 && first != nullptr &&
            last == static_cast<char*>(first) + length) {
            region.mapped[rank] = static_cast<char*>(first);
        }
    }
}

/// Every image of the team gives the base of its own; left empty when all bases lie alike. Serial
/// numbers of teams that went their own ways come together at the highest.
arauto_status_t exchange_bases(Regions& all, Region& region, arauto_team_h team) {
    const int self = arauto_rank();
    const auto offset =
        static_cast<int64_t>(region.memory - all.anchors[static_cast<size_t>(self)]);
    const auto bytes = static_cast<int64_t>(region.bytes);
    const int64_t has = region.base != 0 ? 1 : 0;
    int64_t range[] = {offset, -offset, bytes, -bytes, -static_cast<int64_t>(all.serials + 1),
                       has,    -has};
    arauto_status_t status =
        arauto_reduce(team, range, 7, ARAUTO_INT64, ARAUTO_MIN, ARAUTO_ALL_RANKS);
    if (status < 0) {
        return status;
    }
    region.serial = all.serials = static_cast<uint64_t>(-range[4]);
    const bool is_everywhere = range[5] == -range[6]; // or an ALLOCATE with stat= got nothing
    if (!is_everywhere || range[2] != -range[3]) {
        if (region.base != 0) {
            undo_because(is_everywhere ? different_sizes(bytes, range[2], -range[3])
                                       : "another image could not allocate the coarray");
        }
        region.base = 0;
        return ARAUTO_OK;
    }
    if (range[0] != -range[1]) {
        const int size = arauto_team_size(team);
        std::vector<uint64_t> bases(static_cast<size_t>(size));
        const uint64_t mine = region.memory;
        status = arauto_allgather(team, &mine, sizeof mine, bases.data());
        region.bases.assign(static_cast<size_t>(arauto_size()), 0);
        for (int member = 0; member < size; ++member) {
            const auto rank = static_cast<size_t>(arauto_team_to_world(team, member));
            region.bases[rank] = bases[static_cast<size_t>(member)];
        }
        map_bases(region);
        region.mapped[static_cast<size_t>(self)] = own_anchor();
    }
    return status;
}

/// Exchanges the bases among the images that are left when one of the team has failed.
arauto_status_t exchange_among_active(Regions& all, Region& region) {
    const arauto_status_t status = exchange_bases(all, region, current_team());
    if (status != ARAUTO_ERR_FAILED) {
        return status;
    }
    arauto_team_h active = nullptr;
    const int self = arauto_team_rank(current_team());
    const arauto_status_t split = arauto_team_split(current_team(), 0, self, &active);
    if (active == nullptr) {
        return split;
    }
    const arauto_status_t exchanged = exchange_bases(all, region, active);
    static_cast<void>(arauto_team_free(active));
    return exchanged < 0 ? exchanged : status;
}

} // namespace

const Region* find_region(uintptr_t address) noexcept {
    Regions& all = regions();
    const std::shared_lock lock(all.guard);
    return search(all, address);
}

bool find_global_address(const void* variable, GlobalAddress& global_out) noexcept {
    const auto address = reinterpret_cast<uintptr_t>(variable);
    const Region* region = find_region(address);
    if (region == nullptr) {
        return false;
    }
    global_out = {region->serial, address - region->base};
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
        const uint64_t base = region->bases[target];
        return base != 0 ? base + (address - region->base) : 0;
    }
    const auto self = static_cast<size_t>(arauto_rank());
    return all.anchors[target] + (region->memory - all.anchors[self]) + (address - region->base);
}

bool describe_coarray(uintptr_t address, char* const* anchors, RecentCoarray* recent_out) noexcept {
    Regions& all = regions();
    const std::shared_lock lock(all.guard);
    const Region* region = search(all, address);
    if (region == nullptr) {
        return false;
    }
    recent_out->start = region->base;
    recent_out->bytes = region->bytes;
    const bool is_symmetric = region->bases.empty();
    const uint64_t anchor = all.anchors[static_cast<size_t>(arauto_rank())];
    recent_out->anchors = is_symmetric ? anchors : region->mapped.data();
    recent_out->anchor = is_symmetric ? region->base - (region->memory - anchor) : region->base;
    recent_out->lower = region->lower.size() == 1 ? region->lower[0] : 1;
    return true;
}

uint64_t remote_address_of_anchor(int rank) noexcept {
    return regions().anchors[static_cast<size_t>(rank)];
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

arauto_status_t add_region(Region region) {
    t_state.undo[0] = '\0';
    Regions& all = regions();
    const arauto_status_t status = exchange_among_active(all, region);
    const bool is_known = status >= 0 || status == ARAUTO_ERR_FAILED;
    if (!is_known || region.base == 0) {
        return status; // or it was not allocated, here as everywhere
    }
    const std::unique_lock lock(all.guard);
    auto position = position_of(all, region.base);
    if (position != all.by_base.end() && (*position)->base == region.base) {
        **position = std::move(region);
    } else {
        all.by_base.insert(position, new Region(std::move(region)));
    }
    forget_recent_coarrays();
    return status;
}

void remove_region(uintptr_t base) noexcept {
    Regions& all = regions();
    const std::unique_lock lock(all.guard);
    auto position = position_of(all, base);
    if (position != all.by_base.end() && (*position)->base == base) {
        forget_recent_coarrays();
        delete *position;
        all.by_base.erase(position);
    }
}

namespace {

/// Moves each object's static data to the pages from `memory` on.
void share_objects(Regions& all, std::vector<StaticData>& objects, uintptr_t memory) {
    for (StaticData& data : objects) {
        data.memory = memory;
        memory += data.bytes;
        if (data.bytes > 0 && share_static_data(data)) {
            all.by_base.push_back(
                new Region{data.start, data.bytes, all.serials, data.memory, {}, {}, {}, 0});
        }
        ++all.serials; // whether or not the system has refused it
    }
    std::sort(all.by_base.begin(), all.by_base.end(),
              [](const Region* a, const Region* b) { return a->base < b->base; });
}

} // namespace

void start_regions() {
    Regions& all = regions();
    std::vector<StaticData> objects = find_static_data();
    // No more than a page: mappings begin anywhere, and an anchor must lie alike in all of them, or
    // no coarray would be found at one distance from it.
    size_t bytes = page_bytes();
    for (const StaticData& data : objects) {
        bytes += data.bytes;
    }
    arauto_segment_h segment = nullptr;
    report({}, arauto_segment_declare(bytes, &segment), "start of the program");
    start_together();
    start_watches();
    report({}, arauto_segment_verify(), "start of the program");
    const auto memory = page_from(reinterpret_cast<uintptr_t>(arauto_segment_base(segment)));
    all.anchors.resize(static_cast<size_t>(arauto_size()));
    const uint64_t mine = memory;
    report({}, arauto_allgather(arauto_team_world(), &mine, sizeof mine, all.anchors.data()),
           "start of the program");
    share_objects(all, objects, memory);
    all.objects = std::move(objects);
    open_fast_path(all.anchors, segment);
    // No image puts before all have moved their data: what came earlier would be lost. An image
    // that leaves first may fail while others still leave, which is for the program's statements to
    // see.
    const arauto_status_t passed = arauto_team_barrier(arauto_team_world());
    if (passed != ARAUTO_ERR_FAILED) {
        report({}, passed, "start of the program");
    }
}

} // namespace arauto::translated

using namespace arauto::translated;
namespace coarray = arauto::coarray;

/// The program and the libraries that it was started with are known; one that dlopen brings is
/// shared by all images of the team, which open it together, and stays.
void translated_object_loaded(const void* inside) {
    constexpr const char* kLoading = "dlopen of a library with coarrays";
    Regions& all = regions();
    const auto address = reinterpret_cast<uintptr_t>(inside);
    for (const StaticData& data : all.objects) {
        if (address - data.start < data.bytes) {
            return;
        }
    }
    const SegmentBoundary boundary;
    StaticData data = find_static_data_around(address);
    arauto_segment_h segment = nullptr;
    report({}, arauto_segment_allocate(current_team(), data.bytes + page_bytes(), &segment),
           kLoading);
    data.memory = page_from(reinterpret_cast<uintptr_t>(arauto_segment_base(segment)));
    if (data.bytes == 0 || !share_static_data(data)) {
        fail({}, "%s: its static data cannot be shared", kLoading);
    }
    Dl_info named{};
    if (dladdr(inside, &named) != 0) { // dlclose would leave a hole where others write
        static_cast<void>(dlopen(named.dli_fname, RTLD_LAZY | RTLD_NOLOAD | RTLD_NODELETE));
    }
    report({}, add_region({data.start, data.bytes, 0, data.memory, {}, {}, {}, 0}), kLoading);
    report({}, arauto_team_barrier(current_team()), kLoading);
}

void translated_register(const translated_array_t* a,
                         int32_t corank,
                         const int32_t* lower,
                         const int32_t* upper,
                         const translated_errors_t* errors) {
    const Errors to = errors_of(errors);
    const SegmentBoundary boundary(to);
    note_stat(to);
    size_t bytes = a->section.element_bytes;
    for (int i = 0; i < a->section.rank; ++i) {
        bytes *= static_cast<size_t>(a->section.dim[i].extent);
    }
    const std::string fault = fault_of_cobounds(corank, lower, upper);
    const auto base = fault.empty() ? reinterpret_cast<uintptr_t>(a->base) : 0;
    Region region{base, base != 0 ? bytes : 0, 0, base, {}, {}, {}, 0};
    region.lower.assign(lower, lower + corank);
    region.upper.assign(upper, upper + corank);
    region.depth = coarray::team_depth();
    const arauto_status_t added = add_region(std::move(region));
    const arauto_status_t passed = arauto_team_barrier(current_team());
    if (!fault.empty() && a->base != nullptr) {
        undo_because(fault);
    }
    if (must_undo()) {
        fail(to, "ALLOCATE: %s", t_state.undo);
    } else if (a->base == nullptr && to.stat != nullptr && *fault_of_allocation() != '\0') {
        coarray::fail_with(to, *to.stat, "ALLOCATE: %s",
                           coarray::without_call(fault_of_allocation()));
    } else if (added < 0 || passed < 0) { // else stat= keeps what the compiler's ALLOCATE has set
        report(to, added < 0 ? added : passed, "ALLOCATE");
    }
}

int32_t translated_must_undo() {
    return must_undo() ? 1 : 0;
}

int32_t translated_must_free(const void* base) {
    const SegmentBoundary boundary;
    const auto address = reinterpret_cast<uintptr_t>(base);
    const Region* region = find_region(address);
    if (region == nullptr || region->base != address || region->depth != coarray::team_depth()) {
        return 0;
    }
    const arauto_status_t status = arauto_team_barrier(current_team());
    if (status != ARAUTO_ERR_FAILED) {
        report({}, status, "END TEAM");
    }
    return 1;
}

void translated_deallocation_begins() {
    const SegmentBoundary boundary;
    g_state.met_before_deallocation = arauto_team_barrier(current_team());
}

void translated_deallocation_ends(const translated_errors_t* errors) {
    const Errors to = errors_of(errors);
    note_stat(to);
    if (g_state.met_before_deallocation < 0) {
        report_or_postpone(to, g_state.met_before_deallocation, "DEALLOCATE");
    }
}

void translated_scope_ends() {
    translated_deallocation_begins();
    const translated_errors_t none{};
    translated_deallocation_ends(&none);
}

void translated_cobounds(const void* base, int32_t corank, int32_t* lower_out, int32_t* upper_out) {
    const Region* region = find_region(reinterpret_cast<uintptr_t>(base));
    if (region == nullptr || region->lower.size() != static_cast<size_t>(corank)) {
        fail({},
             "an image selector or a coarray inquiry: the coarray of corank %d is not allocated",
             corank);
    }
    std::copy(region->lower.begin(), region->lower.end(), lower_out);
    std::copy(region->upper.begin(), region->upper.end(), upper_out);
}
