// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// How bytes get to another image and back where an address there is known. Memory that this process
// has mapped is copied to and from at once. Elsewhere a put is remembered and carried out later
// (pending.cpp), and sections go in the pieces that suit both sides (schemes.cpp).
//
// The rule that makes late puts safe: what is pending for an image is carried out before anything
// is read there, before a put that is not itself remembered, and before each image control
// statement. `tests/model/pending.pml` is its model.
#pragma once

#include "runtime.hpp"
#include "watches.hpp"

#include <atomic>

namespace arauto::translated {

/// A place on another image. `is_checked`: the statement has stat=, so it must learn at once
/// whether the access went well.
struct There {
    int rank;
    uint64_t address; ///< as that rank sees it
    bool is_checked;
};

/// How many puts are remembered; relaxed reads are enough for a thread's own.
extern constinit std::atomic<uint64_t> pending_puts;
/// How many puts to other nodes this segment has not made late though it might have.
extern constinit std::atomic<uint32_t> puts_at_once;

arauto_status_t write_bytes(const There& to, const void* from, size_t bytes) noexcept;
arauto_status_t read_bytes(const There& from, void* to, size_t bytes) noexcept;
/// Sections of one shape.
arauto_status_t write_section(const There& to,
                              const arauto_section_t& there,
                              const void* base,
                              const arauto_section_t& here) noexcept;
arauto_status_t read_section(const There& from,
                             const arauto_section_t& there,
                             void* base,
                             const arauto_section_t& here) noexcept;

/// Its memory is not mapped here: it is on another node, or ARAUTO_DIRECT is off.
bool is_far(int rank) noexcept;
/// True when this process loads and stores the place directly.
bool is_mapped(const There& place) noexcept;

/// Carries out what is remembered for one image, or for all.
arauto_status_t settle(int rank) noexcept;
arauto_status_t settle_all() noexcept;

/// Before anything is read at `rank`, or changed there by other means than write_bytes.
inline arauto_status_t before_access(int rank) noexcept {
    return pending_puts.load(std::memory_order_relaxed) == 0 ? ARAUTO_OK : settle(rank);
}

/// At each image control statement, before it tells others anything.
inline void segment_ends() noexcept {
    if (pending_puts.load(std::memory_order_relaxed) != 0) [[unlikely]] {
        report_put({}, settle_all());
    }
    look_at_watched();
    puts_at_once.store(0, std::memory_order_relaxed); // relaxed because only time depends on it
}

/// Bytes, when the two are of one type and each lies in one piece; else 0.
size_t plain_bytes(const translated_array_t& a, const translated_array_t& b) noexcept;

/// Address of a coarray's counterpart as the rank sees it; 0 with the failure reported.
uint64_t coarray_address(const void* base,
                         int32_t image,
                         int rank,
                         const translated_errors_t& errors) noexcept;

} // namespace arauto::translated
