// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See segment_end.hpp.
#include "segment_end.hpp"

#include "transfer.hpp"

#include <cstdio>

namespace arauto::gfortran {

void SegmentEnd::begin() noexcept {
    int rank = 0;
    arauto_status_t status = ARAUTO_OK;
    {
        const ForeignLock lock;
        status = foreign.writes.write_out(&rank);
    }
    if (status >= 0) {
        return;
    }
    const Written target{"an assignment before to", rank + 1, rank};
    if (drop_write(errors_.stat, status, target)) {
        return;
    }
    char statement[128];
    std::snprintf(statement, sizeof statement,
                  "%s: an earlier assignment to image %d could not be written", statement_,
                  rank + 1);
    report_failure({errors_.stat != nullptr ? &code_ : nullptr, text_, sizeof text_}, status,
                   statement);
}

void SegmentEnd::end() noexcept {
    const ForeignLock lock;
    ++foreign.epoch;
    if (foreign.writes.is_empty()) {
        // PAIR foreign.used: look
        foreign.is_used.store(false, std::memory_order_seq_cst);
    }
}

void SegmentEnd::report() noexcept {
    if (*errors_.stat == 0) { // else the statement itself has failed
        fail_with(errors_, code_, "%.*s", static_cast<int>(sizeof text_), text_);
    }
}

} // namespace arauto::gfortran
