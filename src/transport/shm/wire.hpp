// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The mailbox of an image: one request at a time to copy between its private memory and a bounce
// buffer in the requester's heap. Used only where the system forbids cross-memory attach.
#pragma once

#include "boot/wire.hpp"

namespace arauto::transport::shm {

enum class MailState : uint32_t { idle = 0, requested = 1, done = 2, unmapped = 3 };

struct Mailbox {
    // line 0: who holds it, and how far the request is
    std::atomic<uint32_t> holder; // rank + 1 of the requester, 0: free
    std::atomic<MailState> state;
    uint8_t pad0[56];
    // line 1: the request, written by the holder before `requested`
    uint64_t address; // in the owner's process
    uint64_t bounce_offset; // in the holder's heap
    uint64_t bytes;
    uint32_t is_put; // 1: bounce -> address, 0: address -> bounce
    uint8_t pad1[36];
};
static_assert(sizeof(Mailbox) == 128 && sizeof(Mailbox) <= sizeof(boot::ImageBlock::mailbox));
static_assert(std::atomic<MailState>::is_always_lock_free);

} // namespace arauto::transport::shm
