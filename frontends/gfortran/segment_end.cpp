// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See segment_end.hpp.
#include "segment_end.hpp"

#include "transfer.hpp"

#include <algorithm>
#include <cstdio>
#include <cstring>

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
    if (drop_write(stat_, status, target)) {
        return;
    }
    char statement[128];
    std::snprintf(statement, sizeof statement,
                  "%s: what was assigned to image %d before it could not be written", statement_,
                  rank + 1);
    report_failure(stat_ != nullptr ? &code_ : nullptr, text_, sizeof text_, status, statement);
}

void SegmentEnd::end() noexcept {
    const ForeignLock lock;
    ++foreign.epoch;
    if (foreign.writes.is_empty()) {
        // PAIR foreign.used: look
        foreign.is_used.store(false, std::memory_order_seq_cst);
    }
}

void SegmentEnd::tell() noexcept {
    if (*stat_ != 0) {
        return; // the statement itself has failed
    }
    *stat_ = code_;
    if (errmsg_ != nullptr && errmsg_bytes_ > 0) {
        std::memset(errmsg_, ' ', errmsg_bytes_);
        std::memcpy(errmsg_, text_, std::min(errmsg_bytes_, sizeof text_));
    }
}

} // namespace arauto::gfortran
