// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See profile.hpp. The program's call is looked for when the wait begins, since this image has
// nothing else to do then.
#include "boot/profile.hpp"

#include "base/clock.hpp"
#include "base/record.hpp"

namespace arauto::boot {

constinit ProfileBlock* g_profile = nullptr;

namespace {

/// Fibonacci hashing: neighbouring numbers go far apart.
size_t first_place(uint64_t call) noexcept {
    constexpr uint64_t kGolden = 0x9e3779b97f4a7c15;
    constexpr int kBits = 7;
    static_assert(ProfileBlock::kCalls == size_t{1} << kBits);
    return call * kGolden >> (64 - kBits);
}

/// The index of the site of this thread's statement.
size_t find_site(ProfileBlock& block) noexcept {
    // relaxed because another thread may count its wait elsewhere
    if (block.ended_ns.load(std::memory_order_relaxed) != 0) {
        return ProfileBlock::kEnding;
    }
    const uint64_t call = os::find_program_call();
    const size_t first = first_place(call);
    for (size_t tried = 0; call != 0 && tried < ProfileBlock::kCalls; ++tried) {
        const size_t index = (first + tried) % ProfileBlock::kCalls;
        WaitSite& site = block.sites[index];
        uint64_t taken = 0;
        // relaxed because the frames have a word of their own
        if (site.call.compare_exchange_strong(taken, call, std::memory_order_relaxed)) {
            os::find_program_frames(site.frames);
            site.has_frames.store(1, std::memory_order_release); // PAIR profile.frames: all written
            return index;
        }
        if (taken == call) {
            return index;
        }
    }
    return ProfileBlock::kRest;
}

} // namespace

void begin_profile(ProfileBlock* block) noexcept {
    g_profile = block;
    g_copy_times = block != nullptr ? &block->copies : nullptr;
    if (block != nullptr) {
        block->begun_ns.store(static_cast<uint64_t>(now_ns()),
                              std::memory_order_relaxed); // relaxed because of WaitSite
    }
}

void end_profile() noexcept {
    if (g_profile != nullptr) {
        g_profile->ended_ns.store(static_cast<uint64_t>(now_ns()),
                                  std::memory_order_relaxed); // relaxed because of WaitSite
    }
}

void note_end(ProfileBlock& block) noexcept {
    uint64_t none = 0;
    // relaxed because of WaitSite
    block.ended_ns.compare_exchange_strong(none, static_cast<uint64_t>(now_ns()),
                                           std::memory_order_relaxed);
}

MeasuredWait begin_wait() noexcept {
    if (arauto_thread.is_in_measured_wait != 0) {
        return {}; // which this one is part of
    }
    arauto_thread.is_in_measured_wait = 1;
    ProfileBlock& block = *g_profile;
    const int64_t since_ns = now_ns();
    const size_t index = find_site(block);
    block.waits_at.store(index, std::memory_order_relaxed); // relaxed because of WaitSite
    block.waits_since_ns.store(static_cast<uint64_t>(since_ns),
                               std::memory_order_relaxed); // relaxed because of WaitSite
    return {&block.sites[index], since_ns};
}

void end_wait(const MeasuredWait& wait) noexcept {
    const auto ns = static_cast<uint64_t>(now_ns() - wait.since_ns);
    WaitSite& site = *wait.site;
    arauto_thread.is_in_measured_wait = 0;
    g_profile->waits_since_ns.store(0, std::memory_order_relaxed); // relaxed because of WaitSite
    site.waits.fetch_add(1, std::memory_order_relaxed); // relaxed because of WaitSite
    site.ns.fetch_add(ns, std::memory_order_relaxed); // relaxed because of WaitSite
    // relaxed because of WaitSite, here and in the loop
    uint64_t longest = site.longest_ns.load(std::memory_order_relaxed);
    while (ns > longest &&
           !site.longest_ns.compare_exchange_weak(longest, ns, std::memory_order_relaxed)) {
    }
}

} // namespace arauto::boot
