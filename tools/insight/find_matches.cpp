// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See matches.hpp.
#include "matches.hpp"
#include "matching.hpp"

namespace arauto::tools::insight {

Matches find_matches(const Trace& trace, const Lines& lines) {
    Matches found;
    const Accesses accesses(trace);
    const Matching matching{trace, lines, accesses, found};
    match_posts(matching);
    match_meetings(matching);
    match_pairs(matching);
    match_locks(matching);
    trace.visit_events([&](const Where& where, const Event& event, bool is_open) {
        if (is_open && event.is_of(RecordedText::Kind::wait)) {
            matching.add_open(where);
        }
    });
    return found;
}

} // namespace arauto::tools::insight
