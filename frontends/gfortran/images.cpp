// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Init, finalize, image numbers and states of images.
#include "images.hpp"

#include "binding_gate.hpp"
#include "caller.hpp"
#include "coarray/mpi_program.hpp"
#include "coarray/program.hpp"
#include "coarray/teams.hpp"
#include "compiled_by.hpp"
#include "element_access.hpp"
#include "native_start.hpp"
#include "registry.hpp"
#include "remote.hpp"
#include "segment.hpp"
#include "state.hpp"

#include "arauto/spi/rpc.h"
#include "arauto/spi/segment.h"
#include "arauto/spi/trace.h"

#include <cstdlib>
#include <vector>

namespace arauto::coarray {

/// The codes of libgfortran; 0 where ISO_FORTRAN_ENV of GCC 14 has no name.
constexpr StatCodes kStatCodes{.stopped_image = 6000,
                               .failed_image = 6001,
                               .locked = 1,
                               .locked_other_image = 2,
                               .unlocked = 7002, // GCC's STAT_UNLOCKED is 0
                               .unlocked_failed_image = 0,
                               .duplicate_image = 3,
                               .memory = 5014, // as libgfortran's for a failed allocation
                               .invalid = 7001};
constinit const StatCodes& stat_codes = kStatCodes;

} // namespace arauto::coarray

namespace arauto::gfortran {
namespace {

/// Fills a rank-1 integer array that the program then owns.
template <typename Integer>
void fill(Descriptor& result, const std::vector<int>& numbers) noexcept {
    auto* values =
        static_cast<Integer*>(std::malloc(numbers.empty() ? 1 : numbers.size() * sizeof(Integer)));
    for (size_t i = 0; i < numbers.size(); ++i) {
        values[i] = static_cast<Integer>(numbers[i]);
    }
    const auto count = static_cast<ptrdiff_t>(numbers.size());
    result.base = values;
    result.element_bytes = sizeof(Integer);
    result.rank = 1;
    result.type = kTypeInteger;
    result.span = sizeof(Integer);
    result.dim[0] = {1, 0, count - 1}; // the compiler counts from 0 here
    result.offset = 0;
}

void list_images(Descriptor* result,
                 void* const* team,
                 const int* kind,
                 arauto_rank_state_t state) noexcept {
    arauto_handle_failures();
    const char* const function = state == ARAUTO_RANK_FAILED ? "FAILED_IMAGES" : "STOPPED_IMAGES";
    const arauto_team_h of =
        team == nullptr
            ? current_team()
            : coarray::named_team(reinterpret_cast<const int64_t*>(team), function).team;
    const std::vector<int> numbers = coarray::images_in_state(of, state);
    switch (kind == nullptr ? 4 : *kind) {
    case 1:
        fill<int8_t>(*result, numbers);
        break;
    case 2:
        fill<int16_t>(*result, numbers);
        break;
    case 8:
        fill<int64_t>(*result, numbers);
        break;
    default:
        fill<int32_t>(*result, numbers);
        break;
    }
}

} // namespace

bool program_is_running() noexcept {
    return g_state.program.is_running;
}

void start_runtime(bool is_at_start) {
    if (images.size > 0) [[likely]] {
        return;
    }
    prepare_native(is_at_start);
    coarray::start_runtime(coarray::flush_fortran_units);
    start_foreign();
    coarray::report_start(start_binding_gate());
    learn_part_stride(binding_segment());
    start_native();
    g_state.is_traced = arauto_trace_is_on() != 0;
}

namespace {

void attend_if_needed() noexcept {
    const ProgramState& program = g_state.program;
    if (program.has_accessors && (program.has_pointers || g_state.part_stride == 0)) {
        coarray::report_start(arauto_rpc_attend());
    }
}

} // namespace

void expect_accessors() noexcept {
    g_state.program.has_accessors = true;
    attend_if_needed();
}

void attend_to_accessors() noexcept {
    g_state.program.has_pointers = true;
    attend_if_needed();
}

void note_stat(const int* stat) noexcept {
    if (stat != nullptr) {
        arauto_handle_failures();
    }
}

} // namespace arauto::gfortran

using namespace arauto::gfortran;

CAF_EXPORT void _gfortran_caf_init(int*, char***) {
    start_runtime(true);
    check_compiler();
    begin_native();
    arauto::coarray::begin_mpi();
    arauto::coarray::report_start(arauto_segment_verify());
    verify_native();
    arauto::coarray::share_run_seed();
    choose_element_access();
    g_state.program.is_running = true;
}

CAF_EXPORT void _gfortran_caf_finalize(void) {
    note_caller(__builtin_return_address(0));
    arauto::coarray::flush_fortran_units();
    SegmentBoundary::end_last();
    close_element_access();
    static_cast<void>(arauto_finalize()); // it fails only when the program has finalized already
}

/// @param team  the address of a team_type variable; null, as always up to GCC 15: the current team
CAF_EXPORT void _gfortran_caf_failed_images(Descriptor* result, void** team, int* kind) {
    list_images(result, team, kind, ARAUTO_RANK_FAILED);
}

CAF_EXPORT void _gfortran_caf_stopped_images(Descriptor* result, void** team, int* kind) {
    list_images(result, team, kind, ARAUTO_RANK_STOPPED);
}
