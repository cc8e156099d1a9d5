// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See check_area.hpp.
#include "boot/check_area.hpp"

#include "boot/report_file.hpp"

#include <algorithm>
#include <cstdlib>
#include <fcntl.h>
#include <string>
#include <unistd.h>

namespace arauto::boot {

uint32_t count_races(const CheckArea& area) noexcept {
    // relaxed because the images have ended
    return std::min(area.races.load(std::memory_order_relaxed), CheckArea::kRaces);
}

bool is_whole(const RaceRecord& record) noexcept {
    return record.written.load(std::memory_order_acquire) == 1; // PAIR race.record: look
}

bool write_races(const CheckArea& area) noexcept {
    const char* const name = std::getenv(kRacesFileVariable);
    const int file = name != nullptr ? open(name, O_WRONLY | O_CLOEXEC | O_NOFOLLOW) : -1;
    if (file < 0) {
        return false;
    }
    const auto* const bytes = reinterpret_cast<const char*>(&area);
    size_t done = 0;
    while (done < sizeof area) {
        const ssize_t written = write(file, bytes + done, sizeof area - done);
        if (written <= 0) {
            break;
        }
        done += static_cast<size_t>(written);
    }
    return close(file) == 0 && done == sizeof area;
}

void announce_races(const CheckArea& area) noexcept {
    const uint32_t races = count_races(area);
    const std::string count = races == 0   ? "no race was"
                              : races == 1 ? "1 race was"
                                           : std::to_string(races) + " races were";
    write_all(STDERR_FILENO, "arauto: " + count + " found" +
                                 (races == 0 ? " in this run" : "; 'arauto check' shows them") +
                                 "\n");
}

} // namespace arauto::boot
