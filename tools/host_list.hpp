// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The hosts of a job, and the number of images on each. Pure functions.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace arauto::tools {

struct HostSlots {
    std::string name;
    int slots; // images it takes; 0: as many as are left
};

struct HostList {
    std::vector<HostSlots> hosts; // each once, in the order given
    std::string fault; // a sentence without end when the text was wrong
};

/// Reads "a,b:4". A host that is named again gets more slots.
[[nodiscard]] HostList parse_hosts(std::string_view text);

/// Reads a file of lines "a", "b:4" or "b slots=4"; # begins a remark.
[[nodiscard]] HostList parse_hostfile(std::string_view text);

/// Adds some to others. One that is there already gets more slots.
/// @return a sentence without end when these are too many, else nothing
[[nodiscard]] std::string add_hosts(std::vector<HostSlots>& hosts,
                                    const std::vector<HostSlots>& more);

/// How many images the hosts take when no number is given: their slots, one where none are given.
[[nodiscard]] int64_t images_of(const std::vector<HostSlots>& hosts);

/// Gives hosts without slots an equal part of the images that are left.
/// @return a sentence without end when there are too few slots, else nothing
[[nodiscard]] std::string share_out(int images, std::vector<HostSlots>& hosts);

/// "a:2,b:2"
[[nodiscard]] std::string joined(const std::vector<HostSlots>& hosts);

} // namespace arauto::tools
