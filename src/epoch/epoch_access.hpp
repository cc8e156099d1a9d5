// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Operations within an access epoch: done at once when the target has granted access to this rank,
// else recorded for the engine.
#pragma once

#include "arauto/epoch.h"
#include "arauto/spi/epoch.h"
#include "epoch/engine.hpp"
#include "remote/rma.hpp"

#include <span>

namespace arauto::core {

/// Numbers of kernels: the built-in ones, then those that the program has registered.
enum Kernel : uint32_t { kMarker, kTransfer, kFetch, kFirstOfProgram = 16, kKernelsMax = 256 };

[[nodiscard]] Status register_kernel(arauto_kernel_f function, int* kernel_out) noexcept;
/// Null when there is none.
[[nodiscard]] arauto_kernel_f find_kernel(uint32_t number) noexcept;

/// A put or get as it is recorded. Data of a short put follows.
struct Transfer {
    uint64_t remote; // in the target's heap, or an address as it sees it
    uint64_t local; // address at the origin
    uint64_t bytes;
    uint64_t moved; // so far
    transport::Space space;
    Direction direction;
    bool is_inline;
};
inline constexpr size_t kInlineBytesMax = 256;
inline constexpr size_t kPayloadBytesMax = 32768;

/// An atomic operation as it is recorded.
struct Fetch {
    uint64_t remote; // in the target's heap
    uint64_t old; // address at the origin, or 0
    uint64_t operand;
    uint64_t expected;
    transport::AtomicOp op;
    uint8_t width;
};

/// How operations on a member proceed within the open access epochs. `status` >= 0: `link` is where
/// to record operations, or null when they may happen at once.
struct MemberAccess {
    Status status;
    Link* link;
};
/// The guard holds the engine when there is something to record.
[[nodiscard]] MemberAccess
find_access(Epochs& epochs, int member, OwnerGuard& guard, const char* call) noexcept;

/// A quick answer: operations may happen at once. False: find_access() must decide.
[[nodiscard, gnu::always_inline]] inline bool is_plain(Epochs& epochs, int member) noexcept {
    if (!epochs.is_idle()) {
        return false;
    }
    const Pair& pair = epochs.pairs[member];
    if (pair.open == 0) {
        if (epochs.everyone != 0) {
            epochs.is_fence_used = true;
            return epochs.at<Epoch>(epochs.everyone).first.stage == Stage::held;
        }
        epochs.is_fence_used = epochs.is_fenced;
        return epochs.is_fenced;
    }
    const Link& link = epochs.at<Link>(pair.open);
    return link.stage == Stage::held ||
           (link.stage == Stage::counted &&
            pair.granted.load(std::memory_order_acquire) >= link.id); // PAIR epoch.granted: access
}

struct Recording {
    uint32_t kernel;
    uint32_t flags;
    int target; // in the team
    std::span<const std::byte> payload;
    std::span<const std::byte> more; // behind it
};
/// Called under the guard. The request has one completion, or is 0.
[[nodiscard]] Status record(Epochs& epochs,
                            Link& link,
                            const Recording& what,
                            JobOffset request,
                            const char* call) noexcept;

/// Records an operation for a call of the program, which gets a request when it wants one.
[[nodiscard]] Status record_call(Epochs& epochs,
                                 Link& link,
                                 const Recording& what,
                                 arauto_request_t* request,
                                 const char* call) noexcept;

/// Whether one more operation may be recorded. Under the guard.
[[nodiscard]] bool has_room(const Epochs& epochs) noexcept;
/// Makes progress until there is room. Afterwards the caller calls find_access() again.
void make_room(Epochs& epochs) noexcept;

} // namespace arauto::core
