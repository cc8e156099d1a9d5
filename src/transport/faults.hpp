// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The faults to be injected: plain values, parsed from ARAUTO_FAULT.
#pragma once

#include "base/status.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace arauto::transport {

enum class Refused : uint8_t { nothing, data, reads };

struct Faults {
    int64_t delay_ns = 0; // longest time that something is held
    bool may_reorder = false; // operations that the contract does not order
    int again_percent = 0; // of posts that are refused with `again`
    uint64_t seed = 1;
    int failing = -1; // a rank that can no longer be reached
    int64_t fails_after = 0; // so many posts to it, or accesses before the first that is refused
    Refused refused = Refused::nothing; // calls that libfabric takes no longer: writes with data
    int64_t locked_bytes = INT64_MAX; // that the system lets a process register
    std::string rules; // of the provider that ofi/rules.hpp has under this name; empty: none

    [[nodiscard]] bool any() const noexcept {
        return delay_ns > 0 || may_reorder || again_percent > 0 || failing >= 0;
    }
};

/// Reads "delay=200us,reorder=1,again=5%,seed=7,fail=RANK,after=100,locked=65536,rules=cxi,
/// refuse=data"; each part may be missing.
/// Where reordering is asked for without a delay, it takes up to 50 microseconds.
/// @error ARAUTO_ERR_ARGUMENT with a sentence that names the part
[[nodiscard]] Result<Faults> parse_faults(std::string_view text) noexcept;

/// The faults in words: "delays up to 200 us, reordering, seed 7".
[[nodiscard]] std::string in_words(const Faults& faults);

} // namespace arauto::transport
