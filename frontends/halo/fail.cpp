// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See fail.hpp.
#include "fail.hpp"

#include "arauto/spi/runtime.h"
#include "arauto/spi/status.h"

#include <cstdarg>
#include <cstdio>
#include <string>

namespace arauto::halo {

arauto_status_t fail(arauto_status_t status, const char* call, const char* format, ...) noexcept {
    char why[256];
    va_list values;
    va_start(values, format);
    std::vsnprintf(why, sizeof why, format, values);
    va_end(values);
    return arauto_error_set(status, (std::string(call) + ": " + why).c_str());
}

int number_of(int from_zero) noexcept {
    int first = 0;
    arauto_naming(&first);
    return from_zero + first;
}

const char* noun() noexcept {
    return arauto_naming(nullptr);
}

} // namespace arauto::halo
