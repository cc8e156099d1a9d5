// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Where the program has called this front-end, for the records of a traced job.
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

} // namespace arauto::gfortran
