// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See errors.hpp. One failure at a time is postponed until a SYNC statement
// with `stat=` reports it.
#include "errors.hpp"

#include "images.hpp"
#include "state.hpp"

#include "arauto/runtime.h"

#include <algorithm>
#include <atomic>
#include <cstdarg>
#include <cstdio>
#include <cstring>
#include <mutex>

namespace arauto::coarray {
namespace {

constexpr size_t kTextBytes = Postponed::kTextBytes;

void deliver(const Errors& errors, int32_t code, const char* text) noexcept {
    if (errors.stat == nullptr) {
        arauto_error_stop(1, text);
    }
    *errors.stat = code;
    if (errors.errmsg != nullptr) {
        const size_t length = std::min(std::strlen(text), errors.errmsg_bytes);
        std::memcpy(errors.errmsg, text, length);
        std::memset(errors.errmsg + length, ' ', errors.errmsg_bytes - length);
    }
}

/// The failure of the last call of the C API, in its own words.
void describe_failure(char (&text)[kTextBytes], const char* statement) noexcept {
    const char* sentence = without_call(arauto_last_error());
    std::snprintf(text, sizeof text, "%s: %s%s", statement, sentence, explain_numbers(sentence));
}

void postpone(const char (&text)[kTextBytes]) noexcept {
    Postponed& postponed = g_state.postponed;
    const std::lock_guard guard(postponed.mutex);
    // PAIR postponed.text: look
    if (!postponed.is_there.load(std::memory_order_acquire)) {
        std::memcpy(postponed.text, text, kTextBytes);
        postponed.is_there.store(true, std::memory_order_release); // PAIR postponed.text: store
    }
}

} // namespace

int32_t stat_of(arauto_status_t status) noexcept {
    switch (status) {
    case ARAUTO_LOCK_RECOVERED:
        return stat_codes.unlocked_failed_image;
    case ARAUTO_ERR_LOCKED:
        return stat_codes.locked;
    case ARAUTO_ERR_LOCKED_OTHER:
        return stat_codes.locked_other_image;
    case ARAUTO_ERR_UNLOCKED:
        return stat_codes.unlocked;
    case ARAUTO_ERR_STOPPED:
        return stat_codes.stopped_image;
    case ARAUTO_ERR_FAILED:
        return stat_codes.failed_image;
    case ARAUTO_ERR_MEMORY:
        return stat_codes.memory;
    default:
        return status >= 0 ? 0 : stat_codes.invalid;
    }
}

void fail(Errors errors, const char* format, ...) noexcept {
    char text[kTextBytes];
    va_list arguments;
    va_start(arguments, format);
    std::vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    deliver(errors, stat_codes.invalid, text);
}

void fail_with(Errors errors, int32_t code, const char* format, ...) noexcept {
    char text[kTextBytes];
    va_list arguments;
    va_start(arguments, format);
    std::vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    deliver(errors, code, text);
}

void report_failure(Errors errors, arauto_status_t status, const char* statement) noexcept {
    char text[kTextBytes];
    describe_failure(text, statement);
    deliver(errors, stat_of(status), text);
}

void postpone_failure(const char* statement) noexcept {
    char text[kTextBytes];
    describe_failure(text, statement);
    postpone(text);
}

void postpone_failure_of(int rank, const char* statement) noexcept {
    char text[kTextBytes];
    std::snprintf(text, sizeof text, "%s: image %d has failed%s", statement, rank + 1,
                  explain_number());
    postpone(text);
}

void report_postponed(const Errors& errors) noexcept {
    Postponed& postponed = g_state.postponed;
    // PAIR postponed.text: look
    if (!postponed.is_there.load(std::memory_order_acquire)) [[likely]] {
        return;
    }
    const std::lock_guard guard(postponed.mutex);
    // PAIR postponed.text: look
    if (!postponed.is_there.load(std::memory_order_acquire)) {
        return; // another thread has reported it
    }
    if (*errors.stat == 0) {
        deliver(errors, stat_codes.failed_image, postponed.text);
    }
    postponed.is_there.store(false, std::memory_order_release); // PAIR postponed.text: take
}

const char* without_call(const char* sentence) noexcept {
    constexpr const char* kPrefix = "arauto_";
    const size_t name = std::strcspn(sentence, ": ");
    const bool is_call = std::strncmp(sentence, kPrefix, std::strlen(kPrefix)) == 0 &&
                         std::strncmp(sentence + name, ": ", 2) == 0;
    return is_call ? sentence + name + 2 : sentence;
}

const char* explain_number() noexcept {
    return images.ranks != nullptr ? " (numbered as in the initial team)" : "";
}

const char* explain_numbers(const char* sentence) noexcept {
    constexpr const char* kNoun = "image ";
    for (const char* at = sentence; (at = std::strstr(at, kNoun)) != nullptr;) {
        at += std::strlen(kNoun);
        if (*at >= '0' && *at <= '9') {
            return explain_number();
        }
    }
    return "";
}

} // namespace arauto::coarray
