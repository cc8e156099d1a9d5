// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The copying loops. The innermost dimension runs in a loop whose block size is a constant for 1,
// 2, 4, 8 and 16 bytes, so that each element is one load and one store; the other dimensions are an
// odometer around it.
#include "base/copy.hpp"
#include "plan/plan.hpp"

#include <cstring>

namespace arauto::plan {
namespace {

/// Four elements an iteration: the loop is bound by its bookkeeping otherwise (512 doubles of
/// stride 2: 0.6 of the time).
template <size_t kBytes>
void copy_strided(const Dim& row,
                  std::byte* __restrict target,
                  const std::byte* __restrict source) noexcept {
    const int64_t to = row.target.stride;
    const int64_t from = row.source.stride;
    int64_t i = 0;
    for (; i + 4 <= row.extent; i += 4) {
        std::memcpy(target, source, kBytes);
        std::memcpy(target + to, source + from, kBytes);
        std::memcpy(target + 2 * to, source + 2 * from, kBytes);
        std::memcpy(target + 3 * to, source + 3 * from, kBytes);
        target += 4 * to;
        source += 4 * from;
    }
    for (; i < row.extent; ++i) {
        std::memcpy(target, source, kBytes);
        target += to;
        source += from;
    }
}

template <size_t kBytes>
void copy_indexed(const Dim& row,
                  std::byte* __restrict target,
                  const std::byte* __restrict source) noexcept {
    if (row.target.index == nullptr) {
        for (int64_t i = 0; i < row.extent; ++i) {
            std::memcpy(target + i * row.target.stride, source + row.source.index[i], kBytes);
        }
    } else if (row.source.index == nullptr) {
        for (int64_t i = 0; i < row.extent; ++i) {
            std::memcpy(target + row.target.index[i], source + i * row.source.stride, kBytes);
        }
    } else {
        for (int64_t i = 0; i < row.extent; ++i) {
            std::memcpy(target + row.target.index[i], source + row.source.index[i], kBytes);
        }
    }
}

template <size_t kBytes>
void copy_row(const Dim& row,
              size_t /*bytes*/,
              std::byte* target,
              const std::byte* source) noexcept {
    if (row.target.index != nullptr || row.source.index != nullptr) {
        copy_indexed<kBytes>(row, target, source);
    } else {
        copy_strided<kBytes>(row, target, source);
    }
}

void copy_blocks(const Dim& row,
                 size_t bytes,
                 std::byte* target,
                 const std::byte* source) noexcept {
    for (int64_t i = 0; i < row.extent; ++i) {
        copy_bytes(target + row.target.at(i), source + row.source.at(i), bytes);
    }
}

using CopyRow = void (*)(const Dim&, size_t, std::byte*, const std::byte*) noexcept;

CopyRow choose(size_t bytes) noexcept {
    switch (bytes) {
    case 1:
        return copy_row<1>;
    case 2:
        return copy_row<2>;
    case 4:
        return copy_row<4>;
    case 8:
        return copy_row<8>;
    case 12:
        return copy_row<12>;
    case 16:
        return copy_row<16>;
    case 24:
        return copy_row<24>;
    case 32:
        return copy_row<32>;
    default:
        return copy_blocks;
    }
}

} // namespace

void execute(const Plan& plan, std::byte* target, const std::byte* source) noexcept {
    if (plan.is_empty) {
        return;
    }
    target += plan.target_offset;
    source += plan.source_offset;
    if (plan.rank == 0) {
        copy_bytes(target, source, plan.block_bytes);
        return;
    }
    const Dim& row = plan.dim[0]; // not copied: its parts were stored a moment ago, one by one
    const CopyRow copy = choose(plan.block_bytes);
    if (plan.rank == 1) {
        copy(row, plan.block_bytes, target, source);
        return;
    }
    int64_t position[ARAUTO_DIM_MAX] = {};
    for (;;) {
        int64_t to = 0;
        int64_t from = 0;
        for (int d = 1; d < plan.rank; ++d) {
            to += plan.dim[d].target.at(position[d]);
            from += plan.dim[d].source.at(position[d]);
        }
        copy(row, plan.block_bytes, target + to, source + from);
        int d = 1;
        while (d < plan.rank && ++position[d] == plan.dim[d].extent) {
            position[d++] = 0;
        }
        if (d == plan.rank) {
            return;
        }
    }
}

} // namespace arauto::plan
