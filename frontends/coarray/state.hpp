// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The state that all coarray front-ends share, but for `images` (images.hpp), which every access
// reads. Each module uses the members that are named after it.
#pragma once

#include "at_first_use.hpp"

#include "arauto/segment.h"

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

struct BindingCopies; // target_bindings.cpp
struct BindingHeader; // binding_wire.hpp
struct BindingTable; // bindings.cpp
struct Teams; // teams.cpp

struct BindingsState {
    /// This image's header, from which displacements count; NULL before the runtime is up.
    BindingHeader* own_header = nullptr;
    arauto_segment_h segment = nullptr; ///< starts with each image's header
    bool (*announce)(bool has_bindings) noexcept = nullptr; ///< see start_bindings
    AtFirstUse<BindingTable> table; ///< this image's
    AtFirstUse<BindingCopies> copies; ///< of other images' tables
};

/// See segment_boundary.hpp.
struct SegmentsState {
    std::atomic<bool> are_counted{false}; ///< a thread wants to know when the next one begins
    std::atomic<uint64_t> number{0}; ///< how many have begun since
};

struct State {
    SegmentsState segments;
    BindingsState bindings;
    AtFirstUse<Teams> teams;
    Postponed postponed;
    uint64_t run_seed = 0; ///< program.hpp
};
[[gnu::visibility("hidden")]] extern constinit State g_state;

} // namespace arauto::coarray
