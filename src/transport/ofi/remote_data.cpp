// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See remote_data.hpp.
#include "transport/ofi/remote_data.hpp"

#include "transport/atomics.hpp"
#include "transport/ofi/fabric.hpp"

#include <algorithm>

namespace arauto::transport::ofi {

namespace {

constexpr size_t kAllBits = 64; // below kIsCount, an arrival has room for its origin

} // namespace

uint64_t data_of(const Signal& signal, size_t bits, int origin) noexcept {
    if (signal.width != 8) {
        return 0;
    }
    if (signal.op == AtomicOp::add && signal.operand == 1 && signal.offset % kSlotUnit == 0) {
        const uint64_t unit = signal.offset / kSlotUnit;
        const bool fits = unit >> std::min<size_t>(bits, kCountUnitBits) == 0;
        const uint64_t from = bits >= kAllBits && origin >= 0
                                  ? (static_cast<uint64_t>(origin) + 1) << kCountUnitBits
                                  : 0;
        return fits && unit != kTrialData ? from | unit : 0;
    }
    const uint64_t unit = signal.offset / kCountUnit;
    const bool is_count = signal.op == AtomicOp::max && signal.offset % kCountUnit == 0 &&
                          bits >= kAllBits && unit >> kCountUnitBits == 0;
    return is_count ? kIsCount | (signal.operand & kCountMask) << kCountUnitBits | unit : 0;
}

bool apply_data(uint64_t data, std::span<std::byte> heap, NoteArrival note) noexcept {
    const bool is_count = (data & kIsCount) != 0;
    const uint64_t unit = data & ((uint64_t{1} << kCountUnitBits) - 1);
    const uint64_t offset = unit * (is_count ? kCountUnit : kSlotUnit);
    if (data == 0 || data == kTrialData || offset > heap.size() - sizeof(uint64_t)) {
        return false;
    }
    std::byte* const at = heap.data() + offset;
    if (is_count) {
        const uint64_t last = apply({AtomicOp::load, 8, 0, 0, nullptr}, at);
        const uint64_t more = ((data >> kCountUnitBits) - last) & kCountMask;
        if (more <= kCountMask / 2) {
            static_cast<void>(apply({AtomicOp::max, 8, last + more, 0, nullptr}, at));
        }
    } else {
        // PAIR slot.arrived: post
        const uint64_t before = apply({AtomicOp::add, 8, 1, 0, nullptr}, at);
        if (note != nullptr) [[unlikely]] {
            note(static_cast<int>(data >> kCountUnitBits) - 1, offset, before);
        }
    }
    return true;
}

} // namespace arauto::transport::ofi
