// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See check_area.hpp.
#include "boot/check_area.hpp"

#include "boot/report_file.hpp"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <fcntl.h>
#include <string>
#include <string_view>
#include <unistd.h>

namespace arauto::boot {
namespace {

constexpr std::string_view kShuffle = "shuffle=";

/// @return false: the word is none
bool take_option(std::string_view word, CheckOptions& options) noexcept {
    if (word == "co") {
        options.orders_collectives = 1;
    } else if (word == "init") {
        options.reports_initial = 1;
    } else if (word.starts_with(kShuffle)) {
        const char* const end = word.data() + word.size();
        const auto [rest, error] =
            std::from_chars(word.data() + kShuffle.size(), end, options.shuffle_seed);
        return error == std::errc{} && rest == end && options.shuffle_seed > 0;
    } else {
        return false;
    }
    return true;
}

} // namespace

Result<CheckOptions> parse_check_options(const char* text) noexcept {
    CheckOptions options;
    for (std::string_view rest = text; !rest.empty();) {
        const std::string_view word = rest.substr(0, rest.find(','));
        if (!take_option(word, options)) {
            return {fail(ARAUTO_ERR_ARGUMENT,
                         "'%.*s' is no option of a checked job; they are co, init and "
                         "shuffle=SEED, a whole number from 1 on, with commas between them",
                         static_cast<int>(word.size()), word.data()),
                    {}};
        }
        rest.remove_prefix(std::min(word.size() + 1, rest.size()));
    }
    return {ARAUTO_OK, options};
}

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

std::string races_found(uint32_t races, bool has_broken_off) {
    const std::string count = races == 0   ? "no race was"
                              : races == 1 ? "1 race was"
                                           : std::to_string(races) + " races were";
    const char* const run = has_broken_off ? " before the job broke off" : " in this run";
    return count + " found" + (has_broken_off || races == 0 ? run : "");
}

void announce_races(const CheckArea& area, bool has_broken_off) noexcept {
    const uint32_t races = count_races(area);
    write_all(STDERR_FILENO, "arauto: " + races_found(races, has_broken_off) +
                                 (races == 0 ? "" : "; 'arauto check' shows them") + "\n");
}

} // namespace arauto::boot
