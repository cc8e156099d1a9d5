// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See access_errors.hpp.
#include "access_errors.hpp"

#include "images.hpp"

#include <cstdio>

namespace arauto::coarray {

void refuse_access(Errors errors, int image, const char* action) noexcept {
    fail(errors, "%s image %d: there is no such image; the current team has images 1 to %d", action,
         image, images.size);
}

void refuse_component(Errors errors, int image, const char* action) noexcept {
    fail(errors,
         "%s image %d: a component on the way is not allocated or associated there; that "
         "image must allocate it first",
         action, image);
}

void refuse_counts(Errors errors, int image, const char* action, ElementCounts counts) noexcept {
    fail(errors, "%s image %d: the value has %zu elements, but the variable has %zu", action, image,
         counts.value, counts.variable);
}

void fail_access(const Errors& errors,
                 arauto_status_t status,
                 const char* action,
                 int image) noexcept {
    char statement[64];
    std::snprintf(statement, sizeof statement, "%s image %d", action, image);
    report_failure(errors, status, statement);
}

bool drop_write(const int32_t* stat, arauto_status_t status, const Written& target) noexcept {
    // The state of the image says nothing yet: the network learns of a death before the job does.
    if (stat != nullptr || status != ARAUTO_ERR_FAILED) {
        return false;
    }
    char statement[64];
    std::snprintf(statement, sizeof statement, "%s image %d", target.action, target.image);
    postpone_failure(statement);
    return true;
}

} // namespace arauto::coarray
