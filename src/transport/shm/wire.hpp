// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The mailbox of an image: one request at a time to copy between its private memory and a bounce
// buffer in the requester's heap. Used only where the system forbids cross-memory attach. The
// bounce buffer starts with a table of the ranges in private memory; their bytes follow, side by
// side.
#pragma once

#include "boot/wire.hpp"

namespace arauto::transport::shm {

enum class MailState : uint32_t { idle = 0, requested = 1, done = 2, unmapped = 3 };

struct Mailbox {
    // line 0: its holder, and how far the request is
    std::atomic<uint32_t> holder; // rank + 1 of the requester, 0: free
    std::atomic<MailState> state;
    std::atomic<uint32_t> wanted; // 1: a requester found it held, and may sleep until it is free
    uint8_t pad0[52];
    // line 1: the request, written by the holder before `requested`
    uint64_t bounce_offset; // in the holder's heap
    uint32_t ranges; // entries of the table
    uint32_t is_put; // 1: bounce -> ranges, 0: ranges -> bounce
    uint32_t moved; // ranges that the owner has moved, written before `done` or `unmapped`
    uint8_t pad1[44];
};
static_assert(sizeof(Mailbox) == 128 && sizeof(Mailbox) <= sizeof(boot::ImageBlock::mailbox));
static_assert(std::atomic<MailState>::is_always_lock_free);

/// One entry of the table.
struct RemoteRange {
    uint64_t address; // in the owner's process
    uint64_t bytes;
};
static_assert(sizeof(RemoteRange) == 16);

inline constexpr size_t kRangesMax = 1024;
inline constexpr size_t kTableBytes = kRangesMax * sizeof(RemoteRange);
inline constexpr size_t kDataBytes = size_t{64} << 10;

} // namespace arauto::transport::shm
