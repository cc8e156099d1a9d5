// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Start and end of a program, synchronisation, and how a failure reaches `stat=`, `errmsg=` or the
// end of the program.
#include "runtime.hpp"

#include <algorithm>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>

// libgfortran's; absent with other compilers. NULL: all units.
extern "C" void _gfortran_flush_i4(int32_t* unit) __attribute__((weak));

namespace arauto::translated {
namespace {

// As in ISO_FORTRAN_ENV of gfortran and flang alike would be too much to hope for: those that
// shim.c does not name are gfortran's.
constexpr int kStatInvalid = 1;
constexpr int kStatStoppedImage = 6000;
constexpr int kStatFailedImage = 6001;
constexpr int kStatLocked = 1;
constexpr int kStatLockedOtherImage = 2;
constexpr int kStatUnlocked = 0;

void flush_units() {
    if (_gfortran_flush_i4 != nullptr) {
        _gfortran_flush_i4(nullptr);
    }
    std::fflush(nullptr);
}

int stat_of(arauto_status_t status) noexcept {
    switch (status) {
    case ARAUTO_ERR_LOCKED:
        return kStatLocked;
    case ARAUTO_ERR_LOCKED_OTHER:
        return kStatLockedOtherImage;
    case ARAUTO_ERR_UNLOCKED:
        return kStatUnlocked;
    case ARAUTO_ERR_STOPPED:
        return kStatStoppedImage;
    case ARAUTO_ERR_FAILED:
        return kStatFailedImage;
    default:
        return kStatInvalid;
    }
}

/// The sentence without the name of the C function at its start: the program has called a
/// statement.
const char* without_call(const char* sentence) noexcept {
    const size_t name = std::strcspn(sentence, ": ");
    const bool is_call =
        std::strncmp(sentence, "arauto_", 7) == 0 && std::strncmp(sentence + name, ": ", 2) == 0;
    return is_call ? sentence + name + 2 : sentence;
}

void note_stat(const translated_errors_t& errors) noexcept {
    if (errors.stat != nullptr) {
        arauto_handle_failures();
    }
}

/// Before main and before the program's own output: the process may become a launcher here.
__attribute__((constructor)) void start() {
    arauto_set_naming("image", 1);
    arauto_set_flush_hook(flush_units);
    if (arauto_init() < 0) {
        std::fprintf(stderr, "arauto: %s\n", arauto_last_error());
        std::exit(1);
    }
    start_numbers();
    start_regions();
}

} // namespace

void set_ok(int32_t* stat) noexcept {
    if (stat != nullptr) {
        *stat = 0;
    }
}

void fail(const translated_errors_t& errors, int code, const char* format, ...) noexcept {
    char text[512];
    va_list arguments;
    va_start(arguments, format);
    std::vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (errors.stat == nullptr) {
        char sentence[560];
        std::snprintf(sentence, sizeof sentence, "image %d: %s", arauto_rank() + 1, text);
        arauto_error_stop(1, sentence);
    }
    *errors.stat = code;
    if (errors.errmsg != nullptr) {
        const size_t length = std::min(std::strlen(text), errors.errmsg_bytes);
        std::memcpy(errors.errmsg, text, length);
        std::memset(errors.errmsg + length, ' ', errors.errmsg_bytes - length);
    }
}

void report(const translated_errors_t& errors,
            arauto_status_t status,
            const char* statement) noexcept {
    if (status >= 0) {
        set_ok(errors.stat);
    } else {
        fail(errors, stat_of(status), "%s: %s", statement, without_call(arauto_last_error()));
    }
}

int rank_of(int32_t image, const translated_errors_t& errors, const char* statement) noexcept {
    const int32_t number = image & ~TRANSLATED_THERE;
    if (number < 1 || number > arauto_size()) {
        fail(errors, kStatInvalid, "%s: there is no image %d, the team has images 1 to %d",
             statement, number, arauto_size());
        return -1;
    }
    return number - 1;
}

} // namespace arauto::translated

using namespace arauto::translated; // NOLINT: what translated code calls follows

int32_t translated_this_image() {
    return arauto_rank() + 1;
}

int32_t translated_num_images() {
    return arauto_size();
}

int32_t translated_image(int32_t corank,
                         const int32_t* subscripts,
                         const int32_t* lower,
                         const int32_t* upper) {
    int64_t image = 0;
    int64_t stride = 1;
    for (int i = 0; i < corank; ++i) {
        const int64_t at = int64_t{subscripts[i]} - lower[i];
        const int64_t extent = int64_t{upper[i]} - lower[i] + 1;
        if (at < 0 || (i + 1 < corank && at >= extent)) {
            return 0;
        }
        image += at * stride;
        stride *= extent;
    }
    return image < arauto_size() ? static_cast<int32_t>(image + 1) : 0;
}

void translated_cosubscripts(int32_t corank,
                             const int32_t* lower,
                             const int32_t* upper,
                             int32_t* subscripts_out) {
    int64_t rest = arauto_rank();
    for (int i = 0; i + 1 < corank; ++i) {
        const int64_t extent = int64_t{upper[i]} - lower[i] + 1;
        subscripts_out[i] = static_cast<int32_t>(lower[i] + rest % extent);
        rest /= extent;
    }
    subscripts_out[corank - 1] = static_cast<int32_t>(lower[corank - 1] + rest);
}

void translated_sync_all(const translated_errors_t* errors) {
    note_stat(*errors);
    report(*errors, arauto_team_barrier(arauto_team_world()), "SYNC ALL");
}

void translated_sync_images(int32_t count,
                            const int32_t* images,
                            const translated_errors_t* errors) {
    note_stat(*errors);
    std::vector<int> ranks;
    for (int i = 0; i < count; ++i) {
        const int rank = rank_of(images[i], *errors, "SYNC IMAGES");
        if (rank < 0) {
            return;
        }
        ranks.push_back(rank);
    }
    report(*errors, arauto_team_sync_ranks(arauto_team_world(), count, ranks.data()),
           "SYNC IMAGES");
}

void translated_sync_memory(const translated_errors_t* errors) {
    arauto_fence();
    set_ok(errors->stat);
}

void translated_error_stop(int32_t code, const char* text, size_t bytes) {
    flush_units();
    if (text != nullptr) {
        std::fprintf(stderr, "ERROR STOP %.*s\n", static_cast<int>(bytes), text);
    } else {
        std::fprintf(stderr, "ERROR STOP %d\n", code);
    }
    arauto_error_stop(code, nullptr);
}

void translated_stop(int32_t code) {
    flush_units();
    arauto_stop(code & 0xff);
}

void translated_fail_image() {
    arauto_fail();
}
