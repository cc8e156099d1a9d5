// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Implements arauto/spi/coarray.h, which libraries beside a front-end call.
#include "coarray/errors.hpp"
#include "coarray/images.hpp"

#include "arauto/spi/coarray.h"

using namespace arauto::coarray;

arauto_team_h arauto_coarray_team(void) noexcept {
    return current_team();
}

void arauto_coarray_report(arauto_status_t status,
                           const char* procedure,
                           int32_t* stat,
                           char* errmsg,
                           size_t errmsg_bytes) noexcept {
    report({stat, errmsg, errmsg_bytes}, status, procedure);
}
