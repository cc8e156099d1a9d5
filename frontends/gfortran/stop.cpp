// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// How an image ends, and random_init. What STOP prints is what gfortran prints without coarrays,
// and ERROR STOP adds the image, for it ends all of them.
#include "images.hpp"
#include "segment_end.hpp"

#include "arauto/collective.h"
#include "arauto/runtime.h"

#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <string_view>
#include <vector>

using namespace arauto::gfortran; // NOLINT: the compiler's entry points follow

extern "C" void _gfortran_random_seed_i4(int32_t* size, Descriptor* put, Descriptor* get)
    __attribute__((weak));

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

void print_code(const char* statement, int code, const Addition& addition) noexcept {
    std::fprintf(stderr, "%s %d%s\n", statement, code, addition.text);
}

/// A bare STOP or ERROR STOP comes as a null string.
void print_text(const char* statement, std::string_view text, const Addition& addition) noexcept {
    std::fprintf(stderr, "%s%s%.*s%s\n", statement, text.empty() ? "" : " ",
                 static_cast<int>(text.size()), text.data(), addition.text);
}

std::string_view view_of(const char* text, size_t length) noexcept {
    return text != nullptr ? std::string_view(text, length) : std::string_view();
}

constinit uint64_t g_run_seed = 0;

/// One step of a generator that spreads a small seed over all bits (splitmix64's constants).
uint64_t spread(uint64_t& state) noexcept {
    state += 0x9e3779b97f4a7c15ULL;
    uint64_t z = state;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
    return z ^ (z >> 31);
}

} // namespace

void arauto::gfortran::share_run_seed() {
    timespec now{};
    clock_gettime(CLOCK_REALTIME, &now);
    g_run_seed =
        static_cast<uint64_t>(now.tv_sec) * 1'000'000'000U + static_cast<uint64_t>(now.tv_nsec);
    report_start(arauto_broadcast(current_team(), &g_run_seed, sizeof g_run_seed, 0));
}

CAF_EXPORT __attribute__((noreturn)) void _gfortran_caf_stop_numeric(int code, bool quiet) {
    flush_units();
    if (!quiet) {
        print_code("STOP", code, {});
    }
    end_last_segment("STOP");
    arauto_stop(code & 0xff);
}

CAF_EXPORT __attribute__((noreturn)) void
_gfortran_caf_stop_str(const char* text, size_t length, bool quiet) {
    flush_units();
    if (!quiet && text != nullptr && length > 0) {
        print_text("STOP", view_of(text, length), {});
    }
    end_last_segment("STOP");
    arauto_stop(0);
}

CAF_EXPORT __attribute__((noreturn)) void _gfortran_caf_error_stop(int code, bool quiet) {
    if (!quiet) {
        print_code("ERROR STOP", code, own_image());
    }
    arauto_error_stop(code, nullptr);
}

CAF_EXPORT __attribute__((noreturn)) void
_gfortran_caf_error_stop_str(const char* text, size_t length, bool quiet) {
    if (!quiet) {
        print_text("ERROR STOP", view_of(text, length), own_image());
    }
    arauto_error_stop(1, nullptr);
}

CAF_EXPORT __attribute__((noreturn)) void _gfortran_caf_fail_image(void) {
    arauto_fail();
}

/// @param repeatable  the same numbers in every run
/// @param image_distinct  other numbers on every image
CAF_EXPORT void _gfortran_caf_random_init(bool repeatable, bool image_distinct) {
    if (_gfortran_random_seed_i4 == nullptr) {
        return;
    }
    int32_t words = 0;
    _gfortran_random_seed_i4(&words, nullptr, nullptr);
    static uint64_t calls = 0;
    uint64_t state = 0x41726175746fULL;
    if (!repeatable) {
        state += g_run_seed + (++calls << 20); // the same on all images that call it equally often
    }
    if (image_distinct) {
        state ^= static_cast<uint64_t>(arauto_rank() + 1) << 32;
    }
    std::vector<int32_t> seed(static_cast<size_t>(words));
    for (int32_t& word : seed) {
        word = static_cast<int32_t>(spread(state));
    }
    Descriptor put{};
    put.base = seed.data();
    put.offset = static_cast<size_t>(-1);
    put.element_bytes = sizeof(int32_t);
    put.rank = 1;
    put.type = kTypeInteger;
    put.span = sizeof(int32_t);
    put.dim[0] = {1, 1, words};
    _gfortran_random_seed_i4(nullptr, &put, nullptr);
}
