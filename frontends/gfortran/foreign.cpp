// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See foreign.hpp. The order of one image's own accesses is kept: a write updates cached bytes, and
// pending writes are carried out before an access near them.
#include "foreign.hpp"

#include "section.hpp"

#include "arauto/rma.h"
#include "arauto/spi/info.h"
#include "arauto/spi/rma.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>

namespace arauto::gfortran {

constinit Foreign foreign{};

namespace {

/// Longer reads are done as they are, and so are sections with more elements.
constexpr size_t kReadMax = 2048;
constexpr size_t kElementsMax = 64;
/// Longer writes are done as they are.
constexpr size_t kWriteMax = 4096;

/// Ends the program, at its end, when what it has assigned cannot be written.
void write_out_at_exit() {
    int rank = 0;
    const arauto_status_t status = write_out_all(&rank);
    coarray::report_late({}, status, rank);
}

arauto_status_t write_out_in(int rank, AddressRange range) noexcept {
    coarray::PendingWrites& writes = foreign.writes.get();
    return writes.overlap(rank, range) ? writes.carry_out(rank) : ARAUTO_OK;
}

bool is_private(int rank, uint64_t address) noexcept {
    return may_keep(rank) && arauto_is_shared_at(rank, address, nullptr) == 0;
}

/// Calls visit(displacement in a, displacement in b) for each element, in their order, until it
/// returns a failure.
template <class Visit>
arauto_status_t
visit_elements(const arauto_section_t& a, const arauto_section_t& b, Visit visit) noexcept {
    int64_t position[ARAUTO_DIM_MAX] = {};
    const auto at = [&](const arauto_section_t& section) {
        int64_t displacement = section.offset;
        for (int32_t i = 0; i < section.rank; ++i) {
            const arauto_dim_t& dim = section.dim[i];
            displacement +=
                dim.index != nullptr ? dim.index[position[i]] : position[i] * dim.stride;
        }
        return displacement;
    };
    for (size_t left = element_count(a); left > 0; --left) {
        if (const arauto_status_t status = visit(at(a), at(b)); status < 0) {
            return status;
        }
        for (int32_t i = 0; i < a.rank && ++position[i] == a.dim[i].extent; ++i) {
            position[i] = 0;
        }
    }
    return ARAUTO_OK;
}

AddressRange range_of(const AssignmentSide& side) noexcept {
    const ByteRange bytes = byte_range(side.section);
    return {side.base + static_cast<uint64_t>(bytes.first),
            side.base + static_cast<uint64_t>(bytes.end)};
}

/// Few elements of private memory: each as if it were a statement's only one.
bool is_small(const AssignmentSide& side) noexcept {
    return element_count(side.section) <= kElementsMax && side.section.element_bytes <= kReadMax;
}

} // namespace

void start_foreign() noexcept {
    const char* const text = arauto_setting("ARAUTO_FOREIGN_CACHE");
    foreign.is_allowed = text == nullptr || std::strcmp(text, "off") != 0;
}

void use_foreign() noexcept {
    // relaxed because it is changed under the lock only
    if (!foreign.is_used.load(std::memory_order_relaxed)) {
        // PAIR foreign.used: raise
        foreign.is_used.store(true, std::memory_order_seq_cst);
    }
}

bool may_keep(int rank) noexcept {
    return rank != images.own_rank && foreign.is_allowed;
}

arauto_status_t
read_foreign(int rank, AddressRange wanted, void* target, AddressRange known) noexcept {
    const size_t bytes = wanted.high - wanted.low;
    if (bytes > kReadMax) {
        const arauto_status_t status = write_out_in(rank, wanted);
        return status < 0 ? status : arauto_get_at(rank, wanted.low, target, bytes);
    }
    if (const std::byte* const kept = foreign.cache.find(foreign.epoch, rank, wanted.low, bytes);
        kept != nullptr) {
        foreign.cache.count_hit();
        std::memcpy(target, kept, bytes);
        return ARAUTO_OK;
    }
    use_foreign();
    const arauto_status_t status = write_out_in(rank, ForeignCache::reach_of(wanted));
    return status < 0 ? status : foreign.cache.fetch(foreign.epoch, rank, wanted, target, known);
}

arauto_status_t
write_foreign(int rank, uint64_t address, const void* source, size_t bytes) noexcept {
    if (bytes > kWriteMax) {
        const AddressRange range{address, address + bytes};
        const arauto_status_t status = write_out_in(rank, range);
        foreign.cache.drop(rank, range);
        return status < 0 ? status : arauto_put_at(rank, address, source, bytes);
    }
    coarray::PendingWrites& writes = foreign.writes.get();
    if (writes.bytes_max() == 0) { // it is the program's first
        writes.set_buffer(foreign.write_buffer);
        static_cast<void>(std::atexit(write_out_at_exit));
    }
    use_foreign();
    writes.keep(rank, address, source, bytes);
    foreign.cache.update(foreign.epoch, rank, address, source, bytes);
    return ARAUTO_OK;
}

arauto_status_t get_at(int rank, uint64_t address, void* target, size_t bytes) noexcept {
    if (bytes == 0 || !is_private(rank, address)) {
        return arauto_get_at(rank, address, target, bytes);
    }
    const ForeignLock lock;
    return read_foreign(rank, {address, address + bytes}, target, {});
}

arauto_status_t put_at(int rank, uint64_t address, const void* source, size_t bytes) noexcept {
    if (bytes == 0 || !is_private(rank, address)) {
        return arauto_put_at(rank, address, source, bytes);
    }
    const ForeignLock lock;
    return write_foreign(rank, address, source, bytes);
}

arauto_status_t get_section_at(const AssignmentSide& side,
                               void* local_base,
                               const arauto_section_t& local) noexcept {
    const AddressRange range = range_of(side);
    if (range.low == range.high || !is_private(side.rank, range.low)) {
        return arauto_get_section_at(side.rank, side.base, &side.section, local_base, &local);
    }
    const ForeignLock lock;
    if (is_small(side)) {
        auto* const to = static_cast<std::byte*>(local_base);
        return visit_elements(side.section, local, [&](int64_t there, int64_t here) {
            const uint64_t address = side.base + static_cast<uint64_t>(there);
            return read_foreign(side.rank, {address, address + local.element_bytes}, to + here,
                                range);
        });
    }
    const arauto_status_t status = write_out_in(side.rank, range);
    return status < 0
               ? status
               : arauto_get_section_at(side.rank, side.base, &side.section, local_base, &local);
}

arauto_status_t put_section_at(const AssignmentSide& side,
                               const void* local_base,
                               const arauto_section_t& local) noexcept {
    const AddressRange range = range_of(side);
    if (range.low == range.high || !is_private(side.rank, range.low)) {
        return arauto_put_section_at(side.rank, side.base, &side.section, local_base, &local);
    }
    const ForeignLock lock;
    if (is_small(side)) {
        const auto* const from = static_cast<const std::byte*>(local_base);
        return visit_elements(side.section, local, [&](int64_t there, int64_t here) {
            return write_foreign(side.rank, side.base + static_cast<uint64_t>(there), from + here,
                                 local.element_bytes);
        });
    }
    const arauto_status_t status = write_out_in(side.rank, range);
    foreign.cache.drop(side.rank, range);
    return status < 0
               ? status
               : arauto_put_section_at(side.rank, side.base, &side.section, local_base, &local);
}

arauto_status_t write_out_all(int* rank_out) noexcept {
    const ForeignLock lock;
    return foreign.writes.get().carry_out_all(rank_out);
}

void forget_foreign() noexcept {
    const ForeignLock lock;
    ++foreign.epoch;
    if (foreign.writes.get().count() == 0) {
        // PAIR foreign.used: look
        foreign.is_used.store(false, std::memory_order_seq_cst);
    }
}

} // namespace arauto::gfortran
