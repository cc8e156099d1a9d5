// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See program_location.hpp.
#include "boot/program_location.hpp"

#include "boot/settings.hpp"
#include "os/program_variables.hpp"
#include "os/source_location.hpp"

#include <unistd.h>

namespace arauto::boot {
namespace {

bool lines_are_wanted() noexcept {
    return setting_choice(kLinesSetting).value != 0;
}

os::SourceLocation find_location() {
    if (!lines_are_wanted()) {
        return {};
    }
    os::ProgramFrames frames;
    os::find_program_frames(frames);
    return os::find_source_location(frames);
}

} // namespace

bool calls_are_reported(const Job& job) noexcept {
    return job.header != nullptr && job.header->launcher_pid != 0 && lines_are_wanted();
}

std::string location_in_program() {
    return os::text_of(find_location());
}

std::string calls_in_program() {
    return os::text_with_callers(find_location());
}

std::string variable_in_program(const void* memory) {
    if (!lines_are_wanted()) {
        return "";
    }
    os::ProgramFrames frames;
    os::find_program_frames(frames);
    return os::find_variable(memory, frames);
}

void note_fault(ImageBlock& own, int signal) noexcept {
    // relaxed because this process wrote it
    if (own.pid.load(std::memory_order_relaxed) != static_cast<uint64_t>(getpid())) {
        return;
    }
    int32_t none = 0;
    // relaxed because the end of the process orders it; of two threads with a fault, one writes
    if (own.fatal_signal.compare_exchange_strong(none, signal, std::memory_order_relaxed)) {
        os::find_program_frames(own.fatal_frames);
    }
}

std::string calls_at_fault(const ImageBlock& block, int signal) {
    // relaxed because the process has ended
    if (block.fatal_signal.load(std::memory_order_relaxed) != signal) {
        return "";
    }
    return os::text_with_callers(os::find_source_location(block.fatal_frames));
}

} // namespace arauto::boot
