// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// SYNC ALL, SYNC IMAGES, SYNC MEMORY; the first also behind each ALLOCATE.
#include "coarray/sync.hpp"

#include "caller.hpp"
#include "compiled_by.hpp"
#include "component.hpp"
#include "images.hpp"
#include "segment.hpp"
#include "state.hpp"

using namespace arauto::gfortran;

namespace {

/// The address of errmsg=. Up to GCC 15 the address of its address is passed; should a compiler
/// pass the address itself, there is text at it, whose bytes make no address of a process.
char* sync_errmsg(char* errmsg) noexcept {
    constexpr int kPassesAddress = 16;
    if (errmsg == nullptr || compilers.oldest >= kPassesAddress) {
        return errmsg;
    }
    uint64_t word = 0;
    __builtin_memcpy(&word, errmsg, sizeof word);
    constexpr uint64_t kLowest = 1 << 16;
    constexpr uint64_t kHighest = uint64_t{1} << 47;
    return word >= kLowest && word < kHighest ? reinterpret_cast<char*>(word) : errmsg;
}

} // namespace

namespace arauto::gfortran {

void expect_sync_after_allocate() noexcept {
    t_state.follows_allocate = true;
}

} // namespace arauto::gfortran

CAF_EXPORT void _gfortran_caf_sync_all(int* stat, char* errmsg, size_t errmsg_bytes) {
    note_caller(__builtin_return_address(0));
    note_stat(stat);
    place_last_scalar();
    const Errors errors{stat, sync_errmsg(errmsg), errmsg_bytes};
    const SegmentBoundary boundary(errors);
    const arauto_status_t status = arauto_team_barrier(current_team());
    const bool is_postponed =
        t_state.follows_allocate && stat == nullptr && status == ARAUTO_ERR_FAILED;
    t_state.follows_allocate = false;
    if (!is_postponed) {
        arauto::coarray::report_sync(errors, status, "SYNC ALL");
    }
}

CAF_EXPORT void _gfortran_caf_sync_memory(int* stat, char* errmsg, size_t errmsg_bytes) {
    note_caller(__builtin_return_address(0));
    note_stat(stat);
    place_last_scalar();
    const Errors errors{stat, sync_errmsg(errmsg), errmsg_bytes};
    const SegmentBoundary boundary(errors);
    arauto::coarray::sync_memory(errors);
}

CAF_EXPORT void
_gfortran_caf_sync_images(int count, int list[], int* stat, char* errmsg, size_t errmsg_bytes) {
    note_caller(__builtin_return_address(0));
    note_stat(stat);
    place_last_scalar();
    const Errors errors{stat, sync_errmsg(errmsg), errmsg_bytes};
    const SegmentBoundary boundary(errors);
    arauto::coarray::sync_images(count, list, errors);
}
