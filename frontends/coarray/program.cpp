// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See program.hpp.
#include "program.hpp"

#include "errors.hpp"
#include "mpi_program.hpp"
#include "state.hpp"
#include "teams.hpp"

#include "arauto/collective.h"
#include "arauto/runtime.h"
#include "arauto/spi/runtime.h"
#include "arauto/spi/status.h"

#include <cstdio>
#include <cstdlib>
#include <ctime>

// libgfortran's; absent with other compilers, or when the main program is not Fortran. NULL: all.
extern "C" void _gfortran_flush_i4(int32_t* unit) __attribute__((weak));

namespace arauto::coarray {
namespace {

struct Addition {
    char text[24];
};

/// " (image 3)", where there are several.
Addition own_image() noexcept {
    Addition addition{};
    if (arauto_size() > 1) {
        std::snprintf(addition.text, sizeof addition.text, " (image %d)", arauto_rank() + 1);
    }
    return addition;
}

/// ", heat.f90:42 (in step)", where that is known.
struct LocationText {
    char text[256];
};
LocationText own_location() noexcept {
    LocationText location{};
    constexpr size_t kComma = 2;
    if (arauto_source_location(location.text + kComma, sizeof location.text - kComma) > 0) {
        location.text[0] = ',';
        location.text[1] = ' ';
    }
    return location;
}

} // namespace

void start_runtime(void (*flush)()) {
    arauto_set_naming("image", 1);
    arauto_set_flush_hook(flush);
    if (arauto_init() < 0) {
        std::fprintf(stderr, "arauto: %s\n", arauto_last_error());
        std::exit(1);
    }
    start_teams();
    check_against_mpi();
}

void flush_fortran_units() {
    if (_gfortran_flush_i4 != nullptr) {
        _gfortran_flush_i4(nullptr);
    }
}

void report_start(arauto_status_t status) noexcept {
    if (status != ARAUTO_ERR_FAILED && status != ARAUTO_ERR_STOPPED) {
        report({}, status, "start of the program");
    }
}

void share_run_seed() {
    timespec now{};
    clock_gettime(CLOCK_REALTIME, &now);
    g_state.run_seed =
        static_cast<uint64_t>(now.tv_sec) * 1'000'000'000U + static_cast<uint64_t>(now.tv_nsec);
    report_start(arauto_broadcast(current_team(), &g_state.run_seed, sizeof g_state.run_seed, 0));
}

uint64_t run_seed() noexcept {
    return g_state.run_seed;
}

void print_stop(int code) noexcept {
    std::fprintf(stderr, "STOP %d\n", code);
}

void print_stop(std::string_view text) noexcept {
    if (!text.empty()) {
        std::fprintf(stderr, "STOP %.*s\n", static_cast<int>(text.size()), text.data());
    }
}

void print_error_stop(int code) noexcept {
    std::fprintf(stderr, "ERROR STOP %d%s%s\n", code, own_image().text, own_location().text);
}

void print_error_stop(std::string_view text) noexcept {
    std::fprintf(stderr, "ERROR STOP%s%.*s%s%s\n", text.empty() ? "" : " ",
                 static_cast<int>(text.size()), text.data(), own_image().text, own_location().text);
}

} // namespace arauto::coarray
