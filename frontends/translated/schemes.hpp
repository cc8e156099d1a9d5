// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// How a section is cut into pieces for a transfer to unmapped memory. Each side has a contiguous
// length; one is a multiple of the other. Directly, a piece has the shorter of the two lengths;
// through a buffer it has the other image's length, or as much of that as fits into the buffer.
#pragma once

#include "target_memory.hpp"

namespace arauto::translated {

/// How a transfer is cut, as in table 1 of "Coarrays in the Context of XcalableMP".
enum class Scheme : uint8_t {
    direct, ///< no buffer; pieces of the shorter length
    whole, ///< case 1: the other image's pieces, each a part of one here
    gathered, ///< case 2: the other image's pieces, each made of several here
    several, ///< case 3: they exceed the buffer; as many of ours as it takes
    cut ///< case 4: both exceed the buffer; a buffer at a time
};

struct Choice {
    Scheme scheme;
    size_t unit; ///< bytes of a piece
};

/// The table alone. Lengths are at least 1.
constexpr Choice
choose_by_lengths(size_t local, size_t remote, size_t buffer, bool is_registered) noexcept {
    if (is_registered) {
        return {Scheme::direct, local < remote ? local : remote};
    }
    if (remote <= buffer) {
        return {remote <= local ? Scheme::whole : Scheme::gathered, remote};
    }
    if (local < buffer) {
        return {Scheme::several, buffer / local * local};
    }
    return {Scheme::cut, buffer};
}

/// Chooses the scheme of a transfer by its target, the lengths and the settings.
Choice choose(const TargetMemory& target, size_t local, size_t remote) noexcept;

/// The contiguous pieces of a section, in the order of its elements. Dimensions that continue each
/// other are one.
class Pieces {
  public:
    explicit Pieces(const arauto_section_t& section) noexcept;

    [[nodiscard]] size_t bytes() const noexcept { return bytes_; }
    /// Where the current one begins, from the section's base.
    [[nodiscard]] int64_t offset() const noexcept;
    void next() noexcept;

  private:
    const arauto_section_t& section_;
    size_t bytes_;
    int first_ = 0; // dimensions below lie within a piece
    int64_t at_[ARAUTO_DIM_MAX] = {};
};

arauto_status_t put_buffered(const TargetMemory& to,
                             const arauto_section_t& there,
                             const void* base,
                             const arauto_section_t& here,
                             size_t unit) noexcept;
arauto_status_t get_buffered(const TargetMemory& from,
                             const arauto_section_t& there,
                             void* base,
                             const arauto_section_t& here,
                             size_t unit) noexcept;

/// ARAUTO_PUT_BUFFER and ARAUTO_PUT.
size_t buffer_bytes() noexcept;
bool puts_may_be_late() noexcept;

} // namespace arauto::translated
