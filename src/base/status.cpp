// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The text of the last error, one buffer per thread, never allocated.
#include "base/status.hpp"

#include <cstdarg>
#include <cstdio>

namespace arauto {
namespace {
constexpr size_t kTextBytes = 512;
thread_local char last_text[kTextBytes] = "";
} // namespace

Status fail(Status code, const char* format, ...) noexcept {
    va_list arguments;
    va_start(arguments, format);
    std::vsnprintf(last_text, kTextBytes, format, arguments);
    va_end(arguments);
    return code;
}

const char* last_error() noexcept {
    return last_text;
}

const char* status_name(Status code) noexcept {
    switch (code) {
    case ARAUTO_OK:
        return "ARAUTO_OK";
    case ARAUTO_LOCK_RECOVERED:
        return "ARAUTO_LOCK_RECOVERED";
    case ARAUTO_ERR_ARGUMENT:
        return "ARAUTO_ERR_ARGUMENT";
    case ARAUTO_ERR_RANK:
        return "ARAUTO_ERR_RANK";
    case ARAUTO_ERR_RANGE:
        return "ARAUTO_ERR_RANGE";
    case ARAUTO_ERR_SHAPE:
        return "ARAUTO_ERR_SHAPE";
    case ARAUTO_ERR_MEMORY:
        return "ARAUTO_ERR_MEMORY";
    case ARAUTO_ERR_STATE:
        return "ARAUTO_ERR_STATE";
    case ARAUTO_ERR_MISMATCH:
        return "ARAUTO_ERR_MISMATCH";
    case ARAUTO_ERR_LOCKED:
        return "ARAUTO_ERR_LOCKED";
    case ARAUTO_ERR_LOCKED_OTHER:
        return "ARAUTO_ERR_LOCKED_OTHER";
    case ARAUTO_ERR_UNLOCKED:
        return "ARAUTO_ERR_UNLOCKED";
    case ARAUTO_ERR_STOPPED:
        return "ARAUTO_ERR_STOPPED";
    case ARAUTO_ERR_FAILED:
        return "ARAUTO_ERR_FAILED";
    case ARAUTO_ERR_UNSUPPORTED:
        return "ARAUTO_ERR_UNSUPPORTED";
    case ARAUTO_ERR_SYSTEM:
        return "ARAUTO_ERR_SYSTEM";
    case ARAUTO_ERR_EPOCH:
        return "ARAUTO_ERR_EPOCH";
    default:
        return "unknown status";
    }
}

} // namespace arauto
