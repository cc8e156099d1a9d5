// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Pending writes: assignments to memory of other images that are carried out later, so that many
// small ones go with one operation. Fortran's segment order lets them wait until this image's next
// image control statement. The bytes are copied, so that the program may change its own at once.
//
// A front-end decides which writes may wait, and holds a lock around each call. It carries out the
// writes that wait before any access by this image that they could meet, and all of them before
// each image control statement (segment_boundary.hpp). `tests/model/pending.pml` is the model.
#pragma once

#include "by_image.hpp"
#include "errors.hpp"

#include "arauto/spi/rma.h"

#include <span>
#include <vector>

namespace arauto::coarray {

/// Addresses [low, high).
struct AddressRange {
    uint64_t low = 0;
    uint64_t high = 0;
};

/// Reports that an earlier assignment to the image with this rank could not be carried out; does
/// nothing when it could. The failure of an image waits for the next SYNC statement with `stat=`,
/// since the assignment had no `stat=` to report it.
void report_late(const Errors& errors, arauto_status_t status, int rank) noexcept;

/// An object of AtFirstUse: it has no end.
class PendingWrites {
  public:
    /// Where the bytes of pending writes are kept; before the first write.
    void set_buffer(std::span<std::byte> buffer) noexcept { buffer_ = buffer; }

    /// Longer ones cannot wait.
    [[nodiscard]] size_t bytes_max() const noexcept { return buffer_.size(); }

    /// How many wait; writes that touch each other may count as one.
    [[nodiscard]] size_t count() const noexcept { return count_; }

    /// Keeps a write of at most bytes_max(). A later one wins over an earlier one. Where there is
    /// no room for it, earlier ones are carried out first, and a failure of theirs ends the program
    /// or waits for a SYNC statement.
    void keep(int rank, uint64_t address, const void* source, size_t bytes) noexcept;

    /// Whether any byte of the range waits to be written.
    [[nodiscard]] bool overlap(int rank, AddressRange range) const noexcept;

    /// Carries out those to one image, in the order of the assignments. Afterwards they wait no
    /// more, also after a failure.
    [[nodiscard]] arauto_status_t carry_out(int rank) noexcept;
    /// Carries out all. The failure of an image waits for a SYNC statement, as with report_late.
    /// @param rank_out  whose memory the status and arauto_last_error() are about, after another
    /// failure: the first one
    [[nodiscard]] arauto_status_t carry_out_all(int* rank_out) noexcept;

  private:
    using Runs = std::vector<arauto_run_t>;

    [[nodiscard]] Runs& runs_to(int rank) noexcept;
    [[nodiscard]] arauto_status_t carry_out_runs(int rank, Runs& runs) noexcept;
    [[nodiscard]] bool
    append(int rank, uint64_t address, const void* source, size_t bytes) noexcept;

    std::span<std::byte> buffer_;
    size_t used_ = 0; // of the buffer
    size_t count_ = 0;
    ByImage<Runs*> runs_; // by rank
    std::vector<int> ranks_; // that have any
};

} // namespace arauto::coarray
