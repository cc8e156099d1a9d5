// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See access.hpp. Bytes and sections of one shape to and from a known address of another image.
#include "access.hpp"

#include "attached.hpp"
#include "coarray/section.hpp"
#include "pending.hpp"
#include "quick.hpp"
#include "schemes.hpp"

#include "arauto/spi/rma.h"

namespace arauto::translated {
namespace {

/// Both sides lie in one piece, so that they are bytes; their number, or 0.
size_t bytes_in_one_piece(const arauto_section_t& a, const arauto_section_t& b) noexcept {
    const size_t bytes = coarray::element_count(a) * a.element_bytes;
    return Pieces(a).bytes() == bytes && Pieces(b).bytes() == bytes ? bytes : 0;
}

} // namespace

uint64_t coarray_address(
    const void* base, int32_t image, int rank, const Errors& errors, const char* action) noexcept {
    if ((image & TRANSLATED_THERE) != 0) {
        if (!is_absent(base)) {
            return reinterpret_cast<uint64_t>(base);
        }
        if (!has_failed_at_access(rank, errors, action)) {
            coarray::refuse_component(errors, coarray::rank_to_image(rank), action);
        }
        return 0;
    }
    const uint64_t address = remote_address(base, rank);
    if (address == 0) {
        fail(errors,
             "%s image %d: the variable lies in no coarray; is it allocated, and is it no copy "
             "(a vector subscript, an argument that is not contiguous)?",
             action, coarray::rank_to_image(rank));
    }
    return address;
}

namespace {

arauto_section_t in_one_piece(size_t bytes) noexcept {
    arauto_section_t section;
    coarray::set_scalar(section, bytes);
    return section;
}

/// Whether an image may wait for an event of this access.
bool is_watched(const TargetMemory& target) noexcept {
    return g_state.attached.is_used.load(std::memory_order_relaxed) && target.address != 0;
}

arauto_status_t post_events(arauto_status_t status,
                            const TargetMemory& target,
                            const arauto_section_t& section,
                            Access access) noexcept {
    return status < 0 ? status : post_attached(target.rank, target.address, section, access);
}

/// Whether a put goes at once. To shared memory of another node the runtime joins a few short puts
/// by itself, and the signal behind them, and waits for none: a put and the answer take 15 us, and
/// late 35. Many go late, hundreds in one message.
bool is_better_at_once(const TargetMemory& to) noexcept {
    constexpr uint32_t kPutsAtOnce = 16; // of a segment
    void* nowhere = nullptr;
    // relaxed because only time depends on it
    return is_unmapped(to.rank) &&
           g_state.pending.puts_at_once.load(std::memory_order_relaxed) < kPutsAtOnce &&
           arauto_is_shared_at(to.rank, to.address, &nowhere) != 0 &&
           g_state.pending.puts_at_once.fetch_add(1, std::memory_order_relaxed) < kPutsAtOnce;
}

} // namespace

arauto_status_t write_bytes(const TargetMemory& to, const void* from, size_t bytes) noexcept {
    if (is_watched(to)) [[unlikely]] {
        const arauto_status_t flushed = before_access(to.rank);
        const arauto_status_t status =
            flushed < 0 ? flushed : arauto_put_at(to.rank, to.address, from, bytes);
        return post_events(status, to, in_one_piece(bytes), Access::put);
    }
    const bool is_here = is_mapped(to);
    const size_t late_max = is_unmapped(to.rank) ? kLateFarBytesMax : kLateBytesMax;
    const bool may_be_late =
        !is_here && !to.is_checked && bytes <= late_max && !is_better_at_once(to);
    if (may_be_late && remember_put(to, from, bytes)) {
        return ARAUTO_OK;
    }
    arauto_status_t status = before_access(to.rank);
    if (status >= 0) {
        status = arauto_put_at(to.rank, to.address, from, bytes);
    }
    if (!is_here && !puts_may_be_late()) {
        arauto_flush(to.rank); // until it is there
    }
    return status;
}

arauto_status_t read_bytes(const TargetMemory& from, void* to, size_t bytes) noexcept {
    arauto_status_t status = before_access(from.rank);
    if (status >= 0) {
        status = arauto_get_at(from.rank, from.address, to, bytes);
    }
    return is_watched(from) ? post_events(status, from, in_one_piece(bytes), Access::get) : status;
}

arauto_status_t write_section(const TargetMemory& to,
                              const arauto_section_t& there,
                              const void* base,
                              const arauto_section_t& here) noexcept {
    if (const size_t bytes = bytes_in_one_piece(there, here); bytes > 0) {
        const auto* from = static_cast<const char*>(base) + Pieces(here).offset();
        const auto start = to.address + static_cast<uint64_t>(Pieces(there).offset());
        return write_bytes({to.rank, start, to.is_checked}, from, bytes);
    }
    if (const arauto_status_t status = before_access(to.rank); status < 0) {
        return status;
    }
    const Choice choice = choose(to, Pieces(here).bytes(), Pieces(there).bytes());
    const arauto_status_t status =
        choice.scheme == Scheme::direct || is_watched(to) // pieces would post one by one
            ? arauto_put_section_at(to.rank, to.address, &there, base, &here)
            : put_buffered(to, there, base, here, choice.unit);
    return is_watched(to) ? post_events(status, to, there, Access::put) : status;
}

arauto_status_t read_section(const TargetMemory& from,
                             const arauto_section_t& there,
                             void* base,
                             const arauto_section_t& here) noexcept {
    if (const size_t bytes = bytes_in_one_piece(there, here); bytes > 0) {
        const auto start = from.address + static_cast<uint64_t>(Pieces(there).offset());
        return read_bytes({from.rank, start, from.is_checked},
                          static_cast<char*>(base) + Pieces(here).offset(), bytes);
    }
    if (const arauto_status_t status = before_access(from.rank); status < 0) {
        return status;
    }
    const Choice choice = choose(from, Pieces(here).bytes(), Pieces(there).bytes());
    const arauto_status_t status =
        choice.scheme == Scheme::direct || is_watched(from)
            ? arauto_get_section_at(from.rank, from.address, &there, base, &here)
            : get_buffered(from, there, base, here, choice.unit);
    return is_watched(from) ? post_events(status, from, there, Access::get) : status;
}

} // namespace arauto::translated
