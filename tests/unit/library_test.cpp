// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Loading libfabric sets the variables that its providers read when they are first asked, and
// leaves those that the user has set.
#include "in_child.hpp"

#include "transport/ofi/library.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <cstring>

namespace {

struct Variable {
    const char* name;
    const char* value; // that it gets
};

constexpr Variable kVariables[] = {{"FI_CXI_ENABLE_WRITEDATA", "1"}, // else cxi has no fi_writedata
                                   {"FI_PROVIDER", "^psm"},
                                   {"FI_OFI_RXM_MSG_RX_SIZE", "256"}};

/// The number of the first variable that is not as expected once providers can be asked, from 1 on;
/// 0 if all are. In a process of its own: libfabric is loaded once.
int first_wrong(const char* of_user) {
    return arauto::test::status_of([of_user] {
        for (const Variable& each : kVariables) {
            if (of_user != nullptr) {
                setenv(each.name, of_user, 1);
            } else {
                unsetenv(each.name);
            }
        }
        static_cast<void>(arauto::transport::ofi::library()); // there or not
        int number = 0;
        for (const Variable& each : kVariables) {
            ++number;
            const char* const value = std::getenv(each.name);
            const char* const expected = of_user != nullptr ? of_user : each.value;
            if (value == nullptr || std::strcmp(value, expected) != 0) {
                return number;
            }
        }
        return 0;
    });
}

TEST(Library, sets_what_providers_read_when_they_are_asked) {
    EXPECT_EQ(first_wrong(nullptr), 0);
}

TEST(Library, leaves_what_the_user_has_set) {
    EXPECT_EQ(first_wrong("0"), 0);
}

} // namespace
