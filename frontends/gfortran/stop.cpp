// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// How an image ends, and random_init. STOP prints the same as in gfortran without coarrays; ERROR
// STOP adds the image, because it ends all images.
#include "caller.hpp"
#include "coarray/program.hpp"
#include "segment.hpp"
#include "state.hpp"

#include "arauto/runtime.h"
#include "arauto/spi/runtime.h"

#include <string_view>
#include <vector>

using namespace arauto::gfortran;
namespace coarray = arauto::coarray;

extern "C" void _gfortran_random_seed_i4(int32_t* size, Descriptor* put, Descriptor* get)
    __attribute__((weak));

namespace {

/// A bare STOP or ERROR STOP comes as a null string.
std::string_view view_of(const char* text, size_t length) noexcept {
    return text != nullptr ? std::string_view(text, length) : std::string_view();
}

/// One step of a generator that spreads a small seed over all bits (splitmix64's constants).
uint64_t spread(uint64_t& state) noexcept {
    state += 0x9e3779b97f4a7c15ULL;
    uint64_t z = state;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
    return z ^ (z >> 31);
}

} // namespace

CAF_EXPORT __attribute__((noreturn)) void _gfortran_caf_stop_numeric(int code, bool quiet) {
    note_caller(__builtin_return_address(0));
    coarray::flush_fortran_units();
    if (!quiet) {
        coarray::print_stop(code);
    }
    SegmentBoundary::end_last();
    arauto_stop(code & 0xff);
}

CAF_EXPORT __attribute__((noreturn)) void
_gfortran_caf_stop_str(const char* text, size_t length, bool quiet) {
    note_caller(__builtin_return_address(0));
    coarray::flush_fortran_units();
    if (!quiet) {
        coarray::print_stop(view_of(text, length));
    }
    SegmentBoundary::end_last();
    arauto_stop(0);
}

CAF_EXPORT __attribute__((noreturn)) void _gfortran_caf_error_stop(int code, bool quiet) {
    if (!quiet) {
        coarray::print_error_stop(code);
    }
    arauto_error_stop(code, nullptr);
}

CAF_EXPORT __attribute__((noreturn)) void
_gfortran_caf_error_stop_str(const char* text, size_t length, bool quiet) {
    if (!quiet) {
        coarray::print_error_stop(view_of(text, length));
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
    uint64_t state = 0x41726175746fULL;
    if (!repeatable) {
        // The count is the same on all images that call it equally often.
        state += coarray::run_seed() + (++g_state.program.random_inits << 20);
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
