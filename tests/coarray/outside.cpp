// SPDX-FileCopyrightText: the Arauto authors
// SPDX-License-Identifier: BSD-3-Clause
// The next row's element has a name of its own.
#include "arauto/coarray.hpp"

int main() {
    const arauto::coarray<int, 2> m({3, 5});
    m(1, 9)[1] = 1;
    return 0;
}
