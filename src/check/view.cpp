// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See view.hpp.
#include "check/view.hpp"

#include "boot/check_area.hpp"
#include "os/shared_memory.hpp"

#include <cstddef>
#include <new>

namespace arauto::check {

static_assert(boot::kCheckedAddress == uint64_t{ARAUTO_RACE_WINDOW} << ARAUTO_RACE_WINDOW_SHIFT);

bool is_in_window(const void* memory) noexcept {
    return reinterpret_cast<uint64_t>(memory) >> ARAUTO_RACE_WINDOW_SHIFT == ARAUTO_RACE_WINDOW;
}

arauto_race_view_t* make_view(const void* memory) noexcept {
    if (!is_in_window(memory)) {
        return new (std::nothrow) arauto_race_view_t{};
    }
    // Zero sites behind it: where nothing is checked, the program finds none of its own there.
    auto* const at = reinterpret_cast<std::byte*>(uintptr_t{kViewAddress});
    constexpr size_t kSites = ARAUTO_RACE_KNOWN * sizeof(uint64_t);
    if (!os::map_own_memory(at, os::kLargestPageBytes + kSites)) {
        return nullptr;
    }
    auto* const view = new (at) arauto_race_view_t{};
    view->known = reinterpret_cast<uint64_t*>(at + os::kLargestPageBytes);
    return view;
}

} // namespace arauto::check
