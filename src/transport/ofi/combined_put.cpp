// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See combined_put.hpp.
#include "transport/ofi/combined_put.hpp"

#include <algorithm>
#include <cstring>

namespace arauto::transport::ofi {
namespace {

bool overlaps(const fi_rma_iov& a, const fi_rma_iov& b) noexcept {
    return a.key == b.key && a.addr < b.addr + b.len && b.addr < a.addr + a.len;
}

bool continues(const fi_rma_iov& a, const fi_rma_iov& b) noexcept {
    return a.key == b.key && a.addr + a.len == b.addr;
}

} // namespace

void CombinedPut::begin(std::byte* memory, size_t bytes_max, size_t pieces_max) noexcept {
    memory_ = memory;
    bytes_ = 0;
    bytes_max_ = bytes_max;
    count_ = 0;
    pieces_max_ = std::min(pieces_max, kPiecesMax);
}

bool CombinedPut::fits(const fi_rma_iov& there) const noexcept {
    const bool has_piece =
        count_ < pieces_max_ || (count_ > 0 && continues(pieces_[count_ - 1], there));
    const auto is_in_the_way = [&](const fi_rma_iov& piece) { return overlaps(piece, there); };
    return has_piece && bytes_ + there.len <= bytes_max_ &&
           std::none_of(pieces().begin(), pieces().end(), is_in_the_way);
}

void CombinedPut::append(const void* bytes, const fi_rma_iov& there) noexcept {
    if (count_ > 0 && continues(pieces_[count_ - 1], there)) {
        pieces_[count_ - 1].len += there.len;
    } else {
        pieces_[count_++] = there;
    }
    std::memcpy(memory_ + bytes_, bytes, there.len);
    bytes_ += there.len;
}

void CombinedPut::take_back(const fi_rma_iov& there) noexcept {
    fi_rma_iov& last = pieces_[count_ - 1];
    last.len -= there.len;
    count_ -= last.len == 0 ? 1 : 0;
    bytes_ -= there.len;
}

} // namespace arauto::transport::ofi
