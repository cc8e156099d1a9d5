// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Puts, gets and atomics on heaps of other nodes that one call begins and another ends. Each is cut
// into pieces that the network accepts; these are under way at the same time. A serial number,
// which is never 0, names them until the caller has learnt that they are complete.
#pragma once

#include "remote/post.hpp"

#include <deque>
#include <memory>
#include <mutex>
#include <unordered_map>

namespace arauto::core {

/// State. Only transfers.cpp looks into this.
struct Transfers {
    struct Transfer {
        int peer;
        std::deque<Pending> pieces{}; // which stay where they are
    };
    std::mutex mutex; // guards all of this
    std::unordered_map<uint64_t, std::unique_ptr<Transfer>> under_way; // by serial
    uint64_t made = 0;
};

/// Whether an operation there may go on after the call that begins it.
[[nodiscard]] bool may_go_on(const transport::Address& remote) noexcept;

/// Begins a put or get of memory for which may_go_on() holds. Waits only until the network takes
/// it.
/// @param signal  comes after the data, of a put for which may_signal() holds; null: none
/// @param serial_out  0 when it is complete
[[nodiscard]] Status begin_move(Direction direction,
                                const transport::Address& remote,
                                std::byte* local,
                                size_t bytes,
                                const transport::Signal* signal,
                                uint64_t* serial_out) noexcept;
[[nodiscard]] Status begin_atomic(const transport::Address& remote,
                                  const transport::Atomic& atomic,
                                  uint64_t* serial_out) noexcept;

/// As arauto_request_test and _wait. The serial is used up by success, by a failure of the
/// operation, and by `done`.
/// @error ARAUTO_ERR_ARGUMENT: it names none, or was used up already
[[nodiscard]] Status test_transfer(uint64_t serial, bool* done_out, const char* call) noexcept;
[[nodiscard]] Status wait_transfer(uint64_t serial, const char* call) noexcept;

} // namespace arauto::core
