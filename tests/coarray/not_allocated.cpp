// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// This image's own part of a coarray that is not allocated: a sentence instead of a crash.
#include "arauto/coarray.hpp"

int main() {
    arauto::sync_all();
    const arauto::coarray<int> a;
    a(0) = 1;
    return 0;
}
