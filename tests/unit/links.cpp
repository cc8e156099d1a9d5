// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// Compiled and linked when the build is configured: can this compiler use the GoogleTest that
// is installed?
#include <gtest/gtest.h>

TEST(GoogleTest, Links) {
    SUCCEED();
}
