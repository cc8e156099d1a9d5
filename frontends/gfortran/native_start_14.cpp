// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See native_start.hpp. Programs that gfortran up to 14 compiles have no accessors: this library
// reads pointers of other images, and no image follows them itself. So neither ranges nor equal
// addresses are of use to them.
#include "image_memory.hpp"
#include "native_start.hpp"
#include "program_malloc.hpp"
#include "state.hpp"

#include <atomic>

namespace arauto::gfortran {

void prepare_native(bool) {}

void start_native() {
    start_image_memory();
}

void follow_pointers() {
    // relaxed because only one thread is to be first
    if (!g_state.program.follows_pointers.exchange(true, std::memory_order_relaxed) &&
        start_program_malloc != nullptr) {
        start_program_malloc();
    }
}

void begin_native() {}

void verify_native() {}

} // namespace arauto::gfortran
