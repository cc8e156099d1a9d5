// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Puts, gets and atomics on the memory of any rank: contiguous or strided, by offset in a heap or
// by address. Mapped memory is copied at once; the rest is posted to a transport (remote/post.hpp).
#pragma once

#include "arauto/section.h"
#include "base/copy.hpp"
#include "base/counters.hpp"
#include "remote/post.hpp"
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
    "image control statement reads are cached and writes are collected"};
inline constexpr Setting kRmaSettings[] = {kDirectSetting, kForeignCacheSetting};
[[nodiscard]] bool direct_is_allowed() noexcept;

[[nodiscard]] inline arauto_counter_t counter_of(Direction direction) noexcept {
    return direction == Direction::put ? ARAUTO_COUNTER_PUT : ARAUTO_COUNTER_GET;
}

/// Turns `bytes` at an address as `rank` sees it into an offset in its heap, when they lie there.
/// @error ARAUTO_ERR_RANGE when they begin in its heap and end behind it
[[nodiscard]] Result<transport::Address>
resolve(int rank, uint64_t address, uint64_t bytes, const char* call) noexcept;

[[nodiscard]] inline Status move(Direction direction,
                                 const transport::Address& remote,
                                 std::byte* local,
                                 size_t bytes) noexcept {
    tally(counter_of(direction), 1, bytes);
    std::byte* direct = direct_ptr(remote);
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

/// The strided form. The section's offset counts from `remote.value`.
[[nodiscard]] Status move_section(Direction direction,
                                  const transport::Address& remote,
                                  const arauto_section_t& remote_section,
                                  std::byte* local,
                                  const arauto_section_t& local_section) noexcept;

/// Runs of `rank` by address, each of which may lie anywhere.
[[nodiscard]] Status
move_runs(Direction direction, int rank, std::span<const Run> runs, const char* call) noexcept;

/// Reads memory that every rank has at one offset in its heap, as protocols do. These take any
/// error for the loss of the rank; another one, such as of memory that cannot be registered with
/// the network, is logged.
/// @error ARAUTO_ERR_FAILED when the rank is on another node and is lost
[[nodiscard]] Status read_heap(int rank, uint64_t offset, void* to, size_t bytes) noexcept;

/// An atomic at a heap address. Always inline, so that width and operation stay in registers: the
/// instruction itself takes 5 ns, a call with its arguments in memory took as much.
[[nodiscard, gnu::always_inline]] inline Status
apply_atomic(const transport::Address& remote, const transport::Atomic& atomic) noexcept {
    tally(ARAUTO_COUNTER_ATOMIC, 1, atomic.width);
    std::byte* direct = direct_ptr(remote);
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
