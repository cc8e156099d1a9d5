// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Init, finalize, image numbers and states of images.
#include "images.hpp"

#include "bindings.hpp"
#include "registry.hpp"
#include "remote.hpp"
#include "segment_end.hpp"

#include "arauto/runtime.h"

#include <cstdio>
#include <cstdlib>
#include <vector>

// libgfortran's; absent when the main program is not Fortran. NULL: all units.
extern "C" void _gfortran_flush_i4(int32_t* unit) __attribute__((weak));

namespace arauto::gfortran {
namespace {

constinit bool g_running = false;

/// Fills a rank-1 integer array that the program then owns.
template <typename Integer> void fill(Descriptor& result, const std::vector<int>& ranks) noexcept {
    auto* values =
        static_cast<Integer*>(std::malloc(ranks.empty() ? 1 : ranks.size() * sizeof(Integer)));
    for (size_t i = 0; i < ranks.size(); ++i) {
        values[i] = static_cast<Integer>(ranks[i] + 1);
    }
    const auto count = static_cast<ptrdiff_t>(ranks.size());
    result.base = values;
    result.element_bytes = sizeof(Integer);
    result.rank = 1;
    result.type = kTypeInteger;
    result.span = sizeof(Integer);
    result.dim[0] = {1, 0, count - 1}; // the compiler counts from 0 here
    result.offset = 0;
}

void list_images(Descriptor* result, const int* kind, arauto_rank_state_t state) noexcept {
    arauto_handle_failures();
    int count = 0;
    std::vector<int> ranks(static_cast<size_t>(image_map.size));
    static_cast<void>(
        arauto_team_members_in_state(current_team(), state, ranks.data(), image_map.size, &count));
    ranks.resize(static_cast<size_t>(count));
    switch (kind == nullptr ? 4 : *kind) {
    case 1:
        fill<int8_t>(*result, ranks);
        break;
    case 2:
        fill<int16_t>(*result, ranks);
        break;
    case 8:
        fill<int64_t>(*result, ranks);
        break;
    default:
        fill<int32_t>(*result, ranks);
        break;
    }
}

} // namespace

bool program_is_running() noexcept {
    return g_running;
}

void program_starts() noexcept {
    g_running = true;
}

void flush_units() {
    if (_gfortran_flush_i4 != nullptr) {
        _gfortran_flush_i4(nullptr);
    }
}

void start_runtime() {
    if (image_map.size > 0) [[likely]] {
        return;
    }
    arauto_set_naming("image", 1);
    arauto_set_flush_hook(flush_units);
    if (arauto_init() < 0) {
        std::fprintf(stderr, "arauto: %s\n", arauto_last_error());
        std::exit(1);
    }
    use_current_team();
    report_start(start_bindings());
    learn_part_stride(binding_segment());
}

void note_stat(const int* stat) noexcept {
    if (stat != nullptr) {
        arauto_handle_failures();
    }
}

void report_start(arauto_status_t status) noexcept {
    if (status != ARAUTO_ERR_FAILED && status != ARAUTO_ERR_STOPPED) {
        report_status(nullptr, nullptr, 0, status, "start of the program");
    }
}

} // namespace arauto::gfortran

using namespace arauto::gfortran; // NOLINT: the compiler's entry points follow

CAF_EXPORT void _gfortran_caf_init(int*, char***) {
    start_runtime();
    report_start(arauto_segment_verify());
    share_run_seed();
    program_starts();
}

CAF_EXPORT void _gfortran_caf_finalize(void) {
    flush_units();
    end_last_segment("END PROGRAM");
    static_cast<void>(arauto_finalize()); // it fails only when the program has finalized already
}

CAF_EXPORT int _gfortran_caf_this_image(int distance) {
    static_cast<void>(distance); // GCC 12 to 14 accept only the current team
    return arauto_team_rank(current_team()) + 1;
}

/// @param failed  -1: all images; 0: those that have not failed; 1: those that have
CAF_EXPORT int _gfortran_caf_num_images(int distance, int failed) {
    static_cast<void>(distance);
    if (failed < 0) {
        return image_map.size;
    }
    arauto_handle_failures();
    int count = 0;
    static_cast<void>(
        arauto_team_members_in_state(current_team(), ARAUTO_RANK_FAILED, nullptr, 0, &count));
    return failed != 0 ? count : image_map.size - count;
}

CAF_EXPORT int _gfortran_caf_image_status(int image, void**) {
    arauto_handle_failures();
    arauto_progress(); // the image asked about may wait for this one, which asks until it stops
    arauto_rank_state_t state = ARAUTO_RANK_RUNNING;
    const int rank = image_to_rank(image);
    if (rank < 0) {
        report(nullptr, nullptr, 0, kStatInvalid,
               "IMAGE_STATUS: there is no image %d, the team has images 1 to %d", image,
               image_map.size);
    }
    static_cast<void>(arauto_rank_state(rank, &state));
    switch (state) {
    case ARAUTO_RANK_STOPPED:
        return kStatStoppedImage;
    case ARAUTO_RANK_FAILED:
        return kStatFailedImage;
    default:
        return 0;
    }
}

CAF_EXPORT void _gfortran_caf_failed_images(Descriptor* result, void**, int* kind) {
    list_images(result, kind, ARAUTO_RANK_FAILED);
}

CAF_EXPORT void _gfortran_caf_stopped_images(Descriptor* result, void**, int* kind) {
    list_images(result, kind, ARAUTO_RANK_STOPPED);
}
