// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Operations whose target cannot be accessed yet: everything about them is checked when they are
// called, then they are recorded for the engine, which has them done in order, by this process or
// by a peer that waits for it. A peer does only those that name no private memory of this process,
// or little of it: data of up to a few KiB goes with the record.
#pragma once

#include "move.hpp"
#include "operate.hpp"

#include "arauto/notify.h"
#include "arauto/request.h"

namespace arauto::mpi {

struct Notices;

/// How the target of an operation is notified once it is done; by this process.
struct Notification {
    arauto_status_t (*post)(const Notification& notification) = nullptr; // null: it is not
    const Notices* notices = nullptr;
    arauto_slot_t slot{};
    int job_rank = 0;
    int tag = 0;
    uint64_t bytes = 0;
};

/// What becomes of an operation that cannot happen now.
struct Deferral {
    Notification notification;
    bool wants_request = false;
    bool is_recorded = false; // it will be told, too
    arauto_request_t request{}; // when it is wanted
};

/// All checked. The member is the target's rank in the window.
[[nodiscard]] int record_move(Window& window,
                              Direction direction,
                              const Origin& origin,
                              const Target& target,
                              const char* call,
                              Deferral& deferral) noexcept;

struct RecordedAccumulate {
    Operation operation;
    Origin origin; // no layout: it is not read
    Origin result; // no layout: none is wanted
};
[[nodiscard]] int record_accumulate(Window& window,
                                    const RecordedAccumulate& wanted,
                                    const Target& target,
                                    const char* call,
                                    Deferral& deferral) noexcept;

struct RecordedSwap {
    const void* desired;
    const void* expected;
    void* result;
};
[[nodiscard]] int record_swap(Window& window,
                              const RecordedSwap& wanted,
                              const Target& target,
                              const char* call) noexcept;

/// Before the first window: by all processes of the job, in the same place.
void register_replay() noexcept;

/// What recorded operations keep, when the window goes.
void forget_kept(Window& window) noexcept;

} // namespace arauto::mpi
