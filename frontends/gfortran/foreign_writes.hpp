// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Assignments of this image to private memory of other images that are not carried out yet:
// Fortran's segment order lets them wait until this image's next image control statement. Many
// small writes then go with one system call. Not thread-safe: see foreign.hpp.
#pragma once

#include "foreign_cache.hpp"

#include <cstddef>
#include <cstdint>

namespace arauto::gfortran {

class ForeignWrites {
  public:
    /// Longer ones are written as they are.
    static constexpr size_t kBytesMax = 4096;

    [[nodiscard]] bool is_empty() const noexcept { return count_ == 0; }

    /// Keeps a write. A later one wins over an earlier one. @return false when there is no room
    [[nodiscard]] bool add(int rank, uint64_t address, const void* source, size_t bytes) noexcept;

    /// Whether any byte of the range waits to be written.
    [[nodiscard]] bool overlap(int rank, AddressRange range) const noexcept;

    /// Writes everything, in the order of the assignments for each image; afterwards there is
    /// nothing left, also after a failure.
    /// @param rank_out  whose memory the status and arauto_last_error() are about, after a failure
    [[nodiscard]] arauto_status_t write_out(int* rank_out) noexcept;

    void forget() noexcept {
        count_ = 0;
        used_ = 0;
    }

  private:
    static constexpr size_t kCountMax = 1024; // one system call
    static constexpr size_t kBufferBytes = 65536;

    struct Write {
        uint64_t address;
        uint32_t start; // of its bytes in the buffer
        uint32_t bytes;
        int32_t rank;
        bool is_done;
    };

    [[nodiscard]] arauto_status_t write_rank(size_t first) noexcept;

    size_t count_ = 0;
    size_t used_ = 0;
    Write writes_[kCountMax]{};
    std::byte buffer_[kBufferBytes]{};
};

} // namespace arauto::gfortran
