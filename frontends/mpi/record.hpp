// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Operations whose target cannot be accessed yet. All arguments are checked when such an operation
// is called; then it is recorded for the engine of the window's epochs. The operations are carried
// out in order, by this process or by a peer that waits for it. A peer carries out only operations
// that need no private memory of this process: origin data of up to a few KiB is copied into the
// record.
#pragma once

#include "move.hpp"
#include "operate.hpp"

#include "arauto/notify.h"
#include "arauto/request.h"

namespace arauto::mpi {

struct Notices;

/// How this process notifies the target of an operation that is done.
struct Notification {
    arauto_status_t (*post)(const Notification& notification) = nullptr; // null: not at all
    const Notices* notices = nullptr;
    arauto_slot_t slot{};
    int job_rank = 0;
    int tag = 0;
    uint64_t bytes = 0;
};

/// The notification and request of an operation to be recorded, and whether it was recorded.
struct Deferral {
    Notification notification;
    bool wants_request = false;
    bool is_recorded = false; // the record includes the notification
    arauto_request_t request{}; // when it is wanted
};

/// The arguments have been checked.
[[nodiscard]] int record_move(Window& window,
                              Direction direction,
                              const Origin& origin,
                              const Target& target,
                              const char* call,
                              Deferral& deferral) noexcept;

struct RecordedAccumulate {
    Operation operation;
    Origin origin; // without a layout: not read
    Origin result; // without a layout: not wanted
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

/// Registers the kernel that carries out records. All processes of the job do so before the first
/// window, at the same position among such registrations. @return its number
[[nodiscard]] int register_replay() noexcept;

/// Frees the layouts that recorded operations keep, when the window is freed.
void forget_kept(Window& window) noexcept;

} // namespace arauto::mpi
