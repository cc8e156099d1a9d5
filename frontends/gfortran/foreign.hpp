// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Access to private memory of other images through pointer components: reads are served from a
// cache, and writes are collected, until this image's next image control statement.
//
// Threads of an image share all of it under one mutex, since a write by one thread must be seen by
// reads of the others, and an image control statement of one ends the segment of all. While the
// process has one thread the mutex is left out.
//
// PAIR foreign.used: a thread raises `is_used` before it reads; a thread that has executed an image
// control statement looks at it afterwards. When the latter finds it down, the read has come after
// the statement, and the cached value is no older than the statement.
#pragma once

#include "assignment_side.hpp"
#include "coarray/at_first_use.hpp"
#include "coarray/pending_writes.hpp"
#include "element_memo.hpp"
#include "foreign_cache.hpp"

#include <atomic>
#include <mutex>
#if __has_include(<sys/single_threaded.h>)
#include <sys/single_threaded.h>
#endif

namespace arauto::gfortran {

struct Foreign {
    std::mutex mutex; // guards what follows
    Epoch epoch{};
    ForeignCache cache;
    coarray::AtFirstUse<coarray::PendingWrites> writes;
    std::byte write_buffer[65536]{}; ///< for the bytes of `writes`
    ElementMemo elements;

    std::atomic<bool> is_used{}; // something is kept, or waits to be written

    bool is_allowed = false; // by the setting; written once, when the runtime is up
};
[[gnu::visibility("hidden")]] extern constinit Foreign foreign;

/// Reads the setting; before any access to another image.
void start_foreign() noexcept;

class ForeignLock {
  public:
    ForeignLock() noexcept {
        if (!is_alone_) {
            foreign.mutex.lock();
        }
    }
    ~ForeignLock() {
        if (!is_alone_) {
            foreign.mutex.unlock();
        }
    }
    ForeignLock(const ForeignLock&) = delete;
    ForeignLock& operator=(const ForeignLock&) = delete;

  private:
#if __has_include(<sys/single_threaded.h>)
    const bool is_alone_ = __libc_single_threaded != 0; // the statement makes no thread meanwhile
#else
    static constexpr bool is_alone_ = false;
#endif
};

/// The functions below need the lock.

/// To be called before anything is read to be kept, or written to be gathered.
void use_foreign() noexcept;

/// Whether addresses of that image are to be handled here: it is another, and the setting allows
/// it.
[[nodiscard]] bool may_keep(int rank) noexcept;

/// A read or write of private memory, of any length. @param known  see ForeignCache::fetch
[[nodiscard]] arauto_status_t
read_foreign(int rank, AddressRange wanted, void* target, AddressRange known) noexcept;
[[nodiscard]] arauto_status_t
write_foreign(int rank, uint64_t address, const void* source, size_t bytes) noexcept;

/// The functions below take the lock.

/// Access to any memory of an image by address: the C API's calls, for SideKind::address.
[[nodiscard]] arauto_status_t
get_at(int rank, uint64_t address, void* target, size_t bytes) noexcept;
[[nodiscard]] arauto_status_t
put_at(int rank, uint64_t address, const void* source, size_t bytes) noexcept;
[[nodiscard]] arauto_status_t get_section_at(const AssignmentSide& side,
                                             void* local_base,
                                             const arauto_section_t& local) noexcept;
[[nodiscard]] arauto_status_t put_section_at(const AssignmentSide& side,
                                             const void* local_base,
                                             const arauto_section_t& local) noexcept;

/// Carries out pending writes, as PendingWrites::carry_out_all.
[[nodiscard]] arauto_status_t write_out_all(int* rank_out) noexcept;
/// After an image control statement: values that have been read are valid no longer.
void forget_foreign() noexcept;

/// Writes out what waits: before another image may learn that this one has got so far.
[[nodiscard]] inline arauto_status_t write_out_foreign() noexcept {
    int rank = 0;
    // PAIR foreign.used: look
    return foreign.is_used.load(std::memory_order_seq_cst) ? write_out_all(&rank) : ARAUTO_OK;
}

} // namespace arauto::gfortran
