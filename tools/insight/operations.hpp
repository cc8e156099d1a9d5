// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Operations that could be fewer or shorter: rows of small accesses, gets one after the other, puts
// with a post behind each, memory that is reached by system calls.
#pragma once

#include "edit.hpp"
#include "lines.hpp"
#include "trace.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace arauto::tools::insight {

enum class Habit : uint8_t {
    element_by_element, // O1: many small accesses of one line, which a section would make at once
    serialised_gets, // O2: each get waits for the one before
    put_then_post, // O3: a put with notify= would be both
    private_memory, // O5: small accesses, each by a system call
};

/// One habit at one line, of all images.
struct Operations {
    Habit habit = Habit::element_by_element;
    uint32_t line = 0;
    uint32_t post_line = 0; // of the posts behind puts
    uint16_t op = 0;
    uint64_t calls = 0;
    uint64_t bytes = 0; // of all of them
    int64_t stride = 0; // bytes from one to the next; 0: it changes
    // A call that was not timed takes until the next one, or is not counted if that comes later
    // than a microsecond.
    double seconds = 0;
    Prediction prediction; // of fewer calls
};

/// How long the i-th of the calls of a thread took at most, if that is known well enough; else 0.
[[nodiscard]] double length_of(const std::vector<Event>& events, size_t i);

/// Those that took longest first.
[[nodiscard]] std::vector<Operations> find_operations(const Trace& trace, const Lines& lines);

} // namespace arauto::tools::insight
