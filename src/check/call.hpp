// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The plain values by which calls tell the checker.
#pragma once

#include "arauto/spi/trace.h"
#include "boot/check_area.hpp"

#include <cstdint>

namespace arauto::check {

using Access = boot::CheckAccess;
using Part = boot::CheckPart;

/// The part of an image that accesses memory. The carrier: it completes apart from the program
/// (the data of notified, tagged and attached operations).
enum class By : uint8_t { program, carrier };

/// A call of the program, as RecordedCall takes it.
struct Call {
    arauto_recorded_op_t op;
    const void* caller; // the instruction behind the call, in the entry that the program has called
};

/// A word in a heap: of a notification, an event, a lock, an atomic variable.
struct Word {
    int rank; // in the world
    uint64_t offset; // in the heap of that rank
};

} // namespace arauto::check
