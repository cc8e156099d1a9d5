// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The trace of an image: where its records go, and what its program's calls are called there.
#pragma once

#include "base/record.hpp"
#include "boot/job.hpp"

namespace arauto::boot {

/// Prepares this process to record. Touches the ring of its first thread, since a record on a fresh
/// page takes eight times as long. To be called once, where Job::header has a trace_offset.
void begin_trace(Trace& trace, const Job& job) noexcept;

/// The program has ended here. Later calls change nothing.
void end_trace(Trace& trace) noexcept;

/// The process of this image has ended now, if its program had not ended by itself.
void note_end_of_trace(const JobHeader& header, TraceArea& area) noexcept;

} // namespace arauto::boot
