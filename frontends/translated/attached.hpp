// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Attached events of translated programs: when an image looks at the tables of
// coarray/bindings.hpp, and at which addresses.
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

} // namespace arauto::translated
