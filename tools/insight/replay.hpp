// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// A run as it would have been with a change of the program. The time between calls and the time of
// transfers stay as they were measured; waits are computed anew, from the calls that they are for.
#pragma once

#include "edit.hpp"
#include "lines.hpp"
#include "matches.hpp"
#include "stretches.hpp"
#include "trace.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace arauto::tools::insight {

/// One thread with its calls, which have the numbers from `first` on.
struct ReplayRow {
    uint32_t image = 0;
    uint32_t thread = 0;
    uint32_t first = 0;
    uint32_t count = 0;
    double begin = 0;
    double rest = 0; // from its last call to its end
};

/// A call of another image that a wait is for.
struct ReplaySource {
    uint32_t row = 0;
    uint32_t call = 0; // its number
    Dependency::Need need = Dependency::Need::unknown;
};

/// The calls of a trace by number, and which of them wait for which. It must outlive its replays.
class Schedule {
  public:
    Schedule(const Trace& trace, const Lines& lines, const Matches& matches);

    [[nodiscard]] const Event& event(const ReplayRow& row, uint32_t call) const {
        return events_of(row)[call - row.first];
    }
    [[nodiscard]] const std::vector<Event>& events_of(const ReplayRow& row) const {
        return trace.images[row.image].threads[row.thread].events;
    }
    [[nodiscard]] uint32_t number_of(const Where& where) const {
        return rows[row_of(where)].first + where.event;
    }
    [[nodiscard]] uint32_t row_of(const Where& where) const {
        return first_row[where.image] + where.thread;
    }
    /// When those that wait for a call may go on: it has begun, or its data has arrived.
    [[nodiscard]] double
    release_of(const ReplayRow& row, uint32_t call, const std::vector<CallTimes>& at) const;

    static constexpr uint32_t kNone = UINT32_MAX;

    const Trace& trace;
    const Lines& lines;
    const Matches& matches;
    std::vector<ReplayRow> rows;
    std::vector<uint32_t> first_row; // of an image
    std::vector<CallTimes> measured; // by call; a part of a call has the time of that
    std::vector<uint32_t> line_of; // by call
    std::vector<uint32_t> first_source; // by call; one more at the end
    std::vector<ReplaySource> sources;
    std::vector<uint32_t> gathering_of; // by call; kNone: it is in none
};

/// A replayed run.
struct Replayed {
    double seconds = 0; // from the first begin to the last end
    std::vector<CallTimes> calls; // by number
    std::vector<double> ends; // of the images
    // The call for which a call has waited last; `call` is kNone where it has not waited.
    std::vector<ReplaySource> released_by;
};

/// Its time is that of the trace, and the logarithm for the calls of the busiest thread.
[[nodiscard]] Replayed replay(const Schedule& schedule, const std::vector<Edit>& edits);

/// The trace with the times of a replayed run, and the calls that have ended waits in it.
struct Rerun {
    Trace trace;
    Matches matches;
};
[[nodiscard]] Rerun rerun_of(const Schedule& schedule, const Replayed& replayed);

} // namespace arauto::tools::insight
