// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See native_start.hpp. Memory that an image allocated before it follows pointers lies in the
// ranges that it then publishes.
#include "native_start.hpp"

#include "accessor_table.hpp"
#include "coarray.hpp"
#include "coarray/program.hpp"
#include "image_memory.hpp"
#include "program_malloc.hpp"
#include "safe_pair.hpp"
#include "state.hpp"

#include "arauto/collective.h"
#include "arauto/spi/runtime.h"

#include <atomic>

namespace arauto::gfortran {

void prepare_native(bool is_at_start) {
    if (is_at_start) {
        arauto_execute_images();
    }
}

void start_native() {
    start_image_memory();
}

void follow_pointers() {
    // PAIR native_start.follows: first
    if (g_state.program.follows_pointers.exchange(true, std::memory_order_acq_rel)) {
        return;
    }
    if (start_program_malloc != nullptr) {
        start_program_malloc();
    } else if (ImageMemory* const own = own_image_memory(); own != nullptr) {
        // relaxed because the publication of ranges orders it
        own->has_private_blocks.store(1, std::memory_order_relaxed);
    }
    if (g_state.program.has_begun.load(
            std::memory_order_acquire)) { // PAIR native_start.begun: look
        publish_private_ranges();
    }
}

void begin_native() {
    g_state.program.has_begun.store(true,
                                    std::memory_order_release); // PAIR native_start.begun: set
    // PAIR native_start.follows: look
    if (g_state.program.follows_pointers.load(std::memory_order_acquire)) {
        publish_private_ranges();
    }
}

/// An image names an accessor to its owner by the accessor's number, which another program may have
/// given to something else.
void verify_native() {
    const AccessorDigest own = digest_of_accessors();
    int64_t both[] = {own.digest, -own.digest}; // the highest of all, and the lowest
    const arauto_status_t status =
        arauto_reduce(current_team(), both, 2, ARAUTO_INT64, ARAUTO_MAX, ARAUTO_ALL_RANKS);
    coarray::report_start(status);
    if (status >= 0 && both[0] != -both[1]) {
        fail({},
             "the images access other images by different statements; the program of this image "
             "has %zu coindexed objects: do all run the same program?",
             own.accessors);
    }
}

} // namespace arauto::gfortran
