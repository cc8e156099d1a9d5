// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The settings of `arauto run --flight`: records without a trace, for last_calls.hpp.
#pragma once

#include "boot/report_file.hpp"

#include <string_view>

namespace arauto::boot {

inline constexpr Setting kFlightSetting{"ARAUTO_FLIGHT", "off", SettingKind::text, "off|on|FILE",
                                        "on: keep the latest 4,096 calls of each image, and when "
                                        "the job breaks off, write the last 100 "
                                        "into arauto-flight.PID.txt, PID being that of the "
                                        "launcher; a name with a dot or a slash: into "
                                        "that file"};

/// In the ring of an image's first thread.
inline constexpr uint64_t kFlightRecords = 4096;

inline constexpr std::string_view kFlightMagic = "arauto flight\n";
[[nodiscard]] inline bool is_flight(std::string_view first_bytes) {
    return first_bytes.starts_with(kFlightMagic);
}
inline constexpr ReportKind kFlight{kFlightSetting, "the last calls", is_flight};

} // namespace arauto::boot
