// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Symmetric memory. Every rank reserves in its own heap; the team agrees on the offset. Ranks that
// made the same requests so far propose the same offset, and one exchange confirms it; where they
// differ all move to the highest high water among them.
#pragma once

#include "team/team.hpp"

struct arauto_segment {
    uint64_t offset = 0; // in every member's heap
    size_t bytes = 0;
    arauto::core::Team* team = nullptr;
};

namespace arauto::core {

using Segment = ::arauto_segment;

/// Agreed offset of `bytes` in the heaps of the team's ranks. The memory is zero on return, and no
/// member returns before all have it.
/// @param must_match  sizes must be equal; otherwise the largest counts
[[nodiscard]] Result<uint64_t>
allocate_symmetric(Team& team, size_t bytes, bool must_match, const char* call) noexcept;
/// The next offset of the symmetric half, which is the same on all ranks while none has allocated
/// anything else. `what` is what it is for.
[[nodiscard]] Result<uint64_t> reserve_alike(uint64_t bytes, const char* what) noexcept;

[[nodiscard]] Status
allocate_segment(Team& team, size_t bytes, Segment** segment_out, const char* call) noexcept;
[[nodiscard]] Status
declare_segment(size_t bytes, Segment** segment_out, const char* call) noexcept;
[[nodiscard]] Status verify_declarations() noexcept;
[[nodiscard]] Status free_segment(Segment* segment, const char* call) noexcept;
/// Frees this rank's part alone. No member uses it any more: they have synchronised since.
void release_segment(Segment* segment) noexcept;

/// Bounds of one access. @error ARAUTO_ERR_RANGE
[[nodiscard]] inline bool
contains(const Segment& segment, uint64_t offset, uint64_t bytes) noexcept {
    return offset <= segment.bytes && bytes <= segment.bytes - offset;
}

} // namespace arauto::core
