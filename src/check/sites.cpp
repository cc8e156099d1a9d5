// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See sites.hpp.
#include "check/sites.hpp"

#include "check/shared_lock.hpp"
#include "os/program_frames.hpp"

#include <cstring>

namespace arauto::check {
namespace {

constexpr uint64_t kGolden = 0x9e3779b97f4a7c15;

} // namespace

Sites::Sites(boot::CheckArea& area) noexcept : area_(area) {
    os::CodeFile program{};
    if (os::find_code_file(nullptr, program)) {
        const auto here = reinterpret_cast<uintptr_t>(&boot::unpack_site);
        is_linked_in_ = here - program.start < program.end - program.start;
    }
}

uint32_t Sites::of_call(const Call& call, Access access, uint32_t kind) noexcept {
    return find(reinterpret_cast<uintptr_t>(call.caller),
                reinterpret_cast<uintptr_t>(arauto_thread.caller), call.op, access, kind);
}

boot::CheckSite Sites::at(uint32_t site) const noexcept {
    // relaxed because the number has come from the process that wrote it, behind a lock or an order
    return boot::unpack_site(area_.site[site].load(std::memory_order_relaxed));
}

uint32_t Sites::find(
    uintptr_t caller, uintptr_t noted, uint32_t op, Access access, uint32_t width) noexcept {
    const uint32_t kind =
        (width << boot::kSiteOpBits | op) << boot::kSiteAccessBits | static_cast<uint32_t>(access);
    const size_t slot = (caller * kGolden ^ noted * kGolden ^ kind * kGolden) >> 52;
    static_assert(kKnown == size_t{1} << 12);
    const std::lock_guard<std::mutex> guard(mutex_);
    Known& known = known_[slot];
    if (known.caller != caller || known.noted != noted || known.kind != kind || known.site == 0) {
        const Place place =
            op == ARAUTO_RECORDED_NONE ? place_of(caller, caller) : place_of(caller, noted);
        known = {caller, noted, kind,
                 add({place.module, op, static_cast<uint32_t>(access), width, place.offset})};
    }
    return known.site;
}

/// The program's own call, which may have come through a front-end.
Sites::Place Sites::place_of(uintptr_t caller, uintptr_t noted) noexcept {
    os::CodeFile file{};
    for (const uintptr_t address : {is_linked_in_ && noted != 0 ? noted : caller, noted}) {
        if (address != 0 && os::find_code_file(reinterpret_cast<const void*>(address - 1), file) &&
            !file.lies_between) {
            return {module_of(file.path), address - file.bias};
        }
    }
    os::ProgramFrames frames;
    os::find_program_frames(frames);
    if (frames.count == 0 || frames.module[0] == '\0') {
        return {};
    }
    return {module_of(frames.module), frames.offsets[0] + 1}; // behind the call
}

uint32_t Sites::module_of(const char* path) noexcept {
    const SharedLock lock(area_.is_adding);
    const uint32_t known = area_.modules.load(std::memory_order_relaxed); // relaxed because locked
    uint32_t number = 0;
    while (number < known && std::strcmp(area_.module[number], path) != 0) {
        ++number;
    }
    if (number == known && known < boot::CheckArea::kModules) {
        std::strncpy(area_.module[number], path, sizeof area_.module[number] - 1);
        area_.modules.store(known + 1, std::memory_order_relaxed); // relaxed because locked
    }
    return number;
}

uint32_t Sites::add(const boot::CheckSite& site) noexcept {
    const uint64_t key = boot::pack(site);
    if (site.offset == 0 || site.module >= boot::CheckArea::kModules) {
        return 0;
    }
    constexpr size_t kTries = 256;
    const size_t first = key * kGolden >> 46;
    static_assert(boot::CheckArea::kSites == uint32_t{1} << 18);
    for (size_t i = 0; i < kTries; ++i) {
        const size_t number = (first + i) % boot::CheckArea::kSites;
        // relaxed because it is all in one word
        uint64_t taken = area_.site[number].load(std::memory_order_relaxed);
        if (number == 0 || (taken != 0 && taken != key)) {
            continue;
        }
        constexpr auto kRelaxed = std::memory_order_relaxed; // relaxed because of the same
        if (taken == key || area_.site[number].compare_exchange_strong(taken, key, kRelaxed)) {
            return static_cast<uint32_t>(number);
        }
        if (taken == key) {
            return static_cast<uint32_t>(number);
        }
    }
    return 0;
}

} // namespace arauto::check
