// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Failures of accesses to coindexed objects. All front-ends say them alike, and name the image:
// "a write to image 3: ...".
#pragma once

#include "errors.hpp"

namespace arauto::coarray {

/// The actions.
constexpr const char* kRead = "a read from";
constexpr const char* kWrite = "a write to";

/// Reports that the current team has no such image.
void refuse_access(Errors errors, int image, const char* action) noexcept __attribute__((cold));

/// Reports that a component by which the object is reached has no target.
void refuse_component(Errors errors, int image, const char* action) noexcept __attribute__((cold));

/// Reports that a vector has other elements than the value that it is given.
struct ElementCounts {
    size_t variable;
    size_t value;
};
void refuse_counts(Errors errors, int image, const char* action, ElementCounts counts) noexcept
    __attribute__((cold));

void fail_access(const Errors& errors,
                 arauto_status_t status,
                 const char* action,
                 int image) noexcept __attribute__((cold));

/// As report, for an access.
inline void report_access(const Errors& errors,
                          arauto_status_t status,
                          const char* action,
                          int image) noexcept {
    if (status >= 0) [[likely]] {
        set_ok(errors.stat);
    } else {
        fail_access(errors, status, action, image);
    }
}

/// The image that a statement writes to.
struct Written {
    const char* action; // kWrite, or another
    int image;
};

/// Whether a write without `stat=` has met the failure of an image: then the value is dropped, and
/// the next SYNC statement with `stat=` reports it. GCC 8 to 14 pass no stat for writes, so
/// that a program that handles failures could not survive one otherwise.
[[nodiscard]] bool
drop_write(const int32_t* stat, arauto_status_t status, const Written& target) noexcept;

} // namespace arauto::coarray
