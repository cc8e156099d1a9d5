// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Start and end of a program, synchronisation, and how a failure reaches `stat=`, `errmsg=` or the
// end of the program.
#include "attached.hpp"
#include "coarray/mpi_program.hpp"
#include "coarray/program.hpp"
#include "coarray/sync.hpp"
#include "quick.hpp"
#include "runtime.hpp"
#include "segment.hpp"
#include "state.hpp"

#include "arauto/spi/runtime.h"

#include <cstdio>
#include <cstdlib>
#include <string_view>

namespace arauto::coarray {

constinit const StatCodes& stat_codes = translated::g_state.stat_codes;

} // namespace arauto::coarray

namespace arauto::translated {
namespace {

void flush_units() {
    coarray::flush_fortran_units();
    std::fflush(nullptr);
}

/// Before main and before the program's own output: the process may become a launcher here.
__attribute__((constructor)) void start() {
    coarray::start_runtime(flush_units);
    start_numbers();
    start_attachments();
    start_tasks();
    coarray::share_run_seed();
    start_regions(); // the last: an image may fail as soon as all have come that far
}

/// Inside exit(), which another exit() takes up where it was.
void stop_at_exit(int status, void* /*unused*/) {
    if (status == 0) {
        return;
    }
    SegmentBoundary::end_last();
    arauto_stop(status & 0xff);
}

} // namespace

void report_or_postpone(const Errors& errors,
                        arauto_status_t status,
                        const char* statement) noexcept {
    if (status != ARAUTO_ERR_FAILED || errors.stat != nullptr) [[likely]] {
        report(errors, status, statement);
        return;
    }
    coarray::postpone_failure(statement);
}

void report_get(const Errors& errors, arauto_status_t status, int rank) noexcept {
    if (status >= 0) [[likely]] {
        set_ok(errors.stat);
    } else {
        coarray::fail_access(errors, status, kRead, coarray::rank_to_image(rank));
    }
}

void report_put(const Errors& errors, arauto_status_t status, int rank) noexcept {
    if (status >= 0) [[likely]] {
        set_ok(errors.stat);
        return;
    }
    const int image = coarray::rank_to_image(rank);
    if (!coarray::drop_write(errors.stat, status, {kWrite, image})) {
        coarray::fail_access(errors, status, kWrite, image);
    }
}

bool has_failed_at_access(int rank, const Errors& errors, const char* action) noexcept {
    char statement[64];
    std::snprintf(statement, sizeof statement, "%s image %d", action, coarray::rank_to_image(rank));
    return has_failed(rank, errors, statement);
}

bool is_put_to_failed(int rank, const Errors& errors) noexcept {
    if (errors.stat != nullptr) {
        return has_failed_at_access(rank, errors, kWrite);
    }
    if (!is_failed(rank)) {
        return false;
    }
    coarray::postpone_failure_of(rank, "a write");
    return true;
}

bool has_failed(int rank, const Errors& errors, const char* statement) noexcept {
    return coarray::report_if_failed(rank, errors, statement);
}

} // namespace arauto::translated

using namespace arauto::translated;
namespace coarray = arauto::coarray;

int64_t translated_run_seed() {
    return static_cast<int64_t>(coarray::run_seed());
}

void translated_set_stats(const int32_t* values) {
    coarray::StatCodes& codes = g_state.stat_codes;
    codes.stopped_image = values[TRANSLATED_STAT_STOPPED];
    codes.failed_image = values[TRANSLATED_STAT_FAILED];
    codes.locked = values[TRANSLATED_STAT_LOCKED];
    codes.locked_other_image = values[TRANSLATED_STAT_LOCKED_OTHER];
    codes.unlocked = values[TRANSLATED_STAT_UNLOCKED];
    codes.unlocked_failed_image = values[TRANSLATED_STAT_UNLOCKED_FAILED];
    coarray::begin_mpi(); // the program has begun
    static_cast<void>(arauto_init()); // again, from the program: it ends before libraries do
}

void translated_sync_all(const translated_errors_t* errors) {
    const Errors to = errors_of(errors);
    const SegmentBoundary boundary(to);
    note_stat(to);
    coarray::report_sync(to, arauto_team_barrier(current_team()), "SYNC ALL");
}

void translated_sync_images(int32_t count, const int32_t* list, const translated_errors_t* errors) {
    const Errors to = errors_of(errors);
    const SegmentBoundary boundary(to);
    note_stat(to);
    coarray::sync_images(count, list, to);
}

void translated_sync_memory(const translated_errors_t* errors) {
    const Errors to = errors_of(errors);
    const SegmentBoundary boundary(to);
    note_stat(to);
    coarray::sync_memory(to);
}

void translated_error_stop(int32_t code, const char* text, size_t bytes) {
    if (text != nullptr) {
        coarray::print_error_stop(std::string_view(text, bytes));
    } else {
        coarray::print_error_stop(code);
    }
    arauto_error_stop(code, nullptr);
}

void translated_error_stop_quietly(int32_t code) {
    arauto_error_stop(code, nullptr);
}

/// The compiler's STOP flushes, prints and exits; only the runtime would take a status that is not
/// zero for something else.
void translated_stop_begins() {
    on_exit(stop_at_exit, nullptr);
}

void translated_fail_image() {
    arauto_fail();
}
