// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The state of this front-end. Each module uses the members that are named after it.
#pragma once

#include "coarray/at_first_use.hpp"

#include "arauto/lock.h"
#include "arauto/notify.h"
#include "arauto/segment.h"

#include <vector>

namespace arauto::prif {

struct Coarray; // coarrays.hpp
struct Program; // control.cpp

struct State {
    coarray::AtFirstUse<Program> program;
    /// Handles of coarrays that are allocated, in this order.
    coarray::AtFirstUse<std::vector<Coarray*>> coarrays;
    struct {
        arauto_segment_h table = nullptr;
        arauto_notify_h counts = nullptr;
        arauto_lock_h locks = nullptr;
    } slots;
};
[[gnu::visibility("hidden")]] extern constinit State g_state;

} // namespace arauto::prif
