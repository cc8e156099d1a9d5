// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// PRIF by the names and the convention of LFortran.
#include "coarray/members.hpp"
#include "entries.hpp"
#include "lfortran.hpp"

#include "arauto/spi/runtime.h"

#include <cstdio>

// A function of LFortran's runtime, whose allocator frees what it was given; weak, for a main
// program that is not Fortran.
extern "C" void* _lfortran_get_default_allocator() __attribute__((weak));
extern "C" void* _lfortran_malloc_alloc(void* allocator, int64_t bytes) __attribute__((weak));
extern "C" void _lfortran_free_alloc(void* allocator, void* memory) __attribute__((weak));

namespace arauto::coarray {

/// STAT_... of LFortran's ISO_FORTRAN_ENV.
constexpr StatCodes kStatCodes{.stopped_image = 4,
                               .failed_image = -1,
                               .locked = 2,
                               .locked_other_image = 3,
                               .unlocked = 1,
                               .unlocked_failed_image = 5,
                               .duplicate_image = 204,
                               .memory = 201,
                               .invalid = 203};
constinit const StatCodes& stat_codes = kStatCodes;

} // namespace arauto::coarray

namespace arauto::prif {
namespace {

constexpr int32_t kStatAlreadyInit = 202;
constexpr int32_t kInitialTeam = 0; // of LFortran's ISO_FORTRAN_ENV
constexpr int32_t kCurrentTeam = 1;
constexpr void (*kExit)(int) = nullptr; // its units are those of C

void flush_units() {
    std::fflush(nullptr);
}

coarray::Level level_of(int32_t level) noexcept {
    return level == kCurrentTeam   ? coarray::Level::current
           : level == kInitialTeam ? coarray::Level::initial
                                   : coarray::Level::parent;
}

/// New memory instead of that which an allocatable variable had.
void* replace(void* before, size_t bytes) {
    if (_lfortran_get_default_allocator == nullptr) {
        std::free(before);
        return std::malloc(std::max<size_t>(bytes, 1));
    }
    void* const allocator = _lfortran_get_default_allocator();
    if (before != nullptr) {
        _lfortran_free_alloc(allocator, before);
    }
    return _lfortran_malloc_alloc(allocator, static_cast<int64_t>(std::max<size_t>(bytes, 1)));
}

void assign_text(void* allocatable, const char* text, size_t bytes) {
    auto* const to = static_cast<Text*>(allocatable);
    to->data = static_cast<char*>(replace(to->data, bytes));
    to->bytes = static_cast<int64_t>(bytes);
    std::memcpy(to->data, text, bytes);
}

} // namespace

void NewArray::assign(const std::vector<int>& values) const {
    const size_t bytes = values.size() * sizeof(int32_t);
    descriptor->base = replace(descriptor->base, bytes);
    descriptor->element_bytes = sizeof(int32_t);
    descriptor->rank = 1;
    descriptor->offset = 0;
    std::copy(values.begin(), values.end(), static_cast<int32_t*>(descriptor->base));
    descriptor->dim[0] = {1, static_cast<int64_t>(values.size()), 1};
}

Reports reports_of(const ReportArguments& arguments) {
    const Text* const errmsg = *arguments.has_errmsg != 0 ? arguments.errmsg : nullptr;
    return {.stat = *arguments.has_stat != 0 ? arguments.stat : nullptr,
            .errmsg = errmsg != nullptr ? errmsg->data : nullptr,
            .errmsg_bytes = errmsg != nullptr ? static_cast<size_t>(errmsg->bytes) : 0,
            .allocatable = *arguments.has_allocatable != 0 ? arguments.allocatable : nullptr,
            .assign = assign_text};
}

} // namespace arauto::prif

using namespace arauto::prif;
namespace coarray = arauto::coarray;

namespace {

Ending ending_of(bool is_error, const int8_t* quiet, const int32_t* code, const Text* text) {
    return {is_error, *quiet != 0, code, text != nullptr ? text->data : nullptr,
            text != nullptr ? static_cast<size_t>(text->bytes) : 0};
}

} // namespace

PRIF_ENTRY(register_stop_callback)
(const StopCallback* callback) {
    add_stop_callback(*callback);
}

PRIF_ENTRY(stop)
(const int8_t* quiet, PRIF_OPTIONAL(const int32_t, code), PRIF_OPTIONAL(const Text, text)) {
    stop(ending_of(false, quiet, PRIF_GIVEN(code).get(), PRIF_GIVEN(text).get()));
}

PRIF_ENTRY(error_stop)
(const int8_t* quiet, PRIF_OPTIONAL(const int32_t, code), PRIF_OPTIONAL(const Text, text)) {
    stop(ending_of(true, quiet, PRIF_GIVEN(code).get(), PRIF_GIVEN(text).get()));
}

#include "entries_access.inc"
#include "entries_atomic.inc"
#include "entries_coarray.inc"
#include "entries_collective.inc"
#include "entries_control.inc"
