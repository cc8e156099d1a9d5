// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// One macro for the tests of arauto/coarray.hpp: ends the job with the line that did not hold.
#pragma once

#include "arauto/coarray.hpp"

#include <cstdio>

#define CHECK(condition)                                                                           \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            std::fprintf(stderr, "image %d: %s:%d: %s\n", arauto::this_image(), __FILE__,          \
                         __LINE__, #condition);                                                    \
            arauto_error_stop(3, "a check failed");                                                \
        }                                                                                          \
    } while (false)
