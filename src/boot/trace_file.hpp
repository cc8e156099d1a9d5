// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The file of a traced job: docs/specs/trace-file.md describes it. The process that holds the job's
// memory writes it when the images have ended, also when they were killed. It believes none of the
// lengths that an image has written.
#pragma once

#include "base/naming.hpp"
#include "base/record.hpp"
#include "base/settings.hpp"
#include "boot/flight.hpp"
#include "boot/job.hpp"

#include <string>
#include <string_view>

namespace arauto::boot {

inline constexpr Setting kTraceSetting{
    "ARAUTO_TRACE", "off", SettingKind::text, "off|on|FILE",
    "on: record what each image does, and write that into arauto-trace.arauto when the job ends; "
    "a name with a dot or a slash: into that file (%h in it becomes the name of the host)"};
inline constexpr Setting kTraceSizeSetting{
    "ARAUTO_TRACE_SIZE", "64M", SettingKind::bytes, "64K..16G",
    "memory of each image for records, 32 bytes each; when it is full, the oldest are written "
    "over"};
inline constexpr Setting kTraceSettings[] = {kTraceSetting, kTraceSizeSetting, kFlightSetting};

inline constexpr std::string_view kTraceMagic{"arauto trace 2\n", 16}; // with the final 0

/// The start of the file. All numbers have the byte order of the machine that wrote them.
struct TraceFileHeader {
    char magic[16];
    uint32_t images; // of the job
    uint32_t stored; // in this file
    uint32_t first_number; // of rank 0, as the program counts
    uint32_t has_counter; // 1: ticks are those of the processor, 0: nanoseconds
    uint64_t ticks[2]; // at two times, the second when the file was written
    int64_t ns[2]; // the same times, of the clock of the machine
    char noun[16]; // "image", "rank"
    uint64_t spare[2];
};
static_assert(sizeof(TraceFileHeader) == 96);

/// The start of each stored image, in front of its modules, sites and rings.
struct TraceFileImage {
    uint32_t rank;
    uint32_t state; // ImageState
    int32_t exit_code; // of one that has stopped
    int32_t signal; // that has ended it; 0: none
    uint64_t begun; // in ticks
    uint64_t ended;
    uint64_t lost; // records of threads that had no ring
    uint32_t modules; // TraceModule each
    uint32_t sites; // TraceFileSite each
    uint32_t rings; // each: TraceFileRing, its totals, its records
    uint32_t unplaced; // calls whose site is not known, since there was no room for it
    uint32_t node; // counted in the order of their lowest ranks
    uint32_t spare;
    TraceClock clock[2]; // of that node, in the part of its lowest rank; zero elsewhere
};
static_assert(sizeof(TraceFileImage) == 112);

struct TraceFileSite {
    uint32_t index; // in Record::site, without kSiteInTable
    uint32_t module;
    uint64_t offset[TraceSite::kCallers];
};

struct TraceFileRing {
    uint32_t thread; // counted from 0, of its image; kArrivalsRing: arrivals
    uint32_t totals; // TraceTotal each
    uint64_t written; // records, of which the last ones are here
    uint64_t untold; // calls that are in no total
    uint64_t records; // the oldest first
    uint64_t is_in_call; // 1: the last record is of a call that had not ended
};

/// Whether the file of a trace is to be written. Without it there are records for last_calls.hpp.
[[nodiscard]] bool trace_is_wanted() noexcept;

/// As is_wanted() of report_file.hpp. @return Layout::trace_records
[[nodiscard]] Result<uint64_t> trace_records_wanted() noexcept;

/// The file that the setting names.
[[nodiscard]] std::string trace_file();

/// Says on standard error where it is, and which command shows it.
void announce_trace() noexcept;

/// Writes the records that are in this node's memory. Once, when the images have ended.
/// @return whether it was written; the log says why it was not
bool write_trace(JobHeader* header, const Traces& traces, Naming naming) noexcept;

} // namespace arauto::boot
