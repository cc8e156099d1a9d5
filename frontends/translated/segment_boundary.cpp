// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See segment_boundary.hpp.
#include "segment_boundary.hpp"

#include <cstdio>

namespace arauto::translated {

void SegmentBoundary::flush_late() noexcept {
    const arauto_status_t status = flush_late_puts();
    if (status == ARAUTO_ERR_FAILED) {
        report_put({}, status);
    } else if (status < 0) {
        status_ = status;
        std::snprintf(text_, sizeof text_, "%s", coarray::without_call(arauto_last_error()));
    }
}

void SegmentBoundary::report_late() noexcept {
    if (*errors_.stat == 0) {
        coarray::fail_with(errors_, coarray::stat_of(status_), "assignment to another image: %s",
                           text_);
    }
}

} // namespace arauto::translated
