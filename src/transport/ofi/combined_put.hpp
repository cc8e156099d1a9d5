// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Short puts to one peer that are combined into one write. Their bytes stand one behind the other
// in memory of the caller, and a piece for each stretch of the peer's memory says where they go.
// Sends nothing.
#pragma once

#include <rdma/fi_rma.h>

#include <array>
#include <cstddef>
#include <span>

namespace arauto::transport::ofi {

class CombinedPut {
  public:
    static constexpr size_t kPiecesMax = 8;

    /// Makes it empty.
    /// @param memory  `bytes_max` bytes, which belong to it until the write is complete
    /// @param pieces_max  that one write of this network may have, 1 to kPiecesMax
    void begin(std::byte* memory, size_t bytes_max, size_t pieces_max) noexcept;

    /// Whether a put fits, with or without a new piece. One that overlaps a put that is in it does
    /// not: the two would be in no order.
    [[nodiscard]] bool fits(const fi_rma_iov& there) const noexcept;
    /// Adds a put that fits, of `there.len` bytes.
    void append(const void* bytes, const fi_rma_iov& there) noexcept;
    /// Takes away the put that was appended last.
    void take_back(const fi_rma_iov& there) noexcept;

    [[nodiscard]] std::byte* memory() const noexcept { return memory_; }
    [[nodiscard]] size_t bytes() const noexcept { return bytes_; }
    [[nodiscard]] std::span<const fi_rma_iov> pieces() const noexcept {
        return {pieces_.data(), count_};
    }

  private:
    std::byte* memory_ = nullptr;
    size_t bytes_ = 0;
    size_t bytes_max_ = 0;
    size_t count_ = 0; // of pieces
    size_t pieces_max_ = kPiecesMax;
    std::array<fi_rma_iov, kPiecesMax> pieces_{};
};

} // namespace arauto::transport::ofi
