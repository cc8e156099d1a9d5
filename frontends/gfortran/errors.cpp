// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// How an error reaches `stat=`, `errmsg=`, or the end of the program.
#include "coarray.hpp"
#include "coarray/postponed_failure.hpp"

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
        arauto_error_stop(1, text);
    }
    *stat = code;
    if (errmsg != nullptr && errmsg_bytes > 0) {
        const size_t length = std::min(std::strlen(text), errmsg_bytes);
        std::memcpy(errmsg, text, length);
        std::memset(errmsg + length, ' ', errmsg_bytes - length);
    }
}

/// The sentence without the name of the C function at its start: the program has called a
/// statement.
const char* without_call(const char* sentence) noexcept {
    constexpr const char* kPrefix = "arauto_";
    const size_t name = std::strcspn(sentence, ": ");
    const bool is_call = std::strncmp(sentence, kPrefix, std::strlen(kPrefix)) == 0 &&
                         std::strncmp(sentence + name, ": ", 2) == 0;
    return is_call ? sentence + name + 2 : sentence;
}

/// The core numbers images as in the initial team; a program that has changed its team must know.
const char* explain_numbers(const char* sentence) noexcept {
    constexpr const char* kNoun = "image ";
    if (image_map.ranks == nullptr) {
        return "";
    }
    for (const char* at = sentence; (at = std::strstr(at, kNoun)) != nullptr;) {
        at += std::strlen(kNoun);
        if (*at >= '0' && *at <= '9') {
            return " (numbered as in the initial team)";
        }
    }
    return "";
}

constinit coarray::PostponedFailure postponed;

/// What went wrong, as the last call of the C API has said it.
void describe_failure(char (&text)[kTextBytes], const char* statement) noexcept {
    const char* sentence = without_call(arauto_last_error());
    std::snprintf(text, sizeof text, "%s: %s%s", statement, sentence, explain_numbers(sentence));
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
    describe_failure(text, statement);
    deliver(stat, errmsg, errmsg_bytes, stat_of(status), text);
}

void postpone_failure(const char* statement) noexcept {
    char text[kTextBytes];
    describe_failure(text, statement);
    postponed.note(text);
}

void report_postponed(int* stat, char* errmsg, size_t errmsg_bytes) noexcept {
    if (stat == nullptr || !postponed.is_there()) [[likely]] {
        return;
    }
    postponed.take([&](const char* text) {
        if (*stat == 0) {
            deliver(stat, errmsg, errmsg_bytes, kStatFailedImage, text);
        }
    });
}

} // namespace arauto::gfortran
