// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Where the program has called this front-end, for the records of a traced job, and what it means
// by that, for a job that is checked.
#pragma once

#include "state.hpp"

#include "arauto/spi/trace.h"

namespace arauto::gfortran {

/// To be called in each entry. A job that is not traced pays one branch, a third of what the store
/// took of a put (0.3 of 9 ns, not 0.8).
/// @param caller  `__builtin_return_address(0)` in the entry
[[gnu::always_inline]] inline void note_caller(const void* caller) noexcept {
    if (g_state.is_traced) [[unlikely]] {
        arauto_note_caller(caller);
    }
}

/// From here to the end of the block, this thread's gets are of descriptors: the race checker is
/// told of the address in it alone. Compilers store to the rest what is there already: gfortran
/// does in `a[k]%b = c` to the image's own `a%b`.
class DescriptorRead {
  public:
    DescriptorRead() noexcept {
        if (g_state.is_traced) [[unlikely]] {
            arauto_thread.reads_pointer = 1;
        }
    }
    DescriptorRead(const DescriptorRead&) = delete;
    DescriptorRead& operator=(const DescriptorRead&) = delete;
    ~DescriptorRead() {
        if (g_state.is_traced) [[unlikely]] {
            arauto_thread.reads_pointer = 0;
        }
    }
};

} // namespace arauto::gfortran
