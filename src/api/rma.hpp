// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Checked data operations on segments, for the plain calls and for those that notify. Inline where
// the operation takes a few nanoseconds.
#pragma once

#include "api/check.hpp"
#include "api/recording.hpp"
#include "arauto/atomic.h"
#include "arauto/section.h"
#include "remote/rma.hpp"

#include <cstring>
#include <iterator>

namespace arauto::api {

[[nodiscard]] inline std::byte* bytes_of(const void* memory) noexcept {
    return static_cast<std::byte*>(const_cast<void*>(memory)); // a put only reads it
}

/// The general form; a call of its own, so that those that begin with quick_ptr need no frame
/// for it.
[[nodiscard]] Status move_in_segment(core::Direction direction,
                                     arauto_segment_h segment,
                                     int rank,
                                     size_t offset,
                                     const void* local,
                                     size_t bytes,
                                     const char* call) noexcept;

/// The same in a job that is observed.
[[nodiscard, gnu::noinline]] Status
move_in_segment_recorded(core::Direction direction,
                         arauto_segment_h segment,
                         int rank,
                         size_t offset,
                         const void* local,
                         size_t bytes,
                         const Entry& entry,
                         check::By by = check::By::program) noexcept;

/// The one or the other.
[[nodiscard, gnu::always_inline]] inline Status move_in_segment(core::Direction direction,
                                                                arauto_segment_h segment,
                                                                int rank,
                                                                size_t offset,
                                                                const void* local,
                                                                size_t bytes,
                                                                const Entry& entry) noexcept {
    if (is_observed()) [[unlikely]] {
        return move_in_segment_recorded(direction, segment, rank, offset, local, bytes, entry);
    }
    return move_in_segment(direction, segment, rank, offset, local, bytes, entry.name);
}

/// The record of an access to memory of another rank.
[[nodiscard]] inline Recorded recorded_access(arauto_recorded_op_t op,
                                              const transport::Address& remote,
                                              uint64_t bytes) noexcept {
    Recorded what = recorded_transfer(op, remote.peer, remote.value, bytes);
    what.is_timed |= remote.space != transport::Space::heap; // a system call
    return what;
}

/// The direct address of an access that needs no further check; null for any other access, which
/// goes to the general form. Saving six registers for that form took 2 of the 11 ns of an
/// atomic addition, and 1 of the 3 ns that a put takes beside its memcpy.
[[nodiscard, gnu::always_inline]] inline std::byte*
quick_ptr(const core::Segment* segment, int rank, uint64_t offset, uint64_t bytes) noexcept {
    const core::Rank& self = core::this_rank();
    // relaxed because a failure seen one call later is as good
    if (segment == nullptr || !self.is_rank(rank) || !core::contains(*segment, offset, bytes) ||
        self.quick_heap0 == nullptr || self.header->failed.load(std::memory_order_relaxed) != 0)
        [[unlikely]] {
        return nullptr;
    }
    return self.quick_heap0 + boot::heap_distance(rank, self.heap_stride) + segment->offset +
           offset;
}

/// One element without a call: a call of memcpy costs as much as all the rest.
[[gnu::always_inline]] inline void copy(void* to, const void* from, size_t bytes) noexcept {
    if (bytes == sizeof(uint64_t)) {
        std::memcpy(to, from, sizeof(uint64_t));
    } else {
        copy_bytes(to, from, bytes);
    }
}

/// @param offset  that the remote section is relative to; not outside the segment
[[nodiscard]] Status move_section_in_segment(core::Direction direction,
                                             arauto_segment_h segment,
                                             int rank,
                                             uint64_t offset,
                                             SectionPair pair,
                                             const void* local_base,
                                             const char* call) noexcept;
/// Moves a section to or from an address of the target, instead of an offset in a segment.
[[nodiscard]] Status move_section_at(core::Direction direction,
                                     int rank,
                                     uint64_t address,
                                     SectionPair pair,
                                     const void* local_base,
                                     const char* call) noexcept;
[[nodiscard]] Status move_runs_at(core::Direction direction,
                                  int rank,
                                  const arauto_run_t* runs,
                                  size_t count,
                                  const char* call) noexcept;

[[nodiscard, gnu::always_inline]] inline Status check_width(int width, const char* call) noexcept {
    if (width == 1 || width == 2 || width == 4 || width == 8) [[likely]] {
        return ARAUTO_OK;
    }
    return fail(ARAUTO_ERR_ARGUMENT, "%s: the width is %d bytes, but it must be 1, 2, 4 or 8", call,
                width);
}

/// @param width  has been checked
[[nodiscard, gnu::always_inline]] inline Status check_atomic(
    arauto_segment_h segment, int rank, size_t offset, int width, const char* call) noexcept {
    const auto bytes = static_cast<size_t>(width);
    ARAUTO_TRY(check_access(segment, rank, offset, bytes, call));
    if ((offset & (bytes - 1)) != 0)
        [[unlikely]] { // widths are powers of two; a division costs 4 ns
        return fail(ARAUTO_ERR_RANGE, "%s: offset %zu is not a multiple of the width %d", call,
                    offset, width);
    }
    return ARAUTO_OK;
}

/// The transport's operation for one of the C API. @error ARAUTO_ERR_ARGUMENT
[[nodiscard]] inline Status
find_op(arauto_atomic_op_t op, transport::AtomicOp* op_out, const char* call) noexcept {
    using Op = transport::AtomicOp;
    static constexpr Op kOps[] = {Op::add,  Op::bit_and, Op::bit_or, Op::bit_xor,
                                  Op::swap, Op::min,     Op::max};
    if (static_cast<unsigned>(op) >= std::size(kOps)) [[unlikely]] {
        return fail(ARAUTO_ERR_ARGUMENT, "%s: there is no operation %d", call,
                    static_cast<int>(op));
    }
    *op_out = kOps[op];
    return ARAUTO_OK;
}

/// An atomic on a segment.
[[nodiscard, gnu::always_inline]] inline Status apply(arauto_segment_h segment,
                                                      int rank,
                                                      size_t offset,
                                                      const transport::Atomic& atomic,
                                                      const char* call) noexcept {
    ARAUTO_TRY(check_atomic(segment, rank, offset, atomic.width, call));
    return core::apply_atomic({rank, transport::Space::heap, segment->offset + offset}, atomic);
}

} // namespace arauto::api
