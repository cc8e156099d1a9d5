// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See foreign_writes.hpp.
#include "foreign_writes.hpp"

#include "arauto/rma.h"
#include "arauto/spi/rma.h"

#include <cstring>

namespace arauto::gfortran {
namespace {

/// Without a call for the sizes that most numbers have.
void copy(std::byte* to, const void* from, size_t bytes) noexcept {
    if (bytes == 4) {
        std::memcpy(to, from, 4);
    } else if (bytes == 8) {
        std::memcpy(to, from, 8);
    } else {
        std::memcpy(to, from, bytes);
    }
}

} // namespace

bool ForeignWrites::add(int rank, uint64_t address, const void* source, size_t bytes) noexcept {
    Write* const last = count_ > 0 ? &writes_[count_ - 1] : nullptr;
    const bool touches_last = last != nullptr && last->rank == rank && address >= last->address &&
                              address <= last->address + last->bytes;
    const uint64_t common = touches_last ? last->address + last->bytes - address : 0;
    if (touches_last && bytes <= common) { // all of it is there, at the same addresses
        copy(buffer_ + last->start + (address - last->address), source, bytes);
        return true;
    }
    if (used_ + bytes > kBufferBytes || (!touches_last && count_ == kCountMax)) {
        return false;
    }
    if (touches_last) { // the last write's bytes are the last in the buffer: it grows
        copy(buffer_ + last->start + (address - last->address), source, bytes);
        last->bytes += static_cast<uint32_t>(bytes - common);
        used_ += bytes - common;
        return true;
    }
    writes_[count_++] = {address, static_cast<uint32_t>(used_), static_cast<uint32_t>(bytes), rank,
                         false};
    copy(buffer_ + used_, source, bytes);
    used_ += bytes;
    return true;
}

bool ForeignWrites::overlap(int rank, AddressRange range) const noexcept {
    for (size_t i = 0; i < count_; ++i) {
        const Write& write = writes_[i];
        if (write.rank == rank && write.address < range.high &&
            range.low < write.address + write.bytes) {
            return true;
        }
    }
    return false;
}

arauto_status_t ForeignWrites::write_out(int* rank_out) noexcept {
    arauto_status_t status = ARAUTO_OK;
    for (size_t i = 0; i < count_; ++i) {
        if (writes_[i].is_done) {
            continue;
        }
        const int rank = writes_[i].rank;
        if (const arauto_status_t written = write_rank(i); written < 0) {
            status = written;
            *rank_out = rank;
        }
    }
    forget();
    return status;
}

/// Writes everything for the image of write `first`, the first of its writes.
arauto_status_t ForeignWrites::write_rank(size_t first) noexcept {
    const int32_t rank = writes_[first].rank;
    arauto_run_t runs[kCountMax];
    size_t count = 0;
    for (size_t i = first; i < count_; ++i) {
        Write& write = writes_[i];
        if (write.rank == rank) {
            runs[count++] = {write.address, buffer_ + write.start, write.bytes};
            write.is_done = true;
        }
    }
    return arauto_put_runs_at(rank, runs, count);
}

} // namespace arauto::gfortran
