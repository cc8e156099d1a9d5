// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Anonymous sparse shared memory: address space is reserved, pages come when touched, and nothing
// is left when the last process ends, however it ends. Before and behind each mapping lies a guard,
// whose touch is a crash, so that a program that writes past the end of one of its own arrays does
// not damage the mapping. New memory lies at an address that is nearly always free in other
// processes too, so that these can map it at the same one.
#pragma once

#include "base/status.hpp"

#include <cstddef>

namespace arauto::os {

inline constexpr size_t kLargestPageBytes = size_t{64}
                                            << 10; // of the processors that Linux runs on
inline constexpr size_t kHugePageBytes = size_t{2} << 20;

/// Bytes of either guard; less where the address space of the process is limited (ulimit -v).
inline constexpr size_t kOuterGuardBytes = size_t{64} << 20;

struct SharedMemory {
    std::byte* address = nullptr;
    size_t bytes = 0;
    int fd = -1; // -1: anonymous, only processes forked from this one share it
};

/// Whether new memory was given this address so that other processes can have it too.
[[nodiscard]] bool is_common_address(const std::byte* address) noexcept;

/// Creates and maps `bytes`. Tries memfd, then anonymous memory when only forked processes need it,
/// else a file in /dev/shm that loses its name at once.
/// @param wanted  an address to try before the common ones; null: none
/// @error ARAUTO_ERR_SYSTEM when the system forbids all of them, ARAUTO_ERR_MEMORY when the address
/// space is too small
[[nodiscard]] Result<SharedMemory>
create_shared_memory(size_t bytes, bool anonymous_is_enough, std::byte* wanted = nullptr) noexcept;

/// The two halves of it, for a caller that announces the object to others before its size is known.
/// @error those of create_shared_memory
[[nodiscard]] Result<int> create_shared_object() noexcept;
[[nodiscard]] Result<std::byte*> map_new_object(int fd, size_t bytes) noexcept;

/// Whether the object has a size: a process that maps it sooner would be killed at its first touch.
[[nodiscard]] bool has_size(int fd) noexcept;

/// Maps an object that another process has created.
/// @param wanted  the address, if this process has all of it free; null: any will do
/// @error ARAUTO_ERR_SYSTEM when `fd` is no such object, ARAUTO_ERR_MEMORY
[[nodiscard]] Result<std::byte*>
map_shared_memory(int fd, size_t bytes, std::byte* wanted = nullptr) noexcept;

/// Opens an object that another process of this user has open as its `fd`.
/// @error ARAUTO_ERR_SYSTEM when there is none, or /proc does not let us
[[nodiscard]] Result<int> open_shared_memory_of(int64_t pid, int fd) noexcept;

/// Maps zero memory of this process alone at an address, until it ends.
/// @return  false where the address is taken
[[nodiscard]] bool map_own_memory(std::byte* address, size_t bytes) noexcept;

/// Gives back a mapping of this file's, and its guards.
void unmap(std::byte* address, size_t bytes) noexcept;

/// Makes a touch of a range a crash. The range begins and ends with a page.
void forbid(std::byte* address, size_t bytes) noexcept;
/// Lets a range that was forbidden be read and written again.
/// @return  false where the system refuses: the process has too many mappings
[[nodiscard]] bool allow(std::byte* address, size_t bytes) noexcept;
/// Makes a write to a range a crash. The range begins and ends with a page.
void forbid_writes(std::byte* address, size_t bytes) noexcept;

/// Gives the pages of a range of shared memory back to the system; the range reads as zero
/// afterwards.
void release_pages(void* address, size_t bytes) noexcept;

} // namespace arauto::os
