// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See job.hpp.
#include "boot/job.hpp"

#include "boot/settings.hpp"

namespace arauto::boot {

bool continues_after_death(const JobHeader& header) noexcept {
    enum { kAuto, kContinue, kEnd };
    switch (setting_choice(kOnFailureSetting).value) {
    case kContinue:
        return true;
    case kEnd:
        return false;
    default:
        // PAIR job.handles_failures: look
        return header.handles_failures.load(std::memory_order_acquire) != 0;
    }
}

} // namespace arauto::boot
