// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The state that all coarray front-ends share, but for `images` (images.hpp), which every access
// reads. Each module uses the members that are named after it.
#pragma once

#include "at_first_use.hpp"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>

namespace arauto::coarray {

/// A failure that waits for a SYNC statement; see errors.hpp. Threads of one image may meet
/// failures at once.
struct Postponed {
    static constexpr size_t kTextBytes = 512;

    std::atomic<bool> is_there{false};
    std::mutex mutex; // guards the text
    char text[kTextBytes] = "";
};

struct Teams; // teams.cpp

struct State {
    AtFirstUse<Teams> teams;
    Postponed postponed;
    uint64_t run_seed = 0; ///< program.hpp
};
[[gnu::visibility("hidden")]] extern constinit State g_state;

} // namespace arauto::coarray
