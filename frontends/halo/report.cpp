// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// See report.hpp.
#include "report.hpp"

#include "fail.hpp"

#include "arauto/runtime.h"
#include "arauto/spi/coarray.h"
#include "arauto/spi/status.h"

#include <algorithm>
#include <cstring>
#include <string>

namespace arauto::halo {
namespace {

[[noreturn]] void end_program() noexcept {
    const std::string sentence = arauto_last_error();
    char line[128];
    arauto_source_location(line, sizeof line);
    arauto_error_stop(1, (sentence + (line[0] != 0 ? ", " : "") + line).c_str());
}

} // namespace

void fill(const Descriptor& variable, std::string_view text) noexcept {
    auto* const to = static_cast<char*>(variable.base);
    const size_t shown = std::min(variable.element_bytes, text.size());
    std::memcpy(to, text.data(), shown);
    std::memset(to + shown, ' ', variable.element_bytes - shown);
}

void Report::operator()(arauto_status_t status) const noexcept {
    if (arauto_coarray_report != nullptr) {
        arauto_coarray_report(status, procedure, stat,
                              errmsg != nullptr ? static_cast<char*>(errmsg->base) : nullptr,
                              errmsg != nullptr ? errmsg->element_bytes : 0);
        return;
    }
    if (status < 0 && stat == nullptr) {
        end_program();
    }
    if (stat != nullptr) {
        *stat = status < 0 ? -status : 0;
    }
    if (status < 0 && errmsg != nullptr) {
        fill(*errmsg, arauto_last_error());
    }
}

arauto_team_h find_team() noexcept {
    if (arauto_coarray_team != nullptr && arauto_coarray_team() != nullptr) {
        return arauto_coarray_team();
    }
    return arauto_init() < 0 ? nullptr : arauto_team_world();
}

arauto_status_t check_descriptor(const Descriptor& array, const char* call) noexcept {
    return array.is_known() ? ARAUTO_OK
                            : fail(ARAUTO_ERR_UNSUPPORTED, call,
                                   "the compiler passes arrays in a form of version %d, which this "
                                   "library does not know",
                                   array.version);
}

} // namespace arauto::halo
