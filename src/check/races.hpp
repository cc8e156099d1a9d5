// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Records of races in shared memory, one for each pair of places in the program.
#pragma once

#include "boot/check_area.hpp"
#include "check/call.hpp"
#include "check/order.hpp"

#include <cstdint>
#include <string>
#include <utility>

namespace arauto::check {

/// The access that is made now.
struct Toucher {
    uint64_t stamp; // component and clock, as words have them
    uint32_t site;
    Access access;
};

/// An access of others, or of an operation of this image, that conflicts with it, found under a
/// lock, to be noted without.
struct RaceFound {
    uint64_t word = 0; // 0: none
    Access access = Access::read; // of that word
    uint64_t first = 0; // counts from the heap of rank 0
    uint64_t end = 0;
};

/// The memory of this process, as far as races need to know it.
struct Memory {
    uint64_t heap_stride = 0;
    /// The allocation that has this offset in this image's heap: its offset and its bytes.
    std::pair<uint64_t, uint64_t> (*block_of)(uint64_t offset) noexcept = nullptr;
    /// The variable of this process that begins there.
    std::string (*name_at)(uint64_t offset) = nullptr;
};

class Races {
  public:
    Races(boot::CheckArea& area, Order& order, const Memory& memory) noexcept
        : area_(area), order_(order), memory_(memory) {}

    void note(const Toucher& who, const RaceFound& found, uint32_t width) noexcept;
    /// The same of private memory of this image: `found` has its addresses.
    void note_private(const Toucher& who, const RaceFound& found, uint32_t width) noexcept;
    /// A read of what nothing was written to; the word and access of `found` are of no meaning.
    void note_unwritten(const Toucher& who, const RaceFound& found, uint32_t width) noexcept;

  private:
    static constexpr uint32_t kNoClock = UINT32_MAX;
    struct Other {
        boot::RaceSide side;
        uint32_t component; // that this image may have heard of, or kNoClock
    };
    /// Bytes of a heap, or of an image's private memory.
    struct Bytes {
        uint32_t rank;
        bool is_private;
        uint64_t first;
        uint64_t end;
    };
    [[nodiscard]] boot::RaceSide
    side_of(uint64_t word, uint32_t site, Access access) const noexcept;
    [[nodiscard]] bool widen_known(const boot::RaceSide& mine,
                                   const boot::RaceSide& other,
                                   const Bytes& bytes) noexcept;
    [[nodiscard]] Bytes in_heap(const RaceFound& found) const noexcept;
    [[nodiscard]] Other other_of(const RaceFound& found) const noexcept;
    void
    note_at(const Toucher& who, const Other& other, const Bytes& bytes, uint32_t width) noexcept;

    boot::CheckArea& area_;
    Order& order_;
    Memory memory_;
};

} // namespace arauto::check
