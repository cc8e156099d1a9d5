// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Written rules of what each provider of libfabric permits, so that the transport is held to the
// rules of cards that are not there: with the setting ARAUTO_FAULT=rules=cxi, the provider that is
// there behaves as cxi would. A call that breaks a rule gets the error that cxi gives. Real
// providers are never looked up here: what they permit is tried (fabric_trial.cpp).
#pragma once

#include <rdma/fi_rma.h>

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace arauto::transport::ofi {

struct Rules {
    const char* name; // for the setting
    const char* source; // the file of libfabric that most of it is read in
    size_t here_max; // pieces of memory here, of one access
    size_t there_max; // and of the peer's
    size_t inject_max; // bytes with FI_INJECT
    size_t data_bytes; // of remote data; 0: none
    uint64_t write_flags; // that fi_writemsg takes
    uint64_t read_flags; // that fi_readmsg takes
    int flags_error; // of any other flag
    const char* data_variable; // without which in the environment there is no fi_writedata; or null
    uint64_t mr_mode;
    uint64_t order; // of messages and accesses
    size_t order_max; // bytes of a write that comes before the next; 0: writes are in no order
    size_t order_of_reads_max; // the same of a read behind a write
};

/// Null when there are none of that name.
[[nodiscard]] const Rules* find_rules(std::string_view name) noexcept;
/// The bytes of an access.
[[nodiscard]] size_t bytes_of(const fi_msg_rma& message) noexcept;
/// Whether the rules permit fi_writedata in this environment.
[[nodiscard]] bool has_writedata(const Rules& rules) noexcept;

/// A key that tells where its memory begins, for rules with virtual addresses over a provider
/// without: an access by the address is one by the distance from there.
inline constexpr int kPretendedStartBits = 48;
[[nodiscard]] constexpr uint64_t pretended_key(uint64_t number, uint64_t start) noexcept {
    return number << kPretendedStartBits | start;
}
[[nodiscard]] constexpr uint64_t pretended_start(uint64_t key) noexcept {
    return key & ((uint64_t{1} << kPretendedStartBits) - 1);
}

/// 0, or the error that the provider would return.
[[nodiscard]] ssize_t
check_write(const Rules& rules, const fi_msg_rma& message, uint64_t flags) noexcept;
[[nodiscard]] ssize_t
check_read(const Rules& rules, const fi_msg_rma& message, uint64_t flags) noexcept;
[[nodiscard]] ssize_t check_writedata(const Rules& rules, const fi_msg_rma& message) noexcept;
/// Checks memory that a message is sent from or received in.
[[nodiscard]] ssize_t
check_memory(const Rules& rules, const void* description, size_t bytes) noexcept;

} // namespace arauto::transport::ofi
