// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// How an error reaches `stat=`, `errmsg=`, or the end of the program.
#include "coarray.hpp"

#include "arauto/runtime.h"

#include <algorithm>
#include <cstdarg>
#include <cstdio>
#include <cstring>

namespace arauto::gfortran {
namespace {

constexpr size_t kTextBytes = 512;

void deliver(int* stat, char* errmsg, size_t errmsg_bytes, int code, const char* text) noexcept {
    if (stat == nullptr) {
        char sentence[kTextBytes + 32];
        std::snprintf(sentence, sizeof sentence, "image %d: %s", image_map.self + 1, text);
        arauto_error_stop(1, sentence);
    }
    *stat = code;
    if (errmsg != nullptr && errmsg_bytes > 0) {
        const size_t length = std::min(std::strlen(text), errmsg_bytes);
        std::memcpy(errmsg, text, length);
        std::memset(errmsg + length, ' ', errmsg_bytes - length);
    }
}

/// Index, in the current team, of the first image in that state; 0 when there is none.
int first_image_in_state(arauto_rank_state_t wanted) noexcept {
    for (int image = 1; image <= image_map.size; ++image) {
        arauto_rank_state_t state = ARAUTO_RANK_RUNNING;
        if (arauto_rank_state(image_to_rank(image), &state) >= 0 && state == wanted) {
            return image;
        }
    }
    return 0;
}

} // namespace

int stat_of(arauto_status_t status) noexcept {
    switch (status) {
    case ARAUTO_OK:
        return 0;
    case ARAUTO_LOCK_RECOVERED:
        return 0; // ISO_FORTRAN_ENV of GCC 14 has no name for it
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
    case ARAUTO_ERR_MEMORY:
        return kStatMemory;
    default:
        return kStatInvalid;
    }
}

void report(
    int* stat, char* errmsg, size_t errmsg_bytes, int code, const char* format, ...) noexcept {
    char text[kTextBytes];
    va_list arguments;
    va_start(arguments, format);
    std::vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    deliver(stat, errmsg, errmsg_bytes, code, text);
}

void report_failure(int* stat,
                    char* errmsg,
                    size_t errmsg_bytes,
                    arauto_status_t status,
                    const char* statement) noexcept {
    char text[kTextBytes];
    const bool is_failed = status == ARAUTO_ERR_FAILED;
    const int image =
        is_failed || status == ARAUTO_ERR_STOPPED
            ? first_image_in_state(is_failed ? ARAUTO_RANK_FAILED : ARAUTO_RANK_STOPPED)
            : 0;
    if (image > 0) {
        std::snprintf(text, sizeof text, "%s: image %d has %s, %s", statement, image,
                      is_failed ? "failed" : "stopped",
                      is_failed ? "so the statement could not include it"
                                : "so it will never take part in this statement");
    } else {
        std::snprintf(text, sizeof text, "%s: %s", statement, arauto_last_error());
    }
    deliver(stat, errmsg, errmsg_bytes, stat_of(status), text);
}

} // namespace arauto::gfortran
