// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// PRIF by the names and the convention of flang: what its own lowering calls, and programs with
// our module prif.
#include "coarray/members.hpp"
#include "coarray/section.hpp"
#include "entries.hpp"
#include "flang.hpp"

#include "arauto/spi/runtime.h"

#include <cstdio>

// Functions of flang's runtime; weak, for a main program that is not Fortran.
extern "C" void _FortranAExit(int status) __attribute__((weak));
extern "C" void* _FortranAioBeginFlush(int unit, const char* file, int line) __attribute__((weak));
extern "C" int _FortranAioEndIoStatement(void* cookie) __attribute__((weak));

namespace arauto::coarray {

/// STAT_... of flang's ISO_FORTRAN_ENV, and PRIF_STAT_OUT_OF_MEMORY of our module.
constexpr StatCodes kStatCodes{.stopped_image = 104,
                               .failed_image = 101,
                               .locked = 102,
                               .locked_other_image = 103,
                               .unlocked = 105,
                               .unlocked_failed_image = 106,
                               .duplicate_image = 204,
                               .memory = 201,
                               .invalid = 203};
constinit const StatCodes& stat_codes = kStatCodes;

} // namespace arauto::coarray

namespace arauto::prif {
namespace {

constexpr int32_t kStatAlreadyInit = 202; // PRIF_STAT_ALREADY_INIT of our module
constexpr int32_t kCurrentTeam = -1; // of flang's ISO_FORTRAN_ENV
constexpr int32_t kInitialTeam = -2;
constexpr auto* kExit = &_FortranAExit;

void flush_units() {
    if (_FortranAioBeginFlush != nullptr && _FortranAioEndIoStatement != nullptr) {
        for (const int unit : {0, 6}) {
            _FortranAioEndIoStatement(_FortranAioBeginFlush(unit, __FILE_NAME__, __LINE__));
        }
    }
    std::fflush(nullptr);
}

coarray::Level level_of(int32_t level) noexcept {
    return level == kCurrentTeam   ? coarray::Level::current
           : level == kInitialTeam ? coarray::Level::initial
                                   : coarray::Level::parent;
}

/// Gives an allocatable character variable a text.
void assign_text(void* allocatable, const char* text, size_t bytes) {
    auto* const descriptor = static_cast<Descriptor*>(allocatable);
    std::free(descriptor->base);
    descriptor->base = std::malloc(std::max<size_t>(bytes, 1));
    descriptor->element_bytes = bytes;
    std::memcpy(descriptor->base, text, bytes);
}

} // namespace

Reports reports_of(int32_t* stat, const Descriptor* errmsg, Descriptor* allocatable) {
    return {.stat = stat,
            .errmsg = errmsg != nullptr ? static_cast<char*>(errmsg->base) : nullptr,
            .errmsg_bytes = errmsg != nullptr ? errmsg->element_bytes : 0,
            .allocatable = allocatable,
            .assign = assign_text};
}

} // namespace arauto::prif

using namespace arauto::prif;
namespace coarray = arauto::coarray;

PRIF_ENTRY(register_stop_callback)
(const StopCallback* callback) {
    add_stop_callback(*callback);
}

PRIF_ENTRY(stop)
(const bool* quiet, const int32_t* code, const char* text, size_t text_bytes) {
    stop({false, *quiet, code, text, text_bytes});
}

PRIF_ENTRY(error_stop)
(const bool* quiet, const int32_t* code, const char* text, size_t text_bytes) {
    stop({true, *quiet, code, text, text_bytes});
}

// flang 22 ends an image by its own runtime, which knows no others. `arauto fc` links its programs
// so that these calls come here (--wrap).
extern "C" ARAUTO_EXPORT void
__wrap__FortranAStopStatement(int code, bool is_error, bool is_quiet) {
    stop({is_error, is_quiet, &code, nullptr, 0});
}

extern "C" ARAUTO_EXPORT void
__wrap__FortranAStopStatementText(const char* text, size_t bytes, bool is_error, bool is_quiet) {
    stop({is_error, is_quiet, nullptr, text, bytes});
}

extern "C" ARAUTO_EXPORT void __wrap__FortranAFailImageStatement() {
    arauto_fail();
}

#include "entries_access.inc"
#include "entries_atomic.inc"
#include "entries_coarray.inc"
#include "entries_collective.inc"
#include "entries_control.inc"
