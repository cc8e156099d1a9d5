// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// event_attach: each image keeps a table of which of its events belong to which of its memory,
// where others read it. Who writes there (or reads, as the table says) posts the event after it.
#pragma once

#include "access.hpp"
#include "shadows.hpp"

namespace arauto::translated {

enum class Access : uint32_t { put, get };

/// Whether any image had attached anything when this image's segment began.
extern constinit std::atomic<bool> attachments_exist;

/// Before any other call of this room but start_numbers.
void start_attachments();

/// After image control: what others have attached before it is known from now on.
void segment_begins() noexcept;

/// After the access: posts what is attached to what it touched. `address` as the rank sees it.
arauto_status_t
tell_attached(int rank, uint64_t address, const arauto_section_t& section, Access access) noexcept;

/// Detaches what lies in memory that is about to be freed, and events that do.
void forget_attached(const void* memory, size_t bytes) noexcept;

/// An image control statement, from its first line to its end. What it cannot carry out of the late
/// puts is reported by its `stat=`, once it has been executed; without one it ends the program
/// before that.
class SegmentBoundary {
  public:
    SegmentBoundary() noexcept : SegmentBoundary(translated_errors_t{}) {}
    explicit SegmentBoundary(const translated_errors_t& errors) noexcept : errors_(errors) {
        // relaxed because a thread only has to see its own, and others' after synchronising
        if (errors.stat != nullptr && pending_puts.load(std::memory_order_relaxed) != 0)
            [[unlikely]] {
            settle_late();
        }
        segment_ends();
    }
    ~SegmentBoundary() {
        segment_begins();
        forget_shadows();
        if (status_ < 0) [[unlikely]] {
            tell_late();
        }
    }
    SegmentBoundary(const SegmentBoundary&) = delete;
    SegmentBoundary& operator=(const SegmentBoundary&) = delete;

  private:
    void settle_late() noexcept;
    void tell_late() noexcept;

    translated_errors_t errors_;
    arauto_status_t status_ = ARAUTO_OK; // of the late puts, when errors_.stat has to tell
    char text_[256]; // the sentence, when status_ is a failure
};

} // namespace arauto::translated
