// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// event_attach: each image keeps a table that joins its events with sections of its memory, and
// other images read it. An image that writes to such a section (or reads it, as the table says)
// posts the event afterwards.
#pragma once

#include "coarray/attached.hpp"
#include "runtime.hpp"

namespace arauto::translated {

using coarray::Access;

/// Before any other call of this front-end but start_numbers.
void start_attachments();

/// After image control: what others have attached before it is known from now on.
void segment_begins() noexcept;

/// After the access: posts what is attached to what it touched. `address` as the rank sees it.
arauto_status_t
post_attached(int rank, uint64_t address, const arauto_section_t& section, Access access) noexcept;

/// Detaches what lies in memory that is about to be freed, and events that do.
void forget_attached(const void* memory, size_t bytes) noexcept;

} // namespace arauto::translated
