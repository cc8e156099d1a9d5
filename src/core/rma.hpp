// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The funnel: every put and get, contiguous or strided, by segment or by address, goes through
// move().
#pragma once

#include "arauto/section.h"
#include "base/copy.hpp"
#include "base/counters.hpp"
#include "core/runtime.hpp"
#include "transport/atomics.hpp"

#include <cstring>
#include <span>

namespace arauto::core {

inline constexpr Setting kDirectSetting{
    "ARAUTO_DIRECT", "on", SettingKind::choice, "on|off",
    "off: every access goes through the transport's post, as it would over a network (for "
    "testing)"};
inline constexpr Setting kForeignCacheSetting{
    "ARAUTO_FOREIGN_CACHE", "on", SettingKind::choice, "on|off",
    "off: Fortran's accesses to private memory of other images happen at once; on: until the next "
    "image control statement what was read is kept, and what is written is gathered"};
inline constexpr Setting kRmaSettings[] = {kDirectSetting, kForeignCacheSetting};
[[nodiscard]] bool direct_is_allowed() noexcept;

/// Where the job's mapping begins in that rank's process.
[[nodiscard]] uint64_t map_base(int rank) noexcept;

enum class Direction : uint8_t { put, get };

[[nodiscard]] inline arauto_counter_t counter_of(Direction direction) noexcept {
    return direction == Direction::put ? ARAUTO_COUNTER_PUT : ARAUTO_COUNTER_GET;
}

/// Where this process can load and store remote memory directly; null when ops must be posted.
[[nodiscard]] inline std::byte* reach(const transport::Address& remote) noexcept {
    const Runtime& rt = runtime();
    if (rt.heap0 == nullptr || remote.space != transport::Space::heap ||
        (rt.network != nullptr && !rt.job.near.has(remote.peer))) [[unlikely]] {
        return nullptr;
    }
    return rt.heap0 + static_cast<uint64_t>(remote.peer) * rt.heap_stride + remote.value;
}

/// Turns `bytes` at an address as `rank` sees it into a place in its heap, when they lie there.
/// @error ARAUTO_ERR_RANGE when they begin in its heap and end behind it
[[nodiscard]] Result<transport::Address>
resolve(int rank, uint64_t address, uint64_t bytes, const char* call) noexcept;

/// Copies one contiguous piece; complete on return, but for a put to a far rank, which is in order
/// with what this rank does there, and complete when flush_to() returns. Arguments are checked by
/// the caller.
[[nodiscard]] Status move_posted(Direction direction,
                                 const transport::Address& remote,
                                 std::byte* local,
                                 size_t bytes) noexcept;

/// Of a heap of another node: whether put_signalled() takes a put of this length.
[[nodiscard]] bool may_signal(const transport::Address& remote,
                              size_t bytes,
                              const transport::Signal& signal) noexcept;
/// A put that ends with a signal, as far as move_posted() waits for one.
[[nodiscard]] Status put_signalled(const transport::Address& remote,
                                   std::byte* local,
                                   size_t bytes,
                                   const transport::Signal& signal) noexcept;

[[nodiscard]] inline Status move(Direction direction,
                                 const transport::Address& remote,
                                 std::byte* local,
                                 size_t bytes) noexcept {
    tally(counter_of(direction), 1, bytes);
    std::byte* direct = reach(remote);
    if (direct == nullptr) [[unlikely]] {
        return move_posted(direction, remote, local, bytes);
    }
    if (direction == Direction::put) {
        copy_bytes(direct, local, bytes);
    } else {
        copy_bytes(local, direct, bytes);
    }
    return ARAUTO_OK;
}

/// What one posted operation on several runs of `peer` may have.
struct RunLimits {
    size_t runs_max;
    size_t bytes_max;
};
[[nodiscard]] RunLimits run_limits(int peer) noexcept;

/// Copies runs that are within run_limits, in the order given; complete on return.
[[nodiscard]] Status move_runs_posted(Direction direction,
                                      int peer,
                                      transport::Space space,
                                      std::span<const Run> runs) noexcept;

/// The strided form. `remote.value` is what the section's offset counts from.
[[nodiscard]] Status move_section(Direction direction,
                                  const transport::Address& remote,
                                  const arauto_section_t& remote_section,
                                  std::byte* local,
                                  const arauto_section_t& local_section) noexcept;

/// Runs of `rank` by address, each of which may lie anywhere.
[[nodiscard]] Status
move_runs(Direction direction, int rank, std::span<const Run> runs, const char* call) noexcept;

/// Reads memory that every rank has at a place of its heap, as protocols do.
/// @error ARAUTO_ERR_FAILED when the rank is on another node and is lost
[[nodiscard]] inline Status
read_heap(int rank, uint64_t place, void* to, size_t bytes) noexcept {
    return move(Direction::get, {rank, transport::Space::heap, place}, static_cast<std::byte*>(to),
                bytes);
}

/// @param owner  whose heap is meant, of the peer's node; -1: the peer's
[[nodiscard]] Status post_atomic(const transport::Address& remote,
                                 const transport::Atomic& atomic,
                                 int owner = -1) noexcept;

/// An atomic at a heap address. Always inline, so that width and operation stay in registers: the
/// instruction itself takes 5 ns, a call with its arguments in memory took as much.
[[nodiscard, gnu::always_inline]] inline Status
apply_atomic(const transport::Address& remote, const transport::Atomic& atomic) noexcept {
    tally(ARAUTO_COUNTER_ATOMIC, 1, atomic.width);
    std::byte* direct = reach(remote);
    if (direct == nullptr) [[unlikely]] {
        return post_atomic(remote, atomic);
    }
    const uint64_t old = transport::apply(atomic, direct);
    if (atomic.old != nullptr) {
        *atomic.old = old;
    }
    return ARAUTO_OK;
}

} // namespace arauto::core
