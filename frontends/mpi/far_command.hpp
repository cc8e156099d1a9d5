// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The messages of accumulates to other nodes, between far_accumulate.cpp at the origin and
// far_serve.cpp at the target.
#pragma once

#include "operate.hpp"

#include "arauto/spi/rpc.h"

#include <cstddef>
#include <cstdint>

namespace arauto::mpi {

enum class CommandKind : uint8_t { accumulate, swap };

/// The head of a message; it describes blocks of the target's memory. The operands follow; for a
/// swap these are the desired element and the expected one.
struct Command {
    uint64_t address; // in the target's address space
    int64_t stride;
    uint16_t bytes; // of a block
    uint16_t blocks;
    CommandKind kind;
    uint8_t spare;
    Operation operation;
    Basic basic;
};
static_assert(sizeof(Command) == 24);

inline constexpr int64_t kDataMax = 8064; // operands in one message: whole elements of any type
static_assert(sizeof(Command) + kDataMax <= ARAUTO_RPC_BYTES_MAX);

/// The message for operands in a staging buffer.
struct StagedCommand {
    uint64_t address;
    int64_t stride;
    uint64_t operand; // in the staging buffer, as bytes without gaps
    uint64_t result; // in the staging buffer, as bytes without gaps; 0: not wanted
    uint32_t bytes; // of a block
    uint32_t blocks;
    Operation operation;
    Basic basic;
};

inline constexpr int64_t kStagingBytes = int64_t{512} << 10;
// Operands of one StagedCommand of an accumulate of at least kLongBytes. It is faster to wait for
// its puts than to copy them, since the target combines one part while the next arrives.
inline constexpr int64_t kLongPartBytes = int64_t{64} << 10;
inline constexpr int64_t kLongBytes = 2 * kLongPartBytes;

/// The target's handlers, one for each kind of message; for arauto_rpc_register.
arauto_status_t serve_accumulate(const arauto_rpc_request_t* request) noexcept;
arauto_status_t serve_staged(const arauto_rpc_request_t* request) noexcept;
/// Replies with the address of a staging buffer for the caller, or 0.
arauto_status_t give_staging_buffer(const arauto_rpc_request_t* request) noexcept;

} // namespace arauto::mpi
