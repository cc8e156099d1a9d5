// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See regions.hpp.
#include "transport/ofi/regions.hpp"

#include "transport/settings.hpp"

#include <algorithm>

namespace arauto::transport::ofi {
namespace {

constexpr uint64_t kChunkBytes = uint64_t{64} << 20;
constexpr uint64_t kPageBytes = 4096;

constexpr uint64_t round_down(uint64_t value, uint64_t unit) noexcept {
    return value / unit * unit;
}
constexpr uint64_t round_up(uint64_t value, uint64_t unit) noexcept {
    return round_down(value + unit - 1, unit);
}

} // namespace

const Region* RegionTable::find(uint64_t address, uint64_t bytes) const noexcept {
    auto at = regions_.upper_bound(address);
    while (at != regions_.begin()) {
        --at;
        if (at->second.has(address, bytes)) {
            return &at->second;
        }
        if (at->second.has(address, 1)) {
            continue; // a shorter one that begins later; one before it may be long enough
        }
        break;
    }
    return nullptr;
}

Regions::~Regions() {
    while (!grants_.empty()) {
        revoke(grants_.begin()->first);
    }
}

void Regions::revoke(int holder) noexcept {
    const auto grant = grants_.find(holder);
    if (grant == grants_.end()) {
        return;
    }
    for (const auto& [key, registration] : grant->second.registrations) {
        fi_close(&registration->fid);
    }
    grants_.erase(grant);
}

Status Regions::open(const Setup& setup) noexcept {
    enum { kAuto, kPool, kGrowing, kAllocation };
    setup_ = setup;
    const Result<int> wish = setting_choice(kRegistrationSetting);
    const Result<int> foreign = setting_choice(kRegisterForeignSetting);
    if (!wish.ok() || !foreign.ok()) {
        return wish.ok() ? foreign.status : wish.status;
    }
    takes_foreign_ = foreign.value == 0;
    const auto mode = static_cast<uint64_t>(fabric_.info().domain_attr->mr_mode);
    const bool is_held = (mode & FI_MR_ALLOCATED) != 0;
    // A provider that chooses keys itself may have one for all registrations of the same memory.
    has_keys_for_each_ = (mode & (FI_MR_ALLOCATED | FI_MR_LOCAL | FI_MR_PROV_KEY)) == 0;
    policy_ = wish.value == kAllocation                                    ? Policy::allocation
              : wish.value == kGrowing || (wish.value == kAuto && is_held) ? Policy::growing
                                                                           : Policy::pool;
    if (policy_ != Policy::pool) {
        return ARAUTO_OK;
    }
    const auto heap = reinterpret_cast<uint64_t>(setup.heap);
    const Status status = expose(kAll, heap, setup.heap_bytes).status;
    if (has_keys_for_each_) { // it was only to see whether it can be
        revoke(kAll);
    }
    return status;
}

/// How much of the heap to register for a range of it.
Extent Regions::choose(uint64_t offset, uint64_t bytes) const noexcept {
    if (policy_ == Policy::pool) {
        return {0, setup_.heap_bytes};
    }
    if (policy_ == Policy::allocation && setup_.find_extent != nullptr) {
        const Extent extent = setup_.find_extent(offset);
        if (extent.bytes != 0 && offset + bytes <= extent.offset + extent.bytes) {
            return extent;
        }
    }
    const uint64_t start = round_down(offset, kChunkBytes);
    const uint64_t end = std::min(round_up(offset + bytes, kChunkBytes), setup_.heap_bytes);
    return {start, end - start};
}

Result<Region> Regions::cover(int peer, uint64_t address, uint64_t bytes) noexcept {
    const int holder = has_keys_for_each_ ? peer : kAll;
    if (const Region* const known = grants_[holder].table.find(address, bytes); known != nullptr) {
        return {ARAUTO_OK, *known};
    }
    const auto heap = reinterpret_cast<uint64_t>(setup_.heap);
    const uint64_t offset = address - heap;
    if (offset < setup_.heap_bytes) {
        if (bytes > setup_.heap_bytes - offset) {
            return {fail(ARAUTO_ERR_RANGE, "%llu bytes at offset %llu reach past the heap",
                         static_cast<unsigned long long>(bytes),
                         static_cast<unsigned long long>(offset)),
                    {}};
        }
        const Extent extent = choose(offset, bytes);
        return expose(holder, heap + extent.offset, extent.bytes);
    }
    if (!takes_foreign_) {
        return {fail(ARAUTO_ERR_UNSUPPORTED,
                     "private memory is not registered (setting ARAUTO_REGISTER_FOREIGN)"),
                {}};
    }
    const uint64_t start = round_down(address, kPageBytes);
    return expose(holder, start, round_up(address + bytes, kPageBytes) - start);
}

Result<Region> Regions::expose(int holder, uint64_t address, uint64_t bytes) noexcept {
    fid_mr* const registration = fabric_.expose(reinterpret_cast<void*>(address), bytes);
    if (registration == nullptr) {
        return {ARAUTO_ERR_SYSTEM, {}};
    }
    const uint64_t key = fi_mr_key(registration);
    const Region region{address, bytes, fabric_.has_virtual_addresses() ? 0 : address, key};
    Grant& grant = grants_[holder];
    grant.registrations.emplace(key, registration);
    grant.table.add(region);
    return {ARAUTO_OK, region};
}

fid_mr* Regions::find_local(const void* memory, size_t bytes) const noexcept {
    const auto all = grants_.find(kAll); // where local registrations are needed, all have one key
    const Region* const known =
        all != grants_.end() ? all->second.table.find(reinterpret_cast<uint64_t>(memory), bytes)
                             : nullptr;
    return known != nullptr ? all->second.registrations.at(known->key) : nullptr;
}

const char* Regions::policy_name() const noexcept {
    constexpr const char* kNames[] = {"the whole heap", "chunks of the heap as it is used",
                                      "each allocation"};
    return kNames[static_cast<size_t>(policy_)];
}

} // namespace arauto::transport::ofi
