// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See shared_memory.hpp.
#include "os/shared_memory.hpp"

#include "os/topology.hpp"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace arauto::os {
namespace {

/// A file in /dev/shm whose name is gone before any other process can see it.
int open_nameless_file() noexcept {
    int fd = open("/dev/shm", O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
    if (fd >= 0) {
        return fd;
    }
    char name[64];
    std::snprintf(name, sizeof name, "/arauto-%d", getpid());
    fd = shm_open(name, O_CREAT | O_EXCL | O_RDWR, 0600);
    if (fd >= 0) {
        shm_unlink(name);
    }
    return fd;
}

/// /dev/shm is often small (64 MiB in containers), so it comes last.
int open_object(bool anonymous_is_enough) noexcept {
    const int fd = memfd_create("arauto", MFD_CLOEXEC);
    return fd >= 0 || anonymous_is_enough ? fd : open_nameless_file();
}

/// Sets the size of the object. A limit on the size of files (ulimit -f) counts here too, and would
/// kill the process by SIGXFSZ instead of giving an error.
bool resize(int fd, size_t bytes) noexcept {
    struct sigaction ignore{};
    struct sigaction before{};
    ignore.sa_handler = SIG_IGN;
    sigaction(SIGXFSZ, &ignore, &before);
    const bool is_done = ftruncate(fd, static_cast<off_t>(bytes)) == 0;
    const int error = errno;
    sigaction(SIGXFSZ, &before, nullptr);
    errno = error;
    return is_done;
}

/// On either side of a mapping. Decided once, so that unmap() finds what map() has made.
size_t guard_bytes() noexcept {
    static const size_t bytes = [] {
        constexpr uint64_t kShareOfLimit = 64;
        const uint64_t share = address_space_limit() / kShareOfLimit;
        return std::max<size_t>(std::min<uint64_t>(kOuterGuardBytes, share) / kLargestPageBytes,
                                1) *
               kLargestPageBytes;
    }();
    return bytes;
}

constexpr int kReserve = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;

/// Where new memory is tried: on x86-64 above the shadow of the address sanitizer, and below
/// programs and what the system chooses addresses for. Linux keeps it free on other processors with
/// as many bits of an address as well.
constexpr uintptr_t kFirstCommon = 0x2000'0000'0000;
constexpr uintptr_t kCommonStep = 0x0400'0000'0000;
constexpr uintptr_t kCommonEnd = 0x5400'0000'0000;

size_t whole_pages(size_t bytes) noexcept {
    return (bytes + kLargestPageBytes - 1) / kLargestPageBytes * kLargestPageBytes;
}

/// Reserves room for the memory between its guards. Null when part of it is taken, or when the
/// system cannot have this address.
std::byte* reserve_at(std::byte* wanted, size_t inside) noexcept {
    const size_t bytes = guard_bytes() + inside + guard_bytes();
    std::byte* const begin = wanted - guard_bytes();
    void* const found = mmap(begin, bytes, PROT_NONE, kReserve | MAP_FIXED_NOREPLACE, -1, 0);
    if (found == begin) {
        return wanted;
    }
    if (found != MAP_FAILED) {
        munmap(found, bytes); // of a system that takes the address for a hint
    }
    return nullptr;
}

/// @param wanted  to be tried first; null: none
std::byte* reserve_at_common_address(size_t inside, std::byte* wanted) noexcept {
#if defined(__SANITIZE_THREAD__)
    return nullptr; // the thread sanitizer needs these addresses
#endif
    if (wanted != nullptr) {
        if (std::byte* const reserved = reserve_at(wanted, inside); reserved != nullptr) {
            return reserved;
        }
    }
    for (uintptr_t start = kFirstCommon; start < kCommonEnd; start += kCommonStep) {
        if (inside + guard_bytes() > kCommonEnd - start) {
            return nullptr;
        }
        if (std::byte* const reserved = reserve_at(reinterpret_cast<std::byte*>(start), inside);
            reserved != nullptr) {
            return reserved;
        }
    }
    return nullptr;
}

/// Reserves addresses that the system chooses; the start is that of a huge page.
std::byte* reserve_anywhere(size_t inside) noexcept {
    const size_t guard = guard_bytes();
    const size_t reserved = guard + kHugePageBytes + inside + guard;
    void* const found = mmap(nullptr, reserved, PROT_NONE, kReserve, -1, 0);
    if (found == MAP_FAILED) {
        return nullptr;
    }
    auto* const begin = static_cast<std::byte*>(found);
    const size_t before = kHugePageBytes - (reinterpret_cast<uintptr_t>(begin) + guard) %
                                               kHugePageBytes; // more than needed
    std::byte* const address = begin + before + guard;
    munmap(begin, before);
    if (const size_t after = kHugePageBytes - before; after != 0) {
        munmap(address + inside + guard, after);
    }
    return address;
}

/// Maps the object into what has been reserved for it.
/// @param address  null: there is no room
std::byte* map(int fd, std::byte* address, size_t bytes) noexcept {
    if (address == nullptr) {
        return nullptr;
    }
    const size_t guard = guard_bytes();
    const size_t inside = whole_pages(bytes);
    const int flags = MAP_SHARED | MAP_NORESERVE | MAP_FIXED | (fd < 0 ? MAP_ANONYMOUS : 0);
    if (mmap(address, bytes, PROT_READ | PROT_WRITE, flags, fd, 0) == MAP_FAILED) {
        const int error = errno;
        munmap(address - guard, guard + inside + guard);
        errno = error;
        return nullptr;
    }
    madvise(address, bytes, MADV_DONTDUMP); // a core file of a sparse terabyte is of no use
    return address;
}

std::byte* map_new(int fd, size_t bytes, std::byte* wanted) noexcept {
    const size_t inside = whole_pages(bytes);
    std::byte* const reserved = reserve_at_common_address(inside, wanted);
    return map(fd, reserved != nullptr ? reserved : reserve_anywhere(inside), bytes);
}

Status no_object() noexcept {
    if (errno == EMFILE || errno == ENFILE) {
        return fail(ARAUTO_ERR_SYSTEM,
                    "memory cannot be shared between images: no descriptor is left for it (%s; see "
                    "ulimit -n)",
                    std::strerror(errno));
    }
    return fail(ARAUTO_ERR_SYSTEM,
                "memory cannot be shared between images: this system forbids both memfd_create and "
                "files in /dev/shm (%s); allow one of them, or start the program without 'arauto "
                "run'",
                std::strerror(errno));
}

Status no_address_space(size_t bytes) noexcept {
    return fail(ARAUTO_ERR_MEMORY,
                "%zu MiB of address space for coarrays could not be mapped (%s); raise the limit "
                "of this shell (ulimit -v, ulimit -f) or lower the setting ARAUTO_HEAP_SIZE",
                bytes >> 20, std::strerror(errno));
}

} // namespace

bool is_common_address(const std::byte* address) noexcept {
    const auto number = reinterpret_cast<uintptr_t>(address);
    return number >= kFirstCommon && number < kCommonEnd && number % kCommonStep == 0;
}

Result<SharedMemory>
create_shared_memory(size_t bytes, bool anonymous_is_enough, std::byte* wanted) noexcept {
    SharedMemory memory;
    memory.bytes = bytes;
    memory.fd = open_object(anonymous_is_enough);
    if (memory.fd < 0 && !anonymous_is_enough) {
        return {no_object(), memory};
    }
    if (memory.fd >= 0 && !resize(memory.fd, bytes)) {
        const bool files_are_limited = errno == EFBIG;
        const Status status = no_address_space(bytes);
        close(memory.fd);
        memory.fd = -1;
        if (!files_are_limited || !anonymous_is_enough) {
            return {status, memory};
        }
    }
    memory.address = map_new(memory.fd, bytes, wanted);
    if (memory.address == nullptr) {
        const Status status = no_address_space(bytes);
        if (memory.fd >= 0) {
            close(memory.fd);
        }
        return {status, memory};
    }
    return {ARAUTO_OK, memory};
}

Result<int> create_shared_object() noexcept {
    const int fd = open_object(false);
    return {fd >= 0 ? ARAUTO_OK : no_object(), fd};
}

Result<std::byte*> map_new_object(int fd, size_t bytes) noexcept {
    std::byte* const address = resize(fd, bytes) ? map_new(fd, bytes, nullptr) : nullptr;
    return {address != nullptr ? ARAUTO_OK : no_address_space(bytes), address};
}

bool has_size(int fd) noexcept {
    struct stat facts{};
    return fstat(fd, &facts) == 0 && facts.st_size > 0;
}

Result<std::byte*> map_shared_memory(int fd, size_t bytes, std::byte* wanted) noexcept {
    struct stat facts{};
    if (fstat(fd, &facts) != 0 || static_cast<size_t>(facts.st_size) < bytes) {
        return {fail(ARAUTO_ERR_SYSTEM,
                     "descriptor %d is not the memory of a job: a program between 'arauto run' and "
                     "this one has closed it; start this program by 'arauto run' directly",
                     fd),
                nullptr};
    }
    const size_t inside = whole_pages(bytes);
    std::byte* const reserved = wanted != nullptr ? reserve_at(wanted, inside) : nullptr;
    std::byte* const address =
        map(fd, reserved != nullptr ? reserved : reserve_anywhere(inside), bytes);
    if (address == nullptr) {
        return {no_address_space(bytes), nullptr};
    }
    return {ARAUTO_OK, address};
}

Result<int> open_shared_memory_of(int64_t pid, int fd) noexcept {
    char path[64];
    std::snprintf(path, sizeof path, "/proc/%lld/fd/%d", static_cast<long long>(pid), fd);
    const int own = open(path, O_RDWR | O_CLOEXEC);
    if (own < 0) {
        return {fail(ARAUTO_ERR_SYSTEM,
                     "the memory of process %lld cannot be shared: opening %s gave '%s'; all "
                     "processes of a job must run on one machine, as one user, with /proc mounted",
                     static_cast<long long>(pid), path, std::strerror(errno)),
                -1};
    }
    return {ARAUTO_OK, own};
}

bool map_own_memory(std::byte* address, size_t bytes) noexcept {
    constexpr int kFlags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE;
    void* const found = mmap(address, bytes, PROT_READ | PROT_WRITE, kFlags, -1, 0);
    if (found != address && found != MAP_FAILED) {
        munmap(found, bytes); // of a system that takes the address for a hint
    }
    return found == address;
}

void unmap(std::byte* address, size_t bytes) noexcept {
    const size_t inside = whole_pages(bytes);
    munmap(address - guard_bytes(), guard_bytes() + inside + guard_bytes());
}

void forbid(std::byte* address, size_t bytes) noexcept {
    mprotect(address, bytes, PROT_NONE);
}

bool allow(std::byte* address, size_t bytes) noexcept {
    return mprotect(address, bytes, PROT_READ | PROT_WRITE) == 0;
}

void forbid_writes(std::byte* address, size_t bytes) noexcept {
    mprotect(address, bytes, PROT_READ);
}

void release_pages(void* address, size_t bytes) noexcept {
    const auto page = static_cast<uintptr_t>(sysconf(_SC_PAGESIZE));
    const auto start = reinterpret_cast<uintptr_t>(address);
    const uintptr_t first = (start + page - 1) / page * page;
    const uintptr_t last = (start + bytes) / page * page;
    if (first >= last || madvise(reinterpret_cast<void*>(first), last - first, MADV_REMOVE) != 0) {
        std::memset(address, 0, bytes);
        return;
    }
    std::memset(address, 0, first - start);
    std::memset(reinterpret_cast<void*>(last), 0, start + bytes - last);
}

} // namespace arauto::os
