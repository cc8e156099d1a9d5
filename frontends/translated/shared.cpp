// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// For arauto/coarray.hpp in the same program: the address under which other images reach the
// coarray at `local`. Static coarrays have two addresses, and only one of them belongs to the
// segment.
#include "runtime.hpp"

/// Null when `local` lies in no coarray.
extern "C" TRANSLATED_API const void* arauto_translated_shared(const void* local) {
    const uint64_t address = arauto::translated::remote_address(local, arauto_rank());
    return reinterpret_cast<const void*>(address); // an address of this process
}
