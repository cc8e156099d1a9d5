// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Numbers of the places in the program that accesses come from. A place has the same number in all
// images, which share the table.
#pragma once

#include "arauto/spi/race.h"
#include "boot/check_area.hpp"
#include "check/call.hpp"

#include <array>
#include <atomic>
#include <cstdint>
#include <mutex>

namespace arauto::check {

class Sites {
  public:
    explicit Sites(boot::CheckArea& area) noexcept;

    /// @param access  0 for a call that orders
    /// @param kind  of an accumulate: see accumulate_kind()
    [[nodiscard]] uint32_t
    of_call(const Call& call, Access access = Access::read, uint32_t kind = 0) noexcept;
    /// A load or store of the program itself.
    /// @param bytes  that it has, where it is one of a variable; 0: not known
    [[nodiscard]] uint32_t
    of_instruction(const void* behind, Access access, uint64_t bytes) noexcept {
        const auto address = reinterpret_cast<uintptr_t>(behind);
        const std::atomic_ref<uint64_t> quick(quick_[address % ARAUTO_RACE_KNOWN]);
        const uint64_t tag = arauto_race_tag(address, static_cast<arauto_race_access_t>(access));
        // relaxed because it is all in one word
        const uint64_t known = quick.load(std::memory_order_relaxed);
        if ((known ^ tag) >> ARAUTO_RACE_SITE_BITS == 0) [[likely]] {
            return static_cast<uint32_t>(known & (boot::CheckArea::kSites - 1));
        }
        const uint32_t site = find(address, 0, ARAUTO_RECORDED_NONE, access, width_of(bytes));
        quick.store(tag | site, std::memory_order_relaxed); // relaxed because one word
        return site;
    }
    /// The sites of instructions that have accessed memory, for arauto_race_view_t.
    [[nodiscard]] uint64_t* of_instructions() noexcept { return quick_.data(); }
    [[nodiscard]] boot::CheckSite at(uint32_t site) const noexcept;

  private:
    struct Place {
        uint32_t module = 0;
        uint64_t offset = 0; // 0: not known
    };
    struct Known {
        uintptr_t caller = 0;
        uintptr_t noted = 0;
        uint32_t kind = 0; // operation and access
        uint32_t site = 0;
    };
    static constexpr size_t kKnown = 4096;
    [[nodiscard]] static uint32_t width_of(uint64_t bytes) noexcept {
        return bytes == 0 ? 0 : 64 - static_cast<uint32_t>(__builtin_clzll(bytes));
    }
    [[nodiscard]] uint32_t
    find(uintptr_t caller, uintptr_t noted, uint32_t op, Access access, uint32_t width) noexcept;
    [[nodiscard]] Place place_of(uintptr_t caller, uintptr_t noted) noexcept;
    [[nodiscard]] uint32_t module_of(const char* path) noexcept;
    [[nodiscard]] uint32_t add(const boot::CheckSite& site) noexcept;

    boot::CheckArea& area_;
    bool is_linked_in_ = false; // the runtime lies in the program's own file
    // Entries as arauto_race_tag makes them, each with its site.
    std::array<uint64_t, ARAUTO_RACE_KNOWN> quick_{};
    std::mutex mutex_; // of what follows
    std::array<Known, kKnown> known_{};
};

} // namespace arauto::check
