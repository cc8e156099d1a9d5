// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See program_location.hpp.
#include "boot/program_location.hpp"

#include "boot/settings.hpp"
#include "os/source_location.hpp"

namespace arauto::boot {

std::string location_in_program() {
    if (setting_choice(kLinesSetting).value == 0) {
        return "";
    }
    os::ProgramFrames frames;
    os::find_program_frames(frames);
    return os::text_of(os::find_source_location(frames));
}

} // namespace arauto::boot
