// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Shared by get, send and sendget: the side of an assignment that the compiler gives as a token, an
// offset and the descriptor of the same elements of this image.
#pragma once

#include "section.hpp"
#include "state.hpp"
#include "transfer.hpp"

namespace arauto::gfortran {

enum class Direction { put, get };

/// A coindexed object as the compiler passes it.
struct Coindexed {
    Token token;
    size_t offset; // bytes from the registered start to the first element
    int image;
    const Descriptor* array;
    const Vector* vector; // NULL: no vector subscript
    int kind;
};

/// @return Problem::memory when the subscripts' tables find no room, otherwise none
Outcome describe_coindexed(AssignmentSide& side,
                           const Coindexed& object,
                           int rank,
                           IndexTables& tables) noexcept;

/// `target = from`, in any way: with conversion, vector subscripts and notices. It ends the
/// statement (get.cpp).
void get_any(const Coindexed& from, const Descriptor& target, int target_kind, int* stat);

/// Names the element that lies outside the coarray, where that is why an assignment has failed and
/// the coarray's descriptor has its bounds. @return `outcome` otherwise
[[gnu::cold]] Outcome
name_bounds(const Outcome& outcome, const Coindexed& object, int rank) noexcept;

/// Whether `bytes` at `memory` here overlap with those at `offset` of `rank`'s part.
[[nodiscard]] inline bool
overlaps_itself(Token token, int rank, size_t offset, const void* memory, size_t bytes) noexcept {
    if (rank != images.own_rank) [[likely]] {
        return false;
    }
    const auto remote = reinterpret_cast<uintptr_t>(token->memory) + offset;
    const auto local = reinterpret_cast<uintptr_t>(memory);
    return remote < local + bytes && local < remote + bytes;
}

[[nodiscard]] inline bool has_same_extents(const Descriptor& a, const Descriptor& b) noexcept {
    if (a.rank != b.rank) {
        return false;
    }
    for (int i = 0; i < a.rank; ++i) {
        if (extent_of(a.dim[i]) != extent_of(b.dim[i])) {
            return false;
        }
    }
    return true;
}

/// Whether two descriptors have the same elements in the same shape, side by side on both sides.
[[nodiscard]] inline bool is_plain(const Descriptor& a, const Descriptor& b) noexcept {
    return is_contiguous(a) && is_contiguous(b) && has_same_extents(a, b);
}

/// Copies a section without conversion: elements of one kind in the same shape, of another image or
/// elsewhere in this one. It makes none of the checks that other sections need: 512 real(8) of
/// stride 2 take 110 ns instead of 146.
/// @param remote  without a vector subscript
/// @return whether it is done; nothing has been reported if not
bool copy_alike(Direction direction,
                const Coindexed& remote,
                int rank,
                const Descriptor& local) noexcept;

/// Learns g_state.part_stride.
void learn_part_stride(arauto_segment_h segment) noexcept;

/// The memory that a put will write. It requests the lines long before it writes: to take a line
/// that the other image has read takes half a hand-over, during which all the rest of the put is
/// free. Which lines are asked for changes nothing but the time.
class EarlyLines {
  public:
    EarlyLines(const Coarray& coarray, int rank, size_t offset) noexcept
        : start_(static_cast<const std::byte*>(coarray.memory) +
                 (rank - images.own_rank) * g_state.part_stride + offset) {
        fetch(start_);
    }

    /// The lines behind the first, when they are few, and the last, which a copy reaches only at
    /// its end. 512 bytes and their count came in 195 ns so, in 280 without; each fetch takes the
    /// third of a nanosecond, also where no image has read the line.
    void fetch_rest(size_t bytes) const noexcept {
        for (size_t at = kLine; at < bytes && bytes <= kFew; at += kLine) {
            fetch(start_ + at);
        }
        if (bytes > kLine) {
            fetch(start_ + bytes - 1);
        }
    }

  private:
    static constexpr size_t kLine = 64;
    static constexpr size_t kFew = 8 * kLine;

    static void fetch(const std::byte* line) noexcept {
#if defined(__x86_64__)
        // Written out, since compilers turn their own form into a fetch for reading, which is of no
        // use, unless an option says that the processor has this one; where it has not, it does
        // nothing.
        __asm__ volatile("prefetchw %0" : : "m"(*line));
#else
        __builtin_prefetch(line, 1);
#endif
    }

    const std::byte* start_;
};

/// Bytes of the elements that both have in the same shape, side by side; kNotPlain where that is
/// not so. Short for scalars and contiguous vectors. Inlined in each of the calls for compiled
/// programs and their twins (element_calls.c): out of line it took 1.1 of the 9.2 ns of a put.
inline constexpr size_t kNotPlain = SIZE_MAX;
[[nodiscard, gnu::always_inline]] inline size_t plain_bytes(const Descriptor& a,
                                                            const Descriptor& b) noexcept {
    const size_t bytes = b.element_bytes;
    if (a.element_bytes != bytes || a.type != b.type || a.rank != b.rank) [[unlikely]] {
        return kNotPlain;
    }
    if (b.rank == 0) {
        return bytes;
    }
    if (b.rank == 1) [[likely]] {
        const ptrdiff_t extent = extent_of(b.dim[0]);
        const auto step = static_cast<ptrdiff_t>(bytes);
        const bool plain =
            extent_of(a.dim[0]) == extent &&
            (extent <= 1 || (byte_stride(a, 0) == step && byte_stride(b, 0) == step));
        return plain ? static_cast<size_t>(extent) * bytes : kNotPlain;
    }
    return is_plain(a, b) ? element_count(b) * bytes : kNotPlain;
}

} // namespace arauto::gfortran
